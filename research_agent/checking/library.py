"""The documents that the user gave, found by whatever a report calls them.

A path (absolute, below a given folder, or its end), a file's name, a web address that a document states as its own
(canonical link, ``url`` of a record) or under which it was saved (``host/path``), or its title.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from research_agent.checking.addresses import is_web, same_page
from research_agent.errors import ReadError
from research_agent.reading.cache import ExtractionCache
from research_agent.reading.extract import Extracted
from research_agent.search.local.files import find_files

_SUFFIX = re.compile(r"\.(?:md|markdown|txt|html?|xhtml|pdf|docx|rst|adoc|json)\Z", re.IGNORECASE)
_LINE = re.compile(r"#line=\d+\Z")


class Library:
    """A set of documents. Looking one up by title or by web address reads them all, once.

    Args:
        given: folders, files and globs.
        cache_dir: where extractions are kept.
        progress: is told of each document that is read for its title: how many, of how many.

    Raises:
        ConfigError: kind ``documents_missing``.
    """

    def __init__(
        self, given: Sequence[str], cache_dir: Path, *, progress: Callable[[int, int], None] = lambda done, all: None
    ) -> None:
        self._files = find_files(given).files
        self._cache = ExtractionCache(cache_dir)
        self._progress = progress
        self._by_end: dict[str, list[Path]] = defaultdict(list)
        for path in self._files:
            for end in _ends(path):
                self._by_end[end].append(path)
        self._names: dict[str, list[Path]] | None = None

    def __len__(self) -> int:
        return len(self._files)

    def find(self, candidates: Sequence[str]) -> str | None:
        """The ``file://`` address of the first candidate that is one of the documents; None for none.

        Blocks for the disk where titles have to be read.
        """
        if not self._files:
            return None
        for candidate in candidates:
            if path := self._by_path(candidate):
                return path.as_uri() + "".join(_LINE.findall(candidate))
        for candidate in candidates:
            if path := self._by_name(candidate):
                return path.as_uri()
        return None

    def knows(self, words: str) -> bool:
        """Whether words are the title or, with its suffix, the path of a document."""
        if len(words) < 3 or not self._files or is_web(words):
            return False
        return bool((_SUFFIX.search(words) and self._by_path(words)) or self._by_name(words))

    def _by_path(self, candidate: str) -> Path | None:
        wanted = _path_of(candidate)
        if not wanted:
            return None
        real = Path(wanted).expanduser()
        if real.is_absolute() and real in self._files:
            return real
        parts = [part for part in PurePosixPath(wanted).parts if part not in ("/", ".", "~")]
        if ".." in parts:  # relative to a report's folder that is not known: its end must do
            parts = parts[len(parts) - parts[::-1].index("..") :]
        for start in range(len(parts)):
            found = self._by_end.get("/".join(parts[start:]).casefold(), [])
            if len(found) == 1:
                return found[0]
            if found:
                return min(found, key=lambda path: (len(path.parts), str(path)))
            if is_web(candidate):
                return None  # of a web address, the whole of host and path must be there
        return None

    def _by_name(self, candidate: str) -> Path | None:
        if self._names is None:
            self._names = self._read_names()
        key = same_page(candidate) if is_web(candidate) else _title(candidate)
        found = self._names.get(key, [])
        return found[0] if key and found else None

    def _read_names(self) -> dict[str, list[Path]]:
        names: dict[str, list[Path]] = defaultdict(list)
        for number, path in enumerate(self._files, 1):
            self._progress(number, len(self._files))
            try:
                extracted = self._cache.extract_file(path)
            except ReadError:
                continue  # it is told when the report cites it by its path
            for name in _names(extracted):
                names[name].append(path)
        return names


def _names(extracted: Extracted) -> list[str]:
    address = same_page(extracted.canonical) if is_web(extracted.canonical) else ""
    return [name for name in (address, _title(extracted.title)) if name]


def _title(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _ends(path: Path) -> list[str]:
    """The ends of a path by which it may be called, with and without its suffix."""
    parts = path.parts[-8:]
    ends = ["/".join(parts[start:]).casefold() for start in range(len(parts)) if parts[start] != "/"]
    bare = [_SUFFIX.sub("", end) for end in ends]
    indexed = [end.removesuffix("/index") for end in bare if end.endswith("/index")]
    return list(dict.fromkeys([*ends, *bare, *indexed]))


def _path_of(candidate: str) -> str:
    """The path in a candidate; for a web address host and path, as a mirror is saved."""
    if is_web(candidate):
        try:
            parts = urlsplit(candidate)
        except ValueError:
            return ""
        return (parts.hostname or "") + unquote(parts.path).rstrip("/") if parts.path.strip("/") else ""
    if candidate.startswith("file:"):
        return unquote(urlsplit(candidate).path)
    bare = unquote(_LINE.sub("", candidate.strip())).partition("#")[0]
    return "" if "\n" in bare or "\0" in bare or len(bare) > 1000 else bare
