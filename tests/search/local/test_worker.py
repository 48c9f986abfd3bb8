"""Reading in processes of their own: in order, and a crash costs one document."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from research_agent.codec import dump, load
from research_agent.search.local import worker
from research_agent.search.local.intake import FileJob, FileReading, read_file
from research_agent.search.local.worker import read_files, serve


def jobs(folder: Path, count: int) -> list[FileJob]:
    made = []
    for n in range(count):
        path = folder / f"d{n:02}.txt"
        path.write_text(f"Document number {n} is about the weather on the coast.")
        made.append(FileJob(str(path), path.name, path.stat().st_size, path.stat().st_mtime_ns))
    return made


def test_readings_come_in_the_order_of_the_jobs(tmp_path: Path) -> None:
    asked = jobs(tmp_path, 30)
    readings = list(read_files(asked, tmp_path / "cache", little=0))
    assert [reading.path for reading in readings] == [job.path for job in asked]
    assert readings[7] == read_file(asked[7], tmp_path / "cache")


def test_a_process_that_dies_costs_one_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = jobs(tmp_path, 30)
    real = worker._Process.ask

    def ask(self: worker._Process, job: FileJob) -> FileReading | None:
        if job.shown == "d03.txt":
            self._process.kill()
        return real(self, job)

    monkeypatch.setattr(worker._Process, "ask", ask)
    lost = [reading for reading in read_files(asked, tmp_path / "cache", little=0) if reading.kind]
    assert [Path(reading.path).name for reading in lost] == ["d03.txt"]
    assert "crashed" in lost[0].problem


def test_closing_the_iterator_ends_the_processes(tmp_path: Path) -> None:
    readings = read_files(jobs(tmp_path, 40), tmp_path / "cache", little=0)
    next(readings)
    readings.close()  # type: ignore[attr-defined]
    assert list(readings) == []


def test_a_process_answers_a_line_with_a_line(tmp_path: Path) -> None:
    (job,) = jobs(tmp_path, 1)
    answers: list[str] = []
    serve(tmp_path / "cache", [json.dumps(dump(job)) + "\n"], answers.append)
    (answer,) = answers
    assert load(FileReading, json.loads(answer)) == read_file(job, tmp_path / "cache")
