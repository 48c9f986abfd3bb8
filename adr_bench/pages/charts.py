"""Charts as inline SVG: no library, no script, no inline style.

Widths are percentages of the element, so that text keeps its size on a narrow screen; colours come from classes of the
page's style sheet. Every text goes through ``escape``. Each chart has a title and a description; the page has the same
figures as a table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from research_agent.adr_bench.estimates import Estimate
from research_agent.adr_bench.pages.parts import Bars, Chart, Dot, Scatter, Stacks
from research_agent.reports.plain import one_line

SERIES = 6
"""Series that have a colour of their own; a seventh takes the first one again."""
_LABEL = 64
"""Characters of a label."""
_BAR, _LINE = 12, 20
_LEFT, _RIGHT = 12.0, 96.0
"""Where a scatter's plot begins and ends, in percent."""
_MIDDLE = 55.0
"""From here on a dot's label stands to its left."""
_NOTHING = 1e-12
"""A cost below this is none, and no scale is made for it."""
_WIDE = 45.0
"""Percent of the width that a label may take on a phone."""
_TOP, _HEIGHT = 30, 230


def draw(chart: Chart, name: str) -> str:
    """The chart as an ``svg`` element. ``name`` is unique on the page, of letters, digits and dashes."""
    if isinstance(chart, Bars):
        height, parts = _bars(chart)
    elif isinstance(chart, Stacks):
        height, parts = _stacks(chart)
    else:
        height, parts = _scatter(chart)
    return (
        f'<svg class="chart" role="img" width="100%" height="{height}" aria-labelledby="{name}-t {name}-d" '
        f'xmlns="http://www.w3.org/2000/svg"><title id="{name}-t">{_text(chart.title)}</title>'
        f'<desc id="{name}-d">{_text(chart.description)}</desc>{"".join(parts)}</svg>'
    )


# ---------------------------------------------------------------- bars


def _bars(chart: Bars) -> tuple[int, list[str]]:
    parts, y = [], 4
    top = y
    for label, values in chart.groups:
        y += _LINE
        parts.append(f'<text x="0" y="{y - 6}" class="label">{_label(label)}</text>')
        for at, value in enumerate(values):
            parts += _bar(value, at, y)
            y += _BAR + 2
        y += 8
    grid = [_upright(100.0 * tick * 0.86, top + _LINE, y - 6) for tick in (0, 0.25, 0.5, 0.75, 1)]
    ticks = [
        f'<text x="{100 * tick * 0.86:.3g}%" y="{y + 10}" class="tick" text-anchor="{anchor}">{tick:g}</text>'
        for tick, anchor in ((0, "start"), (0.25, "middle"), (0.5, "middle"), (0.75, "middle"), (1, "middle"))
    ]
    return y + 18, [*grid, *parts, *ticks]


def _bar(value: Estimate | None, series: int, y: int) -> list[str]:
    """0 to 1 takes 86% of the width; the rest is for the figure."""
    if value is None or value.value is None:
        return [f'<text x="0.5%" y="{y + 10}" class="tick">none</text>']
    parts = [f'<rect x="0" y="{y}" width="{_wide(value.value)}" height="{_BAR}" class="s{series % SERIES}"/>']
    if value.low is not None and value.high is not None:
        middle = y + _BAR / 2
        parts.append(_whisker(_wide(value.low), _wide(value.high), middle, middle))
    return [*parts, f'<text x="100%" y="{y + 10}" class="tick" text-anchor="end">{value.value:.2f}</text>']


def _wide(value: float) -> str:
    return f"{86 * min(1.0, max(0.0, value)):.4g}%"


# ---------------------------------------------------------------- stacks


def _stacks(chart: Stacks) -> tuple[int, list[str]]:
    parts, y = [], 4
    for label, counts in chart.rows:
        y += _LINE
        parts.append(f'<text x="0" y="{y - 6}" class="label">{_label(label)}</text>')
        whole, start = sum(counts) or 1.0, 0.0
        for at, number in enumerate(counts):
            width = 100 * number / whole
            if not number:
                continue
            parts.append(f'<rect x="{start:.4g}%" y="{y}" width="{width:.4g}%" height="20" class="w{at}"/>')
            if width >= 6:
                middle = start + width / 2
                parts.append(
                    f'<text x="{middle:.4g}%" y="{y + 14}" class="in{at}" text-anchor="middle">{number:g}</text>'
                )
            start += width
        y += 30
    return y + 2, parts


# ---------------------------------------------------------------- scatter


def _scatter(chart: Scatter) -> tuple[int, list[str]]:
    most = chart.most or _round_up(max((dot.x for dot in chart.dots), default=1.0))
    bottom = _TOP + _HEIGHT
    parts = [_level(tick) for tick in (0.0, 0.25, 0.5, 0.75, 1.0)]
    parts.append(_line(f"{_LEFT}%", bottom, f"{_RIGHT}%", bottom, "axis"))
    for step in range(5):
        x = _LEFT + (_RIGHT - _LEFT) * step / 4
        parts.append(
            f'<text x="{x:.4g}%" y="{bottom + 16}" class="tick" text-anchor="middle">{most * step / 4:.3g}</text>'
        )
    parts.append(f'<text x="{_RIGHT}%" y="{bottom + 34}" class="label" text-anchor="end">{_label(chart.x)}</text>')
    parts.append(f'<text x="0" y="12" class="label">{_label(chart.y)}</text>')
    shown = [(at, dot) for at, dot in enumerate(chart.dots) if dot.y.value is not None]
    places = _label_places([(_across(dot, most), _upwards(dot.y.value or 0.0)) for _, dot in shown])
    for (at, dot), height in zip(shown, places, strict=True):
        parts += _dot(dot, at if chart.coloured else 0, most, height)
    return bottom + 42, parts


def _level(tick: float) -> str:
    y = _TOP + _HEIGHT * (1 - tick)
    return (
        _line(f"{_LEFT}%", y, f"{_RIGHT}%", y, "grid")
        + f'<text x="{_LEFT - 1.5}%" y="{y + 4:.4g}" class="tick" text-anchor="end">{tick:g}</text>'
    )


def _dot(dot: Dot, at: int, most: float, height: float) -> Iterator[str]:
    x, y = _across(dot, most), _upwards(dot.y.value or 0.0)
    if dot.y.low is not None and dot.y.high is not None:
        yield _line(f"{x:.4g}%", _upwards(dot.y.low), f"{x:.4g}%", _upwards(dot.y.high), "whisker")
    yield f'<circle cx="{x:.4g}%" cy="{y:.5g}" r="5" class="s{at % SERIES}"/>'
    if dot.label:
        side, gap = ("end", -9) if x > _MIDDLE else ("start", 9)
        place = f'x="{x:.4g}%" dx="{gap}" y="{height:.5g}"'
        yield f'<text {place} class="label" text-anchor="{side}">{_label(dot.label, 32)}</text>'


def _label_places(dots: Sequence[tuple[float, float]]) -> list[float]:
    """A height for each dot's label: beside it, and lower where that one is taken; from the highest dot down."""
    taken: list[tuple[float, float]] = []
    found = [0.0] * len(dots)
    for at in sorted(range(len(dots)), key=lambda one: (dots[one][1], dots[one][0])):
        x, height = dots[at][0], dots[at][1] - 6
        while any(abs(x - other) < _WIDE and abs(height - there) < _LINE * 0.75 for other, there in taken):
            height += 2
        taken.append((x, height))
        found[at] = height
    return found


def _across(dot: Dot, most: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * min(1.0, max(0.0, dot.x / most))


def _upwards(value: float) -> float:
    return _TOP + _HEIGHT * (1 - min(1.0, max(0.0, value)))


def _round_up(value: float) -> float:
    """The next of 1, 2, 2.5, 5 times a power of ten that leaves some room."""
    if value < _NOTHING:
        return 1.0
    base = 10.0 ** math.floor(math.log10(value))
    return next(base * step for step in (1, 2, 2.5, 5, 10, 20) if base * step >= value * 1.05)


# ---------------------------------------------------------------- elements


def _line(x1: str, y1: float, x2: str, y2: float, kind: str) -> str:
    return f'<line x1="{x1}" y1="{y1:.5g}" x2="{x2}" y2="{y2:.5g}" class="{kind}"/>'


def _upright(x: float, top: int, bottom: int) -> str:
    return _line(f"{x:.4g}%", top, f"{x:.4g}%", bottom, "grid")


def _whisker(x1: str, x2: str, y1: float, y2: float) -> str:
    return _line(x1, y1, x2, y2, "whisker")


def legend(names: Sequence[str], kind: str) -> list[tuple[str, str]]:
    """Class and name of each series; ``kind`` is ``s`` or ``w``."""
    return [(f"{kind}{at % SERIES}", name) for at, name in enumerate(names)]


def _label(text: str, longest: int = _LABEL) -> str:
    line = one_line(text)
    return _text(line if len(line) <= longest else line[: longest - 1].rstrip() + "…")


def _text(text: str) -> str:
    return escape(one_line(text))
