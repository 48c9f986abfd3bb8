"""A folder of small documents and settings for whole runs over it: what the tests of the graph and the library need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from research_agent.settings import Settings

HARBOUR = """# The harbour of Lindau

The harbour of Lindau was rebuilt in 1856. Its lighthouse is 33 metres high. The lion at the entrance weighs 69 tonnes.
"""
FERRY = """# Ferries on the lake

The ferry to Lindau takes 22 minutes from Bregenz. In winter it does not run. The fare was raised to 9 euros in 2024.
"""


def two_documents(folder: Path) -> Path:
    """A folder with two short Markdown documents about Lindau."""
    documents = folder / "documents"
    documents.mkdir(parents=True, exist_ok=True)
    (documents / "harbour.md").write_text(HARBOUR, encoding="utf-8")
    (documents / "ferry.md").write_text(FERRY, encoding="utf-8")
    return documents


def run_settings(folder: Path, **more: Any) -> Settings:
    """Settings of a run over ``two_documents``, with output and cache below ``folder``."""
    given = {"documents": (str(two_documents(folder)),), "output": folder / "runs", "cache_dir": folder / "cache"}
    return Settings(**{**given, **more})
