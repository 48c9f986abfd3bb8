"""Units of measure: how they are written, what they measure, and how many base units one of them is.

Conversions are exact decimal numbers. A unit that is used in two senses has two readings: a GB is 1000^3 or
1024^3 bytes, and ``64K`` is 64 thousand of anything or 64 kilobytes; two figures are the same when one
reading of each agrees. Symbols are matched with their case, words without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

Reading = tuple[str, Decimal]
"""A dimension and the value in its base unit."""

_PREFIXES = {"k": 1, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}
_LONG_PREFIXES = {"kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P"}


def _factors() -> dict[str, tuple[Reading, ...]]:
    """Unit symbol -> readings of one such unit."""
    table: dict[str, tuple[Reading, ...]] = {"B": (("byte", Decimal(1)),), "bit": (("bit", Decimal(1)),)}
    for prefix, power in _PREFIXES.items():
        thousand, binary = Decimal(1000) ** power, Decimal(1024) ** power
        table[f"{prefix}B"] = (("byte", thousand), ("byte", binary))
        table[f"{prefix}iB"] = (("byte", binary),)
        table[f"{prefix}bit"] = (("bit", thousand),)
        table[prefix] = (("count", thousand), ("count", binary), ("byte", thousand), ("byte", binary))
        table[f"{prefix}Hz"] = (("hertz", thousand),)
        table[f"{prefix}W"] = (("watt", thousand),)
        table[f"{prefix}V"] = (("volt", thousand),)
    simple: dict[str, dict[str, str | int]] = {
        "second": {"ns": "1e-9", "µs": "1e-6", "ms": "1e-3", "s": 1, "min": 60, "h": 3600, "d": 86400, "wk": 604800},
        "month": {"mo": 1, "yr": 12},
        "metre": {
            **{"nm": "1e-9", "µm": "1e-6", "mm": "1e-3", "cm": "1e-2", "m": 1, "km": 1000},
            **{"inch": "0.0254", "ft": "0.3048", "yd": "0.9144", "mi": "1609.344"},
        },
        "gram": {"mg": "1e-3", "g": 1, "kg": 1000, "t": 1_000_000, "lb": "453.59237", "oz": "28.349523125"},
        "litre": {"ml": "1e-3", "l": 1},
        "hertz": {"Hz": 1},
        "watt": {"mW": "1e-3", "W": 1},
        "volt": {"mV": "1e-3", "V": 1},
        "ampere": {"mA": "1e-3", "A": 1},
        "pixel": {"px": 1},
        "fold": {"x": 1},
    }
    for dimension, units in simple.items():
        for symbol, factor in units.items():
            table[symbol] = ((dimension, Decimal(factor)),)
    return table


_FACTORS = _factors()
_TEMPERATURES = ("°C", "°F", "K°")

_WORDS = {
    **{"byte": "B", "bytes": "B", "字节": "B", "バイト": "B", "bits": "bit", "bit": "bit", "比特": "bit"},
    **{"nanosecond": "ns", "microsecond": "µs", "us": "µs", "μs": "µs", "millisecond": "ms", "msec": "ms"},
    **{"second": "s", "sec": "s", "secs": "s", "minute": "min", "mins": "min", "hour": "h", "hr": "h", "hrs": "h"},
    **{"day": "d", "week": "wk", "month": "mo", "year": "yr", "纳秒": "ns", "微秒": "µs", "毫秒": "ms"},
    **{"秒钟": "s", "秒": "s", "分钟": "min", "分鐘": "min", "个小时": "h", "小时": "h", "小時": "h", "天": "d"},
    **{"个星期": "wk", "星期": "wk", "周": "wk", "个月": "mo", "個月": "mo", "年": "yr", "か月": "mo", "時間": "h"},
    **{"nanometre": "nm", "nanometer": "nm", "micrometre": "µm", "micrometer": "µm", "millimetre": "mm"},
    **{"millimeter": "mm", "centimetre": "cm", "centimeter": "cm", "metre": "m", "meter": "m", "kilometre": "km"},
    **{"kilometer": "km", "inch": "inch", "inches": "inch", "foot": "ft", "feet": "ft", "yard": "yd", "mile": "mi"},
    **{"毫米": "mm", "厘米": "cm", "公里": "km", "千米": "km", "米": "m", "英寸": "inch", "英尺": "ft", "英里": "mi"},
    **{"milligram": "mg", "gram": "g", "kilogram": "kg", "kilo": "kg", "tonne": "t", "pound": "lb", "ounce": "oz"},
    **{"毫克": "mg", "千克": "kg", "公斤": "kg", "克": "g", "吨": "t", "磅": "lb", "millilitre": "ml"},
    **{"milliliter": "ml", "litre": "l", "liter": "l", "毫升": "ml", "升": "l", "hertz": "Hz", "watt": "W"},
    **{"volt": "V", "ampere": "A", "amp": "A", "pixel": "px", "像素": "px", "times": "x", "fold": "x", "×": "x"},
    **{"倍": "x", "°c": "°C", "℃": "°C", "摄氏度": "°C", "degrees celsius": "°C", "degree celsius": "°C"},
    **{"°f": "°F", "℉": "°F", "华氏度": "°F", "degrees fahrenheit": "°F", "kelvin": "K°"},
    **{"mbps": "Mbit/s", "gbps": "Gbit/s", "kbps": "kbit/s", "kb": "kB", "mb": "MB", "gb": "GB", "tb": "TB"},
}
_ONLY_ATTACHED = frozenset("KMGTPEkBWVAdtlx")
"""Symbols that are too short to be believed after a space (``5 A``, ``3 d``)."""


def _plurals() -> dict[str, str]:
    regular = {
        word + "s": unit for word, unit in _WORDS.items() if word.isascii() and len(word) >= 3 and word[-1] != "s"
    }
    prefixed = {
        f"{long}{word}": f"{short}{unit}"
        for long, short in _LONG_PREFIXES.items()
        for word, unit in (
            ("byte", "B"),
            ("bytes", "B"),
            ("bit", "bit"),
            ("bits", "bit"),
            ("hertz", "Hz"),
            ("watts", "W"),
        )
    }
    return {**_WORDS, **regular, **prefixed}


_BY_WORD = _plurals()


def _alternatives(names: Iterator[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


_SYMBOL = re.compile(
    rf"(?P<gap>[ \u00a0\u202f-]?)(?P<name>{_alternatives(iter(_FACTORS))})"
    r"(?P<rate>/s(?:ec)?\b| per second\b)?(?![A-Za-z0-9_])"
)
_WORD = re.compile(
    rf"(?:[ \u00a0\u202f-]?)(?P<name>{_alternatives(iter(_BY_WORD))})(?P<rate>/s(?:ec)?\b| per second\b)?",
    re.IGNORECASE,
)


def unit_after(text: str, position: int) -> tuple[str, int] | None:
    """The unit that stands at ``position``, after at most one space or hyphen, and where it ends; None for no unit."""
    found = _SYMBOL.match(text, position)
    if found and not (found["gap"] and found["name"] in _ONLY_ATTACHED):
        return _with_rate(found["name"], found)
    found = _WORD.match(text, position)
    if found and found["name"] == "×" and text[found.end() : found.end() + 2].strip()[:1].isdigit():
        return None  # 22×64: a size in two directions
    if found and not (found.group()[-1].isascii() and text[found.end() : found.end() + 1].isalnum()):
        return _with_rate(_BY_WORD[found["name"].lower()], found)
    return None


def _with_rate(symbol: str, found: re.Match[str]) -> tuple[str, int]:
    return (symbol + "/s" if found["rate"] and not symbol.endswith("/s") else symbol), found.end()


def readings(value: Decimal, unit: str) -> frozenset[Reading]:
    """What ``value unit`` may mean, each in the base unit of its dimension; empty for an unknown unit."""
    if unit in _TEMPERATURES:
        return frozenset({("kelvin", _kelvin(value, unit))})
    symbol, rate = (unit[:-2], "/s") if unit.endswith("/s") else (unit, "")
    return frozenset((dimension + rate, (value * factor).normalize()) for dimension, factor in _FACTORS.get(symbol, ()))


def dimension(unit: str) -> str:
    """What the unit measures (``byte``, ``second``); the unit itself where it is not known."""
    if unit in _TEMPERATURES:
        return "kelvin"
    symbol, rate = (unit[:-2], "/s") if unit.endswith("/s") else (unit, "")
    return (_FACTORS[symbol][-1][0] if symbol in _FACTORS else symbol) + rate


def _kelvin(value: Decimal, unit: str) -> Decimal:
    if unit == "°F":
        value = (value - 32) * 5 / 9
    return (value if unit == "K°" else value + Decimal("273.15")).normalize()
