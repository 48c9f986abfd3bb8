"""Rule 5: a finished run, checked again from its folder alone.

    report.json    every sentence has claims, every claim quotes, every id resolves, nothing is listed unused
    sources/ID.txt  has the hash and length on record; every quote is exactly its slice
    both            rule 2 holds for every sentence that the report does not mark as unverified

Whatever is in the folder (missing, tampered, malformed, not a report at all), the answer is a list of violations,
each with the file and the reason; nothing is raised.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from research_agent.codec import load
from research_agent.domain import Claim, ClaimStatus, Document, DraftSentence, Quote, Sentence, Source
from research_agent.evidence.quoting import page_at
from research_agent.evidence.support import check_support, sentence_text

REPORT = "report.json"
FORMAT = 1
"""The newest ``format_version`` that this release understands."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing in the folder that breaks the evidence rules."""

    file: str
    """Relative to the run folder."""
    where: str
    """The sentence, claim, quote or source, as ``sections/2/sentences/5`` or an id; empty for the whole file."""
    reason: str

    def __str__(self) -> str:
        return f"{self.file}{f' ({self.where})' if self.where else ''}: {self.reason}"


@dataclass(frozen=True, slots=True)
class _Record:
    """The parts of a report that could be read."""

    sources: Mapping[str, Source]
    documents: Mapping[str, Document]
    quotes: Mapping[str, Quote]
    claims: Mapping[str, Claim]
    sentences: tuple[tuple[str, Sentence], ...]
    question: str


def verify_run(folder: Path) -> tuple[Violation, ...]:
    """Everything in the run folder that breaks a rule; empty when every citation holds."""
    report = _read_report(folder)
    if isinstance(report, Violation):
        return (report,)
    found: list[Violation] = []
    sources = _by_id(report, "sources", lambda entry: load(Source, {**entry, "format": entry.get("kind")}), found)
    documents = {id: doc for id, source in sources.items() if (doc := _read_source(folder, source, found)) is not None}
    quotes = _by_id(report, "quotes", lambda entry: load(Quote, entry), found)
    claims = _by_id(report, "claims", lambda entry: load(Claim, entry), found)
    sentences = tuple(_sentences(report, found))
    record = _Record(sources, documents, quotes, claims, sentences, str(report.get("question", "")))
    for check in (_check_quotes, _check_claims, _check_sentences, _check_use):
        found += [Violation(REPORT, where, reason) for where, reason in check(record)]
    return tuple(dict.fromkeys(found))


def _read_report(folder: Path) -> dict[str, Any] | Violation:
    try:
        report = json.loads((folder / REPORT).read_bytes().decode("utf-8"))
    except OSError as error:
        return Violation(REPORT, "", f"it cannot be read: {error.strerror or error}.")
    except (ValueError, RecursionError) as error:
        return Violation(REPORT, "", f"it is not JSON in UTF-8: {error}.")
    if not isinstance(report, dict):
        return Violation(REPORT, "", "it is not a JSON object.")
    version = report.get("format_version")
    if not isinstance(version, int) or isinstance(version, bool):
        return Violation(REPORT, "format_version", "it is missing or not a number: this is no report.")
    if version > FORMAT:
        return Violation(REPORT, "format_version", f"it is {version}; this release understands up to {FORMAT}.")
    return report


def _by_id(
    report: Mapping[str, Any], name: str, parse: Callable[[dict[str, Any]], T], found: list[Violation]
) -> dict[str, T]:
    parsed: dict[str, T] = {}
    for place, entry in _entries(report, name, name, found):
        value = _parsed(entry, parse, place, found)
        if value is None:
            continue
        id = str(entry["id"])
        if id in parsed:
            found.append(Violation(REPORT, place, f"the id {id} is used twice."))
        parsed.setdefault(id, value)
    return parsed


def _entries(
    holder: Mapping[str, Any], name: str, where: str, found: list[Violation]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a list with their places; whatever is not one is a violation."""
    listed = holder.get(name)
    if not isinstance(listed, list):
        found.append(Violation(REPORT, where, "it is missing or not a list."))
        return
    for at, entry in enumerate(listed):
        if isinstance(entry, dict):
            yield f"{where}/{at}", entry
        else:
            found.append(Violation(REPORT, f"{where}/{at}", "it is not an object."))


def _parsed(
    entry: dict[str, Any], parse: Callable[[dict[str, Any]], T], place: str, found: list[Violation]
) -> T | None:
    try:
        return parse(entry)
    except ValidationError as error:
        first = error.errors()[0]
        found.append(Violation(REPORT, place, f"{'/'.join(map(str, first['loc']))} is malformed: {first['msg']}."))
    except (TypeError, RecursionError) as error:
        found.append(Violation(REPORT, place, f"it is malformed: {error}."))
    return None


def _sentences(report: Mapping[str, Any], found: list[Violation]) -> Iterator[tuple[str, Sentence]]:
    holders = [("answer_sentences", "answer_sentences", report)]
    holders += [
        (f"{place}/sentences", "sentences", section)
        for place, section in _entries(report, "sections", "sections", found)
    ]
    for where, name, holder in holders:
        for place, entry in _entries(holder, name, where, found):
            sentence = _parsed(entry, lambda entry: load(Sentence, entry), place, found)
            if sentence is not None:
                yield place, sentence


def _read_source(folder: Path, source: Source, found: list[Violation]) -> Document | None:
    """The stored document; None, with the violation on the list, when its text is not the text that was read."""
    if not _ID.fullmatch(source.id):
        found.append(Violation(REPORT, source.id, "it is not the id of a source."))
        return None
    name = f"sources/{source.id}.txt"
    try:
        data = (folder / name).read_bytes()
        text = data.decode("utf-8")
    except OSError as error:
        found.append(Violation(name, "", f"it cannot be read: {error.strerror or error}."))
        return None
    except UnicodeDecodeError:
        found.append(Violation(name, "", "it is not UTF-8: it was changed after the run."))
        return None
    if hashlib.sha256(data).hexdigest() != source.sha256 or len(text) != source.length:
        found.append(Violation(name, "", "its hash is not the one on record: it was changed after the run."))
        return None
    return _described(folder, source, text, found)


def _described(folder: Path, source: Source, text: str, found: list[Violation]) -> Document:
    """The document with its pages, from the description beside the text."""
    name = f"sources/{source.id}.json"
    bare = Document(source=source, text=text, blocks=())
    try:
        document = load(Document, {**json.loads((folder / name).read_bytes().decode("utf-8")), "text": text})
    except OSError as error:
        found.append(Violation(name, "", f"it cannot be read: {error.strerror or error}."))
        return bare
    except (ValueError, TypeError, RecursionError):  # ValidationError is a ValueError
        found.append(Violation(name, "", "it is not the description of a source."))
        return bare
    for field in ("id", "sha256", "address", "title", "published", "publisher", "version"):
        if getattr(document.source, field) != getattr(source, field):
            found.append(Violation(name, field, f"it is not the same as in {REPORT}."))
    return document


_Faults = Iterable[tuple[str, str]]


def _check_quotes(record: _Record) -> _Faults:
    for quote in record.quotes.values():
        document = record.documents.get(quote.source)
        if quote.source not in record.sources:
            yield quote.id, f"its source {quote.source} is not on record."
        elif document is None:
            yield quote.id, f"it cannot be checked: the text of {quote.source} is not the text that was read."
        elif not 0 <= quote.start < quote.end <= len(document.text):
            yield quote.id, f"its offsets {quote.start}–{quote.end} lie outside the text of {quote.source}."
        elif document.text[quote.start : quote.end] != quote.text:
            yield quote.id, f"its words are not those at {quote.start}–{quote.end} of {quote.source}."
        elif quote.page != page_at(document, quote.start) and document.pages:
            yield quote.id, f"it stands on page {page_at(document, quote.start)}, not {quote.page}."


def _check_claims(record: _Record) -> _Faults:
    for claim in record.claims.values():
        if not claim.quotes:
            yield claim.id, "it has no quote."
        yield from ((claim.id, f"its quote {id} is not on record.") for id in claim.quotes if id not in record.quotes)
        positioned = {id for position in claim.positions for id in position.quotes}
        if not positioned <= set(claim.quotes):
            yield claim.id, "a position rests on a quote that is not among the claim's."
        yield from ((claim.id, reason) for reason in _faults_of_sides(claim, record))
        if claim.status is ClaimStatus.DISPUTED and len(claim.positions) < 2:
            yield claim.id, "it is disputed and does not have two positions."
        if claim.status is ClaimStatus.AGREED:
            sources = {record.quotes[id].source for id in claim.quotes if id in record.quotes}
            if len(sources) < 2:
                yield claim.id, "it counts as agreed and rests on one source."


def _faults_of_sides(claim: Claim, record: _Record) -> Iterator[str]:
    for position in claim.positions:
        quotes = [record.quotes[id] for id in position.quotes if id in record.quotes]
        side = DraftSentence(text=position.statement)
        for reason in check_support(side, quotes, record.sources, documents=record.documents):
            yield f"of its position “{_short(position.statement)}”: {reason}"


def _check_sentences(record: _Record) -> _Faults:
    for place, sentence in record.sentences:
        if not sentence.verified:
            if not sentence.note:
                yield place, "it is marked as unverified and does not say why."
            continue
        if not sentence.claims:
            yield place, "it carries no claim."
            continue
        unknown = [id for id in sentence.claims if id not in record.claims]
        if unknown:
            yield place, f"its claim {', '.join(unknown)} is not on record."
            continue
        draft = DraftSentence(
            text=sentence.text,
            kind=sentence.kind,
            cells=sentence.cells,
            claims=sentence.claims,
            derived=sentence.derived,
            confirmed=sentence.confirmed,
        )
        ids = dict.fromkeys(id for claim in sentence.claims for id in record.claims[claim].quotes)
        quotes = [record.quotes[id] for id in ids if id in record.quotes]
        faults = check_support(draft, quotes, record.sources, documents=record.documents, question=record.question)
        for reason in faults:
            yield place, f"{reason} (“{_short(sentence_text(draft))}”)"


def _check_use(record: _Record) -> _Faults:
    """Nothing is listed that nobody uses: the numbers of the reference list have no gap."""
    cited = {id for _, sentence in record.sentences for id in sentence.claims}
    for claim in record.claims.values():
        if claim.id not in cited and claim.status is not ClaimStatus.DISPUTED:
            yield claim.id, "no sentence carries it."
    quoted = {id for claim in record.claims.values() for id in claim.quotes}
    yield from ((id, "no claim rests on it.") for id in record.quotes if id not in quoted)
    drawn_on = {quote.source for quote in record.quotes.values()}
    yield from ((id, "no quote is taken from it.") for id in record.sources if id not in drawn_on)


def _short(text: str) -> str:
    return text if len(text) <= 100 else text[:97] + "..."
