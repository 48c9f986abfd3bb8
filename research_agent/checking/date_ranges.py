"""Ranges of days with both of their dates written out, so that every order of day, month and year compares.

``from 8 to 14 July 2012``, ``July 8–14, 2012`` and ``2012 年 7 月 8 日至 14 日`` each name the first day by half.
"""

from __future__ import annotations

import re

_MONTH = (
    r"(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|"
    r"Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_TO = r"\s*(?:to|until|till|through|and|–|—|-|~|至|到)\s*"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_FORMS = (
    (re.compile(rf"\b{_DAY}{_TO}{_DAY} (?:of )?{_MONTH},? (\d{{4}})\b"), r"\1 \3 \4 to \2 \3 \4"),
    (re.compile(rf"\b{_DAY} (?:of )?{_MONTH}{_TO}{_DAY} (?:of )?{_MONTH},? (\d{{4}})\b"), r"\1 \2 \5 to \3 \4 \5"),
    (re.compile(rf"\b{_MONTH} {_DAY}{_TO}{_DAY},? (\d{{4}})\b"), r"\2 \1 \4 to \3 \1 \4"),
    (re.compile(rf"\b{_MONTH} {_DAY}{_TO}{_MONTH} {_DAY},? (\d{{4}})\b"), r"\2 \1 \5 to \4 \3 \5"),
    (
        re.compile(rf"(\d{{4}})\s*年\s*(\d{{1,2}})\s*月\s*(\d{{1,2}})\s*日?{_TO}(\d{{1,2}})\s*日"),
        r"\1年\2月\3日至\1年\2月\4日",
    ),
    (
        re.compile(rf"(\d{{4}})\s*年\s*(\d{{1,2}})\s*月\s*(\d{{1,2}})\s*日{_TO}(\d{{1,2}})\s*月\s*(\d{{1,2}})\s*日"),
        r"\1年\2月\3日至\1年\4月\5日",
    ),
)


def spelt_out(text: str) -> str:
    """The text with both dates of each range of days in full."""
    for pattern, form in _FORMS:
        text = pattern.sub(form, text)
    return text
