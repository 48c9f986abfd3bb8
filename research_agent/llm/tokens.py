"""How many tokens a text will be, without a tokenizer's table (which would have to be downloaded).

The estimate errs on the high side; the server's own counts correct it. Correction is by stage: a stage uses the
counts of *earlier* stages only. These are complete when it starts, so prompts that are cut to fit come out the same
in a replay, whatever order parallel calls ended in.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

STAGES = ("plan", "search", "read", "verify", "write", "judge")
MESSAGE_TOKENS = 8
"""What a chat template adds around a message."""
CAUTION = 1.1
"""Rather a tenth too much: a prompt that is too long fails, one that is a little short does not."""
LEAST, MOST = 0.6, 2.0
"""Bounds of the correction: a server that counts cached or image tokens must not lead us astray."""
ENOUGH = 500
"""Estimated tokens before the correction is believed."""

_PIECES = re.compile(r"[A-Za-z]+|\d+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|\s+|[^\sA-Za-z\d]")


def estimate(text: str) -> int:
    """Tokens of ``text``, on the high side: long words are several, a CJK character is one."""
    return math.ceil(CAUTION * sum(_weight(piece) for piece in _PIECES.findall(text)))


def _weight(piece: str) -> float:
    first = piece[0]
    if first.isascii():
        if first.isalpha():
            return 1 + (len(piece) - 1) // 7
        if first.isdigit():
            return 1 + (len(piece) - 1) // 3
        if first.isspace():
            return 0.0 if piece == " " else 1.0
    return 1.0


def estimate_messages(messages: Sequence[dict[str, str]]) -> int:
    """Tokens of a conversation."""
    return sum(MESSAGE_TOKENS + estimate(message["content"]) for message in messages)


class Counter:
    """What was estimated and what the server counted, by stage."""

    def __init__(self) -> None:
        self._estimated: dict[str, int] = defaultdict(int)
        self._counted: dict[str, int] = defaultdict(int)

    def learn(self, stage: str, estimated: int, counted: int) -> None:
        """Note a call that the server counted; 0 means that it did not."""
        if counted > 0:
            self._estimated[stage] += estimated
            self._counted[stage] += counted

    def ratio(self, stage: str) -> float:
        """Counted over estimated in the stages before ``stage``; 1 while too little is known."""
        before = STAGES[: STAGES.index(stage)] if stage in STAGES else STAGES
        estimated = sum(self._estimated[name] for name in before)
        if estimated < ENOUGH:
            return 1.0
        return min(MOST, max(LEAST, sum(self._counted[name] for name in before) / estimated))

    def corrected(self, stage: str, tokens: int) -> int:
        return round(tokens * self.ratio(stage))


def longest_fitting(items: Sequence[T], fits: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """The longest prefix of ``items`` that fits, by bisection; ``fits`` must be monotone. May be empty."""
    if fits(items):
        return items
    low, high = 0, max(0, len(items) - 1)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(items[:middle]):
            low = middle
        else:
            high = middle - 1
    return items[:low]
