"""The date in the head of an RFC or Internet-Draft, which stands there without a label (RFC 7322, section 4.1)."""

from __future__ import annotations

import re
from datetime import date

from research_agent.reading.dates import parse_date

_HEAD = 1_500
_SERIES = re.compile(r"Request for Comments:?\s*\d+|^\s*Internet[ -]Draft\b", re.IGNORECASE | re.MULTILINE)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_MONTH = re.compile(rf"\b(?:{_MONTHS})\s+(?:19|20)\d\d\b")
"""Of an RFC: a number before it is that of its STD or BCP, not a day."""
_DAY = re.compile(rf"\b(?:\d{{1,2}}\s+)?(?:{_MONTHS})\s+(?:\d{{1,2}},\s*)?(?:19|20)\d\d\b")
_BODY = re.compile(r"^\W*(?:Abstract|Status of This Memo)\b", re.IGNORECASE | re.MULTILINE)


def memo_date(text: str) -> date | None:
    """The day, or the first of the month, that the head of a memo of the IETF names; None for other texts."""
    head = text[:_HEAD]
    series = _SERIES.search(head)
    if series is None:
        return None
    end = _BODY.search(head)
    pattern = _MONTH if series[0].lower().startswith("request") else _DAY
    found = pattern.search(head[: end.start()] if end else head)
    return parse_date(found[0]) if found else None
