"""Text cut to the terminal's width, where wide characters count twice."""

from __future__ import annotations

import re
import shutil

from research_agent.cli import streams

_PIECE = re.compile(r"[\u2e80-\ufffd]\s*|[^\s\u2e80-\ufffd]+\s*")
"""What a line may be cut behind: a word, or a character of a script without spaces."""
_WIDEST = 100


def width() -> int:
    """Columns to write in: the terminal's, within reason; 80 where there is none."""
    return max(40, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns))


def wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    """Cut at spaces, and where there are none (Chinese, long addresses) anywhere; wide characters count twice."""
    from rich.cells import cell_len, chop_cells

    room = max(20, width - len(rest))
    lines = [""]
    for piece in _PIECE.findall(streams.one_line(text, 2000)):
        for part in chop_cells(piece, room) if cell_len(piece.rstrip()) > room else [piece]:
            if cell_len((lines[-1] + part).rstrip()) > room:
                lines.append("")
            lines[-1] += part
    return [f"{rest if number else first}{line}".rstrip() for number, line in enumerate(lines)]
