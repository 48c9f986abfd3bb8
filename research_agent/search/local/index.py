"""The index of the user's documents: BM25 over their passages and over the whole of them.

A document is ranked by its best passage and by its whole text together, each scored by BM25: the passage finds the
answer, the whole tells that the document is about it (the gain is measured in ``docs/search.md``).

Queries are built from terms, never parsed, so any text is a valid query. Ties are broken by path and offset, so
the order of results is the same from build to build and machine to machine.
"""

from __future__ import annotations

import heapq
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from research_agent.search.local.bm25 import Entry, TermIndex, any_of, both, rounded
from research_agent.search.local.records import DocumentRecord, PassageRecord
from research_agent.text.tokens import STOPWORDS, UNSPACED, terms

FORMAT = 2
"""Of the index and its manifest; another one on disk is built anew."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What counts besides BM25 of a passage's terms. ``benchmarks/retrieval.py`` measures each part."""

    title: float = 0.2
    """Boost of a title's terms, which also stand in the body."""
    headings: float = 0.2
    """Boost of headings' terms, which also stand in the body. Taken over from titles: the collections have none."""
    pairs: float = 0.2
    """Boost of two words that stand side by side in query and passage; not for characters of unspaced scripts,
    whose terms are pairs already."""
    next_passage: float = 0.05
    """What each next passage of a document counts against the one before: enough to prefer, of two that fit equally
    well, the one that says more. 0.1 and more prefer long documents, and lose."""
    whole: float = 0.5
    """The share of the whole document's score in its rank; the best passage's has the rest."""
    stop_words: bool = False
    """Whether function words are searched for."""


_UNSPACED = re.compile(f"[{UNSPACED}]")
_SPANS = 8
_CANDIDATES = 240
_MOST_TERMS = 64
_SNIPPET = 300


@dataclass(frozen=True, slots=True)
class FoundDocument:
    address: str
    title: str
    published: date | None
    score: float
    spans: tuple[tuple[int, int], ...]
    """Its best passages, best first."""
    snippet: str


class _Kept(NamedTuple):
    """What is kept of a passage to be shown, as a JSON list."""

    address: str
    shown: str
    title: str
    published: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class _FoundPassage:
    score: float
    kept: _Kept

    @property
    def order(self) -> tuple[float, str, str, int]:
        return (-self.score, self.kept.shown, self.kept.address, self.kept.start)


class PassageIndex:
    """An index in a folder, or in memory. One process may write at a time; see ``upkeep`` for the lock."""

    def __init__(self, folder: Path | None = None, *, ranking: Ranking = Ranking()) -> None:
        self._ranking = ranking
        self._passages = TermIndex(folder and folder / "passages", {"body": True, "title": False, "headings": False})
        self._documents = TermIndex(folder and folder / "documents", {"body": False, "title": False})

    @property
    def passages(self) -> int:
        """Passages that can be found."""
        return len(self._passages)

    def update(self, *, remove: Iterable[str] = (), add: Iterable[DocumentRecord] = ()) -> None:
        """Remove the documents of files, add documents, and make both visible to this object."""
        with self._passages.writing() as passages, self._documents.writing() as documents:
            for path in remove:
                passages.remove(path)
                documents.remove(path)
            for document in add:
                documents.add(_whole(document))
                for passage in document.passages:
                    passages.add(_part(document, passage))

    def copy_to(self, folder: Path) -> PassageIndex:
        """A new index of the same documents without what was removed, which counts in BM25 until then."""
        self._passages.copy_to(folder / "passages")
        self._documents.copy_to(folder / "documents")
        return PassageIndex(folder, ranking=self._ranking)

    def search(self, text: str, limit: int) -> tuple[FoundDocument, ...]:
        """The documents that fit the text best, best first."""
        every = terms(text)
        wanted = self._query_terms(every)
        if not wanted or limit < 1:
            return ()
        query = self._passage_query(wanted, _word_pairs(every, frozenset(wanted)))
        candidates = max(_CANDIDATES, 24 * limit)
        while True:
            found, complete = self._passages.best(query, candidates)
            groups = _by_document(_FoundPassage(score, _Kept(*json.loads(kept))) for score, kept in found)
            if len(groups) >= limit or complete:
                return self._ranked(groups, wanted)[:limit]
            candidates *= 4

    def _query_terms(self, every: list[str]) -> list[str]:
        """Distinct terms that occur; without stop words unless nothing else is left; of very many the rarest."""
        distinct = list(dict.fromkeys(every))
        kept = distinct if self._ranking.stop_words else [t for t in distinct if t not in _stop_terms()] or distinct
        frequency = {term: self._passages.frequency("body", term) for term in kept}
        return heapq.nsmallest(_MOST_TERMS, (t for t in kept if frequency[t]), key=lambda term: (frequency[term], term))

    def _passage_query(self, wanted: list[str], pairs: list[tuple[str, str]]) -> Any:
        boosts = (("body", 1.0), ("title", self._ranking.title), ("headings", self._ranking.headings))
        parts = [(self._passages.term(field, term), boost) for term in wanted for field, boost in boosts]
        return any_of(parts + [(self._passages.phrase("body", pair), self._ranking.pairs) for pair in pairs])

    def _ranked(self, groups: dict[str, list[_FoundPassage]], wanted: list[str]) -> tuple[FoundDocument, ...]:
        share = self._ranking.whole
        whole = self._whole_scores(list(groups), wanted) if share else {}
        scores = {
            address: rounded((1 - share) * self._passage_score(group) + share * whole.get(address, 0.0))
            for address, group in groups.items()
        }
        order = sorted(groups.items(), key=lambda item: (-scores[item[0]], *item[1][0].order[1:]))
        return tuple(_found_document(group, scores[address]) for address, group in order)

    def _passage_score(self, group: list[_FoundPassage]) -> float:
        return sum(passage.score * self._ranking.next_passage**n for n, passage in enumerate(group[:_SPANS]))

    def _whole_scores(self, addresses: list[str], wanted: list[str]) -> dict[str, float]:
        boosts = (("body", 1.0), ("title", self._ranking.title))
        scoring = any_of([(self._documents.term(field, term), boost) for term in wanted for field, boost in boosts])
        found, _ = self._documents.best(both(self._documents.among(addresses), scoring), len(addresses) + 1)
        return {kept.decode(): score for score, kept in found}


def _whole(document: DocumentRecord) -> Entry:
    body = " ".join((document.title_terms, *(passage.own for passage in document.passages)))
    fields = {"body": body, "title": document.title_terms}
    return Entry(document.path, document.address, fields, document.address.encode())


def _part(document: DocumentRecord, passage: PassageRecord) -> Entry:
    published = document.published.isoformat() if document.published else ""
    kept = _Kept(document.address, document.shown, document.title, published, passage.start, passage.end, passage.text)
    fields = {
        "body": f"{passage.above} {passage.own}",
        "title": document.title_terms,
        "headings": passage.headings,
    }
    return Entry(document.path, document.address, fields, json.dumps(kept, ensure_ascii=False).encode())


def _by_document(found: Iterable[_FoundPassage]) -> dict[str, list[_FoundPassage]]:
    """Address -> its passages, best first."""
    groups: dict[str, list[_FoundPassage]] = {}
    for passage in sorted(found, key=lambda passage: passage.order):
        groups.setdefault(passage.kept.address, []).append(passage)
    return groups


def _found_document(group: list[_FoundPassage], score: float) -> FoundDocument:
    best = group[0].kept
    return FoundDocument(
        address=best.address,
        title=best.title,
        published=date.fromisoformat(best.published) if best.published else None,
        score=score,
        spans=tuple((passage.kept.start, passage.kept.end) for passage in group[:_SPANS]),
        snippet=_snippet(best.text),
    )


def _snippet(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SNIPPET else f"{line[: _SNIPPET - 1]}…"


def _word_pairs(every: list[str], wanted: frozenset[str]) -> list[tuple[str, str]]:
    pairs = [(a, b) for a, b in pairwise(every) if a != b and a in wanted and b in wanted]
    return [pair for pair in dict.fromkeys(pairs) if not any(_UNSPACED.match(term) for term in pair)]


@cache
def _stop_terms() -> frozenset[str]:
    single = (terms(word) for listed in STOPWORDS.values() for word in listed)
    return frozenset(found[0] for found in single if len(found) == 1)
