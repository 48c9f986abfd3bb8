"""Extraction once for the same bytes, whoever asks, and never a wrong text."""

from __future__ import annotations

import multiprocessing
import sqlite3
from pathlib import Path

import pytest

from research_agent.errors import ReadError
from research_agent.reading import cache as module
from research_agent.reading.cache import ExtractionCache
from research_agent.reading.extract import extract

PAGE = (
    b"<html><title>T</title><body><h1>Head</h1><p>Some text, long enough.</p>"
    b"<table><tr><th>a<th>b<tr><td>1<td>2</table>"
)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that were really extracted."""
    calls: list[str] = []

    def counting(data: bytes, *, address: str, content_type: str | None = None) -> object:
        calls.append(address)
        return extract(data, address=address, content_type=content_type)

    monkeypatch.setattr(module, "extract", counting)
    return calls


def test_the_second_time_it_is_remembered(tmp_path: Path, counted: list[str]) -> None:
    file = tmp_path / "a.html"
    file.write_bytes(PAGE)
    first = ExtractionCache(tmp_path / "cache").extract_file(file)
    second = ExtractionCache(tmp_path / "cache").extract_file(file)
    assert first == second == extract(PAGE, address=file.as_uri())
    assert len(counted) == 1


def test_other_bytes_or_another_version_folder_are_extracted_anew(tmp_path: Path, counted: list[str]) -> None:
    cache = ExtractionCache(tmp_path)
    addresses = ("file:///d/borg-1.1/a.html", "file:///d/borg-1.2/a.html", "https://x.test/borg-1.2/a.html")
    assert [cache.extract_bytes(PAGE, address=address).version for address in addresses] == ["1.1", "1.2", "1.2"]
    cache.extract_bytes(PAGE + b" more", address=addresses[0])
    assert len(counted) == 4


def test_a_failure_is_remembered_and_names_the_file_that_is_asked_for(tmp_path: Path, counted: list[str]) -> None:
    cache = ExtractionCache(tmp_path / "cache")
    for folder in ("one", "two"):
        path = tmp_path / folder / "x" / "y" / "empty.html"
        path.parent.mkdir(parents=True)
        path.write_bytes(b"<html><title>Loading</title></html>")
        with pytest.raises(ReadError) as caught:
            cache.extract_file(path)
        assert caught.value.kind == "empty"
        assert str(path) in str(caught.value)
    assert len(counted) == 1


def test_a_damaged_cache_is_reported_and_does_no_harm(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "extraction.sqlite").write_bytes(b"no database at all" * 100)
    assert ExtractionCache(tmp_path).extract_bytes(PAGE, address="a.html").title == "T"
    assert "cannot be used" in caplog.text


def test_it_does_not_grow_for_ever(tmp_path: Path) -> None:
    cache = ExtractionCache(tmp_path, max_bytes=20_000)
    for number in range(300):
        cache.extract_bytes(PAGE + str(number).encode() * 10, address="a.html")
    with sqlite3.connect(tmp_path / "extraction.sqlite") as connection:
        size = connection.execute("SELECT sum(size) FROM extraction").fetchone()[0]
    connection.close()
    assert size < 60_000


def _fill(folder: str) -> int:
    cache = ExtractionCache(Path(folder))
    return sum(
        len(cache.extract_bytes(PAGE + str(number % 20).encode(), address="a.html").text) for number in range(40)
    )


@pytest.mark.slow
def test_two_processes_may_use_it_at_once(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert len(set(pool.map(_fill, [str(tmp_path)] * 2))) == 1


@pytest.mark.parametrize(
    ("make", "kind"), [(lambda path: None, "not_found"), (lambda path: path.mkdir(), "permission")]
)
def test_files_that_cannot_be_read(tmp_path: Path, make: object, kind: str) -> None:
    path = tmp_path / "missing.html"
    make(path)  # type: ignore[operator]
    with pytest.raises(ReadError) as caught:
        ExtractionCache(tmp_path).extract_file(path)
    assert caught.value.kind == kind
    assert str(path) in str(caught.value)
