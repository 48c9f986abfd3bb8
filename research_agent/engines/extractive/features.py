"""What a sentence's value is made of: its place, its words and its kind, as numbers between 0 and 1 or so.

``ranker.toml`` has the weight of each, and the experiment that chose it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from research_agent.domain import Block, BlockKind, Document
from research_agent.engines.extractive.lexicon import CUES
from research_agent.engines.extractive.pool import Pool
from research_agent.engines.extractive.sections import Sections
from research_agent.engines.extractive.standalone import SHORTEST, is_han, is_quotable, leans, marker_length
from research_agent.engines.extractive.versions import Preference
from research_agent.evidence.retrieval import Query, as_query
from research_agent.text.passages import Passage
from research_agent.text.sentences import sentence_spans
from research_agent.text.tokens import terms

HALF_RANK, HALF_FACET_RANK = 20, 5
"""Rank at which a passage counts half, in the ranking of a part and in that of its best facet."""
MOST = 5
"""Headings above, and passages into a section, that are told apart."""
MOST_TERMS = 8
"""Terms of the question in one sentence that are told apart."""
CUE_KINDS = 2
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
            spans = _spans(passage, self._documents[passage.source])
            self._known[place] = tuple(
                self._sentence(place, order, start, end, kind, around) for order, (start, end, kind) in enumerate(spans)
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
        self, place: int, order: int, start: int, end: int, kind: BlockKind, around: tuple[float, ...]
    ) -> Sentence:
        source = self._index.passages[place].source
        whole_text = self._documents[source].text
        start += marker_length(whole_text[start:end])
        text = whole_text[start:end]
        own = frozenset(terms(text))
        expanded = tuple(_held(weights, own) for weights in self._expanded)
        features = (
            *around,
            max(expanded, default=0.0),
            min(MOST_TERMS, sum(term in own for term in self._whole.weights)) / MOST_TERMS,
            float(len(text) < (2 * SHORTEST // 3 if is_han(text) else 2 * SHORTEST)),
            float(kind is BlockKind.ROW),
            float(kind is BlockKind.ITEM),
            cue_share(text),
            float(bool(CUES["default"].search(text))),
        )
        quotable = is_quotable(text, whole=kind is BlockKind.PARAGRAPH) and self._script in (None, is_han(text))
        return Sentence(source, start, end, text, place, order, quotable, leans(text), features, expanded)

    def _by_rarity(self, query: Query) -> dict[str, float]:
        return {term: weight * self._index.rarity(term) for term, weight in query.weights.items()}


def cue_share(text: str) -> float:
    """0, 0.5 or 1: how many kinds of telling words a sentence holds, two being enough."""
    kinds = (True for pattern in CUES.values() if pattern.search(text))
    return sum(islice(kinds, CUE_KINDS)) / CUE_KINDS


def _held(weights: Mapping[str, float], own: frozenset[str]) -> float:
    """The share, by weight, of a query's terms that are among ``own``."""
    return sum(weight for term, weight in weights.items() if term in own) / (sum(weights.values()) + DAMPING)


def _spans(passage: Passage, document: Document) -> list[tuple[int, int, BlockKind]]:
    """The passage's sentences, as spans of the source, with the kind of block that they stand in."""
    inside = [
        Block(max(b.start, passage.start) - passage.start, min(b.end, passage.end) - passage.start, b.kind, b.level)
        for b in document.blocks
        if b.start < passage.end and b.end > passage.start
    ]
    kinds = {(block.start, block.end): block.kind for block in inside}
    found = []
    for start, end in sentence_spans(passage.text, inside):
        kind = next((kind for (s, e), kind in kinds.items() if s <= start < e), BlockKind.PARAGRAPH)
        found.append((start + passage.start, end + passage.start, kind))
    return found
