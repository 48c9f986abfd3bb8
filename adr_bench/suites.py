"""Suites: sets of tasks by name, or by the path of a file or folder in the rubric format (docs/rubrics.md).

| name | tasks | from |
| --- | --- | --- |
| ``adr-bench``, ``adr-bench-en`` | ours, in Chinese or English | the package |
| ``deep-research-bench`` | the published queries with their criteria | ``data``: a folder with both files |
| ``deep-research-bench-2`` | the published tasks, with the sources that are barred | ``data``: the file or its folder |
| ``research-rubrics`` | the published prompts and rubrics | ``data``: the file or its folder |
| ``documents`` | questions over a folder of documents | ``data``: the questions, or a folder with both |

Tasks come in the order of their file. Those of ``adr-bench`` take turns over the domains, so that ``limit`` gives
tasks of many domains.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import zip_longest
from pathlib import Path

from research_agent.adr_bench.tasks import Task, task_line
from research_agent.errors import ConfigError
from research_agent.judges.published import deep_research_bench, deep_research_bench_2, research_rubrics
from research_agent.judges.published.lines import Published
from research_agent.judges.rubric import load_rubrics, parse_rubric


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Tasks to run."""

    name: str
    tasks: tuple[Task, ...]
    sha256: str
    """Of the tasks as lines of our format, in this order."""
    documents: Path | None = None
    """The folder of documents that the questions are about, where the suite knows it."""
    notes: tuple[str, ...] = ()
    """What of a published file our format cannot hold."""


@dataclass(frozen=True, slots=True)
class _Found:
    tasks: Sequence[Task]
    documents: Path | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Download:
    """What a suite's data is, and where it is had."""

    names: tuple[str, ...]
    """Files that must be there; the first names the suite's file."""
    source: str


_DATA = {
    "deep-research-bench": _Download(
        (deep_research_bench.QUERIES, deep_research_bench.CRITERIA),
        "query.jsonl and criteria.jsonl of github.com/Ayanami0730/deep_research_bench (folders of data/)",
    ),
    "deep-research-bench-2": _Download(
        ("tasks_and_rubrics.jsonl",), "github.com/imlrz/DeepResearch-Bench-II, tasks_and_rubrics.jsonl"
    ),
    "research-rubrics": _Download(
        ("processed_data.jsonl",), "the data set ScaleAI/researchrubrics on Hugging Face, processed_data.jsonl"
    ),
    "documents": _Download(
        ("questions",), "questions in the format of docs/rubrics.md, and the folder of documents that they are about"
    ),
}
_OURS = {"adr-bench": "zh", "adr-bench-en": "en"}

SUITES = (*_OURS, *_DATA)
"""The names."""


def load_suite(
    name_or_path: str, *, data: Path | None = None, limit: int | None = None, only: Collection[str] = ()
) -> Suite:
    """A suite's tasks.

    Args:
        name_or_path: one of ``SUITES``, or a file or folder in the rubric format. A name wins over a path of that name.
        data: the file or folder that the user downloaded, for suites that are not ours.
        limit: the first so many tasks, of those that ``only`` leaves.
        only: ids of the tasks that are wanted; none: all of them.

    Raises:
        ConfigError: no such suite; its data is missing or does not fit its format; an id is unknown or there twice.
    """
    if limit is not None and limit < 1:
        raise ConfigError(f"The limit {limit} leaves no task.", kind="bad_suite", next_step="Give 1 or more.")
    found = _find(name_or_path, data)
    tasks = tuple(_chosen(name_or_path, found.tasks, only))[:limit]
    return Suite(
        name=name_or_path if name_or_path in SUITES else Path(name_or_path).resolve().stem,
        tasks=tasks,
        sha256=hashlib.sha256("".join(f"{task_line(task)}\n" for task in tasks).encode()).hexdigest(),
        documents=found.documents,
        notes=found.notes,
    )


def _find(name: str, data: Path | None) -> _Found:
    if name in _OURS:
        return _Found(_ours(_OURS[name]))
    if name in _DATA:
        return _LOADERS[name](_require(name, data))
    path = Path(name)
    if not path.exists():
        raise ConfigError(
            f"There is no suite {name!r}, and no file or folder of that name.",
            kind="unknown_suite",
            next_step=f"The suites are {', '.join(SUITES)}; or give the path of a file or folder of tasks.",
        )
    return _Found(_in_our_format(path))


def _chosen(name: str, tasks: Sequence[Task], only: Collection[str]) -> Iterable[Task]:
    twice = next((id for id, count in Counter(task.id for task in tasks).items() if count > 1), None)
    if twice is not None:
        raise ConfigError(f"The suite {name} holds the id {twice!r} twice.", kind="bad_suite")
    unknown = sorted(set(only) - {task.id for task in tasks})
    if unknown:
        known = ", ".join(task.id for task in tasks[:20]) + (" ..." if len(tasks) > 20 else "")
        raise ConfigError(
            f"The suite {name} has no task {', '.join(unknown)}.", kind="unknown_task", next_step=f"It has {known}."
        )
    return (task for task in tasks if not only or task.id in only)


# ---------------------------------------------------------------- ours, and any in our format


def _ours(language: str) -> list[Task]:
    folder = files("research_agent.adr_bench").joinpath("data", language)
    domains = [
        _lines(file) for file in sorted(folder.iterdir(), key=lambda one: one.name) if file.name[-6:] == ".jsonl"
    ]
    if not domains:
        raise ConfigError(f"This installation has no tasks in {language!r}.", kind="bad_suite")
    return [task for turn in zip_longest(*domains) for task in turn if task is not None]


def _lines(file: Traversable) -> list[Task]:
    lines = file.read_text(encoding="utf-8").split("\n")
    return [parse_rubric(line, f"{file.name}, line {place}") for place, line in enumerate(lines, 1) if line.strip()]


def _in_our_format(path: Path) -> list[Task]:
    paths = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not paths:
        raise ConfigError(f"The folder {path} has no file of tasks (*.jsonl).", kind="bad_suite")
    return [task for one in paths for task in load_rubrics(one)]


# ---------------------------------------------------------------- published, and documents


def _require(name: str, data: Path | None) -> Path:
    download = _DATA[name]
    if data is None or not data.exists():
        said = "needs data that does not come with this program" if data is None else f"finds nothing at {data}"
        raise ConfigError(
            f"The suite {name} {said}.",
            kind="missing_data",
            next_step=f"Download {download.source}, and name the file or its folder by --data.",
        )
    return data


def _file(name: str, data: Path, place: int = 0) -> Path:
    """One of a suite's files: ``data`` itself, or below it under its published name, wherever that is."""
    wanted = _DATA[name].names[place]
    if data.is_file() and place == 0:
        return data
    folder = data.parent if data.is_file() else data
    found = sorted(folder.rglob(wanted), key=lambda path: (len(path.parts), str(path)))
    if not found:
        raise ConfigError(
            f"The suite {name} finds no {wanted} in {data}.",
            kind="missing_data",
            next_step=f"Download {_DATA[name].source}.",
        )
    return found[0]


def _deep_research_bench(data: Path) -> _Found:
    name = "deep-research-bench"
    return _published(deep_research_bench.load(_file(name, data), _file(name, data, 1)))


def _deep_research_bench_2(data: Path) -> _Found:
    return _published(deep_research_bench_2.load(_file("deep-research-bench-2", data)))


def _research_rubrics(data: Path) -> _Found:
    return _published(research_rubrics.load(_file("research-rubrics", data)))


def _published(loaded: Published) -> _Found:
    return _Found(loaded.tasks, notes=loaded.notes)


def _documents(data: Path) -> _Found:
    """``data`` is a file or folder of questions with ``corpus`` beside its folder, or a folder with both in it."""
    inner = data / "questions"
    questions = inner if inner.is_dir() else data
    above = questions.parent if questions.is_dir() else questions.resolve().parent.parent
    corpus = above / "corpus"
    return _Found(_in_our_format(questions), documents=corpus if corpus.is_dir() else None)


_LOADERS: dict[str, Callable[[Path], _Found]] = {
    "deep-research-bench": _deep_research_bench,
    "deep-research-bench-2": _deep_research_bench_2,
    "research-rubrics": _research_rubrics,
    "documents": _documents,
}
