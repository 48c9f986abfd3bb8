"""Numbers that no quote states: computed again from operands that quotes state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal, DivisionByZero, InvalidOperation, localcontext

from research_agent.domain import Derived
from research_agent.text.figures import Figure, figures
from research_agent.text.units import readings

_Compute = Callable[[Sequence[Decimal]], Decimal]
_METHODS: dict[str, _Compute] = {
    "sum": lambda values: sum(values, Decimal(0)),
    "difference": lambda values: abs(values[0] - sum(values[1:], Decimal(0))),
    "product": lambda values: _product(values),
    "ratio": lambda values: values[0] / values[1],
    "percent-change": lambda values: abs(values[1] - values[0]) / abs(values[0]) * 100,
    "average": lambda values: sum(values, Decimal(0)) / len(values),
    "count": lambda values: Decimal(len(values)),
}
_UNITLESS = frozenset({"ratio", "percent-change", "count"})
_NEEDS_TWO = frozenset({"difference", "ratio", "percent-change", "product", "average"})


def _product(values: Sequence[Decimal]) -> Decimal:
    result = Decimal(1)
    for value in values:
        result *= value
    return result


def recomputes(derived: Derived) -> bool:
    """Whether the stated value is what its operands give, rounded to the digits in which it is stated.

    A ratio may be stated upside down or as a percentage, a change without its sign. Quantities are computed in
    base units; two calendar dates differ by days, two years by years.
    """
    stated = figures(derived.value)
    if len(stated) != 1 or not isinstance(_amount(stated[0]), Decimal):
        return False
    if derived.how == "count":
        return _close(Decimal(len(set(derived.operands))), stated[0], Decimal(1))
    operands = [found[0] for found in map(figures, derived.operands) if len(found) == 1]
    if len(operands) != len(derived.operands) or (derived.how in _NEEDS_TWO and len(operands) < 2) or not operands:
        return False
    return any(_close(value, stated[0], factor) for value, factor in _results(derived.how, operands, stated[0]))


def _results(how: str, operands: Sequence[Figure], stated: Figure) -> list[tuple[Decimal, Decimal]]:
    """Possible results, each with how many of its units the stated unit is."""
    results: list[tuple[Decimal, Decimal]] = []
    for reading in _common_readings(_fractions(operands) if how == "product" else operands):
        with localcontext() as context:
            context.prec = 40
            try:
                value = _METHODS[how](reading[1])
            except (DivisionByZero, InvalidOperation, IndexError):
                continue
            if how == "ratio":
                results += [(value, Decimal(1)), (value * 100, Decimal(1))]
                results += [(1 / value, Decimal(1)), (100 / value, Decimal(1))] if value else []
            elif how in _UNITLESS or not reading[0]:
                results.append((value, Decimal(1)))
            else:
                results += [
                    (value, factor)
                    for dimension, factor in readings(Decimal(1), stated.unit)
                    if dimension == reading[0]
                ]
    return results


def _fractions(operands: Sequence[Figure]) -> list[Figure]:
    """Percentages as what they multiply by: 25% of 2,000."""
    return [
        replace(figure, kind="number", value=figure.value / 100)
        if figure.kind == "percent" and isinstance(figure.value, Decimal)
        else figure
        for figure in operands
    ]


def _common_readings(operands: Sequence[Figure]) -> list[tuple[str, list[Decimal]]]:
    """The operands as plain numbers of one dimension, once for each dimension that all of them share."""
    if all(figure.kind == "date" and len(str(figure.value)) == 10 for figure in operands):
        return [("second", [Decimal(86400 * date.fromisoformat(str(figure.value)).toordinal()) for figure in operands])]
    listed = [
        [reading for reading in sorted(readings(*_quantity(figure)))] if figure.unit else [] for figure in operands
    ]
    if all(listed) and all(figure.kind == "quantity" for figure in operands):
        width = min(map(len, listed))
        aligned = [[options[at] for options in listed] for at in range(width)]
        return [(row[0][0], [value for _, value in row]) for row in aligned if len({name for name, _ in row}) == 1]
    amounts = [_amount(figure) for figure in operands]
    if any(amount is None for amount in amounts):
        return []
    return [("", [amount for amount in amounts if amount is not None])]


def _quantity(figure: Figure) -> tuple[Decimal, str]:
    return (figure.value if isinstance(figure.value, Decimal) else Decimal(0)), figure.unit


def _amount(figure: Figure) -> Decimal | None:
    """The figure as a plain number; a year or a one-part version counts as one."""
    if isinstance(figure.value, Decimal):
        return figure.value
    return Decimal(figure.value) if figure.value.isdigit() else None


def _close(value: Decimal, stated: Figure, factor: Decimal) -> bool:
    """Whether ``value`` rounds to the stated number at its last digit."""
    amount = _amount(stated)
    if amount is None:
        return False
    exponent = amount.as_tuple().exponent
    step = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    if amount == amount.to_integral_value() and " " in stated.raw.strip() and not stated.unit:
        step = _last_digit(amount)
    return abs(value / factor - amount) <= step / 2


def _last_digit(amount: Decimal) -> Decimal:
    """The place of the last digit that is not zero: ``1.2 million`` is stated to a hundred thousand."""
    exponent = amount.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
