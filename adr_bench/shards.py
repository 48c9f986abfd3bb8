"""One batch in n parts, for schedulers that start n processes and know nothing of each other.

A task belongs to shard i of n by its place in the batch's frozen list: place modulo n is i - 1. So shards differ by one
task at most, and neither the order in which they are started nor their number of machines matters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from research_agent.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Shard:
    """Part ``index`` of ``of``, counted from 1. Raises ConfigError when there is no such part."""

    index: int = 1
    of: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.index <= self.of:
            raise _wrong(f"{self.index}/{self.of}")

    def has(self, place: int) -> bool:
        """Whether the task at ``place`` (from 0) belongs to it."""
        return place % self.of == self.index - 1

    @property
    def results(self) -> str:
        """Name of its results file."""
        return "results.jsonl" if self.of == 1 else f"results-{self.index}-of-{self.of}.jsonl"


WHOLE = Shard()


def parse_shard(text: str) -> Shard:
    """``2/5`` as it is written on a command line.

    Raises:
        ConfigError: kind ``bad_shard``.
    """
    found = re.fullmatch(r"\s*(\d{1,9})\s*/\s*(\d{1,9})\s*", text)
    if not found:
        raise _wrong(text)
    return Shard(int(found[1]), int(found[2]))


def _wrong(text: str) -> ConfigError:
    return ConfigError(
        f"{text!r} is no shard.",
        kind="bad_shard",
        next_step="Write i/n with 1 <= i <= n, such as 2/5 for the second of 5.",
    )
