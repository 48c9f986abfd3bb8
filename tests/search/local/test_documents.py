"""The user's documents: indexed once, kept up to date, searched in one order, with failures told."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from datetime import date
from functools import partial
from pathlib import Path

import pytest

from research_agent.domain import Limits, SearchHit
from research_agent.errors import ConfigError, SearchError
from research_agent.events import Event
from research_agent.reading.cache import ExtractionCache
from research_agent.reading.extract import Extracted
from research_agent.search.base import Query
from research_agent.search.local import upkeep
from research_agent.search.local.documents import LocalDocuments
from research_agent.search.local.worker import read_files


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "vacuum.md").write_text("# Vacuum\n\nVACUUM reclaims storage occupied by dead tuples in PostgreSQL.\n")
    (folder / "backup.txt").write_text("A backup should be tested by restoring it on another machine once a month.\n")
    (folder / "升级.md").write_text("# 升级\n\n数据库升级之前应当先备份，然后停止所有写入操作。\n")
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def query(text: str, limit: int = 10, **limits: date) -> Query:
    return Query(text=text, language="en", limits=Limits(**limits), limit=limit)  # type: ignore[arg-type]


async def prepared(paths: Path | list[Path], cache: Path, told: list[Event] | None = None) -> LocalDocuments:
    documents = LocalDocuments(paths if isinstance(paths, list) else [paths], cache)
    await documents.prepare((told if told is not None else []).append)
    await asyncio.sleep(0)
    return documents


async def names(documents: LocalDocuments, text: str) -> list[str]:
    return [hit.address.rsplit("/", 1)[1] for hit in await documents.search(query(text))]


async def files_read(root: Path, cache: Path) -> int:
    told: list[Event] = []
    await prepared(root, cache, told)
    return int(told[-1]["read"])


async def test_a_hit_is_a_file_with_its_best_passages(root: Path, cache: Path) -> None:
    (hit, *_) = await (await prepared(root, cache)).search(query("what does vacuum reclaim"))
    path = root / "vacuum.md"
    assert (hit.address, hit.title, hit.provider, hit.rank) == (path.as_uri(), "Vacuum", "local", 1)
    stored = ExtractionCache(cache).extract_file(path).text
    start, end = hit.spans[0]
    assert "reclaims storage" in stored[start:end]


async def test_a_chinese_question_finds_a_chinese_document(root: Path, cache: Path) -> None:
    (hit, *_) = await (await prepared(root, cache)).search(query("升级前要做什么"))
    assert hit.title == "升级"


async def test_nothing_is_written_beside_the_documents(root: Path, cache: Path) -> None:
    before = sorted(root.rglob("*"))
    await prepared(root, cache)
    assert sorted(root.rglob("*")) == before


async def test_only_what_changed_is_read_again(root: Path, cache: Path) -> None:
    assert await files_read(root, cache) == 3
    assert await files_read(root, cache) == 0
    (root / "new.txt").write_text("Replication slots keep write-ahead log segments until they are consumed.")
    assert await files_read(root, cache) == 1
    (root / "backup.txt").write_text("Backups are encrypted before they leave the building, always and everywhere.")
    assert await files_read(root, cache) == 1
    documents = await prepared(root, cache)
    assert await names(documents, "replication slots") == ["new.txt"]
    assert await names(documents, "encrypted") == ["backup.txt"]
    assert await names(documents, "restoring month") == []


async def test_a_touched_file_is_not_read_again(root: Path, cache: Path) -> None:
    await prepared(root, cache)
    os.utime(root / "vacuum.md", (1, 1))
    assert await files_read(root, cache) == 0


async def test_a_deleted_file_is_gone_from_results_and_statistics(root: Path, cache: Path, tmp_path: Path) -> None:
    for n in range(10):
        (root / f"x{n}.txt").write_text(f"Number {n}: vacuum and backup, vacuum and backup, again and again.")
    await prepared(root, cache)
    for n in range(10):
        (root / f"x{n}.txt").unlink()
    after = await prepared(root, cache)
    fresh = await prepared(root, tmp_path / "other-cache")
    for text in ("vacuum backup", "machine", "storage tuples"):
        assert await after.search(query(text)) == await fresh.search(query(text))


async def test_in_a_large_index_a_few_removals_wait(root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "_SMALL", 0)
    for n in range(60):
        (root / f"x{n}.txt").write_text(f"Document number {n} tells of the weather in the mountains of the north.")
    await prepared(root, cache)
    (root / "x0.txt").unlink()
    await prepared(root, cache)
    assert [place.name for place in (next((cache / "index").iterdir())).glob("index-*")] == ["index-1"]
    for n in range(1, 9):
        (root / f"x{n}.txt").unlink()
    documents = await prepared(root, cache)
    assert [place.name for place in (next((cache / "index").iterdir())).glob("index-*")] == ["index-2"]
    assert "x0.txt" not in await names(documents, "weather mountains document")


async def test_results_are_the_same_from_build_to_build(root: Path, tmp_path: Path) -> None:
    for n in range(40):
        (root / f"same{n}.txt").write_text("The same sentence on vacuum and backup stands in every one of these files.")
    first = await (await prepared(root, tmp_path / "one")).search(query("vacuum backup", 30))
    second = await (await prepared(root, tmp_path / "two")).search(query("vacuum backup", 30))
    assert first == second
    assert len(first) == 30


async def test_much_is_read_by_processes_of_their_own(root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("research_agent.search.local.documents.read_files", partial(read_files, little=0))
    for n in range(10):
        (root / f"d{n:02}.md").write_text(f"# Title {n}\n\nDocument {n} speaks of topic{n} and of nothing else at all.")
    documents = await prepared(root, cache)
    assert (await names(documents, "topic7"))[0] == "d07.md"
    assert documents.problems == ()


async def test_what_cannot_be_read_is_told_and_the_rest_is_searched(root: Path, cache: Path) -> None:
    (root / "broken.pdf").write_bytes(b"%PDF-1.4\nnot really")
    (root / "empty.txt").write_bytes(b"")
    (root / "data.unknown").write_bytes(bytes(range(256)) * 20)
    documents = await prepared(root, cache)
    told = {Path(problem.subject).name: problem.what for problem in documents.problems}
    assert set(told) == {"broken.pdf", "empty.txt", "data.unknown"}
    assert all(told.values())
    assert await names(documents, "vacuum") == ["vacuum.md"]
    again = await prepared(root, cache)
    assert again.problems == documents.problems


async def test_text_files_of_an_unknown_suffix_are_read(root: Path, cache: Path) -> None:
    (root / "README.Debian").write_text("The package keeps its clusters below a folder for each major version.")
    (root / "NEWS").write_text("The default of wal_compression changed in this release of the package.")
    documents = await prepared(root, cache)
    assert await names(documents, "clusters major version") == ["README.Debian"]
    assert await names(documents, "wal_compression") == ["NEWS"]


async def test_json_lines_are_documents_of_their_own(root: Path, cache: Path) -> None:
    lines = [
        json.dumps({"title": "Slots", "text": "Replication slots keep segments.", "date": "2024-05-01"}),
        "not json",
        json.dumps({"file": "a.html", "bytes": 12}),
        json.dumps({"title": "Locks", "text": "Advisory locks are held until released."}),
    ]
    (root / "notes.jsonl").write_text("\n".join(lines))
    documents = await prepared(root, cache)
    (hit, *_) = await documents.search(query("replication slots"))
    assert hit.address.endswith("notes.jsonl#line=1")
    assert hit.published == date(2024, 5, 1)
    assert await names(documents, "advisory locks") == ["notes.jsonl#line=4"]
    (problem,) = documents.problems
    assert "1 lines" in problem.what or "1 line" in problem.what


async def test_dates_decide_where_they_are_asked_for(root: Path, cache: Path) -> None:
    lines = [json.dumps({"text": f"Release number {n}.", "date": f"20{n}-01-01"}) for n in range(10, 26)]
    (root / "notes.jsonl").write_text("\n".join(lines))
    documents = await prepared(root, cache)
    hits = await documents.search(query("release number", 3, since=date(2023, 6, 1)))
    assert {hit.published for hit in hits} <= {date(2024, 1, 1), date(2025, 1, 1)}
    assert len(hits) == 2


async def test_an_empty_folder_is_wrong_usage(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigError, match="There are no files"):
        await prepared(tmp_path / "empty", cache)


async def test_a_folder_of_unreadable_files_is_wrong_usage_with_the_reasons(tmp_path: Path, cache: Path) -> None:
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4\nnot really")
    for _ in range(2):  # the second time from the manifest
        with pytest.raises(ConfigError, match=r"broken\.pdf") as caught:
            await prepared(folder, cache)
        assert caught.value.kind == "documents_unreadable"


async def test_a_missing_path_is_wrong_usage_and_in_a_search_a_failure(tmp_path: Path, cache: Path) -> None:
    with pytest.raises(ConfigError, match="does not exist"):
        await prepared(tmp_path / "none", cache)
    with pytest.raises(SearchError, match="does not exist"):
        await LocalDocuments([tmp_path / "none"], cache).search(query("x"))


async def test_an_unwritable_cache_says_what_to_set(root: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SearchError, match="RESEARCH_CACHE_DIR"):
        await prepared(root, tmp_path / "file" / "cache")


@pytest.mark.parametrize("damage", ["manifest", "index", "half"])
async def test_a_damaged_cache_is_made_anew(root: Path, cache: Path, damage: str) -> None:
    await prepared(root, cache)
    (folder,) = (cache / "index").iterdir()
    if damage == "manifest":
        (folder / "manifest.sqlite").write_bytes(b"this is no database, whatever its name says" * 100)
    elif damage == "index":
        (folder / "index-1" / "passages" / "meta.json").write_text("{")
    else:  # a crash between the index and the manifest
        import sqlite3

        with sqlite3.connect(folder / "manifest.sqlite") as database:
            database.execute("UPDATE state SET value = '' WHERE name = 'settled'")
        database.close()
    documents = await prepared(root, cache)
    assert await names(documents, "vacuum") == ["vacuum.md"]
    assert len(await documents.search(query("vacuum backup 升级"))) == 3


async def test_different_sets_of_paths_have_indexes_of_their_own(root: Path, cache: Path) -> None:
    both = await prepared(root, cache)
    one = await prepared(root / "vacuum.md", cache)
    assert await names(one, "backup vacuum") == ["vacuum.md"]
    assert len(await names(both, "backup vacuum")) == 2


PROGRAM = """
import asyncio, sys
from pathlib import Path
from research_agent.domain import Limits
from research_agent.search.base import Query
from research_agent.search.local.documents import LocalDocuments
from research_agent.search.local.worker import read_files

async def main():
    documents = LocalDocuments([sys.argv[1]], Path(sys.argv[2]))
    hits = await documents.search(Query(text="topic", language="en", limits=Limits(), limit=50))
    print(len(hits))

asyncio.run(main())
"""


def test_two_processes_at_once_both_work(root: Path, cache: Path) -> None:
    for n in range(30):
        (root / f"d{n:02}.md").write_text(
            f"# Title {n}\n\nDocument {n} speaks of the topic and of nothing else at all."
        )
    running = [
        subprocess.Popen([sys.executable, "-c", PROGRAM, str(root), str(cache)], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=120)[0] for process in running]
    assert answers == [b"30\n", b"30\n"]


async def test_a_search_in_progress_survives_another_runs_rebuild(root: Path, cache: Path) -> None:
    old = await prepared(root, cache)
    (root / "vacuum.md").unlink()
    await prepared(root, cache)
    hits: tuple[SearchHit, ...] = await old.search(query("vacuum"))
    assert [hit.title for hit in hits] == ["Vacuum"]


async def test_reading_can_be_stopped(root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(120):
        (root / f"d{n:03}.md").write_text(
            f"# Title {n}\n\nDocument {n} speaks of the topic and of nothing else at all."
        )
    extract_bytes, reading = ExtractionCache.extract_bytes, threading.Event()

    def slowly(self: ExtractionCache, data: bytes, *, address: str, content_type: str | None = None) -> Extracted:
        reading.set()
        time.sleep(0.05)  # 120 documents take six seconds: the reading is still going on when it is stopped
        return extract_bytes(self, data, address=address, content_type=content_type)

    with monkeypatch.context() as patch:
        patch.setattr(ExtractionCache, "extract_bytes", slowly)
        task = asyncio.create_task(LocalDocuments([root], cache).prepare())
        assert await asyncio.to_thread(reading.wait, 30)
        started = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.monotonic() - started < 2
    documents = await prepared(root, cache)
    assert len(await documents.search(query("topic", 300))) == 120


async def test_an_index_that_was_not_used_for_long_is_removed(root: Path, cache: Path) -> None:
    await prepared(root / "vacuum.md", cache)
    (old,) = (cache / "index").iterdir()
    os.utime(old / "lock", (1, 1))
    await prepared(root / "backup.txt", cache)
    assert not old.exists()
    assert len(list((cache / "index").iterdir())) == 1
