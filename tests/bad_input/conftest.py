"""A working folder of its own, and two documents that answer the question."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import two_pages


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder; runs are made in ``runs`` below it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def documents(here: Path) -> Path:
    return two_pages(here / "documents")
