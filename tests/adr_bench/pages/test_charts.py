"""Charts are whole, within their frame, and say what they were told, whatever it is."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from research_agent.adr_bench.estimates import Estimate
from research_agent.adr_bench.pages.charts import draw
from research_agent.adr_bench.pages.parts import Bars, Chart, Dot, Scatter, Stacks

SVG = "{http://www.w3.org/2000/svg}"
SHARES = st.one_of(st.none(), st.floats(0, 1))
ESTIMATES = st.builds(Estimate, value=SHARES, low=SHARES, high=SHARES, n=st.integers(0, 9))


def drawn(chart: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(draw(chart, "c1"))


def bars(*groups: tuple[str, tuple[Estimate | None, ...]], series: tuple[str, ...] = ("one",)) -> Bars:
    return Bars(title="T", description="D", series=series, groups=groups)


def scatter(*dots: Dot, most: float | None = None) -> Scatter:
    return Scatter(title="T", description="D", x="cost", y="score", dots=dots, most=most)


def percent(value: str | None) -> float:
    assert value is not None
    return float(value.removesuffix("%"))


def test_a_bar_is_as_long_as_its_value_and_a_whisker_as_its_interval() -> None:
    svg = drawn(bars(("law", (Estimate(value=0.5, low=0.25, high=0.75, n=4),))))
    assert [percent(one.get("width")) for one in svg.iter(f"{SVG}rect")] == [43.0]
    (whisker,) = [one for one in svg.iter(f"{SVG}line") if one.get("class") == "whisker"]
    assert (percent(whisker.get("x1")), percent(whisker.get("x2"))) == (21.5, 64.5)


def test_stacks_share_the_width() -> None:
    svg = drawn(Stacks(title="T", description="D", names=("win", "tie", "lose"), rows=(("a", (3, 0, 1)),)))
    boxes = [(percent(one.get("x")), percent(one.get("width")), one.get("class")) for one in svg.iter(f"{SVG}rect")]
    assert boxes == [(0.0, 75.0, "w0"), (75.0, 25.0, "w2")]


def test_dots_stand_where_cost_and_score_are() -> None:
    dot = Dot(label="a", x=0.5, y=Estimate(value=0.5))
    svg = drawn(scatter(dot, most=1.0))
    (circle,) = svg.iter(f"{SVG}circle")
    assert (percent(circle.get("cx")), circle.get("cy")) == (54.0, "145")


def test_labels_of_dots_in_one_place_do_not_cover_each_other() -> None:
    svg = drawn(scatter(*(Dot(label=name, x=1.0, y=Estimate(value=0.5)) for name in "abc")))
    heights = sorted(float(one.get("y") or 0) for one in svg.iter(f"{SVG}text") if one.text in ("a", "b", "c"))
    assert all(later - earlier >= 14 for earlier, later in pairwise(heights))


@given(st.text(), st.lists(st.tuples(st.text(), st.tuples(ESTIMATES, st.one_of(st.none(), ESTIMATES))), max_size=4))
def test_any_words_and_figures_make_a_whole_chart(
    title: str, groups: list[tuple[str, tuple[Estimate, Estimate]]]
) -> None:
    svg = drawn(Bars(title=title, description=title, series=("a", "b"), groups=tuple(groups)))
    assert svg.get("role") == "img"
    assert all(0 <= percent(one.get("width")) <= 100 for one in svg.iter(f"{SVG}rect"))


@settings(max_examples=50)
@example([Dot(label="", x=5e-324, y=Estimate(value=None))])
@given(st.lists(st.builds(Dot, label=st.text(), x=st.floats(0, 1e9), y=ESTIMATES), max_size=8))
def test_any_dots_stay_in_the_frame(dots: list[Dot]) -> None:
    svg = drawn(scatter(*dots))
    assert all(12 <= percent(one.get("cx")) <= 96 for one in svg.iter(f"{SVG}circle"))
    assert len(list(svg.iter(f"{SVG}circle"))) == sum(dot.y.value is not None for dot in dots)


@pytest.mark.parametrize("chart", [bars(), scatter(), Stacks(title="T", description="D", names=(), rows=(("a", ()),))])
def test_nothing_to_show_is_an_empty_frame(chart: Chart) -> None:
    assert drawn(chart).find(f"{SVG}title") is not None
