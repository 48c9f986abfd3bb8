"""An address in, a Document out: through the journal, once a run, within the user's limits.

Web addresses are fetched under the rules of ``guard``; ``file://`` addresses are read from disk only below the
documents that the user named, whoever asks for them.
"""

from __future__ import annotations

import asyncio
import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urldefrag, urlsplit

from research_agent.codec import dump, load
from research_agent.domain import Document, Limits, Source
from research_agent.errors import ReadError
from research_agent.events import Emit, ignore
from research_agent.limits import refusal
from research_agent.reading.cache import ExtractionCache, read_file
from research_agent.reading.extract import Extracted, extract
from research_agent.reading.guard import Resolve, system_resolver
from research_agent.reading.local_files import LocalRoots
from research_agent.reading.records import line_of, pick_line
from research_agent.recorder import CallKey, Recorder, Reply
from research_agent.settings import Settings

EXTRACTIONS_AT_ONCE = 2
"""Extraction is Python on the processor: more threads than this only take turns."""


class Store(Protocol):
    """Keeps documents for the run. Blocks for the disk."""

    def save(self, document: Document) -> None: ...

    def load(self, id: str) -> Document: ...


class Reader:
    """Reads documents for one run.

    Args:
        settings: fetching, ``documents`` (the only places on disk that are read), ``cache_dir``.
        recorder: the run's journal.
        store: where documents are kept; a document is there before its reading is recorded.
        emit: hears of waiting.
        resolve: how host names are looked up; tests hand in their own.
    """

    def __init__(
        self,
        settings: Settings,
        recorder: Recorder,
        store: Store,
        *,
        emit: Emit = ignore,
        resolve: Resolve = system_resolver,
    ) -> None:
        self._settings = settings
        self._recorder = recorder
        self._store = store
        self._emit = emit
        self._resolve = resolve
        self._roots = LocalRoots(settings.documents)
        self._cache = ExtractionCache(settings.cache_dir)
        self._extracting = asyncio.Semaphore(EXTRACTIONS_AT_ONCE)
        self._tasks: dict[str, asyncio.Task[Document]] = {}
        self._fetcher: Any = None

    async def read(self, address: str, limits: Limits | None = None) -> Document:
        """The document behind an address; one download a run, however often and at once it is asked for.

        Raises:
            ReadError: see ``errors``; kind ``excluded`` when the limits do not allow it.
        """
        limits = limits or Limits()
        _require_allowed(limits, address, None, read=False)
        key = address if line_of(address) is not None else urldefrag(address).url
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._recorded(key))
            self._tasks[key].add_done_callback(_heard)
        document = await asyncio.shield(self._tasks[key])
        _require_allowed(limits, document.source.address, document, read=True)
        return document

    async def aclose(self) -> None:
        """Stop what is still being read and free the connections."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        if self._fetcher is not None:
            await self._fetcher.aclose()

    async def _recorded(self, address: str) -> Document:
        made: list[Document] = []

        async def perform() -> Reply:
            document = await self._document(address)
            # Stored before it is recorded: a crash in between costs a download, never a source that is not there.
            await asyncio.to_thread(self._store.save, document)
            made.append(document)
            return Reply(value=dump(document.source))

        key = CallKey(stage="read", role="fetch", subject=address)
        reply = await self._recorder.call(key, {"address": address}, perform)
        source = load(Source, reply.value)
        if made and made[0].source == source:
            return made[0]
        return await asyncio.to_thread(self._store.load, source.id)

    async def _document(self, address: str) -> Document:
        if urlsplit(address).scheme == "file":
            path = self._roots.require(address)
            async with self._extracting:
                extracted = await asyncio.to_thread(self._extract_local, path, address)
            return to_document(extracted, address=address, requested=address, path=path)
        return await self._web_document(address)

    def _extract_local(self, path: Path, address: str) -> Extracted:
        if line_of(address) is None:
            return self._cache.extract_file(path)
        return extract(pick_line(read_file(path), address), address=address)

    async def _web_document(self, address: str) -> Document:
        fetched = await self._fetch().fetch(address)
        async with self._extracting:
            extracted = await asyncio.to_thread(
                self._cache.extract_bytes, fetched.data, address=fetched.address, content_type=fetched.content_type
            )
        return to_document(extracted, address=fetched.address, requested=address)

    def _fetch(self) -> Any:
        """The fetcher, made when the first web page is asked for: a run over local documents needs none."""
        if self._fetcher is None:
            from research_agent.reading.fetch import Fetcher

            self._fetcher = Fetcher(self._settings, emit=self._emit, resolve=self._resolve)
        return self._fetcher


def _heard(task: asyncio.Task[Document]) -> None:
    """A failure that nobody waited for (all who asked were cancelled) is in the journal, and no news for asyncio."""
    if not task.cancelled():
        task.exception()


def _require_allowed(limits: Limits, address: str, document: Document | None, *, read: bool) -> None:
    why = refusal(limits, address, document.source.published if document else None, read=read)
    if why:
        raise ReadError(
            f"{address} was left out: {why}.", kind="excluded", next_step="Change the limits if it should be used."
        )


def to_document(extracted: Extracted, *, address: str, requested: str, path: Path | None = None) -> Document:
    """A Document with its Source, as read now."""
    text = extracted.text
    source = Source(
        id="s" + hashlib.sha256(f"{address}\n{text}".encode()).hexdigest()[:8],
        address=address,
        title=extracted.title,
        retrieved=datetime.now(UTC).isoformat(timespec="seconds"),
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        length=len(text),
        format=extracted.format,
        requested=requested if requested != address else "",
        path=str(path) if path else None,
        published=extracted.published,
        author=extracted.author,
        publisher=extracted.publisher or (urlsplit(extracted.canonical).hostname or "" if path else ""),
        language=extracted.language,
        canonical=extracted.canonical if extracted.canonical != address else "",
        alternates=extracted.alternates,
        standing=extracted.standing,
        standing_words=extracted.standing_words,
        work=extracted.work,
        version=extracted.version,
        part_of=extracted.part_of,
        notes=extracted.notes,
    )
    return Document(source=source, text=text, blocks=extracted.blocks, pages=extracted.pages)
