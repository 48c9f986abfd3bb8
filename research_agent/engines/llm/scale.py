"""How much text each depth is worth, in characters of Latin text, and how long the report may be.

The characters bound the prompt tokens of a question. At standard depth: a plan of 1,000 tokens; five readers of 9,000
characters, about 5,100 tokens each with ids, rules and the question; two readers of 5,000 characters for a second
round, a reflection and a comparison of claims of 2,000 each, and 3,000 tokens where passages are read on; one writer of
40,000 characters of claims and passages, about 20,000 tokens; its sentences judged for 10,000; one repair of 3,000:
about 75,000 in all.
A CJK character is about a token and says about as much as three Latin ones, which together are less than one:
``worth`` counts it accordingly.

Measured with ``benchmarks/reader_passages.py``: tables in docs/models.md. What the writer sees of all documents makes
up for shorter readings, which is why readers got less and the judge of sentences what that saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from research_agent.domain import Document
from research_agent.llm.tokens import estimate
from research_agent.settings import Depth


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    read: int
    """Characters of passages shown to the reader of one of the plan's sub-questions."""
    read_again: int
    """The same in later rounds: what is looked for is narrower."""
    read_on: int
    """Passages that are read on where they break off, at most; 0: no second call."""
    searches: int
    """Searches of a further round that a reflection may propose."""
    claims: int
    """Claims wanted from one reading, at most."""
    write: int
    """Characters of passages shown to the writer."""
    words: tuple[int, int]
    """The report's length in words (a CJK character counts for half)."""
    reply: int
    """Completion tokens of the writer."""


SCALE: dict[Depth, Scale] = {
    Depth.QUICK: Scale(
        read=10_000, read_again=6_000, read_on=0, searches=1, claims=8, write=36_000, words=(400, 800), reply=6_000
    ),
    Depth.STANDARD: Scale(
        read=9_000, read_again=5_000, read_on=2, searches=2, claims=12, write=40_000, words=(900, 1_800), reply=10_000
    ),
    Depth.DEEP: Scale(
        read=20_000,
        read_again=12_000,
        read_on=4,
        searches=4,
        claims=16,
        write=110_000,
        words=(1_600, 3_200),
        reply=16_000,
    ),
}


LATIN = 0.3
"""Estimated tokens of one character of English text with its numbers and punctuation."""
LEAST = 0.3
"""Share of the characters that the densest text still gets."""
SAMPLE = 2_000
"""Characters of a document that are looked at."""


def characters_for(documents: Sequence[Document], characters: int) -> int:
    """How many characters of ``documents`` are worth about the tokens of ``characters`` of Latin text."""
    samples = [text for document in documents if (text := _middle(document.text))]
    length = sum(map(len, samples))
    if not length:
        return characters
    density = sum(map(estimate, samples)) / length
    return int(characters * min(1.0, max(LEAST, LATIN / density)))


def worth(text: str) -> int:
    """The characters of Latin text that cost as many tokens as ``text``; never less than it has."""
    return max(len(text), min(int(len(text) / LEAST), int(estimate(text) / LATIN)))


def _middle(text: str) -> str:
    start = max(0, (len(text) - SAMPLE) // 2)
    return text[start : start + SAMPLE]
