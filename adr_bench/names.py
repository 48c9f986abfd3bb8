"""Folder names for task ids, which may be anything: one name for each id, the same everywhere, on every file system."""

from __future__ import annotations

import hashlib
import re

_PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.ASCII)
"""What Windows keeps for devices: a batch may be copied there."""
_LONGEST = 40
MARK = "~"
"""Stands before the hash; no plain name has it, so that no id can take another's name."""


def folder_name(id: str) -> str:
    """The name for a task id: the id itself where that is a plain lower-case name, else its letters and a hash of it.

    Ids that differ in case only, or in the way an accent is written, get different names.
    """
    if _PLAIN.fullmatch(id) and not _RESERVED.fullmatch(id):
        return id
    letters = re.sub(r"[^a-z0-9]+", "-", id[:200].lower()).strip("-")[:_LONGEST].rstrip("-")
    return f"{letters or 'task'}{MARK}{hashlib.sha256(id.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
