"""The best passages of the documents that were read, for a reader that cannot see whole pages.

BM25 (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", section 3) over the passages of the given
documents, with headings and title counted as weaker fields, one ranking per query; the rankings and the spans that
search returned are fused by reciprocal rank (Cormack, Clarke and Buettcher 2009, k = 60). From the fused order passages are
taken greedily: a near copy of a chosen passage (three versions of one manual) is left out, and each further passage of a
source counts a little less than the one before.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from research_agent.domain import Document, SearchHit
from research_agent.text.passages import Passage, split_passages
from research_agent.text.tokens import terms, words

K1, B = 1.2, 0.75
"""The usual BM25 parameters; not tuned."""
HEADING_WEIGHT, TITLE_WEIGHT = 1.0, 0.5
"""What one occurrence in a heading or in the title counts beside one in the text."""
RRF_K = 60
SOURCE_DECAY = 0.9
"""Each passage already taken from a source makes its next one count this much less."""
COPY = 0.6
"""Share of a passage's word 3-grams that stand in one chosen passage, from which on it is a copy."""
SMALLEST = 120
"""Characters that must be left for one more passage to be worth looking for."""


def best_passages(
    queries: Sequence[str],
    documents: Sequence[Document],
    *,
    characters: int,
    hits: Sequence[SearchHit] = (),
    per_source: int | None = None,
) -> tuple[Passage, ...]:
    """The passages of ``documents`` that answer ``queries`` best: best first, disjoint, ``characters`` in all at most.

    Args:
        queries: each gives one ranking; equal weights.
        documents: what was read; order does not matter.
        characters: budget for the sum of the passages' lengths, in code points.
        hits: search results; their spans count as one more ranking, by hit rank and span order.
        per_source: at most so many passages of one source; None for no such limit.
    """
    passages = [p for document in documents for p in _passages(document)]
    scores = fused_scores(queries, passages, {d.source.id: d.source.title for d in documents})
    _add_hits(scores, passages, documents, hits)
    return _choose(passages, scores, characters, per_source)


def read_on(passage: Passage, document: Document, characters: int) -> Passage:
    """``passage`` widened in both directions to block bounds, to at most ``characters`` in all (never narrowed)."""
    bounds = [(b.start, b.end) for b in document.blocks] or _lines(document.text)
    start, end = passage.start, passage.end
    before = [s for s, _ in bounds if s < start]
    after = [e for _, e in bounds if e > end]
    while True:
        grown = False
        if after and after[0] - start <= characters:
            end, grown = after.pop(0), True
        if before and end - before[-1] <= characters:
            start, grown = before.pop(), True
        if not grown:
            return replace(passage, start=start, end=end, text=document.text[start:end])


def fused_scores(queries: Sequence[str], passages: Sequence[Passage], titles: Mapping[str, str]) -> dict[int, float]:
    """Reciprocal-rank-fused BM25 of every passage that matches some query, by its place in ``passages``."""
    index = PassageIndex.build(passages, titles)
    fused: dict[int, float] = defaultdict(float)
    for query in dict.fromkeys(queries):
        ranking = index.scores(terms(query))
        for rank, place in enumerate(_ranked(ranking), start=1):
            fused[place] += 1.0 / (RRF_K + rank)
    return dict(fused)


@dataclass(frozen=True, slots=True)
class PassageIndex:
    """An inverted index over passages, in memory."""

    postings: Mapping[str, Mapping[int, float]]
    """Term -> passage -> weighted occurrences."""
    lengths: tuple[float, ...]

    @classmethod
    def build(cls, passages: Sequence[Passage], titles: Mapping[str, str]) -> PassageIndex:
        """Index ``passages``; ``titles`` by source id."""
        context: dict[tuple[str, ...], Counter[str]] = {}
        postings: dict[str, dict[int, float]] = defaultdict(dict)
        lengths = []
        for place, passage in enumerate(passages):
            body = terms(passage.text)
            lengths.append(float(len(body)))
            key = (titles.get(passage.source, ""), *passage.headings)
            if key not in context:
                context[key] = Counter(terms(" ".join(key[1:])))
            for term, count in Counter(body).items():
                postings[term][place] = float(count)
            for term, count in context[key].items():
                postings[term][place] = postings[term].get(place, 0.0) + HEADING_WEIGHT * min(count, 1)
        _add_titles(postings, passages, titles)
        return cls(postings, tuple(lengths))

    def scores(self, query: Iterable[str]) -> dict[int, float]:
        """BM25 of every passage that holds a term of ``query``."""
        total = len(self.lengths)
        mean = sum(self.lengths) / total if total else 1.0
        found: dict[int, float] = defaultdict(float)
        for term, times in Counter(query).items():
            holders = self.postings.get(term, {})
            rarity = math.log(1.0 + (total - len(holders) + 0.5) / (len(holders) + 0.5))
            for place, count in holders.items():
                norm = K1 * (1.0 - B + B * self.lengths[place] / max(mean, 1.0))
                found[place] += min(times, 2) * rarity * count * (K1 + 1.0) / (count + norm)
        return dict(found)


def _add_titles(postings: dict[str, dict[int, float]], passages: Sequence[Passage], titles: Mapping[str, str]) -> None:
    by_source: dict[str, list[int]] = defaultdict(list)
    for place, passage in enumerate(passages):
        by_source[passage.source].append(place)
    for source, places in by_source.items():
        for term in set(terms(titles.get(source, ""))):
            for place in places:
                postings[term][place] = postings[term].get(place, 0.0) + TITLE_WEIGHT


def _passages(document: Document) -> tuple[Passage, ...]:
    return split_passages(document.source.id, document.text, document.blocks)


def _ranked(scores: Mapping[int, float]) -> list[int]:
    return sorted(scores, key=lambda place: (-scores[place], place))


def _add_hits(
    scores: dict[int, float], passages: Sequence[Passage], documents: Sequence[Document], hits: Sequence[SearchHit]
) -> None:
    """Count the spans that search found as one more ranking."""
    sources = {a: d.source.id for d in documents for a in (d.source.requested, d.source.address) if a}
    by_source: dict[str, list[int]] = defaultdict(list)
    for place, passage in enumerate(passages):
        by_source[passage.source].append(place)
    rank = 0
    for hit in sorted(hits, key=lambda h: h.rank):
        for start, end in hit.spans:
            touched = [
                place
                for place in by_source.get(sources.get(hit.address, ""), ())
                if passages[place].start < end and start < passages[place].end
            ]
            rank += 1
            for place in touched:
                scores[place] = scores.get(place, 0.0) + 1.0 / (RRF_K + rank)


def _choose(
    passages: Sequence[Passage], scores: Mapping[int, float], characters: int, per_source: int | None
) -> tuple[Passage, ...]:
    """Greedy choice by score, decayed by source, without copies, within the budget."""
    waiting = {place: scores[place] for place in _ranked(scores)}
    taken: Counter[str] = Counter()
    chosen: list[Passage] = []
    shingled: list[frozenset[tuple[str, ...]]] = []
    left = characters
    while waiting and left >= SMALLEST:
        place = max(waiting, key=lambda p: (waiting[p] * SOURCE_DECAY ** taken[passages[p].source], -p))
        del waiting[place]
        passage = passages[place]
        if len(passage.text) > left or (per_source is not None and taken[passage.source] >= per_source):
            continue
        shingles = shingle_set(passage.text)
        if any(_is_copy(shingles, other) for other in shingled):
            continue
        chosen.append(passage)
        shingled.append(shingles)
        taken[passage.source] += 1
        left -= len(passage.text)
    return tuple(chosen)


def shingle_set(text: str) -> frozenset[tuple[str, ...]]:
    """The word 3-grams of a text; of a shorter text, all its words as one."""
    tokens = words(text)
    return frozenset(tuple(tokens[i : i + 3]) for i in range(max(1, len(tokens) - 2)))


def _is_copy(shingles: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> bool:
    return bool(shingles) and len(shingles & other) >= COPY * len(shingles)


def _lines(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            spans.append((start, start + len(line.rstrip())))
        start += len(line)
    return spans
