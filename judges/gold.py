"""Judging by gold quotes: does the report cite the passage that proves an item? No model, and exact.

An item counts as satisfied when one cited quote shares at least half of the word 3-grams of one of its gold quotes.
That measures finding, not writing: a report may cite the right passage and say something else, or prove the fact from
another passage. Items without gold quotes (flaws among them) stay undecided.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from research_agent.domain import Document, ItemVerdict, Label, Report, Verdict
from research_agent.judges.rubric import Evidence, Item, Rubric
from research_agent.judges.scoring import valued, verdict_of
from research_agent.judging import Calls
from research_agent.text.tokens import words

ENOUGH = 0.5
"""Share of a gold quote's 3-grams; the figure of the benchmark's definition."""

Shingles = frozenset[tuple[str, ...]]


class GoldJudge:
    """Judges reports on one rubric's question."""

    name = "gold"

    def __init__(self, rubric: Rubric) -> None:
        self._rubric = rubric

    async def judge(self, report: Report, documents: Mapping[str, Document], calls: Calls | None = None) -> Verdict:
        """The verdict; a quote carries its text, and nothing is called."""
        return judge_quotes(self._rubric, [(quote.id, quote.text) for quote in report.quotes])


def judge_quotes(rubric: Rubric, quotes: Iterable[tuple[str, str]]) -> Verdict:
    """The verdict on cited quotes, given as (id, text)."""
    cited = [(id, trigrams(text)) for id, text in quotes]
    return verdict_of(GoldJudge.name, [_judge_item(item, cited) for item in rubric.items])


def recall(verdict: Verdict) -> float | None:
    """Gold recall: the share, unweighted, of the decided items that are satisfied; None when none was decided."""
    decided = [item for item in verdict.items if item.value is not None]
    return sum(item.label == "satisfied" for item in decided) / len(decided) if decided else None


def trigrams(text: str) -> Shingles:
    """Word 3-grams, each Chinese character a word; of a shorter text, all its words as one."""
    tokens = words(text)
    if len(tokens) < 3:
        return frozenset({tuple(tokens)} if tokens else ())
    return frozenset(zip(tokens, tokens[1:], tokens[2:], strict=False))


def shares(gold: Shingles, cited: Shingles) -> bool:
    """Whether ``cited`` holds at least half of ``gold``."""
    return bool(gold) and len(gold & cited) >= ENOUGH * len(gold)


def _judge_item(item: Item, cited: Sequence[tuple[str, Shingles]]) -> ItemVerdict:
    if item.weight < 0 or not item.evidence:
        return _item(item, "undecided", "No gold quote decides this item.")
    found = _first_match(item.evidence, cited)
    if found is None:
        return _item(item, "not_satisfied", "No cited quote shares half of a gold quote.")
    quote, evidence = found
    return _item(item, "satisfied", f"The quote {quote} shares half or more of a gold quote of {evidence.source}.")


def _item(item: Item, label: Label, reason: str) -> ItemVerdict:
    return valued(
        ItemVerdict(
            id=item.id,
            label=label,
            value=None,
            weight=item.weight,
            reason=reason,
            text=item.text,
            kind=item.kind,
            dimension=item.dimension,
            veto=item.veto,
        )
    )


def _first_match(evidence: Sequence[Evidence], cited: Sequence[tuple[str, Shingles]]) -> tuple[str, Evidence] | None:
    for gold in evidence:
        wanted = trigrams(gold.quote)
        for id, shingles in cited:
            if shares(wanted, shingles):
                return id, gold
    return None
