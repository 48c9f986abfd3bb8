"""Sentences of the documents, each with a value: how likely it is to be a part of the answer.

    value = passage + 0.5 * overlap + 0.4 * cues

``passage`` falls with the rank of the sentence's passage: 5 / (5 + rank), after BM25 for every facet of the question
with pseudo-relevance feedback (RM3: Abdul-Jaleel et al. 2004, "UMass at TREC 2004") and rank fusion. ``overlap`` is the
share, by rarity, of the best facet's terms that the sentence holds (half for those in its headings). ``cues`` is the
share of two kinds of telling words that it holds (``lexicon.CUES``). The weights are round numbers from a plateau;
docs/extractive.md has the ablation and the leave-one-question-out check.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from research_agent.domain import Block, BlockKind, Document
from research_agent.engines.extractive.lexicon import CUES
from research_agent.engines.extractive.planning import Wanted
from research_agent.engines.extractive.queries import expanded
from research_agent.engines.extractive.standalone import is_han, is_quotable, leans, marker_length
from research_agent.engines.extractive.versions import Preference
from research_agent.evidence.retrieval import (
    PassageIndex,
    Query,
    Shingles,
    as_query,
    fuse,
    ranked,
    repeats,
    shingle_set,
)
from research_agent.text.passages import Passage
from research_agent.text.sentences import sentence_spans
from research_agent.text.tokens import terms

OVERLAP, CUE, CUE_KINDS = 0.5, 0.4, 2
IN_HEADING = 0.5
"""What a term in the headings above counts beside one in the sentence."""
BEST_VALUE = 1.0 + OVERLAP + CUE
"""What a sentence can be worth at most."""
HALF_RANK = 5
"""Rank at which a passage is worth half of the best one."""
ELSEWHERE = 0.25
"""Weight of the rankings for the facets of other parts in that of one part: its passages should be on the subject."""
FOCUS = 0.5
"""How much of a passage's score depends on its document: what is about the whole question comes before what only
shares a clause's words with it."""
SAMPLE = 4000
"""Code points of a document that show its script."""
PASSAGES = 40
"""Passages that are looked into for one part of the report."""
FEEDBACK_PASSAGES, FEEDBACK_TERMS, FEEDBACK_WEIGHT = 8, 15, 0.3
FEEDBACK_LOOKED_AT = 150
"""Most frequent terms of the feedback passages whose rarity is looked up: a bound on time."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One sentence. ``place`` and ``order`` say where: the passage, and which of its sentences."""

    source: str
    start: int
    end: int
    text: str
    place: int
    order: int
    value: float
    """Of itself, 0 to ``BEST_VALUE``."""
    quotable: bool
    leans: bool
    turn: float = 0.0
    """When it is chosen, the smaller the sooner: its place among the sentences of one part of the report, by share."""
    section: int = 0
    """Place in the outline of the part that wants it most."""


def find_candidates(
    wanted: Sequence[Wanted],
    documents: Sequence[Document],
    preferred: Preference,
    *,
    citable: Collection[str] | None = None,
) -> list[Candidate]:
    """The sentences of the best passages for every part of the report, each once.

    The parts take turns, by their shares: in one ranking for all of them the part with the most repeated words
    would take every quote.

    Args:
        wanted: the parts of the report.
        documents: what words are counted in.
        preferred: which of several copies of a passage to take.
        citable: ids of the sources whose sentences are wanted; None: of all documents.
    """
    facets = list(dict.fromkeys(facet for part in wanted for facet in part.facets))
    queries = [expanded(facet) for facet in facets]
    index = PassageIndex.build(documents, (term for query in queries for term in query.weights))
    by_id = {document.source.id: document for document in documents}
    rankings = [_ranking(query, index, set(by_id if citable is None else citable)) for query in queries]
    focus = _focus(index, rankings)
    script = _script(facets, documents)
    known: dict[int, list[_Sentence]] = {}
    found: dict[tuple[int, int], Candidate] = {}
    for part in wanted:
        own = [as_query(facet) for facet in part.facets]
        weights = [1.0 if facet in part.facets else ELSEWHERE for facet in facets]
        valued: list[Candidate] = []
        for rank, place in enumerate(best_places(index, fuse(rankings, weights), focus, preferred)):
            if place not in known:
                known[place] = _sentences(index, place, by_id[index.passages[place].source], script)
            worth = HALF_RANK / (HALF_RANK + rank)
            valued += [_valued(sentence, worth, own, index) for sentence in known[place]]
        for candidate in _in_turn(valued, part):
            key = (candidate.place, candidate.order)
            known_as = found.get(key)
            if known_as is None or (candidate.turn, -candidate.value) < (known_as.turn, -known_as.value):
                found[key] = candidate
    return list(found.values())


def best_places(
    index: PassageIndex, scores: Mapping[int, float], focus: Mapping[str, float], preferred: Preference
) -> list[int]:
    """Places of the best passages by score and by their document's focus; of near copies the preferred version's."""
    focused = {
        place: score * (1.0 - FOCUS + FOCUS * focus.get(index.passages[place].source, 0.0))
        for place, score in scores.items()
    }
    chosen: list[int] = []
    shingled: list[Shingles] = []
    for place in ranked(focused):
        passage = index.passages[place]
        shingles = shingle_set(passage.text)
        copied = next(
            (at for at, other in enumerate(shingled) if repeats(passage, shingles, index.passages[chosen[at]], other)),
            None,
        )
        if copied is not None:
            if preferred(index.passages[place].source) > preferred(index.passages[chosen[copied]].source):
                chosen[copied], shingled[copied] = place, shingles
            continue
        if len(chosen) == PASSAGES:
            break
        chosen.append(place)
        shingled.append(shingles)
    return chosen


def _focus(index: PassageIndex, rankings: Sequence[Sequence[int]]) -> dict[str, float]:
    """How much a document is about the whole question, 0..1: its three best passages for all facets together."""
    best: dict[str, list[float]] = defaultdict(list)
    everywhere = fuse(rankings)
    for place in ranked(everywhere):
        of_source = best[index.passages[place].source]
        if len(of_source) < 3:
            of_source.append(everywhere[place])
    most = max((sum(scores) for scores in best.values()), default=1.0)
    return {source: sum(scores) / most for source, scores in best.items()}


def _in_turn(candidates: Sequence[Candidate], part: Wanted) -> Iterator[Candidate]:
    """The candidates with their turns: the n-th quotable sentence of a part with a share of 1 has turn n."""
    position = 0
    for candidate in sorted(candidates, key=lambda c: (-c.value, c.place, c.order)):
        position += candidate.quotable
        yield replace(candidate, turn=position / part.share, section=part.section)


def _ranking(query: Query, index: PassageIndex, citable: Collection[str]) -> list[int]:
    first = ranked(index.scores(query))
    second = ranked(index.scores(_with_feedback(query, index, first)))
    return [place for place in second if index.passages[place].source in citable]


def _with_feedback(query: Query, index: PassageIndex, ranking: Sequence[int]) -> Query:
    """The query with the most telling terms of its first passages (RM3), in all 0.3 times its own weight."""
    seen: dict[str, float] = defaultdict(float)
    for rank, place in enumerate(ranking[:FEEDBACK_PASSAGES]):
        sequence = index.sequences[place]
        for term, count in Counter(sequence).items():
            if len(term) > 1:
                seen[term] += count / len(sequence) / (1 + rank)
    often = sorted(seen, key=lambda term: (-seen[term], term))[:FEEDBACK_LOOKED_AT]
    telling = [term for term in often if len(index.postings.get(term, ())) * 10 < len(index.passages)]
    best = sorted(telling, key=lambda term: (-seen[term] * index.rarity(term), term))[:FEEDBACK_TERMS]
    mass = sum(seen[term] for term in best)
    weights = dict(query.weights)
    for term in best:
        weights[term] = weights.get(term, 0.0) + FEEDBACK_WEIGHT * sum(query.weights.values()) * seen[term] / mass
    return Query(weights, query.pairs)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with what its value is made of."""

    candidate: Candidate
    terms: frozenset[str]
    heading: frozenset[str]


def _script(facets: Sequence[str], documents: Sequence[Document]) -> bool | None:
    """Whether Han sentences are wanted, or others; None where no document is in the question's script."""
    han = is_han(" ".join(facets))
    return han if any(is_han(document.text[:SAMPLE]) == han for document in documents) else None


def _sentences(index: PassageIndex, place: int, document: Document, script: bool | None) -> list[_Sentence]:
    passage = index.passages[place]
    heading = frozenset(terms(" ".join(passage.headings[-2:])))
    found = []
    for order, (start, end, kind) in enumerate(_spans(passage, document.blocks)):
        start += marker_length(document.text[start:end])
        text = document.text[start:end]
        quotable = is_quotable(text, whole=kind is BlockKind.PARAGRAPH) and script in (None, is_han(text))
        value = CUE * cue_share(text)
        candidate = Candidate(passage.source, start, end, text, place, order, value, quotable, leans(text))
        found.append(_Sentence(candidate, frozenset(terms(text)), heading))
    return found


def _valued(sentence: _Sentence, worth: float, queries: Sequence[Query], index: PassageIndex) -> Candidate:
    overlap = _overlap(sentence.terms, sentence.heading, queries, index)
    return replace(sentence.candidate, value=sentence.candidate.value + worth + OVERLAP * overlap)


def _spans(passage: Passage, blocks: Sequence[Block]) -> list[tuple[int, int, BlockKind]]:
    """The passage's sentences, as spans of the source, with the kind of block that they stand in."""
    inside = [
        Block(max(b.start, passage.start) - passage.start, min(b.end, passage.end) - passage.start, b.kind, b.level)
        for b in blocks
        if b.start < passage.end and b.end > passage.start
    ]
    kinds = {(block.start, block.end): block.kind for block in inside}
    found = []
    for start, end in sentence_spans(passage.text, inside):
        kind = next((kind for (s, e), kind in kinds.items() if s <= start < e), BlockKind.PARAGRAPH)
        found.append((start + passage.start, end + passage.start, kind))
    return found


def _overlap(own: frozenset[str], heading: frozenset[str], queries: Sequence[Query], index: PassageIndex) -> float:
    """The best query's share of terms, by rarity, that stand in the sentence or, for half, above it."""
    best = 0.0
    for query in queries:
        all_of_it = sum(index.rarity(term) for term in query.weights)
        held = sum(
            index.rarity(term) * (1.0 if term in own else IN_HEADING)
            for term in query.weights
            if term in own or term in heading
        )
        best = max(best, held / (all_of_it + 2.0))  # + 2: a facet of one common word alone proves little
    return best


def cue_share(text: str) -> float:
    """0, 0.5 or 1: how many kinds of telling words a sentence holds, two being enough."""
    return min(CUE_KINDS, sum(bool(pattern.search(text)) for pattern in CUES.values())) / CUE_KINDS
