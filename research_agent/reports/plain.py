"""Foreign text made fit to print: no control characters, no hidden direction changes, one line."""

from __future__ import annotations

import re

_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # C0 and C1, terminal escapes among them; not tab and line ends
    "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides and isolates can show text in another order than it has
    "\u200b\u2060\ufeff\ufff9-\ufffb"  # invisible separators
    "\U000e0000-\U000e007f"  # tag characters: invisible text
    "\ud800-\udfff\ufffe\uffff]"  # lone surrogates have no UTF-8, and the last two no XML
)
_SPACE = re.compile(r"\s+")


def visible(text: str) -> str:
    """The text without characters that act on a terminal or hide something; line ends stay."""
    return _CONTROL.sub("", text)


def one_line(text: str) -> str:
    """The visible text with every run of white space as one space."""
    return _SPACE.sub(" ", visible(text)).strip()
