"""Where in the report stands what a judge quotes?

Why quotes and not numbers of sentences: a numbered report is no longer the report that its reader sees (tables, code
and the order of lists suffer), other tools' Markdown cannot be numbered without being taken apart, in a report of 200
pages the numbers cost more than the quotes, a hostile report can print numbers of its own, and a number is always
there whether or not the model has read what stands behind it. A quote that code finds proves that it has.

The place is looked for as for any quote (``evidence.locate``: exactly, then with white space and marks made equal,
then as a near match that leaves figures, names and negation alone), first in the Markdown, then without emphasis, link
targets, citation marks and the bars of tables on both sides, which models leave out.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from functools import lru_cache

from research_agent.evidence.locate import locate
from research_agent.judges.subject import Subject
from research_agent.text.tokens import words

FEWEST_WORDS = 3
"""Words (Chinese characters) of a quote that is not a whole sentence: less stands in every report somewhere."""
MOST_SENTENCES = 3
"""Sentences that are printed of a quote that covers more."""

_MARKS = re.compile(
    r"\*{1,3}|__|`+|~~|\]\([^()\s]{0,2000}\)|[ \t]*\[\^?\d{1,4}(?:[,;\s–-]+\^?\d{1,4})*\](?:\([^()\s]{0,2000}\))?"
    r"|[ \t]*【[^【】\n]{1,40}】|\\(?=[!-/:-@\[-`{-~])|!?\[(?=[^\[\]\n]{1,400}\]\()|^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+"
    r"|[ \t]*\|[ \t]*",
    re.MULTILINE,
)
_GAP = re.compile(r"\s*(?:\[?(?:…|\.\.\.)\]?)\s*")


@dataclass(frozen=True, slots=True)
class _Plain:
    text: str
    offsets: array[int]


def sentence_quoted(subject: Subject, quote: str) -> str | None:
    """The report's sentence (or sentences, up to ``MOST_SENTENCES``) in which a quote stands, as it stands there; None
    where it stands nowhere, or says too little to point at anything."""
    span = _span(subject.text, quote.strip().strip("“”\"'"))
    if span is None:
        return None
    reached = subject.at(*span)[:MOST_SENTENCES]
    if not reached:
        return subject.text[slice(*span)]
    if len(words(quote)) < FEWEST_WORDS and len(words(reached[0].text)) > len(words(quote)) + 1:
        return None
    return subject.text[reached[0].start : reached[-1].end]


def _span(text: str, quote: str) -> tuple[int, int] | None:
    if not words(quote):
        return None
    if (found := locate(text, quote)) is not None:
        return found.start, found.end
    plain = _plain(text)
    places = [locate(plain.text, _plain(piece).text) for piece in _pieces(quote)]
    known = [place for place in places if place is not None]
    if not known or len(known) < len(places):
        return None
    return plain.offsets[known[0].start], plain.offsets[known[0].end - 1] + 1


def _pieces(quote: str) -> list[str]:
    """The quote, parted where it leaves something out; each piece must stand in the report."""
    return [piece for piece in _GAP.split(quote) if words(piece)]


@lru_cache(maxsize=8)
def _plain(text: str) -> _Plain:
    """The text without marks, and for each character where it stands in ``text``."""
    pieces: list[str] = []
    offsets = array("L")
    at = 0
    for found in _MARKS.finditer(text):
        pieces.append(text[at : found.start()])
        offsets.extend(range(at, found.start()))
        if "|" in found[0]:  # cells stay apart
            pieces.append(" ")
            offsets.append(found.start())
        at = found.end()
    pieces.append(text[at:])
    offsets.extend(range(at, len(text)))
    return _Plain("".join(pieces), offsets)
