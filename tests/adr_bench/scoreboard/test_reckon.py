"""A batch's figures, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.judging.judged import Judged, verdicts_name
from research_agent.adr_bench.lines import LinesFile
from research_agent.adr_bench.scoreboard import Board, boards_of, tell_boards_apart
from research_agent.adr_bench.scoreboard.board import NAMELESS
from research_agent.adr_bench.systems.base import SystemSpec
from research_agent.errors import RunError
from tests.support.bench_batches import Told, judged_of, make_batch

DEPTH, FIT = "content_depth", "requirement_fitness"


def board(folder: Path, *told: Told) -> Board:
    make_batch(folder, told)
    (made,) = boards_of(folder)
    return made


def test_what_counts_as_what(tmp_path: Path) -> None:
    """Strict: a is 1/2, b 0, c failed 0, d gone 0 -> 0.5/4; ternary (3/4 + 0 + 0 + 0)/4. The rest is left out."""
    told = [
        Told(id="a", labels=("satisfied", "partial")),
        Told(id="b", labels=("not_satisfied",)),
        Told(id="c", status="failed", error="no"),
        Told(id="d"),
        Told(id="e", labels=("undecided", "undecided")),
        Told(id="f", labels=None),
        Told(id="g", status="skipped", error="budget"),
        Told(id="h", status="open"),
    ]
    batch = make_batch(tmp_path / "b", told)
    (batch.folder_of("d") / "report.md").unlink()
    (found,) = boards_of(tmp_path / "b")
    counts = found.counts
    assert (counts.tasks, counts.scored, counts.failed, counts.missing) == (8, 2, 1, 1)
    assert (counts.undecided, counts.not_judged, counts.skipped, counts.open) == (1, 1, 1, 1)
    assert (found.score.value, found.score.n) == (0.125, 4)
    assert found.ternary.value == 0.1875
    assert (found.decided, found.items) == (3, 5)
    assert [(one.task, one.kind) for one in found.failures] == [("c", "error"), ("d", "missing")]
    assert [one.standing for one in found.tasks] == [
        *("scored", "scored", "failed", "missing", "undecided", "not_judged", "skipped", "open")
    ]


def test_groups_and_dimensions(tmp_path: Path) -> None:
    """A failed task has 0 in each dimension in which it could have earned; a flaw earns nothing."""
    dimensions = (DEPTH, FIT)
    found = board(
        tmp_path / "b",
        Told(id="a", domain="law", labels=("satisfied", "satisfied"), dimensions=dimensions),
        Told(id="b", domain="law", labels=("satisfied", "not_satisfied"), dimensions=dimensions),
        Told(id="c", labels=("satisfied", "satisfied"), dimensions=dimensions, flaw=True, status="failed"),
    )
    law, nameless = found.groups["domain"]["law"], found.groups["domain"][NAMELESS]
    assert (law.value, law.n) == (0.75, 2)
    assert (nameless.value, nameless.n) == (0.0, 1)
    assert found.groups["dimension"][DEPTH].value == pytest.approx(2 / 3)
    assert (found.groups["dimension"][FIT].value, found.groups["dimension"][FIT].n) == (0.5, 2)
    assert set(found.groups) == {"domain", "language", "dimension"}


def test_fatal_flaws_and_barred_sources_are_told_apart(tmp_path: Path) -> None:
    found = board(
        tmp_path / "b",
        Told(id="a", labels=("satisfied", "partial"), flaw=True, veto=True),
        Told(id="b", barred=("https://barred.example/x",)),
        Told(id="c"),
    )
    assert found.vetoes == {"a": ("i1",)}
    assert found.barred == {"b": ("https://barred.example/x",)}
    assert [one.score for one in found.tasks] == [0.0, 0.0, 1.0]
    assert (found.decided, found.items) == (4, 4)


def test_citations_are_pooled(tmp_path: Path) -> None:
    """1 of 2 and 8 of 8: 9 of 10 pairs, 4.5 effective a report; the third report's sources are not at hand."""
    found = board(
        tmp_path / "b", Told(id="a", citations=(1, 2)), Told(id="b", citations=(8, 8)), Told(id="c", citations=None)
    ).citations
    assert (found.accuracy.value, found.effective.value) == (0.9, 4.5)
    assert (found.supported, found.pairs, found.reports, found.without_sources) == (9, 10, 2, 1)


def test_a_verdict_on_another_report_does_not_count(tmp_path: Path) -> None:
    batch = make_batch(tmp_path / "b", [Told(id="a"), Told(id="b")])
    (batch.folder_of("a") / "report.md").write_text("It was run again.", encoding="utf-8")
    (found,) = boards_of(tmp_path / "b")
    assert (found.counts.scored, found.counts.not_judged) == (1, 1)


def test_the_last_line_of_a_task_counts_even_where_it_failed(tmp_path: Path) -> None:
    batch = make_batch(tmp_path / "b", [Told(id="a"), Told(id="b", labels=("not_satisfied",))])
    lines = LinesFile(batch.path / verdicts_name("judge-3"))
    report = (batch.folder_of("b") / "report.md").read_bytes()
    lines.append(judged_of(Told(id="b"), report))
    lines.append(Judged(task="a", report="", error="The endpoint is gone."))
    lines.close()
    (found,) = boards_of(tmp_path / "b")
    assert (found.score.value, found.counts.not_judged) == (1.0, 1)
    assert found.failures[0].error == "The endpoint is gone."


def test_each_judge_has_a_board_and_one_can_be_chosen(tmp_path: Path) -> None:
    batch = make_batch(tmp_path / "b", [Told(id="a")], key="embedded")
    other = LinesFile(batch.path / verdicts_name("other-1"))
    other.append(judged_of(Told(id="a", labels=("partial",)), (batch.folder_of("a") / "report.md").read_bytes()))
    other.close()
    assert [(one.judging.key, one.score.value) for one in boards_of(batch.path)] == [
        ("embedded", 1.0),
        ("other-1", 0.0),
    ]
    assert [one.judging.key for one in boards_of(batch.path, "other-1")] == ["other-1"]
    with pytest.raises(RunError, match="embedded, other-1") as caught:
        boards_of(batch.path, "gpt")
    assert caught.value.kind == "not_judged"


def test_what_is_not_judged_yet_is_told_with_what_to_do(tmp_path: Path) -> None:
    make_batch(tmp_path / "b", [Told(id="a", labels=None)])
    with pytest.raises(RunError, match="1 not judged"):
        boards_of(tmp_path / "b")
    spec = SystemSpec(name="command", options={"command": "x"})
    Batch.start(tmp_path / "new", suite="s", tasks=[Told(id="a").task], system=spec)
    with pytest.raises(RunError, match="research bench judge"):
        boards_of(tmp_path / "new")


def test_batches_of_one_name_are_told_apart(tmp_path: Path) -> None:
    folders = [tmp_path / "x" / "b", tmp_path / "y" / "b"]
    for folder in folders:
        make_batch(folder, [Told(id="a")])
    assert [one.name for one in tell_boards_apart({folder: boards_of(folder) for folder in folders})] == ["x/b", "y/b"]


def test_what_judging_cost_and_was_done_with_is_kept(tmp_path: Path) -> None:
    found = board(tmp_path / "b", Told(id="a"), Told(id="b")).judging
    assert (found.usage.calls, found.usage.prompt_tokens, found.usage.usd) == (6, 60, pytest.approx(0.02))
    assert (dict(found.judges), dict(found.prompts)) == ({"checklist / judge": 2}, {"judge_positive": ("abc",)})
