"""Sentences of the documents, each with a value: how likely it is to be a part of the answer.

A value is the log-odds of a linear model (``ranker``) over the sentence's features (``features``). The parts of the
report share the quotes: each quotable sentence that a part has already been offered puts its next one back a little.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from research_agent.domain import Document
from research_agent.engines.extractive.features import Describer, Sentence
from research_agent.engines.extractive.planning import Wanted
from research_agent.engines.extractive.pool import PASSAGES, Pool
from research_agent.engines.extractive.ranker import Ranker, chance, ranker
from research_agent.engines.extractive.standalone import is_han
from research_agent.engines.extractive.versions import Preference

CROWDING = 0.1
"""Log-odds that each quotable sentence before it takes from a sentence of the same part (with a share of 1). In one
ranking without it the part with the most repeated words would take every quote."""
SURE = 1
"""Sentences of its own that each part is sure to be offered before all others."""
FIRST = 1_000.0
"""What puts them before all others: more than any log-odds."""
SAMPLE = 4000
"""Code points of a document that show its script."""


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
    """How likely it is to be a part of the answer, 0..1."""
    quotable: bool
    leans: bool
    turn: float = 0.0
    """When it is chosen, the smaller the sooner."""
    section: int = 0
    """Place in the outline of the part that wants it most."""


@dataclass(frozen=True, slots=True)
class Described:
    """A sentence as one part of the report sees it."""

    sentence: Sentence
    part: int
    features: tuple[float, ...]
    """In the order of ``ranker.FEATURES``."""
    own: bool
    """Whether no other part's facets are answered better by it."""


def find_candidates(
    question: str,
    wanted: Sequence[Wanted],
    documents: Sequence[Document],
    preferred: Preference,
    *,
    citable: Collection[str] | None = None,
    passages: int = PASSAGES,
) -> list[Candidate]:
    """The sentences of the best passages for every part of the report, each once.

    Args:
        question: the whole of it.
        wanted: the parts of the report.
        documents: what words are counted in.
        preferred: which of several copies of a passage to take.
        citable: ids of the sources whose sentences are wanted; None: of all documents.
        passages: passages that are looked into for each part.
    """
    return valued(
        describe(question, wanted, documents, preferred, citable=citable, passages=passages), wanted, ranker()
    )


def describe(
    question: str,
    wanted: Sequence[Wanted],
    documents: Sequence[Document],
    preferred: Preference,
    *,
    citable: Collection[str] | None = None,
    passages: int = PASSAGES,
) -> list[Described]:
    """The sentences as every part sees them; see ``find_candidates``."""
    sources = {document.source.id for document in documents}
    pool = Pool.build(wanted, documents, sources if citable is None else citable)
    describer = Describer(question, pool, documents, preferred, _script(pool.facets, documents))
    found = []
    for number, part in enumerate(wanted):
        facets = pool.facet_numbers(part)
        for rank, place in enumerate(pool.places(part, preferred, passages)):
            for sentence in describer.sentences(place):
                features = (*describer.by_part(sentence, rank, facets), *sentence.features)
                found.append(Described(sentence, number, features, describer.is_own(sentence, facets)))
    return found


def valued(described: Sequence[Described], wanted: Sequence[Wanted], model: Ranker) -> list[Candidate]:
    """Each sentence once: as soon as the first part wants it, under the part whose facets it answers best."""
    by_part: list[list[tuple[float, Described]]] = [[] for _ in wanted]
    for each in described:
        by_part[each.part].append((model.log_odds(each.features), each))
    found: dict[tuple[int, int], list[tuple[bool, Candidate]]] = defaultdict(list)
    for part, sentences in zip(wanted, by_part, strict=True):
        for own, candidate in _in_turn(sentences, part):
            found[candidate.place, candidate.order].append((own, candidate))
    chosen = []
    for seen in found.values():
        soonest = min((candidate for _, candidate in seen), key=lambda c: c.turn)
        home = min(seen, key=lambda item: (not item[0], item[1].turn))[1]
        chosen.append(replace(soonest, section=home.section))
    return chosen


def _in_turn(sentences: Sequence[tuple[float, Described]], part: Wanted) -> Iterator[tuple[bool, Candidate]]:
    position, sure = 0, SURE
    for odds, each in sorted(sentences, key=lambda item: (-item[0], item[1].sentence.place, item[1].sentence.order)):
        s = each.sentence
        position += s.quotable
        turn = CROWDING * position / part.share - odds
        if sure and s.quotable and not s.leans and each.own:
            sure -= 1
            turn -= FIRST
        candidate = Candidate(
            s.source, s.start, s.end, s.text, s.place, s.order, chance(odds), s.quotable, s.leans, turn, part.section
        )
        yield each.own, candidate


def _script(facets: Sequence[str], documents: Sequence[Document]) -> bool | None:
    """Whether Han sentences are wanted, or others; None where no document is in the question's script."""
    han = is_han(" ".join(facets))
    return han if any(is_han(document.text[:SAMPLE]) == han for document in documents) else None
