"""What all exchanges of a run cost, recorded ones included."""

from __future__ import annotations

from research_agent.domain import Usage
from research_agent.recorder import Reply


class Spending:
    """Totals; the order in which calls ended does not matter."""

    def __init__(self) -> None:
        self._replies: list[Reply] = []
        self._milliseconds = 0

    def add(self, reply: Reply) -> None:
        self._replies.append(reply)
        self._milliseconds += round(1000 * float(reply.value.get("seconds", 0.0)))

    def usage(self) -> Usage:
        """``usd`` is None where the price of any call is unknown; ``seconds`` adds up the calls, as recorded."""
        prices = [reply.usd for reply in self._replies]
        known = [price for price in prices if price is not None]
        return Usage(
            calls=len(self._replies),
            prompt_tokens=sum(reply.prompt_tokens for reply in self._replies),
            completion_tokens=sum(reply.completion_tokens for reply in self._replies),
            usd=round(sum(sorted(known)), 6) if prices and len(known) == len(prices) else None,
            seconds=self._milliseconds / 1000,
        )
