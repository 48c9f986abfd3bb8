"""Whether two documents are one work: versions, editions, parts of one collection, translations."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from research_agent.domain import Document, Source
from research_agent.evidence.reasons import Reasons
from research_agent.evidence.speakers import plain

_LANGUAGES = (
    "ar|bg|bn|ca|cs|da|de|el|en|es|et|eu|fa|fi|fr|gl|he|hi|hr|hu|id|it|ja|ka|ko|lt|lv|ms|nb|nl|nn|no|pl|pt|ro|ru|sk|sl|sr|sv"
    "|ta|th|tr|uk|ur|vi|zh|eng|chi|zho|fra|deu|jpn|kor|spa|cn|english|chinese|french|german|japanese|korean|spanish"
)
_LANGUAGE = re.compile(
    rf"(?<![a-z0-9])(?:{_LANGUAGES})(?:[-_](?:cn|tw|hk|sg|us|gb|br|pt|hans|hant|latn|cyrl))?(?![a-z0-9])", re.IGNORECASE
)
_SEPARATORS = re.compile(r"[-_.]*/[-_.]*|[-_.]{2,}")
_NEUTRAL = re.compile(r"[A-Za-z_][\w./:+-]*[A-Za-z0-9_]|\d[\d.,:/-]*\d|\d")
_MARKED = re.compile(r"\d|[a-z][A-Z]|[_./:]|[A-Z]{2,}|--")
_HEAD = 1_500
_STATED_VERSION = re.compile(
    r"^(?!.{90})(?:[\w(][\w ,()-]{0,40}?[ ,(])?(?:version|release|revision|rev\.?|edition|版本)"
    r"[ \t]*[:：]?[ \t]*v?(\d+(?:\.\d+)*)\b"
    r"[^.。\n]{0,40}$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line at the head of a document that is no sentence and gives its version."""
_READ = 200_000
_RUN = 3
TRANSLATED = 0.25
"""Share of the shorter text's runs of three numbers or identifiers that stand in the other language's text too, from
which on one is a translation of the other (``benchmarks/independence.py``)."""
_FEWEST_RUNS = 8
_LONG_TITLE = 3
"""Words of a title that two publishers will not give to two works."""


def one_work(first: Document, second: Document, say: Reasons) -> str:
    """Why the two are one work, in words; empty when nothing says so."""
    a, b = first.source, second.source
    if names_other(a, b) or names_other(b, a):
        return say("translation_named")
    if same_work(a, b):
        if a.version and b.version and a.version != b.version:
            return say("versions", work=a.work, first=a.version, second=b.version)
        return say("work", work=a.work)
    if a.language and b.language and a.language != b.language:
        if parallel(a, b):
            return say("translation", first=a.language, second=b.language)
        if translated(first.text, second.text):
            return say("translated")
    return ""


def same_work(a: Source, b: Source) -> bool:
    """Whether the two are one work, in the same or in different versions."""
    if not a.work or plain(a.work) != plain(b.work):
        return False
    apart = bool(a.publisher and b.publisher) and plain(a.publisher) != plain(b.publisher)
    return not apart or len(plain(a.work).split()) >= _LONG_TITLE


def different_versions(a: Source, b: Source) -> bool:
    """Whether the two are known to be different versions of one work."""
    return same_work(a, b) and bool(a.version) and bool(b.version) and a.version != b.version


def editions_apart(first: Document, second: Document) -> bool:
    """Whether each of two documents says at its head which version it is ("Version 1.17"), and not the same one."""
    one, other = (set(_STATED_VERSION.findall(document.text[:_HEAD])) for document in (first, second))
    return bool(one) and bool(other) and not one & other


def collection(source: Source) -> str:
    """The collection that a file belongs to, where a folder names one with its version: ``postgresql-doc``."""
    name, _, rest = source.work.partition("/")
    if not rest or not source.version:
        return ""
    folders = PurePosixPath(_path(source)).parts[:-1]
    return _spoken(name) if any(part.startswith(name) for part in folders) else ""


def parallel(a: Source, b: Source) -> bool:
    """Whether two addresses differ in the language that they name and in nothing else."""
    one, other = _path(a), _path(b)
    return bool(one) and one != other and _unspoken(one) == _unspoken(other)


def translated(first: str, second: str) -> bool:
    """Whether the numbers and identifiers of two texts in two languages come in the same runs."""
    small, large = sorted((_runs(first), _runs(second)), key=len)
    return len(small) >= _FEWEST_RUNS and len(small & large) / len(small) >= TRANSLATED


def names_other(a: Source, b: Source) -> bool:
    """Whether the one names the other as itself in another language (``hreflang``)."""
    return any(_bare(address) in {_bare(b.address), _bare(b.canonical)} for address in a.alternates if address)


def _bare(address: str) -> str:
    parts = urlsplit(address)
    return f"{(parts.hostname or '').removeprefix('www.')}{parts.path.rstrip('/')}?{parts.query}"


def _path(source: Source) -> str:
    path = source.path or unquote(urlsplit(source.address).path)
    # Folders of versions may differ between translations: debian-faq-11.1 and debian-faq-zh-cn-12.
    return re.sub(r"[-_]v?\d+(?:\.\w+)+(?=/)", "", path)


def _unspoken(path: str) -> str:
    return _SEPARATORS.sub("/", _LANGUAGE.sub("", path)).lower()


def _spoken(name: str) -> str:
    return plain(_LANGUAGE.sub("", name))


@lru_cache(maxsize=256)
def _runs(text: str) -> frozenset[tuple[str, ...]]:
    found = [token.rstrip(".,:").lower() for token in _NEUTRAL.findall(text[:_READ]) if _MARKED.search(token)]
    tokens = [token for token in found if len(token) > 1]
    return frozenset(zip(*(tokens[at:] for at in range(_RUN)), strict=False))
