"""The judge without a model: items with gold are looked for in the report, by the rules of ``research check``.

What it cannot decide it leaves undecided, and the verdict's score says over how many items it was made. The order of
the sections, what else the report says and what it says of itself do not touch an item: only the sentences that come
near the item's own facts are looked at.
"""

from __future__ import annotations

import asyncio

from research_agent.domain import ItemVerdict, Label, Verdict
from research_agent.judges.embedded.claims import Claims, claims_of, wordings
from research_agent.judges.embedded.flaws import find_flaw
from research_agent.judges.embedded.holding import Holding
from research_agent.judges.embedded.languages import comparable, same_language
from research_agent.judges.embedded.positive import Found, find_stated
from research_agent.judges.embedded.said import Said, said_by
from research_agent.judges.rubric import Item, Rubric
from research_agent.judges.scoring import valued, verdict_of
from research_agent.judges.subject import Subject


class EmbeddedJudge:
    """Judges a report against a rubric by code alone; the same verdict for the same texts."""

    name = "embedded"

    async def judge(self, subject: Subject, rubric: Rubric) -> Verdict:
        """The verdict; never raises, whatever the report holds."""
        return await asyncio.to_thread(judge_by_code, subject, rubric)


def judge_by_code(subject: Subject, rubric: Rubric) -> Verdict:
    """The verdict, on the calling thread."""
    said = said_by(subject, frozenset().union(*map(wordings, rubric.items)))
    holding = Holding(said.finder)
    items = [_judged(item, said, holding, rubric) for item in rubric.items]
    undecided = sum(item.label == "undecided" for item in items)
    notes = (f"{undecided} of {len(items)} items could not be decided without a model.",) if undecided else ()
    return verdict_of(EmbeddedJudge.name, items, rubric=rubric.id, notes=notes)


def _judged(item: Item, said: Said, holding: Holding, rubric: Rubric) -> ItemVerdict:
    found = _find(item, said, holding, rubric)
    sentence = said.at(found.offset) if found.offset is not None else None
    shown = sentence.text if sentence and found.label != "undecided" else ""
    return valued(
        ItemVerdict(
            id=item.id,
            label=found.label,
            value=None,
            weight=item.weight,
            reason=found.reason,
            sentence=shown,
            text=item.text,
            kind=item.kind,
            dimension=item.dimension,
            veto=item.veto,
        )
    )


def _find(item: Item, said: Said, holding: Holding, rubric: Rubric) -> Found:
    claims = comparable(claims_of(item), said.finder)
    if not said.sentences:
        label: Label = "undecided" if item.weight < 0 or not item.evidence else "not_satisfied"
        return Found(label, "The report states nothing.")
    if item.weight < 0:
        return find_flaw(claims, holding)
    if not claims.golden:
        return Found("undecided", "No gold fact, quote or example in the report's script decides this item.")
    found = find_stated(claims, holding)
    if found.label in ("not_satisfied", "partial") and not _absence_tells(item, claims, said, rubric):
        return Found("undecided", "Its wordings are not in the report; that does not show that the report lacks it.")
    return found


def _absence_tells(item: Item, claims: Claims, said: Said, rubric: Rubric) -> bool:
    """Whether not finding the fact says anything: the item has gold, in the language of the report."""
    has_gold = bool(item.evidence) and bool(claims.demand or claims.fact or claims.quotes)
    return has_gold and same_language(rubric.language, said.finder)
