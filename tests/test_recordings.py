"""Runs of a strong model over examples/documents, recorded, replayed offline: byte for byte.

``tests/recordings/README.md`` says what they are and how they were made.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from research_agent import replay
from research_agent.evidence.verify import verify_run
from research_agent.runs.integrity import check_integrity

HERE = Path(__file__).resolve().parent
RECORDINGS = sorted(path.parent for path in (HERE / "recordings").glob("*/run.json"))


@pytest.fixture(params=RECORDINGS, ids=lambda path: path.name)
def recording(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A recorded run, copied: a test must not touch the original."""
    copy = tmp_path / request.param.name
    shutil.copytree(request.param, copy)
    return copy


def test_there_are_recordings() -> None:
    assert len(RECORDINGS) >= 2


async def test_a_recorded_run_replays_byte_for_byte(recording: Path, tmp_path: Path) -> None:
    await replay(recording, output=tmp_path / "replayed")
    (again,) = (tmp_path / "replayed").iterdir()
    for name in ("report.md", "report.json", "report.html"):
        assert (again / name).read_bytes() == (recording / name).read_bytes(), name


def test_every_citation_of_a_recorded_run_holds(recording: Path) -> None:
    assert verify_run(recording) == ()
    assert check_integrity(recording) == ()


def test_a_check_that_knows_nothing_of_the_project_agrees(recording: Path) -> None:
    script = HERE.parent / "benchmarks" / "independent_check.py"
    done = subprocess.run([sys.executable, str(script), str(recording)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
    assert " 0 violations" in done.stdout
