"""What a sentence's value is made of: its place, its words and its kind, as numbers between 0 and 1 or so.

``ranker.toml`` has the weight of each, and the experiment that chose it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from typing import ClassVar

from research_agent.domain import Block, Document
from research_agent.engines.extractive.pool import Pool
from research_agent.engines.extractive.sections import Sections
from research_agent.engines.extractive.versions import Preference
from research_agent.engines.extractive.wording import Worded, worded_sentences
from research_agent.evidence.retrieval import Query, as_query
from research_agent.text.passages import Passage

HALF_RANK, HALF_FACET_RANK = 20, 5
"""Rank at which a passage counts half, in the ranking of a part and in that of its best facet."""
MOST = 5
"""Headings above, and passages into a section, that are told apart."""
MOST_TERMS = 8
"""Terms of the question in one sentence that are told apart."""
DAMPING = 2.0
"""Added to the rarity of a query: one of one common word alone proves little."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage. ``place`` and ``order`` say where: the passage, and which of its sentences."""

    source: str
    start: int
    end: int
    text: str
    place: int
    order: int
    quotable: bool
    leans: bool
    features: tuple[float, ...]
    """In the order of ``Describer.NAMES``: what does not depend on the part of the report that wants it."""
    expanded: tuple[float, ...]
    """For each facet the share of its query's weight that the sentence holds."""


class Describer:
    """Sentences of a pool's passages with their features."""

    NAMES: ClassVar[tuple[str, ...]] = (
        "passage", "section", "document", "depth", "position", "into_section", "named_version",
        "expanded", "terms", "short", "row", "item", "cues", "default",
    )  # fmt: skip
    BY_PART: ClassVar[tuple[str, ...]] = ("rank", "facet_rank", "own_expanded")
    """Features that depend on the part, see ``by_part``; they stand before the others."""

    def __init__(
        self, question: str, pool: Pool, documents: Sequence[Document], preferred: Preference, script: bool | None
    ) -> None:
        self._pool, self._index, self._preferred, self._script = pool, pool.index, preferred, script
        self._documents = {document.source.id: document for document in documents}
        self._whole = as_query(question)
        scores = self._index.bm25(self._whole)
        most = max(scores.values(), default=1.0)
        self._scores = {place: score / most for place, score in scores.items()}
        self._sections = Sections.of(self._index)
        self._section_scores = self._sections.scores(self._whole.weights)
        self._expanded = [self._by_rarity(query) for query in pool.queries]
        self._ranks = [{place: rank for rank, place in enumerate(ranking)} for ranking in pool.rankings]
        self._known: dict[int, tuple[Sentence, ...]] = {}

    def by_part(self, sentence: Sentence, rank: int, facets: Sequence[int]) -> tuple[float, ...]:
        """How well its passage ranks in a part of the report and for the best of the part's facets, and its words."""
        last = len(self._index.passages)
        best = min((self._ranks[number].get(sentence.place, last) for number in facets), default=last)
        return (
            HALF_RANK / (HALF_RANK + rank),
            HALF_FACET_RANK / (HALF_FACET_RANK + best),
            max((sentence.expanded[number] for number in facets), default=0.0),
        )

    def is_own(self, sentence: Sentence, facets: Sequence[int]) -> bool:
        """Whether a sentence holds as much of one of these facets as of any other, and something of it."""
        return max((sentence.expanded[number] for number in facets), default=0.0) >= max(sentence.expanded) > 0.0

    def sentences(self, place: int) -> tuple[Sentence, ...]:
        """The sentences of a passage."""
        if place not in self._known:
            passage = self._index.passages[place]
            around = self._of_passage(place, passage)
            found = worded_sentences(passage.text, _blocks_inside(passage, self._documents[passage.source]))
            self._known[place] = tuple(
                self._sentence(passage, place, order, worded, around) for order, worded in enumerate(found)
            )
        return self._known[place]

    def _of_passage(self, place: int, passage: Passage) -> tuple[float, ...]:
        length = len(self._documents[passage.source].text)
        number = self._sections.numbers[place]
        return (
            self._scores.get(place, 0.0),
            self._section_scores[number],
            self._pool.focus.get(passage.source, 0.0),
            min(len(passage.headings), MOST) / MOST,
            passage.start / max(1, length),
            min(place - self._sections.firsts[number], MOST) / MOST,
            float(self._preferred(passage.source)[0]),
        )

    def _sentence(
        self, passage: Passage, place: int, order: int, worded: Worded, around: tuple[float, ...]
    ) -> Sentence:
        own = worded.terms
        expanded = tuple(wanted.held(own) for wanted in self._expanded)
        features = (
            *around,
            max(expanded, default=0.0),
            min(MOST_TERMS, sum(term in own for term in self._whole.weights)) / MOST_TERMS,
            *worded.features,
        )
        return Sentence(
            passage.source,
            passage.start + worded.start,
            passage.start + worded.end,
            worded.text,
            place,
            order,
            worded.quotable and self._script in (None, worded.han),
            worded.leans,
            features,
            expanded,
        )

    def _by_rarity(self, query: Query) -> _Weighed:
        weights = {term: weight * self._index.rarity(term) for term, weight in query.weights.items()}
        return _Weighed(weights, sum(weights.values()) + DAMPING)


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A query's terms with their weights, and the sum of these."""

    weights: Mapping[str, float]
    total: float

    def held(self, own: frozenset[str]) -> float:
        """The share, by weight, of the terms that are among ``own``."""
        if own.isdisjoint(self.weights):
            return 0.0
        return sum(weight for term, weight in self.weights.items() if term in own) / self.total


def _blocks_inside(passage: Passage, document: Document) -> tuple[Block, ...]:
    """The parts of a document's blocks that lie in a passage, counted from its start; blocks are in order, disjoint."""
    blocks, found = document.blocks, []
    for block in islice(blocks, bisect_right(blocks, passage.start, key=attrgetter("end")), None):
        if block.start >= passage.end:
            break
        start, end = max(block.start, passage.start), min(block.end, passage.end)
        found.append(Block(start - passage.start, end - passage.start, block.kind, block.level))
    return tuple(found)
