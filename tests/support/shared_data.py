"""Evaluation data that lies beside the repository and is not part of it."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
"""The repository."""


def shared_data(name: str) -> Path:
    """``../shared/data/<name>`` beside the repository; skips the test, saying why, where it is absent.

    Call it inside a test or fixture; at module level it skips the whole module.
    """
    path = ROOT.parent / "shared" / "data" / name
    if not path.exists():
        pytest.skip(f"needs ../shared/data/{name}, which is not here", allow_module_level=True)
    return path
