"""Ratings and what must be known of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

BASE = 1000.0
"""The mean of all ratings: only differences mean anything."""
SCALE = 400.0
"""Points for odds of ten to one, as in chess."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    ratings: Mapping[str, float]
    """System -> rating, by name; mean ``BASE``."""
    tie_parameter: float | None = None
    """Davidson's nu: the odds of a tie to a win between equals; None for models without ties."""
    regularised: bool = False
    """The games fix no finite ratings (somebody won all, or groups never met): each pair was given one more tie."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Systems that met, directly or through others. More than one group: ratings across groups say nothing."""
    notes: tuple[str, ...] = ()


def on_scale(strength: float) -> float:
    """Natural logarithm of the odds -> points, 0 for 0."""
    return strength * SCALE / math.log(10)
