"""Text into Markdown that shows exactly that text: sources cannot smuggle in links, images, HTML or tables.

After the CommonMark specification 0.31, sections 2.4 (backslash escapes) and 4 (what opens a block), and GitHub's
extensions for tables, strikethrough, autolinks and mathematics.
"""

from __future__ import annotations

import re

from research_agent.reports.addresses import is_web
from research_agent.reports.plain import one_line

_ANYWHERE = re.compile(r"[\\`*\[\]<&|~$]")
_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
"""Between letters and digits an underscore is only itself: ``pg_upgrade`` needs no escape."""
_AUTOLINK = re.compile(r"(?i)\b(https?|ftp|mailto|xmpp)(:)|\b(www)(\.)")
_BLOCK_START = re.compile(r"^(?:(>|\(|[-+](?=[\s-]|$)|#(?=#*(?:\s|$))|=(?==*$)|:(?=-))|(\d{1,9})([.)])(?=\s|$))")
"""What opens a block; and a parenthesis, which would make a link of a citation that stands right before it."""


def escape(text: str) -> str:
    """One line of Markdown that shows ``text``, white space collapsed. It may start a line or a table cell."""
    line = one_line(text)
    line = _ANYWHERE.sub(r"\\\g<0>", line)
    line = _UNDERSCORE.sub(r"\\_", line)
    line = _AUTOLINK.sub(lambda found: f"{found[1] or found[3]}\\{found[2] or found[4]}", line)
    return _BLOCK_START.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", line)


def link(address: str) -> str:
    """An address as a Markdown link to itself if it is http(s), else as escaped text."""
    return f"<{address}>" if is_web(address) else escape(address)
