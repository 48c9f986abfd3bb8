"""The best passages of the documents that were read, for a reader that cannot see whole pages.

BM25 (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", section 3) over the passages of the given
documents, with headings and title counted as weaker fields, one ranking for each query. Words that the query has side
by side count again where a passage has them close together (unordered windows of eight words: Metzler and Croft 2005,
"A Markov Random Field Model for Term Dependencies", section 3.1). A passage gains from its neighbours and from its
document: an answer often stands beside the sentence that repeats the question's words. The
rankings, and the spans that search returned, are fused by reciprocal rank (Cormack, Clarke and Buettcher 2009,
k = 60); where queries are in two scripts, a passage is ranked by those of its own. From the fused order passages are
taken greedily: a near copy of a chosen passage (three versions of one manual) is left out, and each further passage of
a source counts a little less than the one before.
"""

from __future__ import annotations

import math
import re
import threading
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from research_agent.domain import Document, SearchHit
from research_agent.evidence.names import is_latin
from research_agent.evidence.parting import parted
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
CACHED = 4_000_000
"""Characters of documents whose passages and terms are kept (about 100 MB), the latest ones."""
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
    distinct = list(dict.fromkeys(queries))
    wanted = [as_query(query) for query in distinct]
    index = PassageIndex.build(documents, (term for query in wanted for term in query.weights))
    rankings = [ranked(index.scores(query)) for query in wanted]
    fused = _fused_by_script(index.passages, distinct, rankings)
    for place, score in fuse([_found_by_search(index.passages, documents, hits)]).items():
        fused[place] = fused.get(place, 0.0) + score
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


def fuse(rankings: Iterable[Sequence[int]], weights: Sequence[float] | None = None) -> dict[int, float]:
    """Reciprocal rank fusion: place -> sum of weight / (60 + rank); without weights, each counts 1."""
    fused: dict[int, float] = defaultdict(float)
    for number, ranking in enumerate(rankings):
        weight = 1.0 if weights is None else weights[number]
        for rank, place in enumerate(ranking[:DEEPEST], start=1):
            fused[place] += weight / (RRF_K + rank)
    return dict(fused)


def shingle_set(text: str) -> Shingles:
    """The word 3-grams of a text; of a shorter text, all its words as one."""
    tokens = words(text)
    return frozenset(tuple(tokens[i : i + 3]) for i in range(max(1, len(tokens) - 2)))


def are_copies(one: Shingles, other: Shingles, share: float = COPY) -> bool:
    """Whether the smaller one stands, in ``share`` of its 3-grams, in the other one."""
    return len(one & other) >= share * min(len(one), len(other))


def repeats(one: Passage, one_shingles: Shingles, other: Passage, other_shingles: Shingles) -> bool:
    """Whether a passage is a copy of another. Two single statements that give other figures are none; of longer
    passages, such as two versions of a page, only one is looked at."""
    if not are_copies(one_shingles, other_shingles):
        return False
    statements = all(len(each.text) <= ONE_STATEMENT and "\n" not in each.text for each in (one, other))
    return not (statements and parted(one.text, other.text))


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
        counted = [each for document in documents for each in _counted(document)]
        if len(counted) > MOST_INDEXED:
            places = _promising([each.passage for each in counted], sorted(set(wanted)))
            counted = [counted[place] for place in places]
        return cls._over(counted)

    @classmethod
    def of(cls, passages: Sequence[Passage], titles: Mapping[str, str]) -> PassageIndex:
        """Index all of ``passages``; ``titles`` by source id."""
        title_terms = {source: frozenset(terms(title)) for source, title in titles.items()}
        return cls._over([Counted(each, title_terms.get(each.source, frozenset())) for each in passages])

    @classmethod
    def _over(cls, counted: Sequence[Counted]) -> PassageIndex:
        with _counting:
            weights, sequences = [each.weights for each in counted], tuple(each.sequence for each in counted)
        return cls(tuple(each.passage for each in counted), _Postings(weights), sequences)

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
    places = _places(sequence, other)
    return sum(any(abs(at - place) <= WINDOW for place in places) for at in _places(sequence, one))


def _places(sequence: Sequence[str], term: str) -> list[int]:
    """Where a term stands; by the sequence's own methods, which are many times faster than a loop."""
    found, start = [], 0
    for _ in range(sequence.count(term)):
        found.append(sequence.index(term, start))
        start = found[-1] + 1
    return found


def _rarity(total: int, holders: int) -> float:
    return math.log(1.0 + (total - holders + 0.5) / (holders + 0.5))


class Counted:
    """One passage with its terms, which are looked up when they are first asked for."""

    __slots__ = ("_sequence", "_title", "_weights", "passage")

    def __init__(self, passage: Passage, title: frozenset[str]) -> None:
        self.passage = passage
        self._title = title
        self._sequence: tuple[str, ...] | None = None
        self._weights: dict[str, float] | None = None

    @property
    def sequence(self) -> tuple[str, ...]:
        """Its terms, in order."""
        if self._sequence is None:
            self._sequence = tuple(terms(self.passage.text))
        return self._sequence

    @property
    def weights(self) -> dict[str, float]:
        """Term -> occurrences, with those of its headings and its document's title."""
        if self._weights is None:
            weighted: dict[str, float] = {term: float(count) for term, count in Counter(self.sequence).items()}
            for term in set(terms(" ".join(self.passage.headings))):
                weighted[term] = weighted.get(term, 0.0) + HEADING_WEIGHT
            for term in self._title:
                weighted[term] = weighted.get(term, 0.0) + TITLE_WEIGHT
            self._weights = weighted
        return self._weights


class _Postings(Mapping[str, Mapping[int, float]]):
    """Term -> place -> weight. A term's places are collected when it is asked for: queries ask for a few dozen."""

    def __init__(self, weights: Sequence[Mapping[str, float]]) -> None:
        self._weights = weights
        self._known: dict[str, dict[int, float]] = {}

    def __getitem__(self, term: str) -> Mapping[int, float]:
        if term not in self._known:
            self._known[term] = {at: each[term] for at, each in enumerate(self._weights) if term in each}
        found = self._known[term]
        if not found:
            raise KeyError(term)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(term for each in self._weights for term in each))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _Cache:
    """The passages of documents that were asked for lately: five sub-questions read much the same documents."""

    def __init__(self, characters: int) -> None:
        self._most = characters
        self._held = 0
        self._documents: OrderedDict[tuple[str, str, str], tuple[Counted, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, document: Document) -> tuple[Counted, ...]:
        key = (document.source.id, document.source.title, document.text)
        with self._lock:
            if (found := self._documents.get(key)) is not None:
                self._documents.move_to_end(key)
                return found
        title = frozenset(terms(document.source.title))
        passages = split_passages(document.source.id, document.text, document.blocks)
        made = tuple(Counted(passage, title) for passage in passages)
        with self._lock:
            if key not in self._documents:
                self._held += len(document.text)
            found = self._documents.setdefault(key, made)
            while self._held > self._most and len(self._documents) > 1:
                (_, _, text), _ = self._documents.popitem(last=False)
                self._held -= len(text)
        return found


_cache = _Cache(CACHED)
_counting = threading.Lock()
"""Readers that start at once share their documents: the first one counts, the others wait rather than count again."""


def _counted(document: Document) -> tuple[Counted, ...]:
    return _cache.get(document)


def _promising(passages: Sequence[Passage], wanted: Sequence[str]) -> list[int]:
    """The places of the passages with the most and rarest of the ``wanted`` terms, by plain substrings; ascending."""
    stems = [term[:-1] if term.endswith("i") and len(term) > 3 else term for term in wanted]
    lowered = [f"{' '.join(passage.headings)} {passage.text}".lower() for passage in passages]
    value = [0.0] * len(passages)
    for stem in stems:
        holders = [place for place, text in enumerate(lowered) if stem in text]
        for place in holders:
            value[place] += math.log(1.0 + len(passages) / len(holders))
    best = sorted(range(len(passages)), key=lambda place: (-value[place], place))[:MOST_INDEXED]
    return sorted(best)


def _fused_by_script(
    passages: Sequence[Passage], queries: Sequence[str], rankings: Sequence[Sequence[int]]
) -> dict[int, float]:
    """Rankings fused so that a passage is ranked by the queries of its own script, where there are any: what a
    Chinese passage scores for an English query tells of the names in it, and nothing of the rest (docs/models.md)."""
    latin = [is_latin(query) for query in queries]
    of_script = {script: latin.count(script) for script in (True, False)}
    if not all(of_script.values()):
        return fuse(rankings)
    alike: dict[int, bool] = {}
    fused: dict[int, float] = defaultdict(float)
    for script, ranking in zip(latin, rankings, strict=True):
        for rank, place in enumerate(ranking[:DEEPEST], start=1):
            if place not in alike:
                alike[place] = is_latin(passages[place].text)
            if alike[place] is script:
                fused[place] += len(queries) / of_script[script] / (RRF_K + rank)
    return dict(fused)


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
        if any(repeats(passage, shingles, other, theirs) for other, theirs in zip(chosen, shingled, strict=True)):
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


ONE_STATEMENT = 200
"""Characters up to which a passage is taken for a single statement."""
