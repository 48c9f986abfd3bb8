"""A span with the text around it: to whole blocks where that fits, else by sentences inside a long block."""

from __future__ import annotations

from research_agent.domain import BlockKind, Document
from research_agent.engines.llm.numbering import citable
from research_agent.evidence.retrieval import read_on
from research_agent.text.passages import Passage

Span = tuple[int, int]


def passage_at(document: Document, span: Span) -> Passage:
    """A span as a passage; its headings are looked up where it is shown."""
    start, end = span
    return Passage(document.source.id, start, end, document.text[start:end], (), BlockKind.PARAGRAPH)


def widened(document: Document, span: Span, characters: int) -> Span:
    """``span`` with up to ``characters`` more around it."""
    start, end = span
    wide = read_on(passage_at(document, span), document, end - start + characters)
    if (wide.start, wide.end) != span or characters <= 0:
        return wide.start, wide.end
    # It stands in a block that is too long to be shown whole. What follows matters more than what precedes.
    before = citable(document, (max(0, start - characters // 3), start))
    after = [unit for unit in citable(document, (end, end + characters * 2 // 3)) if unit[1] <= end + characters]
    return (before[0][0] if before else start), (after[-1][1] if after else end)


def onward(document: Document, start: int, until: int, characters: int) -> Passage | None:
    """How a document goes on at ``start``, for up to ``characters``, not beyond ``until``; None where it does not."""
    units = citable(document, (start, min(until, start + characters)))
    fitting = [unit for unit in units if unit[1] <= min(until, start + characters)] or list(units[:1])
    return passage_at(document, (fitting[0][0], fitting[-1][1])) if fitting else None
