"""The HTML report in a browser: a click shows the passage, nothing runs, it fits a phone, day and night."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from research_agent.reports.html import render_html
from tests.reports.sample import DOCUMENTS, NEWS, NOTE, REPORT
from tests.reports.test_html import HOSTILE, hostile

CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}

pytestmark = [
    pytest.mark.browser,
    pytest.mark.asyncio(loop_scope="module"),  # one browser for all of them; each test has pages of its own
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed (apt-get install chromium)"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Any]:
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    async with playwright.async_playwright() as started:
        launched = await started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        await launched.close()


@pytest.fixture
def report_file(tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_text(render_html(REPORT, DOCUMENTS), encoding="utf-8")
    return path


IN_VIEW = "e => { const b = e.getBoundingClientRect(); return b.height > 0 && b.top >= 0 && b.bottom <= innerHeight }"
BACKGROUND = "e => getComputedStyle(e).backgroundColor"


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
async def test_a_click_on_a_citation_shows_its_passage_highlighted(browser: Any, report_file: Path, size: Any) -> None:
    page = await browser.new_page(viewport=size, reduced_motion="reduce", java_script_enabled=True)
    await page.goto(report_file.as_uri())
    mark = page.locator("#q-5")
    before = await mark.evaluate(BACKGROUND)
    assert not await mark.evaluate(IN_VIEW)
    await page.locator("#s1-1 sup a").nth(1).click()
    assert await mark.inner_text() == REPORT.quotes[4].text
    assert await mark.evaluate(IN_VIEW)
    assert await mark.evaluate(BACKGROUND) != before


async def test_on_a_wide_screen_the_report_stays_where_it_is(browser: Any, report_file: Path) -> None:
    page = await browser.new_page(viewport=DESK, reduced_motion="reduce")
    await page.goto(report_file.as_uri())
    await page.locator("#s1-1 sup a").nth(1).click()
    assert await page.evaluate("scrollY") == 0


async def test_the_way_back_leads_to_the_sentence(browser: Any, report_file: Path) -> None:
    page = await browser.new_page(viewport=PHONE, reduced_motion="reduce")
    await page.goto(f"{report_file.as_uri()}#q-5")
    await page.locator("#r-3 .note a").first.click()
    assert await page.locator("#s1-1").evaluate(IN_VIEW)


async def test_it_reads_without_script(browser: Any, report_file: Path) -> None:
    page = await browser.new_page(viewport=DESK, java_script_enabled=False)
    await page.goto(f"{report_file.as_uri()}#q-4")
    assert await page.locator("h1").inner_text() == REPORT.title
    assert await page.locator("#q-4").is_visible()


async def test_hostile_sources_run_nothing_and_ask_for_nothing(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(render_html(*hostile()), encoding="utf-8")
    page = await browser.new_page(viewport=DESK)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(path.as_uri())
    assert await page.title() == HOSTILE
    assert asked == [path.as_uri()]


async def test_the_policy_stops_what_escaping_would_have_missed(browser: Any, tmp_path: Path) -> None:
    """Markup is put into the finished page by force: it must neither run nor load."""
    source = render_html(REPORT, DOCUMENTS)
    takes_over = "document.title='owned'"
    evil = f"<script>{takes_over}</script><img src='https://evil.example/x.png' onerror=\"{takes_over}\">"
    path = tmp_path / "report.html"
    path.write_text(source.replace("<main", f"{evil}<main", 1), encoding="utf-8")
    page = await browser.new_page(viewport=DESK)
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    await page.goto(path.as_uri())
    assert await page.title() == REPORT.title
    assert sum("Content Security Policy" in text for text in refused) >= 2


async def test_a_phone_has_no_sideways_scroll(browser: Any, tmp_path: Path) -> None:
    long = "https://example.org/" + "a" * 300
    sources = (replace(NEWS.source, address=long, title="T" * 200), *REPORT.sources[1:])
    path = tmp_path / "report.html"
    path.write_text(render_html(replace(REPORT, title="W" * 90, sources=sources), DOCUMENTS), encoding="utf-8")
    page = await browser.new_page(viewport=PHONE)
    await page.goto(path.as_uri())
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_day_and_night_have_enough_contrast(browser: Any, report_file: Path, scheme: str) -> None:
    page = await browser.new_page(viewport=DESK, color_scheme=scheme)
    await page.goto(f"{report_file.as_uri()}#q-4")
    style = "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
    paper = await page.locator("html").evaluate(BACKGROUND)
    panel = await page.locator("aside").evaluate(BACKGROUND)
    assert _luminance(paper) < 0.05 if scheme == "dark" else _luminance(paper) > 0.9
    for selector, behind in [
        (".answer p", paper),
        (".outcome", paper),
        (".kicker", paper),
        (".cites a", ""),
        ("#q-4", ""),
        ("#q-5", ""),
        (".text p", panel),
        (".note a", panel),
    ]:
        color, own = await page.locator(selector).first.evaluate(style)
        assert _contrast(color, behind or own) >= 4.5, selector


async def test_printed_it_has_its_sources_and_no_navigation(browser: Any, report_file: Path) -> None:
    page = await browser.new_page(viewport=DESK)
    await page.goto(report_file.as_uri())
    await page.emulate_media(media="print")
    assert await page.locator(".fold").first.is_hidden()
    assert await page.locator("#q-5").is_visible()
    assert await page.locator("aside").evaluate("e => getComputedStyle(e).position") == "static"
    assert NOTE.source.title in await page.locator("aside").inner_text()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
async def test_a_sentences_mark_opens_its_evidence_and_the_passage_in_context(
    browser: Any, report_file: Path, size: Any
) -> None:
    page = await browser.new_page(viewport=size, reduced_motion="reduce")
    await page.goto(report_file.as_uri())
    card = page.locator("#e-s1-1")
    assert await card.is_hidden()
    await page.locator("#s1-1 a.evidence").click()
    assert await card.evaluate(IN_VIEW.replace("b.bottom <= innerHeight", "b.top < innerHeight"))
    assert "independent sources agree" in await card.inner_text()
    assert await card.locator("mark").first.inner_text() == REPORT.quotes[3].text
    await card.get_by_text("in context (3a)").click()
    assert await page.locator("#q-4").evaluate(IN_VIEW)
    assert await card.is_hidden()


@pytest.mark.parametrize(
    ("kind", "shown", "hidden"),
    [
        ("single-source", ["#a-2", "#s1-3"], ["#a-1", "#s1-1", "#s1-4"]),
        ("disputed", ["#a-1", "#s1-5"], ["#a-2", "#s1-3", "#s1-4"]),
        ("unverified", ["#s1-6"], ["#a-1", "#s1-1"]),
        ("all", ["#a-1", "#a-2", "#s1-4"], []),
    ],
)
async def test_a_filter_shows_one_kind_of_sentence_by_keyboard_alone(
    browser: Any, report_file: Path, kind: str, shown: list[str], hidden: list[str]
) -> None:
    page = await browser.new_page(viewport=DESK, java_script_enabled=False)
    await page.goto(report_file.as_uri())
    await page.locator("#show-all").focus()
    for _ in range(10):
        if await page.locator(f"#show-{kind}").is_checked():
            break
        await page.keyboard.press("ArrowDown")
    assert await page.locator(f"#show-{kind}").is_checked()
    assert all([await page.locator(name).is_visible() for name in shown])
    assert not any([await page.locator(name).is_visible() for name in hidden])


@pytest.mark.parametrize("place", ["", "#e-s1-6", "#q-5"], ids=["top", "evidence", "passage"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_serious(browser: Any, report_file: Path, place: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.async_playwright", reason="axe is not installed")
    page = await browser.new_page(viewport=DESK, color_scheme=scheme, reduced_motion="reduce")
    await page.goto(f"{report_file.as_uri()}{place}")
    found = (await axe.Axe().run(page)).response
    assert found["passes"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []


async def test_axe_finds_nothing_serious_in_a_filtered_chinese_page_on_a_phone(browser: Any, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.async_playwright", reason="axe is not installed")
    path = tmp_path / "report.html"
    report = replace(REPORT, question=replace(REPORT.question, language="zh"))
    path.write_text(render_html(report, DOCUMENTS), encoding="utf-8")
    page = await browser.new_page(viewport=PHONE, reduced_motion="reduce")
    await page.goto(path.as_uri())
    await page.locator("#show-disputed").check()
    found = (await axe.Axe().run(page)).response
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []


def _luminance(color: str) -> float:
    """WCAG 2.2 relative luminance of ``rgb(r, g, b)``."""
    parts = [float(part) / 255 for part in color[color.index("(") + 1 : -1].split(",")[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    low, high = sorted([_luminance(one), _luminance(other)])
    return (high + 0.05) / (low + 0.05)
