"""Which fonts a PDF is set in, and what to say when none on this machine can show a report's script.

Latin, Greek and Cyrillic come with the typesetter and look alike everywhere; for other scripts the machine's fonts are
used, preferred ones first, then whatever has the character.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

LATIN = "Libertinus Serif"
"""Embedded in the typesetter."""

_PREFERRED = {
    "zh-hans": ("Noto Serif CJK SC", "Source Han Serif SC", "Noto Sans CJK SC", "Songti SC", "SimSun", "PingFang SC"),
    "zh-hant": ("Noto Serif CJK TC", "Source Han Serif TC", "Noto Sans CJK TC", "Songti TC", "PMingLiU", "PingFang TC"),
    "ja": ("Noto Serif CJK JP", "Source Han Serif", "Noto Sans CJK JP", "Hiragino Mincho ProN", "Yu Mincho"),
    "ko": ("Noto Serif CJK KR", "Source Han Serif K", "Noto Sans CJK KR", "AppleMyungjo", "Batang"),
}
"""Families by language, where one character has other forms in other languages."""
_NOT_SHOWN = re.compile(r'the text `"((?:[^"\\]|\\.)*)"` could not be displayed')
"""How the typesetter says so (typst 0.15, checked by a test)."""
_ESCAPE = re.compile(r"\\u\{([0-9a-fA-F]+)\}|\\(.)")


def families(language: str, installed: Iterable[str]) -> tuple[str, ...]:
    """Families to try in order; of Chinese, Japanese and Korean the report's own comes first."""
    there = set(installed)
    own = _cjk(language)
    order = [own, *(key for key in _PREFERRED if key != own)]
    found = [next((name for name in _PREFERRED[key] if name in there), "") for key in order]
    return (LATIN, *(name for name in found if name))


def _cjk(language: str) -> str:
    parts = language.lower().split("-")
    if parts[0] == "zh":
        return "zh-hant" if {"hant", "tw", "hk", "mo"} & set(parts[1:]) else "zh-hans"
    return parts[0] if parts[0] in _PREFERRED else "zh-hans"


def not_shown(diagnostic: str) -> frozenset[str]:
    """The characters that the typesetter found no font for."""
    return frozenset(
        letter
        for found in _NOT_SHOWN.findall(diagnostic)
        for letter in _ESCAPE.sub(lambda one: chr(int(one[1], 16)) if one[1] else one[2], found)
        if not letter.isspace() and letter.isprintable() | (unicodedata.category(letter) in {"Co", "Cn"})
    )


def letters(texts: Iterable[str], missing: frozenset[str]) -> str:
    """Those of the missing characters that are letters of the texts, in the order in which they stand there."""
    found = dict.fromkeys(letter for text in texts for letter in text if letter in missing and letter.isalpha())
    return "".join(found)


def scripts(characters: Sequence[str]) -> str:
    """Names of the characters' scripts, as Unicode's character names begin: ``CJK``, ``ETHIOPIC``."""
    names = (unicodedata.name(one, "UNNAMED").split(" ")[0].split("-")[0] for one in characters)
    return ", ".join(dict.fromkeys(name.title() if name != "CJK" else "Chinese (CJK)" for name in names))
