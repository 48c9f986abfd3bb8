"""Where a run stands after a round, by code: known, missing, contradicting, and what a search could mend.

Both engines reflect on this. An engine adds other words to search for, and how much it expects of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from research_agent.domain import Branch, Claim, ClaimStatus, Plan, Reflection, SubQuestion
from research_agent.evidence.ledger import Ledger

KNOWN = 6
"""Statements that a reflection names as known, at most."""
LONGEST = 200
"""Characters of such a statement."""

Kind = Literal["unanswered", "part", "dispute", "one-source"]

GAIN: Mapping[Kind, float] = {"unanswered": 0.8, "part": 0.5, "dispute": 0.4, "one-source": 0.2}
"""How much of the answer one more search is expected to change, 0..1, where no model says (docs/reflection.md)."""


@dataclass(frozen=True, slots=True)
class Need:
    """Something that one more search could mend."""

    kind: Kind
    parent: SubQuestion
    """The last sub-question of its line: ``2.1`` where 2 was followed up already."""
    text: str
    """What is asked; of a dispute, the statements that stand against each other."""
    words: tuple[str, ...] = ()
    """Queries that its reader proposed."""
    tried: tuple[str, ...] = ()
    """Every query of its line."""
    weight: float = 1.0
    """How much it matters, 0..1: a dispute's relevance."""

    @property
    def gain(self) -> float:
        return round(GAIN[self.kind] * self.weight, 2)


@dataclass(frozen=True, slots=True)
class Standing:
    known: tuple[str, ...]
    missing: tuple[str, ...]
    contradicts: tuple[str, ...]
    """Ids of the disputed claims, most relevant first."""
    needs: tuple[Need, ...]
    """What is unanswered first, then in plan order."""

    def reflection(self, round: int) -> Reflection:
        """As a reflection that proposes nothing."""
        return Reflection(round=round, known=self.known, missing=self.missing, contradicts=self.contradicts)


def standing(plan: Plan, ledger: Ledger, branches: Sequence[Branch]) -> Standing:
    """Where the run stands. A sub-question and its follow-ups (``2``, ``2.1``) are one line: each answers for all."""
    needs = [need for sub in _last_of_lines(plan) for need in _needs_of(sub, plan, ledger, branches)]
    lacking = [need for need in needs if need.kind in ("unanswered", "part")]
    order: dict[Kind, int] = {"unanswered": 0, "part": 1, "dispute": 2, "one-source": 3}
    return Standing(
        known=_known(ledger),
        missing=tuple(dict.fromkeys(need.text for need in lacking)),
        contradicts=tuple(claim.id for claim in _disputes(ledger)),
        needs=tuple(sorted([*needs, *_unsettled(plan, ledger)], key=lambda need: order[need.kind])),
    )


def still_missing(plan: Plan, branches: Sequence[Branch]) -> tuple[str, ...]:
    """What the last reading of each line of sub-questions did not find, in the readers' words."""
    last = {sub.id for sub in _last_of_lines(plan)}
    readings = [branch.reading for branch in branches if branch.reading is not None and branch.sub_question in last]
    return tuple(dict.fromkeys(text for reading in readings for text in reading.missing))


def statements_of(claim: Claim) -> tuple[str, ...]:
    """What a claim states: of a disputed one what each side says, since the sides' own claims went into it."""
    return tuple(dict.fromkeys(side.statement for side in claim.positions)) or (claim.text,)


def line_of(name: str) -> str:
    """The plan's own sub-question that ``2.1`` was added for: ``2``."""
    return name.split(".", 1)[0]


def _last_of_lines(plan: Plan) -> list[SubQuestion]:
    followed = {sub.id.rpartition(".")[0] for sub in plan.sub_questions}
    return [sub for sub in plan.sub_questions if sub.id not in followed]


def _needs_of(sub: SubQuestion, plan: Plan, ledger: Ledger, branches: Sequence[Branch]) -> list[Need]:
    line = [other for other in plan.sub_questions if line_of(other.id) == line_of(sub.id)]
    names = {other.id for other in line}
    claims = [claim for claim in ledger.claims.values() if names & set(claim.sub_questions)]
    reading = next((branch.reading for branch in branches if branch.sub_question == sub.id), None)
    words = reading.other_words if reading else ()
    tried = tuple(dict.fromkeys(query for other in line for query in other.queries))
    if reading and reading.missing and _was_lacking(sub, names, branches):
        kind: Kind = "part" if claims else "unanswered"
        return [Need(kind, sub, " ".join(reading.missing), words, tried)]
    if not claims:
        return [Need("unanswered", sub, sub.text, words, tried)]
    if all(claim.status is ClaimStatus.SINGLE_SOURCE for claim in claims):
        return [Need("one-source", sub, sub.text, words, tried)]
    return []


def _was_lacking(sub: SubQuestion, line: set[str], branches: Sequence[Branch]) -> bool:
    """Whether something of its line was missing before it was asked: else it only looked for another source."""
    parent = sub.id.rpartition(".")[0]
    before = next((branch.reading for branch in branches if branch.sub_question == parent), None)
    return parent not in line or before is None or bool(before.missing) or not before.proposals


def _unsettled(plan: Plan, ledger: Ledger) -> list[Need]:
    """The disputes that a third source may settle."""
    subs = {sub.id: sub for sub in plan.sub_questions}
    needs = []
    for claim in _disputes(ledger):
        if len(_sources(ledger, claim)) <= 2:
            parent = next((subs[name] for name in claim.sub_questions if name in subs), plan.sub_questions[0])
            text = " Against this: ".join(side.statement for side in claim.positions) or claim.text
            needs.append(Need("dispute", parent, text, weight=claim.relevance))
    return needs


def _disputes(ledger: Ledger) -> list[Claim]:
    disputed = [claim for claim in ledger.claims.values() if claim.status is ClaimStatus.DISPUTED]
    return sorted(disputed, key=lambda claim: -claim.relevance)


def _known(ledger: Ledger) -> tuple[str, ...]:
    """The most relevant statements that hold, those that independent sources agree on first."""
    holding = [c for c in ledger.claims.values() if c.status in (ClaimStatus.AGREED, ClaimStatus.SINGLE_SOURCE)]
    best = sorted(holding, key=lambda claim: (claim.status is not ClaimStatus.AGREED, -claim.relevance))
    return tuple(shortened(claim.text, LONGEST) for claim in best[:KNOWN])


def shortened(text: str, characters: int) -> str:
    """The text on one line, cut to size."""
    line = " ".join(text.split())
    return line if len(line) <= characters else f"{line[: characters - 1].rstrip()}…"


def _sources(ledger: Ledger, claim: Claim) -> set[str]:
    quotes = [*claim.quotes, *(quote for side in claim.positions for quote in side.quotes)]
    return {ledger.quotes[quote].source for quote in quotes if quote in ledger.quotes}
