"""Ranking: any query is valid, results have one order, removed documents leave no trace."""

from __future__ import annotations

import random
import re
import shutil
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.search.local.index import PassageIndex
from research_agent.search.local.records import DocumentRecord, record
from research_agent.text.passages import split_passages

BLANK_LINES = re.compile(r"\n\n")


def document(name: str, text: str, title: str = "", published: date | None = None) -> DocumentRecord:
    return record(
        address=f"file:///{name}", path=f"/{name}", shown=name, title=title, text=text, blocks=(), published=published
    )


def index_of(*documents: DocumentRecord, folder: Path | None = None) -> PassageIndex:
    index = PassageIndex(folder)
    index.update(add=documents)
    return index


def names(index: PassageIndex, query: str, limit: int = 10) -> list[str]:
    return [found.address.removeprefix("file:///") for found in index.search(query, limit)]


SMALL = index_of(
    document("en", "VACUUM reclaims storage occupied by dead tuples.", "Routine Vacuuming", date(2024, 5, 1)),
    document("zh", "数据库升级之前应当先备份。"),
    document("ja", "データベースを更新する前にバックアップを取る。"),
    document("id", "Set vacuum_freeze_min_age below two billion in PostgreSQL 15.20."),
)


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("How does vacuuming reclaim dead tuples?", "en"),
        ("升级数据库要备份吗", "zh"),
        ("データベースの更新", "ja"),
        ("vacuum_freeze_min_age", "id"),
        ("freeze", "id"),
        ("PostgreSQL 15", "id"),
        ("ROUTINE", "en"),
        ("ＶＡＣＵＵＭ reclaims", "en"),
    ],
)
def test_the_fitting_document_comes_first(query: str, best: str) -> None:
    assert names(SMALL, query)[0] == best


@pytest.mark.parametrize(
    "query",
    ["", " ", "foo:bar", "[a", "AND", "a OR", '"', "\\", "*", "-", "😀", "the", "\0", "vacuum^", "~1", "x" * 10_000],
)
def test_weird_queries_are_queries(query: str) -> None:
    assert isinstance(SMALL.search(query, 5), tuple)


@given(st.text(max_size=200))
def test_any_text_is_a_query(text: str) -> None:
    assert len(SMALL.search(text, 3)) <= 3


def test_a_query_of_ten_thousand_characters_still_finds() -> None:
    noise = " ".join(f"word{n}" for n in range(1200))
    assert names(SMALL, f"{noise} reclaims storage")[0] == "en"


def test_a_query_of_stop_words_searches_for_them() -> None:
    index = index_of(document("a", "To be or not to be."), document("b", "Something else."))
    assert names(index, "to be or not to be") == ["a"]


def test_a_hit_tells_what_matched() -> None:
    (found,) = SMALL.search("reclaims", 1)
    assert found.title == "Routine Vacuuming"
    assert found.published == date(2024, 5, 1)
    assert "VACUUM reclaims storage" in found.snippet
    assert found.spans == ((0, 48),)


def test_spans_are_passages_of_the_text_best_first() -> None:
    parts = [f"Paragraph {n} tells nothing of interest. " * 20 for n in range(6)]
    parts[4] = "The quick brown fox jumps over the lazy dog. " * 18
    parts[2] = f"A fox lives here. {'It rains. ' * 60}"
    text = "\n\n".join(parts)
    (found,) = index_of(document("a", text)).search("quick brown fox jumps", 5)
    first, *rest = [text[start:end] for start, end in found.spans]
    assert first.startswith("The quick")
    assert any(passage.startswith("A fox") for passage in rest)
    assert set(found.spans) <= {(p.start, p.end) for p in split_passages("s", text, ())}


def test_a_document_with_many_passages_counts_once() -> None:
    long = "\n\n".join(f"Backup number {n}. {'Keep it safe. ' * 50}" for n in range(400))
    index = index_of(document("long", long), *[document(f"d{n}", f"Restore {n} and a backup too.") for n in range(12)])
    found = names(index, "backup", 10)
    assert len(found) == len(set(found)) == 10


def twins(count: int) -> list[DocumentRecord]:
    return [document(f"d{n:03}", "The very same text on replication slots.") for n in range(count)]


def test_equal_documents_come_in_the_order_of_their_paths() -> None:
    shuffled = twins(300)
    random.Random(7).shuffle(shuffled)
    assert names(index_of(*shuffled), "replication slots", 5) == [f"d{n:03}" for n in range(5)]


def test_the_order_is_the_same_however_the_index_came_about(tmp_path: Path) -> None:
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]
    chance = random.Random(3)
    documents = [document(f"d{n:03}", " ".join(chance.choices(words, k=30))) for n in range(200)]
    at_once = index_of(*documents)
    bit_by_bit = PassageIndex(tmp_path / "a")
    for start in range(0, 200, 13):
        bit_by_bit.update(add=documents[start : start + 13][::-1])
    for query in ("alpha", "beta gamma", "delta epsilon zeta eta", "theta alpha"):
        assert [(f.address, f.score) for f in at_once.search(query, 50)] == [
            (f.address, f.score) for f in bit_by_bit.search(query, 50)
        ]


def test_removed_documents_leave_the_statistics_with_the_copy(tmp_path: Path) -> None:
    kept = [document(f"k{n}", f"Kept text number {n} on backups of databases.") for n in range(20)]
    gone = [document(f"g{n}", "backups backups backups") for n in range(30)]
    index = index_of(*kept, *gone, folder=tmp_path / "a")
    index.update(remove=[one.path for one in gone])
    assert index.passages == 20
    copied = index.copy_to(tmp_path / "b")
    assert copied.search("backups 7", 20) == index_of(*kept).search("backups 7", 20)


def test_an_index_is_found_again_and_survives_the_removal_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    index_of(document("a", "Text on backups."), folder=folder)
    again = PassageIndex(folder)
    shutil.rmtree(folder)
    assert names(again, "backups") == ["a"]
