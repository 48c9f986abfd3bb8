"""Who may know whom, read from the import statements. The picture is in docs/architecture.md.

The lists of exceptions may only get shorter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "research_agent"

FOUNDATION = {"domain", "errors", "codec", "events", "settings", "recorder", "limits", "effort", "sharing", "judging"}
"""Single modules below every room."""

MAY_KNOW = {
    "text": set(),
    "prompts": set(),
    "runs": set(),
    "reading": {"text", "runs"},
    "evidence": {"text", "runs"},
    "llm": {"text", "prompts"},
    "search": {"text", "reading"},
    "checking": {"text", "reading", "evidence", "search", "runs"},
    "engines": {"text", "evidence", "llm", "prompts"},
    "reports": {"text", "evidence", "runs"},
    "nodes": {"text", "reading", "evidence", "llm", "runs", "search", "engines", "reports"},
    "graph": {"nodes", "engines"},
    "api": {"nodes", "graph", "runs", "engines", "reports", "reading", "search", "evidence", "llm", "text"},
    "cli": {"nodes", "graph", "api", "runs", "engines", "reports", "reading", "search", "evidence", "llm", "text"}
    | {"checking"},
    "judges": {"checking", "llm", "evidence", "search", "runs", "text", "reports", "prompts"},
}
"""Room -> the rooms that it may import, besides the foundation and itself."""

TOUCHES_THE_ENVIRONMENT = {
    "research_agent/settings.py": "the only place that takes a setting from it",
    "research_agent/cli/completion.py": "shells hand typer the line to complete through it",
    "adr_bench/systems/command.py": "hands it on to the command under test",
    "research_agent/search/local/worker.py": "hands it on to the process that reads documents",
}
"""File -> why it may."""

CATCHES_EVERYTHING = {
    "research_agent/cli/main.py": "the outermost edge of a command",
    "research_agent/cli/conduct.py": "the outermost edge of a run, which must say how to resume it",
}
"""File -> why a broad handler is right there."""


@dataclass(frozen=True)
class Import:
    file: str
    line: int
    room: str
    target: str
    at_module_level: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.target}"


@cache
def source_files() -> list[Path]:
    """The package and, under the names by which it reaches them, the top-level folders that it links to."""
    inside = [path for path in (ROOT / PACKAGE).rglob("*.py") if not _is_linked(path)]
    return sorted(
        inside + [path for name in ("judges", "adr_bench", "prompts") for path in (ROOT / name).rglob("*.py")]
    )


def _is_linked(path: Path) -> bool:
    return any(parent.is_symlink() for parent in path.parents)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def room_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[1] if parts[0] == PACKAGE else parts[0]


def imports_of(path: Path) -> Iterator[Import]:
    tree = tree_of(path)
    top = {id(node) for node in tree.body}
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            assert node.level == 0, f"{name_of(path)}:{node.lineno}: imports are absolute here"
            names = [f"{base}.{alias.name}" for alias in node.names] if base == PACKAGE else [base]
        for name in names:
            yield Import(name_of(path), getattr(node, "lineno", 0), room_of(path), name, id(node) in top)


@cache
def inner_imports() -> list[Import]:
    return [one for path in source_files() for one in imports_of(path) if one.target.startswith(f"{PACKAGE}.")]


def target_room(one: Import) -> str:
    return one.target.split(".")[1]


def test_rooms_know_only_the_rooms_below_them() -> None:
    wrong = [
        str(one)
        for one in inner_imports()
        if one.room in MAY_KNOW
        and target_room(one) not in FOUNDATION | MAY_KNOW[one.room] | {one.room}
        and not (one.room == "cli" and target_room(one) in {"judges", "adr_bench"} and not one.at_module_level)
    ]
    assert wrong == []


def test_the_foundation_knows_no_room() -> None:
    wrong = [str(one) for one in inner_imports() if one.room in FOUNDATION and target_room(one) not in FOUNDATION]
    assert wrong == []


def test_every_room_has_its_rule() -> None:
    rooms = {room_of(path) for path in source_files()}
    assert rooms - set(MAY_KNOW) - FOUNDATION <= {"__init__", "__main__", "adr_bench"}


def test_the_rules_have_no_circle() -> None:
    settled: set[str] = set()
    while len(settled) < len(MAY_KNOW):
        ready = {room for room, known in MAY_KNOW.items() if known <= settled} - settled
        assert ready, f"these rooms may know each other in a circle: {sorted(set(MAY_KNOW) - settled)}"
        settled |= ready


def test_only_the_settings_read_the_environment() -> None:
    found = {
        name_of(path)
        for path in source_files()
        for node in ast.walk(tree_of(path))
        if (isinstance(node, ast.Attribute) and node.attr in {"environ", "environb", "getenv"})
        or (isinstance(node, ast.Name) and node.id in {"environ", "getenv"})
    }
    assert found <= set(TOUCHES_THE_ENVIRONMENT)


def test_nothing_prints_outside_the_command_line() -> None:
    wrong = [
        f"{name_of(path)}:{node.lineno}"
        for path in source_files()
        if room_of(path) != "cli"
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert wrong == []


def _is_broad(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(
        kind is None or (isinstance(kind, ast.Name) and kind.id in {"Exception", "BaseException"}) for kind in caught
    )


def _raises_again(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(node, ast.Raise) and node.exc is None for node in handler.body)


def test_broad_handlers_stand_only_at_the_known_edges() -> None:
    found = {
        name_of(path)
        for path in source_files()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ExceptHandler) and _is_broad(node) and not _raises_again(node)
    }
    assert found <= set(CATCHES_EVERYTHING)


@pytest.mark.parametrize("word", ["utils", "helpers", "helper", "misc", "common", "manager"])
def test_no_file_is_named_after_nothing(word: str) -> None:
    assert [name_of(path) for path in source_files() if path.stem == word] == []
