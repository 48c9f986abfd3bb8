"""The reader: journalled, once a run, within the limits, and from nowhere on disk but the user's documents."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from research_agent.codec import dump, load
from research_agent.domain import Document, Limits, Source
from research_agent.errors import ReadError, ResearchError, from_record
from research_agent.reading.reader import Reader
from research_agent.recorder import CallKey, Reply
from research_agent.settings import Settings
from tests.support.http_site import Site, http_site

PAGE = (
    b'<html><head><title>Harbour</title><meta name="date" content="2020-05-01"></head>'
    b"<body><p>The harbour opened in 1911.</p></body></html>"
)


class MemoryStore:
    """A store that keeps what it is given, and says so."""

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}
        self.loads = 0

    def save(self, document: Document) -> None:
        self.documents[document.source.id] = document

    def load(self, id: str) -> Document:
        self.loads += 1
        return self.documents[id]


class MemoryRecorder:
    """A journal in memory: the recorded reply for a key it knows, in the form that it has as JSON."""

    def __init__(self) -> None:
        self.records: dict[CallKey, str] = {}

    async def call(
        self, key: CallKey, request: Any, perform: Callable[[], Awaitable[Reply]], *, meta: dict[str, Any] | None = None
    ) -> Reply:
        if key not in self.records:
            try:
                reply = await perform()
                self.records[key] = json.dumps({"value": reply.value})
            except ResearchError as error:
                self.records[key] = json.dumps(error.to_record())
        record = json.loads(self.records[key])
        if "error" in record:
            raise from_record(record)
        return Reply(value=record["value"])


@pytest.fixture
def site() -> Iterator[Site]:
    with http_site() as running:
        running.add("/page", PAGE)
        yield running


class Bench:
    """A reader with its recorder and store; ``again`` makes a second reader on the same two."""

    def __init__(self, **settings: Any) -> None:
        self.settings = Settings(host_delay=0.0, **settings)
        self.recorder = MemoryRecorder()
        self.store = MemoryStore()
        self.readers: list[Reader] = []
        self.reader = self.again()

    def again(self) -> Reader:
        self.readers.append(Reader(self.settings, self.recorder, self.store))
        return self.readers[-1]


@pytest.fixture
async def bench(site: Site, tmp_path: Path) -> AsyncIterator[Bench]:
    documents = tmp_path / "documents"
    documents.mkdir()
    made = Bench(fetch_allow=(site.host,), documents=(str(documents),), cache_dir=tmp_path / "cache")
    yield made
    for reader in made.readers:
        await reader.aclose()


async def failure(reader: Reader, address: str, limits: Limits | None = None) -> ReadError:
    with pytest.raises(ReadError) as caught:
        await reader.read(address, limits)
    return caught.value


async def test_a_page_becomes_a_document(bench: Bench, site: Site) -> None:
    site.redirect("/old", "/page")
    document = await bench.reader.read(site.url("/old"))
    source = document.source
    assert document.text == "The harbour opened in 1911."
    assert (source.title, source.published, source.format) == ("Harbour", date(2020, 5, 1), "html")
    assert (source.address, source.requested) == (site.url("/page"), site.url("/old"))
    assert source.sha256 == hashlib.sha256(document.text.encode()).hexdigest()
    assert source.length == len(document.text)
    assert source.id.startswith("s")
    assert len(source.id) == 9
    assert bench.store.documents[source.id] == document
    assert load(Source, dump(source)) == source


async def test_many_who_ask_at_once_share_one_download(bench: Bench, site: Site) -> None:
    site.add("/page", PAGE, delay=0.05)
    documents = await asyncio.gather(*(bench.reader.read(site.url(f"/page#{number}")) for number in range(6)))
    assert len({id(document) for document in documents}) == 1
    assert site.count("/page") == 1


async def test_one_who_stops_waiting_does_not_stop_the_others(bench: Bench, site: Site) -> None:
    site.add("/page", PAGE, delay=0.1)
    first = asyncio.create_task(bench.reader.read(site.url("/page")))
    second = asyncio.create_task(bench.reader.read(site.url("/page")))
    await asyncio.sleep(0.02)
    first.cancel()
    assert (await second).text


async def test_a_second_run_reads_from_the_journal_and_the_store(bench: Bench, site: Site) -> None:
    first = await bench.reader.read(site.url("/page"))
    again = await bench.again().read(site.url("/page"))
    assert again == first
    assert (site.count("/page"), bench.store.loads) == (1, 1)


async def test_a_failure_is_recorded_and_is_the_same_again(bench: Bench, site: Site) -> None:
    first = await failure(bench.reader, site.url("/missing"))
    again = await failure(bench.again(), site.url("/missing"))
    assert (first.kind, str(first)) == (again.kind, str(again)) == ("not_found", str(first))
    assert site.count("/missing") == 1
    assert json.loads(bench.recorder.records[CallKey(stage="read", role="fetch", subject=site.url("/missing"))])["kind"]


async def test_limits_are_enforced_before_and_after(bench: Bench, site: Site) -> None:
    never = await failure(bench.reader, site.url("/page"), Limits(exclude_sites=("127.0.0.1",)))
    assert (never.kind, site.count("/page")) == ("excluded", 0)
    late = await failure(bench.reader, site.url("/page"), Limits(since=date(2021, 1, 1)))
    assert (late.kind, site.count("/page")) == ("excluded", 1)
    assert (await bench.reader.read(site.url("/page"), Limits(since=date(2020, 1, 1)))).text


async def test_a_local_document(bench: Bench) -> None:
    path = Path(bench.settings.documents[0]) / "borg-1.2" / "a b.html"
    path.parent.mkdir()
    path.write_bytes(PAGE)
    source = (await bench.reader.read(path.as_uri())).source
    assert (source.path, source.address, source.version) == (str(path.resolve()), path.as_uri(), "1.2")


async def test_a_line_of_a_json_lines_file(bench: Bench) -> None:
    path = Path(bench.settings.documents[0]) / "x.jsonl"
    path.write_text(
        '{"title": "One", "text": "First text."}\n{"title": "Two", "text": "Second text."}\n', encoding="utf-8"
    )
    document = await bench.reader.read(f"{path.as_uri()}#line=2")
    assert (document.source.title, document.text) == ("Two", "Two\n\nSecond text.")
    assert (await failure(bench.reader, f"{path.as_uri()}#line=3")).kind == "not_found"


async def test_nothing_else_on_disk_is_read(bench: Bench, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("a secret", encoding="utf-8")
    root = Path(bench.settings.documents[0])
    (root / "link.txt").symlink_to(secret)
    ways = [
        secret.as_uri(),
        f"{root.as_uri()}/../secret.txt",
        f"{root.as_uri()}/%2e%2e/secret.txt",
        f"{root.as_uri()}/link.txt",
        "file:///etc/passwd",
        "file://otherhost/etc/passwd",
    ]
    for way in ways:
        assert (await failure(bench.reader, way)).kind == "blocked_address", way
    assert (await failure(bench.reader, (root / "none.txt").as_uri())).kind == "not_found"


async def test_a_page_cannot_lead_to_a_file(bench: Bench, site: Site) -> None:
    path = Path(bench.settings.documents[0]) / "a.html"
    path.write_bytes(PAGE)
    site.redirect("/leak", path.as_uri())
    assert (await failure(bench.reader, site.url("/leak"))).kind == "blocked_address"


async def test_globs_and_single_files_are_roots(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "c.md"):
        (tmp_path / name).write_text("Some words.", encoding="utf-8")
    bench = Bench(documents=(str(tmp_path / "*.txt"), str(tmp_path / "c.md")), cache_dir=tmp_path / "cache")
    for name in ("a.txt", "c.md"):
        assert (await bench.reader.read((tmp_path / name).as_uri())).text == "Some words."
    (tmp_path / "d.rst").write_text("Some words.", encoding="utf-8")
    assert (await failure(bench.reader, (tmp_path / "d.rst").as_uri())).kind == "blocked_address"
    await bench.reader.aclose()


async def test_the_reader_and_the_cache_of_the_index_have_the_same_text(bench: Bench) -> None:
    from research_agent.reading.cache import ExtractionCache

    path = Path(bench.settings.documents[0]) / "a.html"
    path.write_bytes(PAGE)
    indexed = ExtractionCache(bench.settings.cache_dir).extract_file(path.resolve())
    document = await bench.reader.read(path.resolve().as_uri())
    assert (document.text, document.blocks) == (indexed.text, indexed.blocks)
