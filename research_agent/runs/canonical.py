"""One way to write a JSON value, so that equal values have equal hashes."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def canonical(value: Any) -> str:
    """The value as JSON with sorted keys and no white space.

    Lone surrogates (models do send half an emoji) are written as escapes, so that the text is valid UTF-8.

    Raises:
        TypeError, ValueError: the value is not JSON; NaN and infinities are not.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def digest(text: str | bytes) -> str:
    """SHA-256 in hex; text counts as UTF-8."""
    return hashlib.sha256(text.encode("utf-8") if isinstance(text, str) else text).hexdigest()
