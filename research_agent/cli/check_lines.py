"""What ``research check`` prints for people: verdict, sentence, sources, passage; then the totals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from research_agent.cli import streams
from research_agent.cli.board import count
from research_agent.cli.wrapping import width, wrapped

if TYPE_CHECKING:
    from research_agent.checking.result import CheckedReport, CheckedSentence, Verdict

WORDS: dict[Verdict, str] = {
    "supported": "supported",
    "partly": "partly supported",
    "not_supported": "NOT SUPPORTED",
    "unreachable": "source unreachable",
    "invalid_address": "ADDRESS NEVER EXISTED, or is gone",
}
_PASSAGE = 400
"""Characters of a passage that are shown; --json has all of it."""


def result_lines(checked: CheckedReport) -> Iterator[str]:
    """The whole result, line by line, no wider than the terminal."""
    wide = width()
    for number, sentence in enumerate(checked.sentences, 1):
        yield from _sentence_lines(number, sentence, wide)
        yield ""
    yield from _total_lines(checked, wide)


def _sentence_lines(number: int, sentence: CheckedSentence, width: int) -> Iterator[str]:
    yield from wrapped(f"{number}. {WORDS[sentence.verdict]}: {sentence.text}", width, "", "   ")
    for citation in sentence.citations:
        raw = f"{citation.raw} " if citation.raw not in (citation.address, "") else ""
        verdict = "" if citation.verdict == sentence.verdict else f" ({WORDS[citation.verdict]})"
        yield from wrapped(f"{raw}{citation.address}{verdict}", width, "   ", "       ")
    if sentence.reason:
        yield from wrapped(sentence.reason, width, "   ", "   ")
    if sentence.passage:
        label = "passage" if sentence.verdict in ("supported", "partly") else "nearest passage"
        yield from wrapped(f"{label}: “{streams.one_line(sentence.passage, _PASSAGE)}”", width, "   > ", "   > ")


def _total_lines(checked: CheckedReport, width: int) -> Iterator[str]:
    if not checked.sentences:
        listed = f"; its list has {count(checked.listed, 'entry')}" if checked.listed else ""
        yield f"No sentence of this report cites anything{listed}. Nothing was checked."
        return
    yield f"{count(len(checked.sentences), 'cited sentence')}:"
    for verdict, words in WORDS.items():
        if checked.count(verdict):
            yield f"  {checked.count(verdict):>5}  {words.lower()}"
    pairs = sum(checked.pairs.values())
    accuracy = checked.citation_accuracy or 0.0
    shares = f"{checked.effective_citations} of {count(pairs, 'pair')} of sentence and source"
    yield f"Citation accuracy: {accuracy:.1%} ({shares})"
    yield f"Effective citations: {checked.effective_citations}"
    if checked.unreachable:
        yield from wrapped(
            f"{count(checked.unreachable, 'pair')} could not be checked, because the source could not be read. "
            "They count in the accuracy as not supported.",
            width,
            "",
            "",
        )
