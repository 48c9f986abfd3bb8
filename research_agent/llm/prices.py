"""What a token costs: the user's setting, else a dated table, else unknown."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from research_agent.errors import ConfigError
from research_agent.settings import Settings

_DATED = re.compile(r"(?:-\d{4}-\d{2}-\d{2}|-latest)?\Z")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    prompt: float
    completion: float

    def of(self, prompt_tokens: int, completion_tokens: int) -> float:
        """US dollars for these tokens."""
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / 1_000_000


def price_of(model: str, settings: Settings) -> Price | None:
    """The price of a model; None where nobody said it.

    Raises:
        ConfigError: a budget in dollars is set and the price is not known.
    """
    if settings.price_prompt is not None and settings.price_completion is not None:
        return Price(settings.price_prompt, settings.price_completion)
    found = _table().get(_DATED.sub("", model.rsplit("/", 1)[-1]))
    if found is None and settings.budget_usd is not None:
        raise ConfigError(
            f"A budget of {settings.budget_usd:g} US dollars is set, and the price of the model {model!r} is unknown.",
            kind="unknown_price",
            next_step="Set RESEARCH_PRICE_PROMPT and RESEARCH_PRICE_COMPLETION (US dollars for a million tokens), "
            "or use --budget-tokens.",
        )
    return found


@cache
def _table() -> dict[str, Price]:
    data = tomllib.loads(files("research_agent.llm").joinpath("prices.toml").read_text(encoding="utf-8"))
    return {name: Price(**price) for name, price in data["prices"].items()}
