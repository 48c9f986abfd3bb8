"""What the user decided about sources: which are one voice, which are not, who speaks with what weight, and when.

A TOML file (``docs/sources.md``) and two flags; they come before every rule and every table, and the report says so.
The journal keeps the rulings themselves, not the file's name: a replay elsewhere decides the same.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from research_agent.domain import Authority, Source
from research_agent.errors import ConfigError

_FORMAT = 1
_SECTIONS = ("format", "same", "independent", "authority", "dates")
_PREFIX = re.compile(r"^(title|publisher|author|id):\s*(.+)$")
_KINDS = tuple(kind.value for kind in Authority)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What the user decided about some sources: every two that the patterns match are one voice, or are not."""

    patterns: tuple[str, ...]
    independent: bool = False
    why: str = ""
    """The user's own reason, printed as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    pattern: str
    authority: Authority


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    pattern: str
    published: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """All of it; empty by default. Of two rulings that fit the first one counts; a flag comes before the file."""

    pairs: tuple[Ruling, ...] = ()
    weights: tuple[Weight, ...] = ()
    dates: tuple[Dated, ...] = ()

    def on(self, first: Source, second: Source) -> Ruling | None:
        """The ruling that both sources fall under."""
        return next((ruling for ruling in self.pairs if _covers(ruling, first, second)), None)

    def weight(self, source: Source) -> Weight | None:
        return next((weight for weight in self.weights if matches(weight.pattern, source)), None)

    def dated(self, source: Source) -> Source:
        """The source with the date that the user gave it."""
        found = next((dated for dated in self.dates if matches(dated.pattern, source)), None)
        return replace(source, published=found.published) if found else source


def _covers(ruling: Ruling, first: Source, second: Source) -> bool:
    """Whether the two fall under a ruling, each under a pattern of its own where the sources are to be told apart."""
    ones = {number for number, pattern in enumerate(ruling.patterns) if matches(pattern, first)}
    others = {number for number, pattern in enumerate(ruling.patterns) if matches(pattern, second)}
    if not ruling.independent or len(ruling.patterns) == 1:
        return bool(ones and others)
    return any(one != other for one in ones for other in others)


def matches(pattern: str, source: Source) -> bool:
    """Whether a pattern names a source: a host, an address, a path, ``title:``, ``publisher:``, ``author:`` or ``id:``.

    ``*`` stands for any characters. A host holds for the hosts below it, a folder for what lies in it; the end of a
    path is enough.
    """
    if named := _PREFIX.match(pattern):
        return fnmatchcase(str(getattr(source, named[1])).casefold(), named[2].strip().casefold())
    addresses = [address for address in (source.address, source.requested, source.canonical) if address]
    if "://" in pattern:
        return any(fnmatchcase(_address(address), _address(pattern)) for address in addresses)
    return any(_on_the_web(pattern, address) for address in addresses) or _on_disk(pattern, source)


def _on_the_web(pattern: str, address: str) -> bool:
    parts = urlsplit(address)
    host = (parts.hostname or "").lower()
    named, slash, rest = pattern.partition("/")
    if not host or not (fnmatchcase(host, named.lower()) or host.endswith(f".{named.lower()}")):
        return False
    path = unquote(parts.path).lstrip("/")
    return not slash or not rest or fnmatchcase(path, rest) or (rest.endswith("/") and path.startswith(rest))


def _on_disk(pattern: str, source: Source) -> bool:
    path = source.path or (unquote(urlsplit(source.address).path) if source.address.startswith("file:") else "")
    if not path:
        return False
    wanted = pattern.removeprefix("./")
    if wanted.endswith("/"):
        return f"/{wanted.strip('/')}/" in f"{PurePosixPath(path).parent}/"
    return fnmatchcase(path, wanted) or fnmatchcase(path, f"*/{wanted.lstrip('/')}")


def _address(address: str) -> str:
    return unquote(address).partition("#")[0].rstrip("/")


# ---------------------------------------------------------------- from the user


def read_rulings(file: Path | None, same: Sequence[str] = (), independent: Sequence[str] = ()) -> Rulings:
    """The rulings of a file and of the flags ``--same-source A,B`` and ``--independent A,B``.

    Raises:
        ConfigError: kind ``bad_sources_file`` or ``bad_setting``, with the place.
    """
    flags = [*(_flag("--same-source", text, False) for text in same)]
    flags += [_flag("--independent", text, True) for text in independent]
    stated = _parsed(file, _loaded(file)) if file else Rulings()
    return replace(stated, pairs=(*flags, *stated.pairs))


def _flag(name: str, text: str, independent: bool) -> Ruling:
    patterns = tuple(part.strip() for part in text.split(",") if part.strip())
    if len(patterns) < 2 and not any("*" in pattern or pattern.endswith("/") for pattern in patterns):
        raise ConfigError(
            f"{name} {text!r} names fewer than two sources.",
            kind="bad_setting",
            next_step="Write hosts, addresses or paths with a comma between them.",
        )
    return Ruling(patterns=patterns, independent=independent)


def _loaded(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise _bad(file, f"cannot be read: {error}") from error


def _parsed(file: Path, content: dict[str, Any]) -> Rulings:
    foreign = sorted(set(content) - set(_SECTIONS))
    if foreign:
        raise _bad(file, f"has {', '.join(foreign)}; it may have {', '.join(_SECTIONS[1:])}")
    if content.get("format", _FORMAT) != _FORMAT:
        raise _bad(file, f"has format {content['format']!r}; this release reads {_FORMAT}")
    pairs = [
        _ruling(file, section, entry)
        for section in ("independent", "same")  # what is told apart is an exception to what is taken together
        for entry in _list_of_tables(file, content, section)
    ]
    weights = _entries(file, content, "authority")
    wrong = next((value for value in weights.values() if value not in _KINDS), None)
    if wrong is not None:
        raise _bad(file, f"calls a source {wrong!r}; the kinds are {', '.join(_KINDS)}")
    return Rulings(
        pairs=tuple(pairs),
        weights=tuple(Weight(pattern=pattern, authority=Authority(kind)) for pattern, kind in weights.items()),
        dates=tuple(
            Dated(pattern=pattern, published=_day(file, pattern, value))
            for pattern, value in _entries(file, content, "dates").items()
        ),
    )


def _list_of_tables(file: Path, content: dict[str, Any], section: str) -> list[dict[str, Any]]:
    found = content.get(section, [])
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise _bad(file, f"writes {section!r} otherwise than as [[{section}]]")
    return found


def _ruling(file: Path, section: str, entry: dict[str, Any]) -> Ruling:
    patterns = entry.get("sources")
    foreign = sorted(set(entry) - {"sources", "why"})
    if foreign or not isinstance(patterns, list) or not all(isinstance(one, str) and one.strip() for one in patterns):
        raise _bad(file, f'has a [[{section}]] that is not sources = ["...", "..."] and perhaps why = "..."')
    if not patterns:
        raise _bad(file, f"has a [[{section}]] without sources")
    return Ruling(
        patterns=tuple(one.strip() for one in patterns),
        independent=section == "independent",
        why=" ".join(str(entry.get("why", "")).split()),
    )


def _entries(file: Path, content: dict[str, Any], section: str) -> dict[str, Any]:
    found = content.get(section, {})
    if not isinstance(found, dict) or any(isinstance(value, dict | list) for value in found.values()):
        raise _bad(file, f'writes [{section}] otherwise than as lines "pattern" = value; a pattern stands in quotes')
    return found


def _day(file: Path, pattern: str, value: object) -> date:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError as error:
        raise _bad(file, f"gives {pattern!r} the date {value!r}; write 2024-05-01") from error


def _bad(file: Path, what: str) -> ConfigError:
    return ConfigError(
        f"The file of sources {file} {what}.", kind="bad_sources_file", next_step="See docs/sources.md for its form."
    )
