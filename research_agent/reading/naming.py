"""Which work a document is, and which version of it: only where the document, its path or its metadata says so.

Two documents with one ``work`` and different ``version`` are versions of one work (design, evidence rule 3). A wrong
answer makes independent sources dependent, so a doubtful one is left empty.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

_VERSION = r"\d{1,4}(?:\.\d{1,8}){1,4}(?:[-.]?(?:alpha|beta|rc|p)\d*)?"
_IN_FOLDER = re.compile(rf"^(?P<name>[A-Za-z][\w.+-]*?)[-_]v?(?P<version>{_VERSION}|\d{{8}}(?:\.\d+)*)$")
_IN_PATH = re.compile(rf"^v?(?P<version>{_VERSION})$")
_IN_TITLE = re.compile(
    rf"\b(?:version|release|rev(?:ision)?\.?|v\.?)\s*(?P<a>{_VERSION}|\d{{1,3}})\b|(?P<b>{_VERSION})"
    r"(?=\s+(?:documentation|manual|docs|reference|handbook|user'?s? guide|release notes)\b)"
    rf"|\b(?:documentation|manual|reference|handbook|guide)\s+v?(?P<d>{_VERSION})"
    rf"|(?:バージョン|版本|第)\s*(?P<c>{_VERSION})",
    re.IGNORECASE,
)
_CHAPTER = re.compile(
    r"^\s*(?:chapter|appendix|section|part)?\s*(?:\d{1,3}(?:\.\d{1,3})*\.?|[A-Z]\.\d[\d.]*)\s+(?=\S)", re.IGNORECASE
)
_RELEASE_IN_NAME = re.compile(r"[-_]\d+(?:\.\d+)*$|(?<=[a-z])\d+(?:\.\d+)+")
_VERSIONED_TREE = re.compile(r"doc|manual|guide|reference|handbook|api|help|learn", re.IGNORECASE)


def work_and_version(address: str, title: str, stated_version: str = "") -> tuple[str, str]:
    """The work (a title without its version words, with its collection where a folder names one) and the version.

    >>> work_and_version("file:///d/postgresql-doc-15-15.20/upgrading.html", "19.6. Upgrading a PostgreSQL Cluster")
    ('postgresql-doc/upgrading.html', '15.20')
    """
    parts = [part for part in PurePosixPath(unquote(urlsplit(address).path)).parts if part != "/"]
    folder = next((match for part in reversed(parts[:-1][-3:]) if (match := _IN_FOLDER.match(part))), None)
    if folder:
        at = parts.index(folder.string)
        name = _RELEASE_IN_NAME.sub("", folder.group("name")) or folder.group("name")
        return "/".join((name, *parts[at + 1 :])), folder.group("version")
    versioned = _VERSIONED_TREE.search(address)  # elsewhere /2024/05.12/ is a date
    in_path = next((match.group("version") for part in parts[:-1] if versioned and (match := _IN_PATH.match(part))), "")
    version = stated_version or version_in_title(title) or in_path
    return (title_without_version(title) if version else "", version)


def version_in_title(title: str) -> str:
    """The version that a title names as such, not a chapter number: ``PostgreSQL 15.20 Documentation`` is 15.20."""
    found = _IN_TITLE.search(_CHAPTER.sub("", title))
    return next((group for group in found.groups() if group), "") if found else ""


def title_without_version(title: str) -> str:
    """A title that is equal for all versions of one work."""
    bare = _IN_TITLE.sub(
        lambda found: found[0].removesuffix(found["d"]) if found["d"] else " ", _CHAPTER.sub("", title)
    )
    return re.sub(r"\s+", " ", re.sub(r"[\s\-–—:|]+$", "", bare)).strip()
