"""Which files the user's folders, files and globs stand for."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from research_agent.domain import Problem
from research_agent.errors import ConfigError

SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__"})
"""Besides hidden ones (``.git`` ...), which are never entered unless named by the user."""

_OTHER_SUFFIXES = """
.png .jpg .jpeg .gif .webp .bmp .ico .svg .svgz .tif .tiff .heic .mp3 .m4a .ogg .oga .wav .flac .mp4 .mkv .webm .mov
.avi .zip .gz .tgz .bz2 .xz .zst .7z .rar .tar .jar .whl .deb .rpm .iso .dmg .exe .dll .so .dylib .a .o .pyc .class
.woff
.woff2 .ttf .otf .eot .css .js .mjs .map .sqlite .db .parquet .npy .npz .bin .dat .lock .sig
"""
NOT_DOCUMENTS = frozenset(_OTHER_SUFFIXES.split())
"""Suffixes that are not even opened in a folder; a file that the user names is always tried."""


@dataclass(frozen=True, slots=True)
class Found:
    """Files in the order of their paths, and what was left out."""

    files: dict[Path, str]
    """Absolute path -> the path as seen from what the user gave: it names the document, and breaks ties."""
    problems: tuple[Problem, ...] = ()


@dataclass(slots=True)
class _Collected:
    files: dict[Path, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)

    def add(self, path: Path, shown: str) -> None:
        if _is_unicode(path):
            self.files.setdefault(path, shown)
        else:
            named = os.fsencode(path).decode("utf-8", errors="replace")
            self.trouble(named, f"{named} is left out: its name is not UTF-8. Rename it.", "bad_name")

    def trouble(self, path: Path | str, what: str, kind: str) -> None:
        self.problems.append(Problem(stage="read", subject=str(path), what=what, kind=kind))


def find_files(paths: Sequence[str]) -> Found:
    """All document files below the given folders, files and globs; each once, whatever ways lead to it.

    Raises:
        ConfigError: kind ``documents_missing``: a path does not exist and, as a glob, matches nothing.
    """
    collected = _Collected()
    for given in paths:
        for path in _expand(given):
            if path.is_dir():
                _add_folder(collected, path)
            else:
                collected.add(_real(path), path.name)
    for suffix, count in sorted(collected.skipped.items()):
        what = f"{count} file{'s' if count > 1 else ''} ending in {suffix} skipped: not a document format."
        collected.trouble(f"*{suffix}", what, "unsupported")
    return Found(dict(sorted(collected.files.items())), tuple(collected.problems))


def require_paths(paths: Sequence[str]) -> None:
    """
    Raises:
        ConfigError: kind ``documents_missing``, as ``find_files``, but nothing is walked through.
    """
    for given in paths:
        _expand(given)


def _expand(given: str) -> list[Path]:
    path = Path(given).expanduser()
    if path.exists():
        return [path]
    matches = sorted(glob.glob(str(path), recursive=True))
    if not matches:
        raise ConfigError(
            f"The documents path {given} does not exist.",
            kind="documents_missing",
            next_step="Check the spelling of --documents, or give a folder, a file or a quoted glob.",
        )
    return [Path(match) for match in matches]


def _add_folder(collected: _Collected, folder: Path) -> None:
    root = folder.resolve()
    links: list[Path] = []
    for path in _walk(collected, root):
        if path.is_symlink():
            links.append(path)
        elif path.suffix.lower() in NOT_DOCUMENTS:
            collected.skipped[path.suffix.lower()] += 1
        elif path.is_file():  # not a socket, pipe or device
            collected.add(path, str(path.relative_to(root)))
    for link in links:  # after the files, so that a link to one of them adds nothing
        _add_link(collected, root, link)


def _walk(collected: _Collected, root: Path) -> Iterator[Path]:
    def unreadable(error: OSError) -> None:
        name = error.filename or root
        collected.trouble(name, f"The folder {name} cannot be read: {error.strerror}.", "permission")

    for folder, folders, names in os.walk(root, onerror=unreadable):
        linked = [name for name in folders if (Path(folder) / name).is_symlink()]
        folders[:] = sorted(
            name for name in folders if name[0] != "." and name not in SKIPPED_FOLDERS and name not in linked
        )
        yield from (Path(folder) / name for name in sorted(names + linked) if name[0] != ".")


def _add_link(collected: _Collected, root: Path, link: Path) -> None:
    target = _real(link)
    if not target.is_relative_to(root):
        collected.trouble(link, f"{link} was not followed: it leads outside {root}.", "outside")
    elif target.is_file():
        collected.add(target, str(link.relative_to(root)))


def _real(path: Path) -> Path:
    """Where a path leads. Unlike ``Path.resolve``, a link that leads to itself raises nothing: it is no file."""
    return Path(os.path.realpath(path))


def _is_unicode(path: Path) -> bool:
    """Whether a path can stand in an index or a report, which are UTF-8; the system allows any bytes."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True
