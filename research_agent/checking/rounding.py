"""A figure that a report rounds, put back to what its source states, where the rounding is right.

``about 8,850 m`` is right of 8,848.86 m, ``more than 9 million`` of 9.2 million; a different number is not. FACT
accepts rounded data as well.
"""

from __future__ import annotations

import re
from decimal import Decimal

from research_agent.evidence.content import figures_of
from research_agent.text.figures import Figure, covers

_ABOUT = re.compile(
    r"(?:about|around|roughly|approximately|approx\.?|some|circa|ca\.|nearly|almost|close to|just (?:under|over)|"
    r"(?:a little|slightly) (?:over|under|more than|less than)|over|more than|under|less than|up to|~|≈|"
    r"约|大约|近|接近|超过|逾|多达|将近|不到)\s*[$€£¥]?\s*\Z",
    re.IGNORECASE,
)
_NEAR = Decimal("0.05")
"""Relative distance up to which a figure with a word such as ``nearly`` may lie from its source's."""
_FEWEST_DIGITS = 2
"""Significant digits that a figure needs to count as rounded without such a word."""


def settled(text: str, passage: str) -> str:
    """The text with each rightly rounded figure in its source's words."""
    stated = figures_of(passage)
    for figure in reversed(figures_of(text)):
        if any(covers(figure, other) for other in stated):
            continue
        exact = next((other for other in stated if _rounds(figure, other, text[: figure.start])), None)
        if exact is not None:
            text = text[: figure.start] + exact.raw + text[figure.end :]
    return text


def _rounds(figure: Figure, other: Figure, before: str) -> bool:
    if not isinstance(figure.value, Decimal) or not isinstance(other.value, Decimal) or not other.value:
        return False
    if figure.kind in ("date", "version", "time", "ordinal") or (
        figure.unit and other.unit and figure.unit != other.unit
    ):
        return False
    if (figure.kind == "percent") != (other.kind == "percent"):
        return False
    if _ABOUT.search(before) and abs(figure.value - other.value) <= _NEAR * abs(other.value):
        return True
    digits = _digits(figure.value)
    return digits >= _FEWEST_DIGITS and _digits(other.value) > digits and _rounded(other.value, digits) == figure.value


def _digits(value: Decimal) -> int:
    """Significant digits; zeros at the end of a whole number do not count."""
    plain = value.normalize() if value == value.to_integral_value() else value
    return len(plain.as_tuple().digits)


def _rounded(value: Decimal, digits: int) -> Decimal:
    shift = value.adjusted() - digits + 1
    return value.quantize(Decimal(1).scaleb(shift)) if abs(shift) < 20 else value
