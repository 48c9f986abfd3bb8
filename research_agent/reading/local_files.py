"""Which files may be read: those that the user named, and those below the folders that the user named."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from research_agent.errors import ReadError


class LocalRoots:
    """The user's folders, files and globs, as they were given."""

    def __init__(self, given: Sequence[str]) -> None:
        self._given = tuple(given)
        self._roots: tuple[Path, ...] | None = None

    def require(self, address: str) -> Path:
        """The file behind a ``file://`` address, symbolic links followed.

        Raises:
            ReadError: kind ``blocked_address`` when it lies elsewhere, ``not_found`` when it does not exist.
        """
        path = path_of(address)
        try:
            real = path.resolve(strict=True)
        except OSError as error:
            raise ReadError(f"There is no file {path}.", kind="not_found", next_step="Check the path.") from error
        if not any(real == root or root in real.parents for root in self._all()):
            raise ReadError(
                f"The file {path} is not read: it is not among the documents of this run.",
                kind="blocked_address",
                next_step="Name it, or a folder above it, with --documents.",
            )
        return real

    def _all(self) -> tuple[Path, ...]:
        if self._roots is None:
            self._roots = tuple(found for given in self._given for found in _expand(given))
        return self._roots


def _expand(given: str) -> list[Path]:
    path = Path(given).expanduser()
    if path.exists():
        return [path.resolve()]
    return [Path(match).resolve() for match in glob.glob(str(path), recursive=True)]


def path_of(address: str) -> Path:
    """The path of a ``file://`` address, without its fragment.

    Raises:
        ReadError: kind ``blocked_address`` for an address that names another machine or no path.
    """
    parts = urlsplit(address)
    if parts.scheme != "file" or parts.netloc not in ("", "localhost") or not parts.path:
        raise ReadError(
            f"{address} names no file of this machine.", kind="blocked_address", next_step="Check the path."
        )
    path = unquote(parts.path)
    if "\0" in path:
        raise ReadError(f"{address!r} names no file.", kind="blocked_address", next_step="Check the path.")
    return Path(path)
