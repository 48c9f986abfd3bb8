"""The pages of a scoreboard: the same from the same files, whole, and safe whatever the tasks are called."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from lxml import html

from research_agent.adr_bench.pages.html import render_html
from research_agent.adr_bench.scoreboard import boards_of, tell_boards_apart, write_scoreboard
from research_agent.adr_bench.scoreboard.sheet import sheet_of
from research_agent.adr_bench.systems.base import SystemSpec
from tests.support.bench_batches import Told, make_batch, read_json

HOSTILE = "</title><script>alert(1)</script>|[x](javascript:alert(1))\u202e"
YES, NO = "satisfied", "not_satisfied"


def hostile(folder: Path) -> Path:
    told = [
        Told(
            id=f"{HOSTILE}{at}",
            domain=HOSTILE if at % 2 else "law",
            labels=(YES, YES),
            trials=((YES, YES, YES), (YES, NO, YES)),
            dimensions=(HOSTILE, "readability"),
            usd=0.1 * at,
            tokens=100,
            citations=(1, 2),
        )
        for at in range(4)
    ]
    told += [Told(id="f", status="failed", error=HOSTILE), Told(id="v", labels=(YES, YES), flaw=True, veto=True)]
    make_batch(folder, told, system=SystemSpec(name="command", options={"command": HOSTILE}))
    return folder


def test_three_files_that_are_the_same_each_time(tmp_path: Path) -> None:
    folder = hostile(tmp_path / "b")
    first = {path.name: path.read_bytes() for path in write_scoreboard(folder, boards_of(folder))}
    again = {path.name: path.read_bytes() for path in write_scoreboard(folder, boards_of(folder))}
    assert first == again
    assert set(first) == {"scoreboard.md", "scoreboard.json", "scoreboard.html"}


def test_the_json_has_every_task_and_figure(tmp_path: Path) -> None:
    folder = hostile(tmp_path / "b")
    write_scoreboard(folder, boards_of(folder))
    data = read_json(folder / "scoreboard.json")
    (board,) = data["boards"]
    assert (data["format_version"], len(board["tasks"])) == (1, 6)
    assert board["score"]["n"] == 6
    assert board["batch"]["tasks_sha256"]
    assert {"groups", "quality", "cost", "citations", "vetoes", "barred", "doubt", "failures"} <= set(board)


def test_nothing_from_a_batch_becomes_markup(tmp_path: Path) -> None:
    folder = hostile(tmp_path / "b")
    page = render_html(sheet_of(boards_of(folder)))
    tree = html.fromstring(page)
    assert tree.xpath("//script | //a | //img | //iframe | //*[@style] | //*[@onclick]") == []
    assert "alert(1)" in tree.text_content(), "it is shown"
    assert "\u202e" not in page
    write_scoreboard(folder, boards_of(folder))
    text = (folder / "scoreboard.md").read_text(encoding="utf-8")
    assert "<script" not in re.sub(r"\\<", "", text)
    assert "](javascript" not in text.replace("\\]", "")


def test_the_policy_allows_the_pages_own_style_and_nothing_else(tmp_path: Path) -> None:
    folder = hostile(tmp_path / "b")
    tree = html.fromstring(render_html(sheet_of(boards_of(folder))))
    (policy,) = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    (style,) = tree.xpath("//style/text()")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}'")


def test_every_chart_has_a_name_a_description_and_a_table(tmp_path: Path) -> None:
    tree = html.fromstring(render_html(sheet_of(boards_of(hostile(tmp_path / "b")))))
    charts = tree.xpath("//svg[@role='img']")
    titles = [chart.xpath("string(title)") for chart in charts]
    assert titles == ["Score against cost", "Score by domain", "Score by dimension", "Calibration of doubt: b"]
    for chart in charts:
        named = chart.get("aria-labelledby").split()
        assert [chart.xpath(f"string(*[@id='{name}'])") != "" for name in named] == [True, True]
        assert chart.xpath("ancestor::section//table")
    ids = tree.xpath("//@id")
    assert len(ids) == len(set(ids))


def test_several_batches_stand_side_by_side(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for at, folder in enumerate(folders):
        make_batch(folder, [Told(id="a", domain="law", usd=0.1 + at), Told(id="b", domain="art", usd=0.1 + at)])
    boards = tell_boards_apart({folder: boards_of(folder) for folder in folders})
    tree = html.fromstring(render_html(sheet_of(boards)))
    assert tree.xpath("//ul[@class='legend']/li") != []
    assert tree.xpath("string(//h1)") == "Scoreboard: one, two"
    circles = tree.xpath("//circle")
    assert len(circles) == 2
