"""What ``research check`` prints for people: verdict, sentence, sources, passage; then the totals."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

from research_agent.cli import streams
from research_agent.cli.board import count

if TYPE_CHECKING:
    from research_agent.checking.result import CheckedReport, CheckedSentence, Verdict

WORDS: dict[Verdict, str] = {
    "supported": "supported",
    "partly": "partly supported",
    "not_supported": "NOT SUPPORTED",
    "unreachable": "source unreachable",
    "invalid_address": "ADDRESS NEVER EXISTED, or is gone",
}
_PIECE = re.compile(r"[\u2e80-\ufffd]\s*|[^\s\u2e80-\ufffd]+\s*")
"""What a line may be cut behind: a word, or a character of a script without spaces."""
_WIDEST = 100
_PASSAGE = 400
"""Characters of a passage that are shown; --json has all of it."""


def result_lines(checked: CheckedReport) -> Iterator[str]:
    """The whole result, line by line, no wider than the terminal."""
    width = max(40, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns))
    for number, sentence in enumerate(checked.sentences, 1):
        yield from _sentence_lines(number, sentence, width)
        yield ""
    yield from _total_lines(checked, width)


def _sentence_lines(number: int, sentence: CheckedSentence, width: int) -> Iterator[str]:
    yield from _wrapped(f"{number}. {WORDS[sentence.verdict]}: {sentence.text}", width, "", "   ")
    for citation in sentence.citations:
        raw = f"{citation.raw} " if citation.raw not in (citation.address, "") else ""
        verdict = "" if citation.verdict == sentence.verdict else f" ({WORDS[citation.verdict]})"
        yield from _wrapped(f"{raw}{citation.address}{verdict}", width, "   ", "       ")
    if sentence.reason:
        yield from _wrapped(sentence.reason, width, "   ", "   ")
    if sentence.passage:
        label = "passage" if sentence.verdict in ("supported", "partly") else "nearest passage"
        yield from _wrapped(f"{label}: “{streams.one_line(sentence.passage, _PASSAGE)}”", width, "   > ", "   > ")


def _wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    """Cut at spaces, and where there are none (Chinese, long addresses) anywhere; wide characters count twice."""
    from rich.cells import cell_len, chop_cells

    room = max(20, width - len(rest))
    lines = [""]
    for piece in _PIECE.findall(streams.one_line(text, 2000)):
        for part in chop_cells(piece, room) if cell_len(piece.rstrip()) > room else [piece]:
            if cell_len((lines[-1] + part).rstrip()) > room:
                lines.append("")
            lines[-1] += part
    return [f"{rest if number else first}{line}".rstrip() for number, line in enumerate(lines)]


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
        yield from _wrapped(
            f"{count(checked.unreachable, 'pair')} could not be checked, because the source could not be read. "
            "They count in the accuracy as not supported.",
            width,
            "",
            "",
        )
