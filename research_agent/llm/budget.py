"""Hard stops, decided before a call from its estimate; a share is kept for the writer, so that findings get written.

Money already promised to calls under way counts as spent: eight calls that each just fit do not fit together.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from research_agent.errors import BudgetError
from research_agent.llm.prices import Price
from research_agent.settings import Settings

RESERVE = 0.3
"""Share of each budget that only the stages ``write`` and, after it, ``judge`` may spend."""


@dataclass(frozen=True, slots=True)
class Cost:
    tokens: int
    usd: float | None


class Budget:
    """What may be spent, what was spent, and what is promised to calls under way."""

    def __init__(self, settings: Settings) -> None:
        self._usd = settings.budget_usd
        self._tokens = settings.budget_tokens
        self._seconds = settings.budget_seconds
        self._started = time.monotonic()
        self.spent_tokens = 0
        self.spent_usd = 0.0
        self._promised_tokens = 0
        self._promised_usd = 0.0

    @contextmanager
    def promise(self, stage: str, cost: Cost) -> Iterator[None]:
        """Set ``cost`` aside for a call while the body makes it.

        Raises:
            BudgetError: it does not fit any more; kinds usd, tokens, seconds.
        """
        self._check(stage, cost)
        self._promised_tokens += cost.tokens
        self._promised_usd += cost.usd or 0.0
        try:
            yield
        finally:
            self._promised_tokens -= cost.tokens
            self._promised_usd -= cost.usd or 0.0

    def spend(self, cost: Cost) -> None:
        """Note what a call really cost."""
        self.spent_tokens += cost.tokens
        self.spent_usd += cost.usd or 0.0

    def _check(self, stage: str, cost: Cost) -> None:
        share = 1.0 if stage in ("write", "judge") else 1.0 - RESERVE
        if self._tokens is not None:
            needed = self.spent_tokens + self._promised_tokens + cost.tokens
            self._compare("tokens", "--budget-tokens", needed, self._tokens, share)
        if self._usd is not None:
            needed_usd = self.spent_usd + self._promised_usd + (cost.usd or 0.0)
            self._compare("usd", "--budget-usd", needed_usd, self._usd, share)
        if self._seconds is not None:
            self._compare("seconds", "--budget-seconds", time.monotonic() - self._started, self._seconds, share)

    def _compare(self, kind: str, flag: str, needed: float, limit: float, share: float) -> None:
        if needed <= limit * share:
            return
        kept = "" if share == 1.0 else f" ({1 - share:.0%} of it is kept for writing the report)"
        unit = {"tokens": "tokens", "usd": "US dollars", "seconds": "seconds"}[kind]
        raise BudgetError(
            f"The budget of {limit:g} {unit} is reached{kept}: the next call would make it about {needed:.4g}.",
            kind=kind,
            next_step=f"Raise {flag} and resume the run.",
            retryable=True,
        )


def expected(prompt_tokens: int, completion_tokens: int, price: Price | None) -> Cost:
    """The cost of a call, from its token counts."""
    usd = price.of(prompt_tokens, completion_tokens) if price else None
    return Cost(prompt_tokens + completion_tokens, usd)
