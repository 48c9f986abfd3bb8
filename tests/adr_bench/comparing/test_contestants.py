"""Which tasks are compared, and that budgets are equal and kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from research_agent.adr_bench.comparing.contestants import gather
from research_agent.adr_bench.systems.base import TaskLimits
from research_agent.errors import ConfigError, RunError
from tests.support.bench_batches import Told, make_batch

CHEAP = TaskLimits(usd=0.5, tokens=1_000, seconds=60)


def two(folder: Path, left: list[Told], right: list[Told], limits: tuple[TaskLimits, TaskLimits]) -> list[Path]:
    folders = [folder / "left", folder / "right"]
    for path, told, each in zip(folders, (left, right), limits, strict=True):
        make_batch(path, told, limits=each)
    return folders


def test_unequal_limits_are_refused_in_words_that_name_them(tmp_path: Path) -> None:
    folders = two(tmp_path, [Told(id="a")], [Told(id="a")], (CHEAP, replace(CHEAP, tokens=None)))
    with pytest.raises(ConfigError, match=r"left: .* 1,000 tokens.*right: 0.5 US dollars, 60 seconds") as caught:
        gather(folders)
    assert caught.value.kind == "unequal_budgets"
    assert any("not at equal budgets" in note for note in gather(folders, allow_unequal=True).notes)


def test_a_report_over_its_limit_counts_as_0_and_is_listed(tmp_path: Path) -> None:
    dear = [
        Told(id="a", usd=0.51),
        Told(id="b", tokens=1_001),
        Told(id="c", seconds=121.0),
        Told(id="d", usd=0.5, tokens=1_000, seconds=119.0),
        Told(id="e", usd=None),
    ]
    fair = [Told(id=one.id) for one in dear]
    left, right = gather(two(tmp_path, dear, fair, (CHEAP, CHEAP))).contestants
    assert [left.rows[id].score for id in "abcde"] == [0.0, 0.0, 0.0, 1.0, 1.0]
    assert dict(left.overspent) == {
        "a": "0.51 of 0.5 US dollars",
        "b": "1,001 of 1,000 tokens",
        "c": "121 of 60 seconds",
    }
    assert (left.unchecked, right.unchecked, dict(right.overspent)) == (1, 0, {})


def test_only_common_tasks_are_compared_word_for_word(tmp_path: Path) -> None:
    left = [Told(id="a"), Told(id="b"), Told(id="c", labels=("satisfied",))]
    right = [Told(id="c", labels=("satisfied", "partial")), Told(id="b"), Told(id="d")]
    found = gather(two(tmp_path, left, right, (CHEAP, CHEAP)))
    assert found.tasks == ("b",)
    assert "(left has 3, right has 3); only the common ones are compared, 1. 1 more have the same id" in found.notes[0]
    with pytest.raises(ConfigError, match="no task in common"):
        gather(two(tmp_path / "x", left[:1], right[2:], (CHEAP, CHEAP)))


def test_one_batch_is_no_comparison(tmp_path: Path) -> None:
    make_batch(tmp_path / "b", [Told(id="a")])
    with pytest.raises(ConfigError, match="two batches"):
        gather([tmp_path / "b", tmp_path / "x" / ".." / "b"][:1] * 2)
    with pytest.raises(RunError, match="no batch"):
        gather([tmp_path / "b", tmp_path / "elsewhere"])


def test_the_judge_must_be_one_that_judged_all(tmp_path: Path) -> None:
    for name, keys in {"left": ("embedded", "m-3"), "right": ("m-3", "n-1")}.items():
        for at, key in enumerate(keys):
            if at == 0:
                make_batch(tmp_path / name, [Told(id="a")], key=key)
            else:
                (tmp_path / name / f"verdicts-{key}.jsonl").write_bytes(
                    (tmp_path / name / f"verdicts-{keys[0]}.jsonl").read_bytes()
                )
    folders = [tmp_path / "left", tmp_path / "right"]
    assert gather(folders).key == "m-3"
    (tmp_path / "right" / "verdicts-embedded.jsonl").write_bytes(b"")
    with pytest.raises(ConfigError, match="several judges: embedded, m-3"):
        gather(folders)
    for path in (tmp_path / "right").glob("verdicts-*"):
        path.unlink()
    with pytest.raises(RunError, match="No judge has judged all"):
        gather(folders)
    assert gather(folders, needs_verdicts=False).key is None


def test_what_else_differs_is_told(tmp_path: Path) -> None:
    folders = two(tmp_path, [Told(id="a")], [Told(id="a")], (TaskLimits(), TaskLimits()))
    assert gather(folders).notes == ("The tasks had no limits, so the systems were free to spend: look at the costs.",)
    path = folders[1] / "verdicts-judge-3.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"abc"', '"abd"'), encoding="utf-8")
    assert "prompts were not the same" in gather(folders).notes[0]
