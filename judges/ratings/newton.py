"""Newton's method for log-linear models of games: few parameters, concave likelihood, no library.

A game between two systems ends in one of several ways; the log-probability of each is a sparse linear function of the
parameters, less the logarithm of what makes them sum to 1. Gradient: observed less expected; Hessian: minus the
covariance. Parameters that only shift together (strengths) are held at mean 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

Vector = Mapping[int, float]
"""Parameter -> coefficient."""
Cell = Sequence[tuple[Vector, float]]
"""The ways in which the games of one pair ended, each with how often (halves allowed)."""

STEPS = 100
SMALL = 1e-11
"""Largest step at which the search ends, in units of log-odds."""


def maximise(cells: Sequence[Cell], parameters: int, strengths: int) -> list[float]:
    """The parameters of the highest likelihood; the first ``strengths`` of them have mean 0.

    Raises:
        ArithmeticError: the search does not end: the likelihood has no maximum at finite parameters.
    """
    values = [0.0] * parameters
    for _ in range(STEPS):
        gradient, negative_hessian = _derivatives(cells, values)
        for row in range(strengths):
            for column in range(strengths):
                negative_hessian[row][column] += 1.0  # only moves the mean, which the gradient does not
        step = _solve(negative_hessian, gradient)
        factor = _shortened(cells, values, step)
        values = [value + factor * change for value, change in zip(values, step, strict=True)]
        if max(abs(factor * change) for change in step) < SMALL:
            mean = sum(values[:strengths]) / strengths
            return [value - mean if place < strengths else value for place, value in enumerate(values)]
    raise ArithmeticError("no maximum at finite parameters")


def _probabilities(cell: Cell, values: Sequence[float]) -> list[float]:
    scores = [sum(values[place] * by for place, by in vector.items()) for vector, _ in cell]
    highest = max(scores)
    weights = [math.exp(score - highest) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


def _derivatives(cells: Sequence[Cell], values: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    gradient = [0.0] * len(values)
    hessian = [[0.0] * len(values) for _ in values]
    for cell in cells:
        number = sum(count for _, count in cell)
        chances = _probabilities(cell, values)
        expected: dict[int, float] = {}
        for (vector, count), chance in zip(cell, chances, strict=True):
            for place, by in vector.items():
                expected[place] = expected.get(place, 0.0) + by * chance
                gradient[place] += by * (count - number * chance)
        for (vector, _), chance in zip(cell, chances, strict=True):
            away = {place: vector.get(place, 0.0) - mean for place, mean in expected.items()}
            for row, one in away.items():
                for column, other in away.items():
                    hessian[row][column] += number * chance * one * other
    return gradient, hessian


def _likelihood(cells: Sequence[Cell], values: Sequence[float]) -> float:
    return sum(
        count * math.log(chance) if count else 0.0
        for cell in cells
        for (_, count), chance in zip(cell, _probabilities(cell, values), strict=True)
    )


def _shortened(cells: Sequence[Cell], values: Sequence[float], step: Sequence[float]) -> float:
    """The largest of 1, 1/2, 1/4 ... of the step that does not lower the likelihood."""
    before, factor = _likelihood(cells, values), 1.0
    while factor > 1e-6:
        tried = [value + factor * change for value, change in zip(values, step, strict=True)]
        if _likelihood(cells, tried) >= before - 1e-12 * abs(before):
            return factor
        factor /= 2
    return factor


def _solve(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """Gauss elimination with pivots. Raises ArithmeticError for a singular matrix."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-14:
            raise ArithmeticError("the games do not fix all parameters")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(column + 1, size):
            by = rows[row][column] / rows[column][column]
            rows[row] = [value - by * above for value, above in zip(rows[row], rows[column], strict=True)]
    solved = [0.0] * size
    for row in reversed(range(size)):
        known = sum(rows[row][column] * solved[column] for column in range(row + 1, size))
        solved[row] = (rows[row][size] - known) / rows[row][row]
    return solved
