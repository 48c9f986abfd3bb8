"""Whether two figures can both be right: the same, one coarser than the other, or one an approximation of the other.

Looser than ``figures.same`` and ``figures.covers``, which decide what a sentence may say: this decides who is accused
of saying something else. "About 8,850 m" agrees with 8,848.86 m, "1.2 million" with 1,234,567, three months with 90
days.
"""

from __future__ import annotations

from decimal import Decimal
from itertools import product

from research_agent.text.dates import interval
from research_agent.text.figures import Figure, covers
from research_agent.text.units import readings

_MONTH_DAYS = (28, 31)
_DAY = 86_400
_A_FEW_DAYS = 3
_PLAINLY_MORE_DIGITS = 2
"""A number with so many significant digits more is the exact one of the two (``1.2 million``, ``1,234,567``)."""


def agree(one: Figure, other: Figure) -> bool:
    """Whether the two figures do not contradict each other. Symmetric."""
    if covers(one, other) or covers(other, one):
        return True
    if one.kind == other.kind == "date":
        return _dates_agree(one, other)
    return _rounds_to(one, other) or _rounds_to(other, one) or _months_are_days(one, other)


def _dates_agree(one: Figure, other: Figure) -> bool:
    first, second = interval(str(one.value)), interval(str(other.value))
    if first is None or second is None:
        return False
    if first[0] <= second[1] and second[0] <= first[1]:
        return True
    if one.about == other.about:  # "circa 1986" is not "circa 1988"
        return False
    apart = max((first[0] - second[1]).days, (second[0] - first[1]).days)
    whole = any(len(str(figure.value)) == 4 for figure in (one, other))
    return apart <= (366 if whole else _A_FEW_DAYS)


def _rounds_to(rough: Figure, exact: Figure) -> bool:
    """Whether ``rough`` is stated as an approximation and ``exact`` lies within what its digits leave open."""
    if not _measures_alike(rough, exact) or not isinstance(rough.value, Decimal) or rough.about == exact.about != "":
        return False
    step, half = _step(rough.value), _step(rough.value) / 2
    low, high = rough.value, rough.value
    if rough.about == "near" or _is_round(rough, exact):
        low, high = low - half, high + half
    elif rough.about == "over":
        high += step
    elif rough.about == "under":
        low -= step
    else:
        return False
    return any(low <= value <= high for value in _in_unit_of(rough, exact))


def _measures_alike(one: Figure, other: Figure) -> bool:
    if "date" in (one.kind, other.kind) or one.kind in ("version", "time") or other.kind in ("version", "time"):
        return False
    if one.kind == other.kind:
        return one.kind == "quantity" or one.unit == other.unit
    return "number" in (one.kind, other.kind) and "percent" not in (one.kind, other.kind)


def _is_round(rough: Figure, exact: Figure) -> bool:
    """A share in words (a third), or a number with far fewer digits in a scale word (1.2 million, 120万)."""
    if rough.kind == "percent" and rough.words and isinstance(rough.value, Decimal):
        return rough.value != rough.value.to_integral_value()
    scaled = any(word in rough.raw.lower() for word in ("thousand", "illion", "bn", "万", "亿", "萬", "億"))
    exactly = isinstance(exact.value, Decimal) and _digits(exact.value) >= _digits(rough.value) + _PLAINLY_MORE_DIGITS
    return scaled and exactly and not exact.about


def _digits(value: Decimal | str) -> int:
    return len(value.normalize().as_tuple().digits) if isinstance(value, Decimal) else 0


def _step(value: Decimal) -> Decimal:
    """One unit of the last digit that is not zero; for a fraction in words, one per cent."""
    exponent = value.normalize().as_tuple().exponent
    step = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    return max(step, Decimal(1)) if _digits(value) > 12 else step


def _in_unit_of(rough: Figure, exact: Figure) -> list[Decimal]:
    """The exact value in the unit of the rough one, in each reading that both share."""
    if not isinstance(exact.value, Decimal):
        return []
    if rough.kind != "quantity" or exact.kind != "quantity":
        return [exact.value]
    one = sorted(readings(Decimal(1), rough.unit))
    return [
        value / factor
        for (kind, factor), (other, value) in product(one, sorted(readings(exact.value, exact.unit)))
        if kind == other and factor
    ]


def _months_are_days(one: Figure, other: Figure) -> bool:
    """Three months and 90 days, a year and 52 weeks."""
    months = _measured(one, "month") + _measured(other, "month")
    days = [value / _DAY for value in _measured(one, "second") + _measured(other, "second")]
    return any(_MONTH_DAYS[0] * m <= d <= _MONTH_DAYS[1] * m for m in months for d in days if m)


def _measured(figure: Figure, dimension: str) -> list[Decimal]:
    if figure.kind != "quantity" or not isinstance(figure.value, Decimal):
        return []
    return [value for kind, value in readings(figure.value, figure.unit) if kind == dimension]
