"""Tantivy, as this package uses it: entries of ready-made terms, queries built from terms, one order of results.

Scores are rounded to what the order of summing cannot change, and a tie at the cut is never cut through: which of the
tied entries tantivy keeps is chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_HEAP = 32_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    path: str
    """The file that it comes from: entries are removed by it."""
    key: str
    """What it is found by in ``among``."""
    terms: Mapping[str, str]
    """Field -> terms, separated by blanks."""
    kept: bytes
    """Given back with a result."""


class TermIndex:
    """An index in a folder, or in memory.

    Args:
        folder: made if missing; None for memory.
        fields: names of the fields of terms -> whether positions are kept (needed for phrases).
    """

    def __init__(self, folder: Path | None, fields: Mapping[str, bool]) -> None:
        import tantivy

        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        self._fields = dict(fields)
        self._schema = _schema(fields)
        self._index = tantivy.Index(self._schema, path=str(folder) if folder is not None else None)
        blank = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
        self._index.register_tokenizer("terms", blank)
        self._searcher = self._index.searcher()

    def __len__(self) -> int:
        """Entries that can be found."""
        return int(self._searcher.num_docs)

    @contextmanager
    def writing(self) -> Iterator[TermWriter]:
        """Changes, which are seen from the end of the block on; an error in the block undoes them."""
        writer = self._index.writer(_HEAP, 1)  # one thread: two would number entries differently at every build
        try:
            yield TermWriter(writer)
        except BaseException:
            writer.rollback()
            raise
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def copy_to(self, folder: Path) -> TermIndex:
        """A new index without what was removed: removed entries count in BM25 until then."""
        import tantivy

        target = TermIndex(folder, self._fields)
        everything = self._searcher.search(tantivy.Query.all_query(), limit=max(1, len(self)), count=False)
        with target.writing() as writer:
            for address in sorted((at for _, at in everything.hits), key=lambda at: (at.segment_ord, at.doc)):
                writer.add_stored(self._searcher.doc(address))
        return target

    def frequency(self, field: str, term: str) -> int:
        """Entries that hold the term."""
        return int(self._searcher.doc_freq(field, term))

    def term(self, field: str, term: str) -> Any:
        """A query for one term."""
        import tantivy

        return tantivy.Query.term_query(self._schema, field, term)

    def phrase(self, field: str, terms: Sequence[str]) -> Any:
        """A query for terms side by side."""
        import tantivy

        return tantivy.Query.phrase_query(self._schema, field, list(terms))

    def among(self, keys: Sequence[str]) -> Any:
        """A query for the entries with one of the keys, all with the same score."""
        import tantivy

        return tantivy.Query.const_score_query(tantivy.Query.term_set_query(self._schema, "key", list(keys)), 0.0)

    def best(self, query: Any, wanted: int) -> tuple[list[tuple[float, bytes]], bool]:
        """The best entries, each as its score and what was kept of it, and whether they are all that match.

        About ``wanted`` of them, fewer or more for the sake of ties; in no order among equals.
        """
        while True:
            hits = self._searcher.search(query, limit=wanted, count=False).hits
            scored = [(rounded(score), address) for score, address in hits]
            complete = len(scored) < wanted
            if not complete:
                scored = [(score, address) for score, address in scored if score > scored[-1][0]]
            if scored or complete:
                return [(score, self._kept(address)) for score, address in scored], complete
            wanted *= 4

    def _kept(self, address: Any) -> bytes:
        kept: Any = self._searcher.doc(address).get_first("kept")
        return bytes(kept)


class TermWriter:
    def __init__(self, writer: Any) -> None:
        self._writer = writer

    def remove(self, path: str) -> None:
        """Remove all entries of a file."""
        self._writer.delete_documents_by_term("path", path)

    def add(self, entry: Entry) -> None:
        import tantivy

        document = tantivy.Document()
        document.add_text("path", entry.path)
        document.add_text("key", entry.key)
        for field, terms in entry.terms.items():
            document.add_text(field, terms)
        document.add_bytes("kept", entry.kept)
        self._writer.add_document(document)

    def add_stored(self, document: Any) -> None:
        """An entry as another index of the same fields stores it."""
        self._writer.add_document(document)


def any_of(parts: Sequence[tuple[Any, float]]) -> Any:
    """A query for any of some queries, each with its boost; those with boost 0 are left out."""
    import tantivy

    return tantivy.Query.boolean_query(
        [
            (tantivy.Occur.Should, part if boost == 1.0 else tantivy.Query.boost_query(part, boost))
            for part, boost in parts
            if boost
        ]
    )


def both(filtering: Any, scoring: Any) -> Any:
    """What the first query selects, scored by the second."""
    import tantivy

    return tantivy.Query.boolean_query([(tantivy.Occur.Must, filtering), (tantivy.Occur.Should, scoring)])


def rounded(score: float) -> float:
    """Without the last bits of a 32-bit sum, which depend on the order of summing."""
    return float(f"{score:.5g}")


def _schema(fields: Mapping[str, bool]) -> Any:
    import tantivy

    builder = tantivy.SchemaBuilder()
    for name in ("path", "key"):
        builder.add_text_field(name, stored=True, tokenizer_name="raw", index_option="basic")
    for name, positions in fields.items():  # stored, so that the index can be copied without its documents
        option = "position" if positions else "freq"
        builder.add_text_field(name, stored=True, tokenizer_name="terms", index_option=option)
    builder.add_bytes_field("kept", stored=True)
    return builder.build()
