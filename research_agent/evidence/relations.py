"""Relations between claims that an engine proposes: each is accepted or refused by rule.

Code finds what is said in nearly the same words; a model also sees that "the service was switched off" and "shutdown"
are one, and that two statements exclude each other. It answers with ids only. *Same* is refused where figures, names or
a denial part the two; *contradicts* where the two do not speak of one matter at all, or say the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from research_agent.domain import Claim, ClaimStatus, Document, Position, Relation
from research_agent.evidence.changes import changed
from research_agent.evidence.conflicts import of_versions
from research_agent.evidence.content import content_terms, figures_of, share_in
from research_agent.evidence.difference import Difference
from research_agent.evidence.disputes import Conflict, saying
from research_agent.evidence.figure_conflicts import unmatched
from research_agent.evidence.ids import with_id
from research_agent.evidence.ledger import Ledger, plan_order
from research_agent.evidence.merging import merged
from research_agent.evidence.name_conflicts import names_part
from research_agent.evidence.names import is_latin, names
from research_agent.evidence.reasons import Reasons
from research_agent.evidence.recency import since
from research_agent.evidence.sameness import same_claim
from research_agent.evidence.stating import stated
from research_agent.evidence.status import settle_statuses
from research_agent.evidence.voices import Voices
from research_agent.text.agreement import agree

_SAME, _CONTRADICTS = 0.2, 0.25
"""Share of the shorter claim's content terms that the other must hold, in one script, for the relation to be believed.
Chosen by hand: a floor that keeps out claims on different matters, not a measure of likeness."""
_SHOWN = 120


def apply_relations(ledger: Ledger, documents: Mapping[str, Document], relations: Sequence[Relation]) -> Ledger:
    """The ledger with the proposed relations that the rules accept; the others are added to ``refused``, with why.

    The result does not depend on the order of ``relations``.
    """
    work = _Work(ledger, documents)
    for relation in sorted(set(relations), key=lambda each: (each.kind != "same", each.first, each.second, each.what)):
        why = work.join(relation) if relation.kind == "same" else work.part(relation)
        if why:
            work.refused.append(f"The relation “{relation.kind}” of {relation.first} and {relation.second}: {why}.")
    return work.ledger()


class _Work:
    """The claims while relations are applied. A claim that was merged is known under its old id too."""

    def __init__(self, ledger: Ledger, documents: Mapping[str, Document]) -> None:
        self._before = ledger
        self._say = Reasons(ledger.language)
        self._voices = Voices(documents, ledger.rulings, self._say)
        self._claims = dict(ledger.claims)
        self._now = {id: id for id in ledger.claims}
        self.refused = list(ledger.refused)

    def ledger(self) -> Ledger:
        ordered = sorted(self._claims.values(), key=plan_order)
        return replace(
            self._before,
            claims={claim.id: claim for claim in ordered},
            refused=tuple(dict.fromkeys(self.refused)),
        )

    def join(self, relation: Relation) -> str:
        """Merge two claims that say the same; why not, where they do not."""
        first, second = self._find(relation.first), self._find(relation.second)
        if first is None or second is None or first is second:
            return "" if first is second is not None else "no such claim"
        if first.positions or second.positions:
            return "one of them is disputed already"
        why = _not_the_same(first.text, second.text)
        if not why:
            (settled,) = self._settle([merged(first, second, self._before.quotes)], ())
            self._replace((first, second), settled)
        return why

    def part(self, relation: Relation) -> str:
        """Make a dispute of two claims that contradict each other; why not, where they do not."""
        first, second = self._find(relation.first), self._find(relation.second)
        if first is None or second is None or first is second:
            return "no such claim" if first is None or second is None else "they are one claim"
        why = _not_rivals(first.text, second.text)
        if why:
            return why
        if self._of_versions(first, second):
            return "they speak of different versions of one work"
        if first.positions and second.positions:
            return "both are disputed already"
        if first.positions or second.positions:
            dispute, other = (first, second) if first.positions else (second, first)
            self._replace((first, second), self._with_side(dispute, other))
            return ""
        what = changed(first.text, second.text) or Difference(
            "other", _short(self._stated(first)), _short(self._stated(second))
        )
        for claim in self._settle([first, second], (Conflict(first.id, second.id, what),)):
            self._replace((first, second), claim)
        return ""

    def _settle(self, claims: Sequence[Claim], conflicts: Sequence[Conflict]) -> list[Claim]:
        before = self._before
        return settle_statuses(claims, before.quotes, before.sources, self._voices, before.language, conflicts)

    def _with_side(self, dispute: Claim, other: Claim) -> Claim:
        """The dispute with one position more."""
        backing = [self._before.sources[self._before.quotes[id].source] for id in other.quotes]
        name = self._say.source(backing[0])
        statement = self._stated(other)
        told = saying(name, Difference("other", _short(statement)), "", self._say)
        return replace(
            dispute,
            quotes=tuple(sorted({*dispute.quotes, *other.quotes})),
            positions=(*dispute.positions, Position(statement=statement, quotes=other.quotes, since=since(backing))),
            reason=f"{dispute.reason} {self._say('disputed', sides=told)}",
            status=ClaimStatus.DISPUTED,
            sub_questions=tuple(dict.fromkeys(sorted((*dispute.sub_questions, *other.sub_questions)))),
        )

    def _stated(self, claim: Claim) -> str:
        """Its text, where its quotes support that: it will stand in quotation marks."""
        return stated(claim.text, claim.quotes, self._before.quotes, self._before.sources)

    def _of_versions(self, first: Claim, second: Claim) -> bool:
        quotes, sources = self._before.quotes, self._before.sources
        pairs = [(sources[quotes[a].source], sources[quotes[b].source]) for a in first.quotes for b in second.quotes]
        return all(of_versions(first.text, a, second.text, b) for a, b in pairs)

    def _find(self, id: str) -> Claim | None:
        return self._claims.get(self._now.get(id, ""))

    def _replace(self, old: Sequence[Claim], new: Claim) -> None:
        fresh = with_id(new)
        for claim in old:
            self._claims.pop(claim.id, None)
        gone = {claim.id for claim in old}
        self._now = {id: fresh.id if now in gone else now for id, now in self._now.items()} | {fresh.id: fresh.id}
        self._claims[fresh.id] = fresh


def _not_the_same(first: str, second: str) -> str:
    """Why two texts cannot be one claim; empty where nothing speaks against it."""
    if same_claim(first, second):
        return ""
    if all(unmatched(first, second)):
        return "their figures differ"
    if is_latin(first) == is_latin(second):
        if names_part(first, second):
            return "each names something that the other does not"
        if changed(first, second):
            return "they contradict each other"
    return "" if _share(first, second, _SAME) else "they have nothing in common"


def _not_rivals(first: str, second: str) -> str:
    if same_claim(first, second):
        return "they say the same"
    return "" if _share(first, second, _CONTRADICTS) else "they do not speak of one matter"


def _share(first: str, second: str, least: float) -> bool:
    """Whether two texts have enough in common: content terms in one script, else a figure or a name."""
    if is_latin(first) == is_latin(second):
        small, large = sorted((content_terms(first), content_terms(second)), key=len)
        return bool(small) and share_in(small, large) >= least
    shared = any(agree(one, other) for one in figures_of(first) for other in figures_of(second))
    return shared or any(name.text.lower() in second.lower() for name in names(first))


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
