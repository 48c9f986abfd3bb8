"""The corpus as the generators see it: documents, and sentences of their prose with the headings above them."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from research_agent.domain import BlockKind
from research_agent.errors import ReadError
from research_agent.reading.extract import extract
from research_agent.text.sentences import sentence_spans

LARGEST = 90_000
"""Bytes of a document that is drawn: a pair should be researched in about a second."""
LENGTHS = {"en": (50, 260), "zh": (16, 110)}
"""Characters of a sentence that may carry a fact."""
_REFERS = re.compile(r"\b(?:example|see|figure|table|licensed)\b|https?:|例如|参见|参看|请看", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Piece:
    """One block of a document. ``level`` as in ``research_agent.domain.Block``."""

    kind: BlockKind
    text: str
    level: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """One document of the corpus, as the project's own extractor reads it; compared by identity, for the caches."""

    file: str
    package: str
    version: str
    language: str
    title: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A sentence of a document and where it stands."""

    text: Text
    piece: int
    sentence: str

    @property
    def heading(self) -> str:
        """The nearest heading above it; the document's title where there is none."""
        above = [p.text for p in self.text.pieces[: self.piece] if p.kind is BlockKind.HEADING]
        return above[-1] if above else self.text.title


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the corpus manifest."""

    file: str
    package: str
    version: str
    language: str


@lru_cache(maxsize=8)
def entries(corpus: Path, largest: int | None = LARGEST) -> tuple[Entry, ...]:
    """The English and Chinese documents up to a size that the generators draw from, in the order of the manifest."""
    listed = []
    for line in (corpus / "manifest.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        language = {"en": "en", "zh-CN": "zh"}.get(row["language"], "")
        if language and row["format"] != "pdf" and (largest is None or row["bytes"] <= largest):
            listed.append(Entry(row["file"], row["package"], row["version"], language))
    return tuple(listed)


@lru_cache(maxsize=700)
def read(corpus: Path, entry: Entry) -> Text | None:
    """The document's text; nothing where the extractor refuses it."""
    try:
        found = extract((corpus / entry.file).read_bytes(), address=entry.file)
    except ReadError:
        return None
    pieces = tuple(Piece(b.kind, found.text[b.start : b.end], b.level) for b in found.blocks)
    return Text(entry.file, entry.package, entry.version, entry.language, found.title, pieces)


def sentences(text: str) -> list[str]:
    """The sentences of one block."""
    return [text[start:end] for start, end in sentence_spans(text)]


def spots(text: Text, part: str) -> list[Spot]:
    """The sentences that may carry a fact of this part: whole prose sentences that occur once in the document."""
    low, high = LENGTHS[text.language]
    prose = [piece.text for piece in text.pieces]
    return [
        Spot(text, at, sentence)
        for at, piece in enumerate(text.pieces)
        if piece.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM)
        for sentence in sentences(piece.text)
        if low <= len(sentence) <= high
        and sentence.endswith((".", "。", "；"))
        and (_is_chinese(sentence) if text.language == "zh" else sentence[0].isupper())
        and "\n" not in sentence
        and not _REFERS.search(sentence)
        and part_of(sentence) == part
        and sum(block.count(sentence) for block in prose) == 1
    ]


def _is_chinese(sentence: str) -> bool:
    """Translations hold sentences that nobody translated."""
    return sum("\u4e00" <= character <= "\u9fff" for character in sentence) * 3 > len(sentence)


def part_of(sentence: str) -> str:
    """``unseen`` for a third of all sentences, by their hash: no seed can draw one sentence for both parts."""
    return "unseen" if hashlib.sha256(sentence.encode()).digest()[0] % 3 == 0 else "dev"


def wander(corpus: Path, language: str, chance: random.Random) -> Iterator[Text]:
    """The documents of one language, package by package in random order, again and again."""
    by_package: dict[str, list[Entry]] = {}
    for entry in entries(corpus):
        if entry.language == language:
            by_package.setdefault(entry.package, []).append(entry)
    while by_package:
        order = sorted(by_package)
        chance.shuffle(order)
        for package in order:
            text = read(corpus, chance.choice(by_package[package]))
            if text is not None:
                yield text
