"""Reports compared pairwise over a fake server: stored, resumed, and added up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from research_agent.adr_bench.comparing.comparison import comparison
from research_agent.adr_bench.comparing.contestants import gather
from research_agent.adr_bench.comparing.pair_lines import PairJudged
from research_agent.adr_bench.comparing.pairs import judge_pairs
from research_agent.adr_bench.comparing.pairwise import WHOLE, add_up
from research_agent.adr_bench.comparing.sheet import sheet_of
from research_agent.adr_bench.pages.html import render_html
from research_agent.errors import ConfigError
from research_agent.judges.rubric import DIMENSIONS
from research_agent.llm.fake import FakeModelServer, Received, failing
from research_agent.settings import EngineChoice, Settings
from tests.support.bench_batches import Told, make_batch
from tests.support.models import model_settings


def preferring(word: str, *, always_first: bool = False) -> Callable[[Received], Any]:
    """A judge that prefers the report with a word; or, whatever it says, the first."""

    def reply(request: Received) -> Any:
        first, _, second = request.body["messages"][1]["content"].partition("\nReport 2:")
        better = "first_better" if always_first or word in first else "second_better" if word in second else "both_fair"
        return {name: {"reason": "so", "verdict": better} for name in (*DIMENSIONS, "overall")}

    return reply


def batches(folder: Path) -> list[Path]:
    """left is better on a, right on b; on c both failed, on d right did, e was never started by left."""
    good, plain = "# Good\n\nIt is excellent.\n", "# Plain\n\nIt is so.\n"
    left = [
        Told(id="a", report=good),
        Told(id="b", report=plain),
        Told(id="c", status="failed"),
        Told(id="d", report=plain),
        Told(id="e", status="skipped"),
    ]
    right = [
        Told(id="a", report=plain),
        Told(id="b", report=good),
        Told(id="c", status="failed"),
        Told(id="d", status="failed"),
        Told(id="e", report=good),
    ]
    make_batch(folder / "left", left)
    make_batch(folder / "right", right)
    return [folder / "left", folder / "right"]


async def judged(folders: list[Path], server: FakeModelServer, out: Path, **more: Any) -> tuple[PairJudged, ...]:
    return await judge_pairs(gather(folders), model_settings(server, model_retries=0, **more), out)


async def test_pairs_are_judged_in_both_orders_and_added_up(tmp_path: Path) -> None:
    folders = batches(tmp_path)
    async with FakeModelServer(preferring("excellent")) as server:
        lines = await judged(folders, server, tmp_path / "out")
        asked = [one for one in server.requests if one.prompt == "judge_pair"]
    assert len(asked) == 4, "an empty report loses without a call"
    assert [(one.task, one.verdict.outcome if one.verdict else None) for one in lines] == [
        *(("a", "left"), ("b", "right"), ("c", "tie"), ("d", "left"))
    ]
    found = add_up(lines)
    whole = next(one for one in found.tables if one.dimension == WHOLE)
    assert (whole.wins, whole.ties, whole.losses, whole.rate.value) == (2, 1, 1, 0.625)
    assert {one.dimension for one in found.tables} == {WHOLE, *DIMENSIONS}
    assert [one.name for one in found.ratings] == ["elo", "bradley_terry", "davidson"]
    assert all(one.ratings[0].system == "left" for one in found.ratings)
    assert (found.pairs, found.undecided, found.bias.value) == (4, 0, 0.0)
    assert found.usage.calls == 4


async def test_what_is_judged_is_not_asked_again_and_what_failed_is(tmp_path: Path) -> None:
    folders, out = batches(tmp_path), tmp_path / "out"
    async with FakeModelServer(preferring("excellent"), faults=[failing(500)] * 2) as server:
        first = await judged(folders, server, out)
    assert add_up(first).undecided in (1, 2), "both orders of one pair, or one of each"
    async with FakeModelServer(preferring("excellent")) as server:
        again = await judged(folders, server, out)
        assert len([one for one in server.requests if one.prompt == "judge_pair"]) == 2
    assert all(one.decided for one in again)
    async with FakeModelServer([]) as server:
        assert await judged(folders, server, out) == again
        assert server.requests == []


async def test_a_judge_that_always_prefers_the_first_shows_as_bias(tmp_path: Path) -> None:
    folders = batches(tmp_path)
    async with FakeModelServer(preferring("", always_first=True)) as server:
        found = add_up(await judged(folders, server, tmp_path / "out"))
    assert (found.bias.value, found.bias.n, found.favoured_first) == (0.5, 4, 2)


async def test_a_report_that_changed_is_compared_again(tmp_path: Path) -> None:
    folders, out = batches(tmp_path), tmp_path / "out"
    async with FakeModelServer(preferring("excellent")) as server:
        await judged(folders, server, out)
        before = len(server.requests)
        (folders[0] / "tasks" / "b" / "report.md").write_text("# Better\n\nIt is excellent now.\n", encoding="utf-8")
        lines = await judged(folders, server, out)
        assert len(server.requests) == before + 2
    assert [one.verdict.position_bias for one in lines if one.task == "b" and one.verdict] == [True]


async def test_the_budget_stops_judging_and_is_said(tmp_path: Path) -> None:
    folders, out = batches(tmp_path), tmp_path / "out"
    async with FakeModelServer(preferring("excellent")) as server:
        lines = await judged(folders, server, out, budget_usd=1e-9, price_prompt=1.0, price_completion=1.0)
    assert any("budget" in one.error.lower() for one in lines)
    assert any(one.verdict is not None for one in lines), "empty reports need no call"


async def test_without_a_model_nothing_is_compared(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="by a model"):
        await judge_pairs(gather(batches(tmp_path)), Settings(engine=EngineChoice.EXTRACTIVE), tmp_path / "out")


async def test_the_page_has_tables_bars_and_ratings(tmp_path: Path) -> None:
    folders = batches(tmp_path)
    field = gather(folders)
    async with FakeModelServer(preferring("excellent")) as server:
        lines = await judged(folders, server, tmp_path / "out")
    page = render_html(sheet_of(comparison(field, lines)))
    for told in ("Win, tie and lose, report by report", "Bradley-Terry", "Elo", "content depth", "2 / 1 / 1"):
        assert told in page


async def test_reports_can_be_compared_without_verdicts(tmp_path: Path) -> None:
    folders = batches(tmp_path)
    for folder in folders:
        (folder / "verdicts-judge-3.jsonl").unlink()
    field = gather(folders, needs_verdicts=False)
    async with FakeModelServer(preferring("excellent")) as server:
        lines = await judge_pairs(field, model_settings(server), tmp_path / "out")
    found = comparison(field, lines)
    assert (found.judge, found.pairs, [one.score.value for one in found.standings]) == (None, (), [None, None])
    assert "no verdicts by checklist" in render_html(sheet_of(found))


async def test_three_systems_of_which_two_gave_the_same_report(tmp_path: Path) -> None:
    """Two of the three pairs are one comparison: it is asked once and counts for both."""
    for name, report in {
        "a": "# Good\n\nIt is excellent.\n",
        "b": "# So\n\nIt is so.\n",
        "c": "# So\n\nIt is so.\n",
    }.items():
        make_batch(tmp_path / name, [Told(id="t", report=report)])
    folders = [tmp_path / name for name in "abc"]
    async with FakeModelServer(preferring("excellent")) as server:
        lines = await judged(folders, server, tmp_path / "out")
        assert len([one for one in server.requests if one.prompt == "judge_pair"]) == 4
    outcomes = {(one.left, one.right): one.verdict.outcome for one in lines if one.verdict}
    assert outcomes == {("a", "b"): "left", ("a", "c"): "left", ("b", "c"): "tie"}
    assert add_up(lines).ratings[0].ratings[0].system == "a"
