"""How much of a statement a report's sentences hold, word by word.

A statement is taken apart into its content terms (a word of ``evidence/meanings.txt`` counts for the others of its
line, opposites left out), its figures, and the identifiers in it (``debian/compat``, ``LUKS2``, ``pg_upgrade``), which
a passage holds letter by letter or not at all. Each weighs by how rare it is in the report, as in BM25 but whatever the
report's length: words that a report about the matter has everywhere tell no statement from another, and one that it
never has weighs most. A figure counts twice, since a paraphrase keeps it, and a pair of Chinese characters half, since
a word gives two of them. What the best passage of one or two sentences holds, as a share of the weight, is how far the
report states it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from research_agent.checking.meanings import said_terms, same_forms
from research_agent.checking.passages import PassageFinder
from research_agent.domain import BlockKind
from research_agent.evidence.content import figures_of
from research_agent.judges.embedded.languages import UNSPACED, is_unspaced
from research_agent.judges.embedded.said import APART
from research_agent.text.figures import Figure, covers

TWO = 0.8
"""What a passage of two sentences counts: any two facts of a report stand in some two sentences."""


UNSURE = 2.0
"""Weight, of words that nobody holds, added to every statement: a short one is held by chance more easily."""
MANY = 120.0
"""Sentences that a report is taken to have: were they counted, padding would change what its words weigh."""
FIGURE, PAIR = 3.0, 0.5
"""What a figure and a pair of Chinese characters count, beside a word (table in docs/judges.md)."""
NOWHERE = 0.7
"""What a term counts that no sentence holds: it may be missing, or be said in another word."""
LOOSE = 0.5
"""How far a sentence holds a pair of Chinese characters that it has apart: words are shortened and split."""
SMALL = 2
"""Digits up to which a figure is one that anything may have."""
_IDENTIFIER = re.compile(
    r"[A-Za-z0-9]+(?:[/_.+=:-]+[A-Za-z0-9]+)*[/_][A-Za-z0-9]+(?:[/_.+=:-]+[A-Za-z0-9]+)*"
    r"|(?<![\w-])[A-Za-z]+\d\w*|(?<![\w-])[A-Z]{2,}\w*|(?<![\w-])[A-Za-z]?[a-z]+[A-Z]\w*"
)


@dataclass(frozen=True, slots=True)
class Passage:
    """One or two sentences of the report."""

    first: int
    """Number of its first unit."""
    last: int
    shares: tuple[float, ...]
    """What it holds of each statement that was asked for, 0..1, in their order."""
    words: tuple[float, ...] = ()
    """The same of their words and identifiers alone; 1 where there are none."""


_Weighed = tuple[float, dict[int, float]]
"""What a part of a statement weighs, and the units that hold it, each with how far, 0..1."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """One statement, taken apart."""

    words: list[_Weighed]
    figures: list[_Weighed]

    @property
    def all(self) -> list[_Weighed]:
        return [*self.words, *self.figures]

    def share(self, first: int, last: int) -> float:
        return _held(self.all, first, last) / (_held(self.all) + UNSURE)

    def share_of_words(self, first: int, last: int) -> float:
        return _held(self.words, first, last) / _held(self.words) if self.words else 1.0


def _held(parts: Sequence[_Weighed], *units: int) -> float:
    """The weight of what the units hold of the parts; without units, of all."""
    return sum(weight * max((holders.get(at, 0.0) for at in units), default=1.0) for weight, holders in parts)


def identifiers(text: str) -> frozenset[str]:
    """The names of things that are spelt in one way only, in lower case."""
    return frozenset(found.group().lower() for found in _IDENTIFIER.finditer(text))


def digits(figure: Figure) -> int:
    """How many digits a figure is written with; in words, none."""
    return sum(map(str.isdigit, figure.raw))


class Holding:
    """The sentences of one report, prepared for many statements."""

    def __init__(self, finder: PassageFinder) -> None:
        self.finder = finder
        self._weights: dict[str, _Weighed] = {}

    def passages(self, statements: Sequence[str]) -> list[Passage]:
        """Every passage with a share of one of the statements, in the order of the report."""
        parts = [self._parts(statement) for statement in statements]
        touched = sorted(set().union(*(holders for each in parts for _, holders in each.all)))
        spans = dict.fromkeys(span for at in touched for span in self._spans(at))
        return [
            Passage(
                first,
                last,
                tuple(each.share(first, last) for each in parts),
                tuple(each.share_of_words(first, last) for each in parts),
            )
            for first, last in sorted(spans)
        ]

    def is_sentence(self, passage: Passage) -> bool:
        """Whether a passage is one sentence: not two, no row and no heading."""
        return passage.first == passage.last and passage.first not in self._alone

    def has_figures(self, figures: Sequence[Figure], passage: Passage) -> bool:
        """Whether a passage has every one of the figures, and there are some."""
        return bool(figures) and all(
            not {passage.first, passage.last}.isdisjoint(self._holding_figure(figure)) for figure in figures
        )

    @cached_property
    def unspaced(self) -> bool:
        """Whether the report is written in a script without spaces."""
        return is_unspaced(self.finder.document.text)

    def _spans(self, at: int) -> Iterable[tuple[int, int]]:
        yield at, at
        if at > 0 and self._joins(at - 1):
            yield at - 1, at
        if self._joins(at):
            yield at, at + 1

    def _joins(self, at: int) -> bool:
        """Whether a unit may be read together with the next one: both are sentences of one paragraph."""
        if at + 1 >= len(self.finder.units) or {at, at + 1} & self._alone:
            return False
        return APART not in self.finder.document.text[self.finder.units[at][1] : self.finder.units[at + 1][0]]

    @cached_property
    def _alone(self) -> frozenset[int]:
        starts = {
            block.start for block in self.finder.document.blocks if block.kind in (BlockKind.ROW, BlockKind.HEADING)
        }
        return frozenset(at for at, (start, _) in enumerate(self.finder.units) if start in starts)

    def _parts(self, statement: str) -> _Parts:
        named = sorted(identifiers(statement))
        terms = sorted(said_terms(statement) - said_terms(" ".join(named)))
        return _Parts(
            [self._weighed(f"t{term}", self._holding_term(term)) for term in terms]
            + [self._weighed(f"i{name}", self._holding_letters(name)) for name in named],
            [self._weighed(f"f{figure.raw}", self._holding_figure(figure)) for figure in figures_of(statement)],
        )

    def _weighed(self, key: str, holders: frozenset[int]) -> _Weighed:
        if key not in self._weights:
            rarity = math.log(1.0 + MANY / (len(holders) + 0.5)) * (1.0 if holders or key[0] != "t" else NOWHERE)
            held = dict.fromkeys(sorted(holders), 1.0)
            if key[0] == "t" and UNSPACED.search(key):
                held = dict.fromkeys(self._holding_apart(key[1:]), LOOSE) | held
            self._weights[key] = (rarity * _counts(key), held)
        return self._weights[key]

    def _holding_apart(self, pair: str) -> list[int]:
        return [at for at, text in enumerate(self._lowered) if all(character in text for character in pair)]

    def _holding_term(self, term: str) -> frozenset[int]:
        wanted = same_forms(term)
        return frozenset(at for at, terms in enumerate(self.finder.unit_terms) if not wanted.isdisjoint(terms))

    def _holding_letters(self, name: str) -> frozenset[int]:
        bounded = re.compile(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])")
        return frozenset(at for at, text in enumerate(self._lowered) if name in text and bounded.search(text))

    @cached_property
    def _lowered(self) -> list[str]:
        return [self.finder.document.text[start:end].lower() for start, end in self.finder.units]

    def _holding_figure(self, figure: Figure) -> frozenset[int]:
        return frozenset(
            at for at, stated in enumerate(self.finder.unit_figures) if any(_is_it(figure, other) for other in stated)
        )


def _is_it(figure: Figure, other: Figure) -> bool:
    """Whether a figure of the report is that of a statement. A small one has its unit or none: "12 t" are not "12
    persons", and "second" is not "two metres"."""
    if not covers(figure, other):
        return False
    return bool(figure.unit) == bool(other.unit) or not (other.words or digits(other) <= SMALL)


def _counts(key: str) -> float:
    if key[0] == "f":
        return FIGURE
    return PAIR if key[0] == "t" and UNSPACED.search(key) else 1.0
