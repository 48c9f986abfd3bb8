"""The best passages of the documents that were read, for a reader that cannot see whole pages.

BM25 (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", section 3) over the passages of the given
documents, with headings and title counted as weaker fields, one ranking for each query. Words that the query has side
by side count again where a passage has them close together (unordered windows of eight words: Metzler and Croft 2005,
"A Markov Random Field Model for Term Dependencies", section 3.1). A passage gains from its neighbours and from its
document: an answer often stands beside the sentence that repeats the question's words. The
rankings, and the spans that search returned, are fused by reciprocal rank (Cormack, Clarke and Buettcher 2009,
k = 60). From the fused order passages are taken greedily: a near copy of a chosen passage (three versions of one
manual) is left out, and each further passage of a source counts a little less than the one before.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from research_agent.domain import Document, SearchHit
from research_agent.text.passages import Passage, split_passages
from research_agent.text.tokens import STOPWORDS, terms, words

K1, B = 1.2, 0.75
"""The usual BM25 parameters; not tuned."""
HEADING_WEIGHT, TITLE_WEIGHT = 1.0, 0.5
"""What one occurrence in a heading or in the title counts beside one in the text."""
NEIGHBOUR, DOCUMENT = 0.2, 0.5
"""Share of its neighbours' scores, and of its document's best three, that a passage gains (docs/extractive.md)."""
WINDOW, PAIR = 8, 0.5
"""Words within which a pair of neighbouring query terms counts as together, and its weight beside a single term."""
RRF_K = 60
DEEPEST = 200
"""Ranks beyond this one add nothing to a fused score."""
SOURCE_DECAY = 0.9
"""Each passage already taken from a source makes its next one count this much less."""
COPY = 0.6
"""Share of the smaller passage's word 3-grams that stand in the other one, from which on they are copies."""
SMALLEST = 120
"""Characters that must be left for one more passage to be worth looking for."""
MOST_INDEXED = 6000
"""Passages that are indexed; of more, those with the most and rarest words of the queries (a bound on time)."""

Pair = tuple[str, str]
Shingles = frozenset[tuple[str, ...]]

_LATIN_WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
_CHINESE_STOPS = re.compile(
    "|".join(sorted((w for w in STOPWORDS["zh"] if len(w) > 1 or w in "的了吗呢吧啊和与及"), key=len, reverse=True))
)


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
    wanted = [as_query(query) for query in dict.fromkeys(queries)]
    index = PassageIndex.build(documents, (term for query in wanted for term in query.weights))
    rankings = [ranked(index.scores(query)) for query in wanted]
    fused = fuse([*rankings, _found_by_search(index.passages, documents, hits)])
    return _choose(index.passages, fused, characters, per_source)


def read_on(passage: Passage, document: Document, characters: int) -> Passage:
    """``passage`` widened in both directions to block bounds, to at most ``characters`` in all (never narrowed)."""
    bounds = [(block.start, block.end) for block in document.blocks] or _lines(document.text)
    start, end = passage.start, passage.end
    before = [s for s, _ in bounds if s < start]
    after = [e for _, e in bounds if e > end]
    grown = True
    while grown:
        grown = False
        if after and after[0] - start <= characters:
            end, grown = after.pop(0), True
        if before and end - before[-1] <= characters:
            start, grown = before.pop(), True
    return replace(passage, start=start, end=end, text=document.text[start:end])


def content_terms(text: str) -> list[str]:
    """The index terms of a question's or query's content words: English and Chinese stop words are left out."""
    kept = _LATIN_WORD.sub(lambda m: " " if _is_stop(m[0]) else m[0], text)
    return terms(_CHINESE_STOPS.sub(" ", kept))


def as_query(text: str) -> Query:
    """The content terms of a text, or all its terms where there are no others, each of weight 1."""
    found = content_terms(text) or terms(text)
    pairs = dict.fromkeys((one, other) for one, other in pairwise(found) if one != other)
    return Query(dict.fromkeys(found, 1.0), tuple(pairs))


def ranked(scores: Mapping[int, float]) -> list[int]:
    """Places, best first; ties by place."""
    return sorted(scores, key=lambda place: (-scores[place], place))


def fuse(rankings: Iterable[Sequence[int]]) -> dict[int, float]:
    """Reciprocal rank fusion: place -> sum of 1 / (60 + rank)."""
    fused: dict[int, float] = defaultdict(float)
    for ranking in rankings:
        for rank, place in enumerate(ranking[:DEEPEST], start=1):
            fused[place] += 1.0 / (RRF_K + rank)
    return dict(fused)


def shingle_set(text: str) -> Shingles:
    """The word 3-grams of a text; of a shorter text, all its words as one."""
    tokens = words(text)
    return frozenset(tuple(tokens[i : i + 3]) for i in range(max(1, len(tokens) - 2)))


def are_copies(one: Shingles, other: Shingles, share: float = COPY) -> bool:
    """Whether the smaller one stands, in ``share`` of its 3-grams, in the other one."""
    return len(one & other) >= share * min(len(one), len(other))


@dataclass(frozen=True, slots=True)
class Query:
    """What passages are ranked for."""

    weights: Mapping[str, float]
    """Term -> weight."""
    pairs: tuple[Pair, ...] = ()
    """Terms that stand side by side in it."""


@dataclass(frozen=True, slots=True)
class PassageIndex:
    """An inverted index over passages, in memory."""

    passages: tuple[Passage, ...]
    postings: Mapping[str, Mapping[int, float]]
    """Term -> place in ``passages`` -> weighted occurrences."""
    sequences: tuple[tuple[str, ...], ...]
    """The terms of each passage, in order."""

    @classmethod
    def build(cls, documents: Sequence[Document], wanted: Iterable[str]) -> PassageIndex:
        """Index the passages of ``documents``; of very many, those that hold terms of ``wanted``."""
        passages = [passage for d in documents for passage in split_passages(d.source.id, d.text, d.blocks)]
        if len(passages) > MOST_INDEXED:
            passages = _promising(passages, set(wanted))
        return cls.of(passages, {document.source.id: document.source.title for document in documents})

    @classmethod
    def of(cls, passages: Sequence[Passage], titles: Mapping[str, str]) -> PassageIndex:
        """Index all of ``passages``; ``titles`` by source id."""
        title_terms = {source: frozenset(terms(title)) for source, title in titles.items()}
        postings: dict[str, dict[int, float]] = defaultdict(dict)
        sequences = tuple(tuple(terms(passage.text)) for passage in passages)
        for place, passage in enumerate(passages):
            _post(postings, place, passage, sequences[place], title_terms.get(passage.source, frozenset()))
        return cls(tuple(passages), dict(postings), sequences)

    def rarity(self, term: str) -> float:
        """Inverse document frequency of ``term`` over the passages, as BM25 has it; always positive."""
        return _rarity(len(self.passages), len(self.postings.get(term, ())))

    def scores(self, query: Query) -> dict[int, float]:
        """BM25 of every passage that holds a term of ``query``, with what it gains from around it."""
        own, together = self.bm25(query), self._together(query)
        best: dict[str, list[float]] = defaultdict(list)
        for place in ranked(own):
            of_source = best[self.passages[place].source]
            if len(of_source) < 3:
                of_source.append(own[place])
        scores: dict[int, float] = {}
        for place, score in own.items():
            source = self.passages[place].source
            around = sum(own.get(n, 0.0) for n in (place - 1, place + 1) if self._same_source(n, source))
            scores[place] = score + together.get(place, 0.0) + NEIGHBOUR * around + DOCUMENT * sum(best[source]) / 3
        return scores

    def _same_source(self, place: int, source: str) -> bool:
        return 0 <= place < len(self.passages) and self.passages[place].source == source

    def bm25(self, query: Query) -> dict[int, float]:
        """Plain BM25 of every passage that holds a term of ``query``."""
        lengths = [len(sequence) for sequence in self.sequences]
        mean = max(1.0, sum(lengths) / max(1, len(lengths)))
        found: dict[int, float] = defaultdict(float)
        for term, weight in query.weights.items():
            value = weight * self.rarity(term) * (K1 + 1.0)
            for place, count in self.postings.get(term, {}).items():
                found[place] += value * count / (count + K1 * (1.0 - B + B * lengths[place] / mean))
        return dict(found)

    def _together(self, query: Query) -> dict[int, float]:
        """What passages earn for holding pairs of neighbouring query terms close together."""
        found: dict[int, float] = defaultdict(float)
        for one, other in query.pairs:
            both = sorted(self.postings.get(one, {}).keys() & self.postings.get(other, {}).keys())
            counts = {place: count for place in both if (count := close(self.sequences[place], one, other))}
            rarity = _rarity(len(self.passages), len(counts))
            for place, count in counts.items():
                found[place] += PAIR * rarity * count * (K1 + 1.0) / (count + K1)
        return dict(found)


def close(sequence: Sequence[str], one: str, other: str) -> int:
    """How often ``one`` has ``other`` within the window, on either side."""
    places = [at for at, term in enumerate(sequence) if term == other]
    return sum(any(abs(at - place) <= WINDOW for place in places) for at, term in enumerate(sequence) if term == one)


def _rarity(total: int, holders: int) -> float:
    return math.log(1.0 + (total - holders + 0.5) / (holders + 0.5))


def _post(
    postings: dict[str, dict[int, float]], place: int, passage: Passage, sequence: Sequence[str], title: frozenset[str]
) -> None:
    """Add one passage with its context."""
    weighted: dict[str, float] = {term: float(count) for term, count in Counter(sequence).items()}
    for term in set(terms(" ".join(passage.headings))):
        weighted[term] = weighted.get(term, 0.0) + HEADING_WEIGHT
    for term in title:
        weighted[term] = weighted.get(term, 0.0) + TITLE_WEIGHT
    for term, weight in weighted.items():
        postings[term][place] = weight


def _promising(passages: Sequence[Passage], wanted: set[str]) -> list[Passage]:
    """The passages with the most and rarest of the ``wanted`` terms, by plain substrings; in their order."""
    stems = [term[:-1] if term.endswith("i") and len(term) > 3 else term for term in wanted]
    lowered = [f"{' '.join(passage.headings)} {passage.text}".lower() for passage in passages]
    value = [0.0] * len(passages)
    for stem in stems:
        holders = [place for place, text in enumerate(lowered) if stem in text]
        for place in holders:
            value[place] += math.log(1.0 + len(passages) / len(holders))
    best = sorted(range(len(passages)), key=lambda place: (-value[place], place))[:MOST_INDEXED]
    return [passages[place] for place in sorted(best)]


def _is_stop(word: str) -> bool:
    return word.lower().replace("’", "'") in STOPWORDS["en"]


def _found_by_search(
    passages: Sequence[Passage], documents: Sequence[Document], hits: Sequence[SearchHit]
) -> list[int]:
    """Places of the passages that search returned, by hit rank and span order."""
    sources = {a: d.source.id for d in documents for a in (d.source.requested, d.source.address) if a}
    by_source: dict[str, list[int]] = defaultdict(list)
    for place, passage in enumerate(passages):
        by_source[passage.source].append(place)
    found: dict[int, None] = {}
    for hit in sorted(hits, key=lambda hit: hit.rank):
        for start, end in hit.spans:
            for place in by_source.get(sources.get(hit.address, ""), ()):
                if passages[place].start < end and start < passages[place].end:
                    found.setdefault(place)
    return list(found)


def _choose(
    passages: Sequence[Passage], scores: Mapping[int, float], characters: int, per_source: int | None
) -> tuple[Passage, ...]:
    """Greedy choice by score, decayed by source, without copies, within the budget."""
    waiting = {place: scores[place] for place in ranked(scores)}
    taken: Counter[str] = Counter()
    chosen: list[Passage] = []
    shingled: list[Shingles] = []
    left = characters
    while waiting and left >= SMALLEST:
        place = max(waiting, key=lambda p: (waiting[p] * SOURCE_DECAY ** taken[passages[p].source], -p))
        del waiting[place]
        passage = passages[place]
        if len(passage.text) > left or (per_source is not None and taken[passage.source] >= per_source):
            continue
        shingles = shingle_set(passage.text)
        if any(are_copies(shingles, other) for other in shingled):
            continue
        chosen.append(passage)
        shingled.append(shingles)
        taken[passage.source] += 1
        left -= len(passage.text)
    return tuple(chosen)


def _lines(text: str) -> list[tuple[int, int]]:
    """Bounds of the lines that hold something, for a text without structure."""
    spans, start = [], 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            spans.append((start, start + len(line.rstrip())))
        start += len(line)
    return spans
