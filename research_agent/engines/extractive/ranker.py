"""The weights of a sentence's features: the small linear model of ``ranker.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp

from research_agent.engines.extractive.features import Describer

FEATURES = (*Describer.BY_PART, *Describer.NAMES)


@dataclass(frozen=True, slots=True)
class Ranker:
    """Log-odds that a sentence is a part of the answer, between as many that are and are not."""

    weights: tuple[float, ...]
    """In the order of ``FEATURES``."""
    bias: float

    def log_odds(self, features: Sequence[float]) -> float:
        return self.bias + sum(weight * feature for weight, feature in zip(self.weights, features, strict=True))


def chance(log_odds: float) -> float:
    """Log-odds as a value between 0 and 1."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, log_odds))))


@cache
def ranker() -> Ranker:
    """The model in use."""
    table = tomllib.loads(files(__package__).joinpath("ranker.toml").read_text(encoding="utf-8"))
    return Ranker(tuple(float(table["weights"][name]) for name in FEATURES), float(table["bias"]))
