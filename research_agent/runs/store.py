"""The sources of a run, as files: the text that every quote points into, and what is known about it.

sources/<id>.txt    exactly the document's text, UTF-8, LF
sources/<id>.json   Source, blocks and pages
"""

from __future__ import annotations

import re

from pydantic import ValidationError

from research_agent.codec import dump, load
from research_agent.domain import Document
from research_agent.errors import ReadError, RunError
from research_agent.runs.canonical import digest
from research_agent.runs.folder import SOURCES, RunFolder

_ID = re.compile(r"[A-Za-z0-9_-]+")


class SourceStore:
    """Saves and loads documents in one run folder. Blocks for the disk: call it off the event loop."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder

    def save(self, document: Document) -> None:
        """Store a document; a document that is stored already is left as it is.

        Raises:
            ReadError: ``damaged``: its text does not survive being written and read, or is not what its source says.
            RunError: ``disk_full``, ``not_writable`` or ``bad_name``.
        """
        _refuse_unfaithful(document)
        text, facts = self._names(document.source.id)
        record = dump(document)
        del record["text"]
        if self._has(document):
            return
        self._folder.write(text, document.text)
        self._folder.write_json(facts, record)  # last: a source without it was not saved to the end

    def load(self, id: str) -> Document:
        """
        Raises:
            RunError: ``missing``, or ``tampered`` when the text is not what was stored.
        """
        text_name, facts_name = self._names(id)
        facts = self._folder.read_json(facts_name)
        text = self._folder.read_text(text_name)
        try:
            document = load(Document, {**facts, "text": text})
        except (TypeError, ValidationError) as error:
            raise self._tampered(id, "its description does not fit") from error
        if document.source.id != id or document.source.sha256 != digest(text) or document.source.length != len(text):
            raise self._tampered(id, "its text is not the text that was read")
        return document

    def ids(self) -> tuple[str, ...]:
        """The sources that are stored, in the order of their ids."""
        folder = self._folder.path / SOURCES
        return tuple(sorted(path.stem for path in folder.glob("*.json") if _ID.fullmatch(path.stem)))

    def _has(self, document: Document) -> bool:
        try:
            return self.load(document.source.id) == document
        except RunError:
            return False  # not there, or torn by a crash: written anew

    def _names(self, id: str) -> tuple[str, str]:
        if not _ID.fullmatch(id):
            raise RunError(f"{id!r} is not the id of a source.", kind="bad_name")
        return f"{SOURCES}/{id}.txt", f"{SOURCES}/{id}.json"

    def _tampered(self, id: str, why: str) -> RunError:
        return RunError(
            f"The source {id} of the run {self._folder.name} cannot be trusted: {why}.",
            kind="tampered",
            next_step="Restore the run's folder from a copy, or ask the question again.",
        )


def _refuse_unfaithful(document: Document) -> None:
    """Offsets are checked against the stored file, so the file must give back exactly the text."""
    source, text = document.source, document.text
    if "\r" in text or text.startswith("\ufeff"):
        why = "has carriage returns or starts with a byte order mark"
    elif any("\ud800" <= letter <= "\udfff" for letter in text):
        why = "has lone surrogates, which UTF-8 cannot hold"
    elif source.sha256 != digest(text) or source.length != len(text):
        why = "is not the text that its hash and length were taken from"
    else:
        return
    raise ReadError(f"The text of {source.address} {why}.", kind="damaged")
