"""Is the flaw there that a negative item describes?

It is where a sentence of the report says what the flaw, worded as a claim, or one of its examples says, or where one
contradicts the gold fact. It is not where the report says the opposite of the flaw, or states the gold. All else is
left undecided: that no sentence was found is no proof that none is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from research_agent.evidence.conflicts import contradiction
from research_agent.judges.embedded.claims import Claims
from research_agent.judges.embedded.holding import Holding
from research_agent.judges.embedded.positive import LOOKED_AT, Found, find_stated, on_passage

THERE = 0.7
"""Share of a wording of the flaw that a passage must hold to say it (table in docs/judges.md)."""
OPPOSITE = 0.6
"""Share of it from which on a passage that turns it round says the opposite."""
SAME = 0.6
"""Share of a gold fact that a sentence must hold to contradict it."""


def find_flaw(claims: Claims, holding: Holding) -> Found:
    """Whether the report has the flaw: ``satisfied`` where it has."""
    denied = None
    for found in _said(tuple(text for text in (claims.demand, *claims.examples) if text), holding):
        if found.label == "satisfied":
            return found
        denied = denied or found
    if found := next(_contradicted((claims.fact, *claims.quotes), holding), None):
        return found
    if denied:
        return denied
    gold = Claims(claims.fact, "", claims.quotes, ())
    if claims.quotes and (stated := find_stated(gold, holding)).label == "satisfied":
        return Found("not_satisfied", "The report states the fact that the flaw gets wrong.", stated.offset)
    return Found(
        "undecided", "No sentence of the report says it, or the opposite of it, in words that can be compared."
    )


def _said(wordings: Sequence[str], holding: Holding) -> Iterator[Found]:
    """Sentences that say one of the wordings, or turn it round. A row, whose cells belong to several things, and two
    sentences together, which may hold a thing and its contrary, say neither."""
    for wording in wordings:
        ranked = sorted(
            ((passage.shares[0], passage) for passage in holding.passages([wording]) if holding.is_sentence(passage)),
            key=lambda pair: (-pair[0], pair[1].first),
        )
        for share, passage in ranked[:LOOKED_AT]:
            sat = on_passage(wording, passage, holding) if share >= OPPOSITE else None
            if sat is None:
                continue
            start = holding.finder.units[passage.first][0]
            if sat.turned:
                yield Found("not_satisfied", f"The report says the opposite: {sat.faults[-1]}", start, share)
            elif share >= THERE and not sat.faults:
                yield Found("satisfied", "A passage of the report says it.", start, share)


def _contradicted(golden: Sequence[str], holding: Holding) -> Iterator[Found]:
    text = holding.finder.document.text
    for fact in filter(None, golden):
        for passage in holding.passages([fact]):
            if not holding.is_sentence(passage) or passage.shares[0] < SAME:
                continue
            start, end = holding.finder.units[passage.first]
            if what := contradiction(fact, text[start:end]):
                yield Found(
                    "satisfied", f"A sentence contradicts the gold fact ({what.kind}).", start, passage.shares[0]
                )
