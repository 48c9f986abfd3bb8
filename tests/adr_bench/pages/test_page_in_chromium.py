"""The scoreboard and the comparison in a browser: on a desk and a phone, by day and night, for everybody."""

from __future__ import annotations

import random
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from research_agent.adr_bench.comparing.comparison import comparison
from research_agent.adr_bench.comparing.contestants import gather
from research_agent.adr_bench.comparing.files import write_comparison
from research_agent.adr_bench.scoreboard import boards_of, write_scoreboard
from tests.reports.test_html_in_chromium import ARGUMENTS, DESK, PHONE
from tests.support.bench_batches import Told, make_batch

CHROMIUM = shutil.which("chromium")
YES, NO = "satisfied", "not_satisfied"
HOSTILE = "<script>document.title = 'ran'</script><img src=x onerror=alert(1)>"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed (apt-get install chromium)"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Any]:
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    async with playwright.async_playwright() as started:
        launched = await started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        await launched.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder, dice = tmp_path_factory.mktemp("pages"), random.Random(1)
    for name in ("ours", "other"):
        told = [
            Told(
                id=f"{HOSTILE}{at}",
                domain=f"{HOSTILE} domain {at % 3}",
                labels=(YES, dice.choice((YES, NO))),
                trials=((YES, YES, YES), (YES, NO, dice.choice((YES, NO)))),
                dimensions=("content_depth", "readability"),
                usd=dice.random(),
                tokens=1_000,
            )
            for at in range(9)
        ]
        make_batch(folder / name, [*told, Told(id="f", status="failed", error=HOSTILE)])
    write_scoreboard(folder / "ours", boards_of(folder / "ours"))
    write_comparison(folder, comparison(gather([folder / "ours", folder / "other"])))
    return {"scoreboard": folder / "ours" / "scoreboard.html", "comparison": folder / "compare.html"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "scheme"),
    [
        ("scoreboard", PHONE, "dark"),
        ("comparison", DESK, "light"),
        pytest.param("scoreboard", DESK, "light", marks=pytest.mark.slow),
        pytest.param("comparison", PHONE, "dark", marks=pytest.mark.slow),
    ],
)
async def test_it_fits_runs_nothing_and_axe_finds_nothing(
    browser: Any, pages: dict[str, Path], name: str, size: Any, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.async_playwright", reason="axe is not installed")
    page = await browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    await page.goto(pages[name].as_uri())
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (await page.title()).startswith(name.title())
    assert said == []
    charts = page.locator("svg.chart")
    assert await charts.count() >= 2
    for at in range(await charts.count()):
        box = await charts.nth(at).bounding_box()
        assert box["width"] > 200
        assert box["height"] > 30
    found = (await axe.Axe().run(page)).response
    assert found["passes"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
