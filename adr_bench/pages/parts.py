"""What a page of figures is made of. All text in it is shown as it is: renderers escape it."""

from __future__ import annotations

from dataclasses import dataclass

from research_agent.adr_bench.estimates import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A paragraph."""

    text: str
    strong: bool = False
    """The headline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1
    """How many columns, from the left, hold words; the others hold figures and stand to the right."""
    folded: bool = False
    """Whether HTML folds it away, and the terminal leaves it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """A group of bars for each label, a bar for each series, with its interval. The table beside it says the same."""

    title: str
    description: str
    series: tuple[str, ...]
    groups: tuple[tuple[str, tuple[Estimate | None, ...]], ...]
    """Label, and a value for each series; the scale is 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    label: str
    x: float
    y: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Scatter:
    """Dots with an interval upwards. ``x`` starts at 0, ``y`` goes from 0 to 1."""

    title: str
    description: str
    x: str
    """Name of the axis; so is ``y``."""
    y: str
    dots: tuple[Dot, ...]
    most: float | None = None
    """Right end of the axis; None: chosen by the dots."""
    coloured: bool = False
    """Whether each dot has a colour of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stacks:
    """Shares of a whole, side by side: win, tie, lose."""

    title: str
    description: str
    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    """Label, and a count for each name."""


Chart = Bars | Scatter | Stacks
Part = Words | Table | Chart


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    title: str
    parts: tuple[Part, ...]
    reference: bool = False
    """To look up, not to read: the terminal leaves it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A page."""

    title: str
    summary: tuple[str, ...]
    """The first lines: what this is."""
    sections: tuple[Section, ...]
