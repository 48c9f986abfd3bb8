"""The index of passages: tantivy's BM25 over terms that are made by ``text.tokens``.

Queries are built from terms, never parsed, so any text is a valid query. The order of results is the same from build
to build and machine to machine: scores are rounded to what the summing order cannot change, ties are broken by path
and offset, and a tie at the cut is never cut through.
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

from research_agent.search.local.records import DocumentRecord
from research_agent.text.tokens import STOPWORDS, UNSPACED, terms

FORMAT = 1
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
    stop_words: bool = False
    """Whether function words are searched for."""


_UNSPACED = re.compile(f"[{UNSPACED}]")
_SPANS = 8
_CANDIDATES = 240
_MOST_TERMS = 64
_SNIPPET = 300
_HEAP = 64_000_000


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
    """What is kept of a passage to be shown; the field ``kept``, as a JSON list."""

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
        import tantivy

        self._ranking = ranking
        self._schema = _schema()
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        self._index = tantivy.Index(self._schema, path=str(folder) if folder is not None else None)
        blank = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
        self._index.register_tokenizer("terms", blank)
        self._searcher = self._index.searcher()

    @property
    def passages(self) -> int:
        """Passages that can be found."""
        return int(self._searcher.num_docs)

    def update(self, *, remove: Iterable[str] = (), add: Iterable[DocumentRecord] = ()) -> None:
        """Remove the documents of files, add documents, and make both visible to this object."""
        writer = self._index.writer(_HEAP, 1)  # one thread: two would number passages differently at every build
        for path in remove:
            writer.delete_documents_by_term("path", path)
        for document in add:
            for entry in _entries(document):
                writer.add_document(entry)
        self._finish(writer)

    def copy_to(self, folder: Path) -> PassageIndex:
        """A new index of the same passages without what was removed: removed passages count in BM25 until then."""
        import tantivy

        target = PassageIndex(folder)
        writer = target._index.writer(_HEAP, 1)
        everything = self._searcher.search(tantivy.Query.all_query(), limit=max(1, self.passages), count=False)
        for address in sorted((at for _, at in everything.hits), key=lambda at: (at.segment_ord, at.doc)):
            writer.add_document(self._searcher.doc(address))
        target._finish(writer)
        return target

    def search(self, text: str, limit: int) -> tuple[FoundDocument, ...]:
        """The documents whose passages fit the text best, best first."""
        query = self._query(text)
        if query is None or limit < 1:
            return ()
        wanted = max(_CANDIDATES, 24 * limit)
        while True:
            passages, complete = self._best_passages(query, wanted)
            documents = _by_document(passages, self._ranking.next_passage)
            if len(documents) >= limit or complete:
                return tuple(documents[:limit])
            wanted *= 4

    def _finish(self, writer: Any) -> None:
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def _query(self, text: str) -> Any:
        """Any of the terms, in any of the fields; None when no term occurs."""
        import tantivy

        every = terms(text)
        wanted = self._query_terms(every)
        ranking = self._ranking
        parts = [
            (tantivy.Query.term_query(self._schema, name, term), boost)
            for term in wanted
            for name, boost in (("body", 1.0), ("title", ranking.title), ("headings", ranking.headings))
        ]
        parts += [
            (tantivy.Query.phrase_query(self._schema, "body", list(pair)), ranking.pairs)
            for pair in _word_pairs(every, frozenset(wanted))
        ]
        should = [
            (tantivy.Occur.Should, part if boost == 1.0 else tantivy.Query.boost_query(part, boost))
            for part, boost in parts
            if boost
        ]
        return tantivy.Query.boolean_query(should) if should else None

    def _query_terms(self, every: list[str]) -> list[str]:
        """Distinct terms that occur; without stop words unless nothing else is left; of very many the rarest."""
        distinct = list(dict.fromkeys(every))
        kept = distinct if self._ranking.stop_words else [t for t in distinct if t not in _stop_terms()] or distinct
        frequency = {term: self._searcher.doc_freq("body", term) for term in kept}
        return heapq.nsmallest(_MOST_TERMS, (t for t in kept if frequency[t]), key=lambda term: (frequency[term], term))

    def _best_passages(self, query: Any, wanted: int) -> tuple[list[_FoundPassage], bool]:
        """The best passages in their final order, and whether they are all that match.

        Passages that tie with the last one of a full list are left out: which of them it holds is chance.
        """
        while True:
            hits = self._searcher.search(query, limit=wanted, count=False).hits
            scored = [(_rounded(score), address) for score, address in hits]
            complete = len(scored) < wanted
            if not complete:
                scored = [(score, address) for score, address in scored if score > scored[-1][0]]
            if scored or complete:
                break
            wanted *= 4
        found = [self._passage(score, address) for score, address in scored]
        return sorted(found, key=lambda passage: passage.order), complete

    def _passage(self, score: float, address: Any) -> _FoundPassage:
        kept: Any = self._searcher.doc(address).get_first("kept")
        return _FoundPassage(score, _Kept(*json.loads(kept)))


def _rounded(score: float) -> float:
    """Without the last bits of a 32-bit sum, which depend on the order of summing."""
    return float(f"{score:.5g}")


def _by_document(passages: list[_FoundPassage], discount: float) -> list[FoundDocument]:
    groups: dict[str, list[_FoundPassage]] = {}
    for passage in passages:
        groups.setdefault(passage.kept.address, []).append(passage)
    ranked = sorted(groups.values(), key=lambda group: (-_document_score(group, discount), *group[0].order[1:]))
    return [_found_document(group, discount) for group in ranked]


def _document_score(group: list[_FoundPassage], discount: float) -> float:
    return _rounded(sum(passage.score * discount**n for n, passage in enumerate(group[:_SPANS])))


def _found_document(group: list[_FoundPassage], discount: float) -> FoundDocument:
    best = group[0].kept
    return FoundDocument(
        address=best.address,
        title=best.title,
        published=date.fromisoformat(best.published) if best.published else None,
        score=_document_score(group, discount),
        spans=tuple((passage.kept.start, passage.kept.end) for passage in group[:_SPANS]),
        snippet=_snippet(best.text),
    )


def _snippet(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SNIPPET else f"{line[: _SNIPPET - 1]}…"


def _entries(document: DocumentRecord) -> Iterable[Any]:
    import tantivy

    published = document.published.isoformat() if document.published else ""
    for passage in document.passages:
        kept = _Kept(
            document.address, document.shown, document.title, published, passage.start, passage.end, passage.text
        )
        entry = tantivy.Document()
        entry.add_text("path", document.path)
        entry.add_text("body", passage.body)
        entry.add_text("title", document.title_terms)
        entry.add_text("headings", passage.headings)
        entry.add_bytes("kept", json.dumps(kept, ensure_ascii=False).encode())
        yield entry


@cache
def _schema() -> Any:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("path", stored=True, tokenizer_name="raw", index_option="basic")
    for name in ("body", "title", "headings"):  # stored, so that the index can be copied without its documents
        option = "position" if name == "body" else "freq"
        builder.add_text_field(name, stored=True, tokenizer_name="terms", index_option=option)
    builder.add_bytes_field("kept", stored=True)
    return builder.build()


def _word_pairs(every: list[str], wanted: frozenset[str]) -> list[tuple[str, str]]:
    pairs = [(a, b) for a, b in pairwise(every) if a != b and a in wanted and b in wanted]
    return [pair for pair in dict.fromkeys(pairs) if not any(_UNSPACED.match(term) for term in pair)]


@cache
def _stop_terms() -> frozenset[str]:
    single = (terms(word) for listed in STOPWORDS.values() for word in listed)
    return frozenset(found[0] for found in single if len(found) == 1)
