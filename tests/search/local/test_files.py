"""Which files the given paths stand for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from research_agent.errors import ConfigError
from research_agent.search.local.files import find_files


def make(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("text")


def shown(*paths: Path | str) -> list[str]:
    return list(find_files([str(path) for path in paths]).files.values())


def test_a_folder_stands_for_the_files_below_it_in_order(tmp_path: Path) -> None:
    make(tmp_path, "b.txt", "a.md", "sub/c.html", "README")
    assert shown(tmp_path) == ["README", "a.md", "b.txt", "sub/c.html"]


def test_hidden_and_foreign_folders_are_not_entered_unless_named(tmp_path: Path) -> None:
    make(tmp_path, "a.md", ".git/b.md", "node_modules/c.md", ".hidden.md", ".notes/d.md")
    assert shown(tmp_path) == ["a.md"]
    assert shown(tmp_path / ".notes") == ["d.md"]


def test_files_that_are_no_documents_are_counted_by_suffix(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.png", "c.png", "d.js")
    found = find_files([str(tmp_path)])
    assert [problem.what for problem in found.problems] == [
        "1 file ending in .js skipped: not a document format.",
        "2 files ending in .png skipped: not a document format.",
    ]


def test_a_file_that_is_named_is_taken_whatever_its_suffix(tmp_path: Path) -> None:
    make(tmp_path, "b.png")
    assert shown(tmp_path / "b.png") == ["b.png"]


def test_globs_and_overlapping_paths_give_each_file_once(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.txt", "sub/c.md")
    assert shown(tmp_path / "*.md") == ["a.md"]
    assert shown(tmp_path / "**" / "*.md") == ["a.md", "c.md"]
    assert len(shown(tmp_path, tmp_path / "a.md", tmp_path / "sub")) == 3


def test_a_name_with_brackets_is_a_name_before_it_is_a_glob(tmp_path: Path) -> None:
    make(tmp_path, "[draft].md", "d.md")
    assert shown(tmp_path / "[draft].md") == ["[draft].md"]


def test_a_missing_path_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="does not exist") as caught:
        find_files([str(tmp_path / "none")])
    assert caught.value.kind == "documents_missing"


def test_links_inside_are_followed_once_and_links_outside_are_told(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    make(tmp_path, "root/a.md", "root/.store/b.md", "outside/secret.md")
    (root / "again.md").symlink_to(root / "a.md")
    (root / "b.md").symlink_to(root / ".store" / "b.md")
    (root / "secret.md").symlink_to(outside / "secret.md")
    (root / "folder").symlink_to(outside)
    (root / "loop").symlink_to(root)
    (root / "dangling.md").symlink_to(root / "nothing.md")
    found = find_files([str(root)])
    assert sorted(found.files.values()) == ["a.md", "b.md"]
    assert sorted(Path(problem.subject).name for problem in found.problems) == ["folder", "secret.md"]


def test_pipes_are_no_documents(tmp_path: Path) -> None:
    make(tmp_path, "a.md")
    os.mkfifo(tmp_path / "pipe.md")
    assert shown(tmp_path) == ["a.md"]
