"""Times of day as ``HH:MM``: 14:30, 2.30 pm, 3 p.m., noon, 下午三点半."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from research_agent.text.number_words import chinese_value

_ENGLISH = re.compile(
    r"(?<![\d:.,$])(?P<hour>1[0-2]|0?[1-9])(?:[:.](?P<minute>[0-5]\d))?[ \u00a0]?(?P<half>[ap])\.?m\b\.?", re.IGNORECASE
)
_CLOCK = re.compile(r"(?<![\d:.])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])")
_WORD = re.compile(r"\bat (?P<word>noon|midnight)\b", re.IGNORECASE)
_ZH = "零〇一二两三四五六七八九十"
_CHINESE = re.compile(
    rf"(?P<day>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里)(?P<hour>\d{{1,2}}|[{_ZH}]{{1,3}})[点时]"
    rf"(?:(?P<minute>\d{{1,2}}|[{_ZH}]{{1,3}})分|(?P<part>半|一刻|三刻))?"
)
_PARTS = {"半": 30, "一刻": 15, "三刻": 45}
_LATE = ("下午", "傍晚", "晚上")


@dataclass(frozen=True, slots=True)
class FoundTime:
    start: int
    end: int
    value: str


def find_times(text: str) -> Iterator[FoundTime]:
    """Times of day in ``text``, not in order; they do not overlap."""
    taken = bytearray(len(text))
    for finder in (_halves, _chinese, _clocks, _words):
        for time in finder(text):
            if not any(taken[time.start : time.end]):
                taken[time.start : time.end] = b"\x01" * (time.end - time.start)
                yield time


def _halves(text: str) -> Iterator[FoundTime]:
    for found in _ENGLISH.finditer(text):
        hour = int(found["hour"]) % 12 + (12 if found["half"].lower() == "p" else 0)
        yield FoundTime(*found.span(), f"{hour:02d}:{found['minute'] or '00'}")


def _chinese(text: str) -> Iterator[FoundTime]:
    for found in _CHINESE.finditer(text):
        hour, minute = _number(found["hour"]), _number(found["minute"] or "0")
        if hour is None or minute is None or hour > 24 or minute > 59:
            continue
        if found["day"] in _LATE and hour < 12:
            hour += 12
        yield FoundTime(*found.span(), f"{hour:02d}:{_PARTS.get(found['part'] or '', minute):02d}")


def _clocks(text: str) -> Iterator[FoundTime]:
    for found in _CLOCK.finditer(text):
        seconds = f":{found['second']}" if found["second"] else ""
        yield FoundTime(*found.span(), f"{int(found['hour']):02d}:{found['minute']}{seconds}")


def _words(text: str) -> Iterator[FoundTime]:
    for found in _WORD.finditer(text):
        yield FoundTime(*found.span("word"), "12:00" if found["word"].lower() == "noon" else "00:00")


def _number(text: str) -> int | None:
    return int(text) if text.isascii() else chinese_value(text)
