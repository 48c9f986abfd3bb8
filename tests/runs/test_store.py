from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research_agent.domain import Authority, Block, BlockKind, Document, Source
from research_agent.errors import ReadError, RunError
from research_agent.runs.canonical import digest
from research_agent.runs.folder import RunFolder
from research_agent.runs.store import SourceStore


def document(text: str = "Height\n8,848.86 m 珠峰\n", id: str = "s00000001") -> Document:
    source = Source(
        id=id,
        address="https://example.org/everest",
        title="Everest",
        retrieved="2026-11-30T10:00:00Z",
        sha256=digest(text),
        length=len(text),
        format="html",
        published=date(2020, 12, 8),
        authority=Authority.OFFICIAL,
        notes=("Cut at the size limit.",),
    )
    return Document(source=source, text=text, blocks=(Block(0, 6, BlockKind.HEADING, 1),), pages=(0,))


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path, "x?")


def test_a_document_comes_back_whole(folder: RunFolder) -> None:
    store = SourceStore(folder)
    store.save(document())
    assert store.load("s00000001") == document()
    assert store.ids() == ("s00000001",)
    assert (folder.path / "sources/s00000001.txt").read_bytes() == document().text.encode()


@settings(max_examples=30)
@given(text=st.text(st.characters(exclude_categories=["Cs"])).filter(lambda text: "\r" not in text))
def test_any_text_keeps_its_offsets(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    store = SourceStore(RunFolder.create(tmp_path_factory.getbasetemp() / "any", "x?"))
    if text.startswith("\ufeff"):
        with pytest.raises(ReadError):
            store.save(document(text))
    else:
        store.save(document(text))
        assert store.load("s00000001").text == text


@pytest.mark.parametrize("text", ["a\r\nb", "\ufeffa", "half an emoji \ud83d"])
def test_a_text_whose_offsets_would_move_is_refused(folder: RunFolder, text: str) -> None:
    faithful = document()
    with pytest.raises(ReadError):
        SourceStore(folder).save(replace(faithful, text=text))
    assert SourceStore(folder).ids() == ()


def test_a_text_that_is_not_its_source_is_refused(folder: RunFolder) -> None:
    with pytest.raises(ReadError, match="its hash"):
        SourceStore(folder).save(replace(document(), text="another"))


def test_saving_twice_writes_once(folder: RunFolder) -> None:
    store = SourceStore(folder)
    store.save(document())
    before = (folder.path / "sources/s00000001.txt").stat().st_ino
    store.save(document())
    assert (folder.path / "sources/s00000001.txt").stat().st_ino == before


def test_a_torn_source_is_saved_anew(folder: RunFolder) -> None:
    folder.write("sources/s00000001.txt", "Hei")
    store = SourceStore(folder)
    store.save(document())
    assert store.load("s00000001") == document()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("s00000001.txt", "Height\n8,849.86 m 珠峰\n"),
        ("s00000001.txt", b"\xff"),
        ("s00000001.json", "{}"),
        ("s00000001.json", "[1]"),
        ("s00000001.json", "{"),
    ],
)
def test_a_changed_source_is_noticed(folder: RunFolder, name: str, content: str | bytes) -> None:
    store = SourceStore(folder)
    store.save(document())
    folder.write(f"sources/{name}", content)
    with pytest.raises(RunError) as caught:
        store.load("s00000001")
    assert caught.value.kind == "tampered"


@pytest.mark.parametrize(("id", "kind"), [("s99999999", "missing"), ("../run", "bad_name"), ("", "bad_name")])
def test_an_unknown_source_is_said(folder: RunFolder, id: str, kind: str) -> None:
    with pytest.raises(RunError) as caught:
        SourceStore(folder).load(id)
    assert caught.value.kind == kind
