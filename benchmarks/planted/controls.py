"""Controls: documents of different projects on one subject, on two sites, which are independent voices."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from research_agent.domain import BlockKind

from .pages import SITES, Case, address_of, page, paragraph, stretch
from .sources import Piece, Text, entries, read, sentences

CONTROLS = ("same subject", "shared quotation", "link in passing")
SUBJECTS = (
    ("borgbackup-doc", "restic", "rdiff-backup"),
    ("chrony", "ntp-doc", "systemd-timesyncd"),
    ("postfix-doc", "exim4-doc-html"),
    ("postgresql-doc", "sqlite3-doc"),
    ("mdadm", "btrfs-progs", "cryptsetup-bin"),
    ("apache2-doc", "lighttpd-doc"),
    ("iptables", "nftables"),
    ("python3", "r-doc-html"),
)
"""Packages whose documents are on one subject and by different authors, as beginnings of package names."""


def controls(corpus: Path, kind: str, chance: random.Random) -> Iterator[Case]:
    """Control after control, without end."""
    while True:
        subject = chance.choice(SUBJECTS)
        texts = [_any_of(corpus, package, chance) for package in chance.sample(subject, 2)]
        stories = [stretch(text, chance) if text else [] for text in texts]
        if texts[0] is None or texts[1] is None or not all(stories):
            continue
        sites = chance.sample(SITES, 2)
        if kind == "shared quotation":
            stories = _with_quotation(corpus, stories, subject, chance)
        if kind == "link in passing":
            stories[1].append(paragraph(f"Other views: {address_of(sites[0], texts[0].title)} ({sites[0][0]})."))
        documents = tuple(
            page(text.title, story, site, chance, "en")
            for text, story, site in zip((texts[0], texts[1]), stories, sites, strict=True)
        )
        yield Case(kind, True, documents, f"{texts[0].file} and {texts[1].file}")


def _with_quotation(
    corpus: Path, stories: list[list[Piece]], subject: Sequence[str], chance: random.Random
) -> list[list[Piece]]:
    """Both stories with one passage of three sentences from a document on another subject, in quotation marks."""
    other = chance.choice([package for group in SUBJECTS if group != subject for package in group])
    text = _any_of(corpus, other, chance)
    said = " ".join([one for piece in stretch(text, chance) for one in sentences(piece.text)][3:6]) if text else ""
    quotation = Piece(BlockKind.QUOTE, f"“{said}”")
    return [[*story[:3], *([quotation] if said else []), *story[3:]] for story in stories]


def _any_of(corpus: Path, package: str, chance: random.Random) -> Text | None:
    listed = [e for e in entries(corpus) if e.package.startswith(package) and e.language == "en"]
    return read(corpus, chance.choice(listed)) if listed else None
