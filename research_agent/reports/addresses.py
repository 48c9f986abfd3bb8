"""Which addresses of sources may become links, and how they are spelt there."""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

from research_agent.reports.plain import one_line

_WEB = re.compile(r"https?://[^\s<>\\]+", re.IGNORECASE)
_LONGEST = 2_000
"""Office programs refuse a whole document for a longer link (about 2,080 characters)."""


def is_web(address: str) -> bool:
    """Whether a reader may be sent there: http or https with a host, and nothing in it that hides or breaks."""
    if not _WEB.fullmatch(address) or one_line(address) != address:
        return False
    try:
        return bool(urlsplit(address).netloc)
    except ValueError:  # e.g. an unclosed bracket in the host
        return False


def link_target(address: str) -> str:
    """The address as a URI (RFC 3986: everything else percent-encoded), or nothing where it may not be a link."""
    if not is_web(address):
        return ""
    encoded = quote(address, safe="%:/?#[]@!$&'()*+,;=~", errors="replace")
    return encoded if len(encoded) <= _LONGEST else ""
