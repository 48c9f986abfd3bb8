"""Words that stand for one another, and their opposites: the list of ``meanings.txt``, by stem.

A line is one meaning; a bar parts it from its opposite. Only general words are listed: two names, or two terms of a
trade, are never one meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from research_agent.text.tokens import terms


@dataclass(frozen=True, slots=True)
class Meaning:
    """A line of the list, and the side of it."""

    name: str
    sign: int
    """1, or -1 for the side behind the bar; 0 where the line has one side only."""

    @property
    def sided(self) -> str:
        """The name of the side."""
        return f"{self.name}{self.sign:+d}"


@cache
def _listed() -> tuple[Mapping[str, tuple[Meaning, ...]], Mapping[tuple[str, ...], Meaning]]:
    """Stems (Chinese: words) with their lines, and phrases, as pairs of stems, with theirs."""
    single: dict[str, tuple[Meaning, ...]] = {}
    paired: dict[tuple[str, ...], Meaning] = {}
    text = files("research_agent.evidence").joinpath("meanings.txt").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines()):
        sides = [side.split() for side in line.partition("#")[0].split("|")]
        for sign, side in zip((1, -1), sides, strict=False):
            meaning = Meaning(f"={number}", sign if len(sides) > 1 else 0)
            for word in side:
                stems = tuple(terms(word.replace("_", " "))) if word.isascii() else (word,)
                if len(stems) > 1:
                    paired.setdefault(stems[:2], meaning)
                elif all(other.name != meaning.name for other in single.get(stems[0], ())):
                    single[stems[0]] = (*single.get(stems[0], ()), meaning)
    return single, paired


def meanings_of(term: str) -> tuple[Meaning, ...]:
    """The lines that a stemmed term stands in."""
    return _listed()[0].get(term, ())


def phrases() -> Mapping[tuple[str, ...], Meaning]:
    """The first two stems of each phrase of the list, with its line."""
    return _listed()[1]


def one_meaning(first: str, second: str) -> bool:
    """Whether two stemmed terms stand in one line, on one side of it."""
    sided = {meaning.sided for meaning in meanings_of(first)}
    return any(meaning.sided in sided for meaning in meanings_of(second))


def opposite_meaning(first: str, second: str) -> bool:
    """Whether two stemmed terms stand in one line, on its two sides."""
    faced = {(meaning.name, -meaning.sign) for meaning in meanings_of(first) if meaning.sign}
    return any((meaning.name, meaning.sign) in faced for meaning in meanings_of(second))
