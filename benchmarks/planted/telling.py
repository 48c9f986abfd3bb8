"""The second document of a pair: a copy, an excerpt or a retelling of the part of the first that holds the fact."""

from __future__ import annotations

import random
from collections.abc import Sequence

from research_agent.domain import BlockKind

from .sources import Piece, Spot, sentences

FORMS = ("copy", "excerpt", "reworded")
_TITLES = {
    "en": (
        "{0}: what to know", "Notes on {0}", "{0}, in short", "A closer look at {0}", "{0} explained",
        "Working with {0}", "Questions about {0}",
    ),
    "zh": ("{0}简介", "关于{0}的笔记", "{0}：要点", "谈谈{0}"),
}  # fmt: skip
_REACH = 6
"""Blocks before and after the fact that a section holds at most."""
_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM)


def title_for(spot: Spot, chance: random.Random) -> str:
    """A title of its own for a text on the same matter."""
    subject = spot.heading.strip(" .:#¶").lstrip("0123456789. ") or spot.text.title
    if len(subject) > 60:
        subject = spot.text.title
    return chance.choice(_TITLES[spot.text.language]).format(subject)


def copied(spot: Spot, statement: str) -> list[Piece]:
    """The whole document with the statement in place of the sentence."""
    return [
        Piece(piece.kind, piece.text.replace(spot.sentence, statement), piece.level) if at == spot.piece else piece
        for at, piece in enumerate(spot.text.pieces)
    ]


def section(spot: Spot, reach: int = _REACH) -> list[Piece]:
    """The blocks around the fact, from the heading above it to the next one."""
    pieces = spot.text.pieces
    first = last = spot.piece
    while first > 0 and spot.piece - first < reach and pieces[first - 1].kind is not BlockKind.HEADING:
        first -= 1
    while last + 1 < len(pieces) and last - spot.piece < reach and pieces[last + 1].kind is not BlockKind.HEADING:
        last += 1
    if last - first < 2:
        first, last = max(0, spot.piece - 3), min(len(pieces) - 1, spot.piece + 3)
    return list(pieces[first : last + 1])


def excerpted(spot: Spot, statement: str, chance: random.Random, kept: float = 0.65) -> list[Piece]:
    """The section, some of its other sentences left out, its blocks turned round, the statement for the sentence."""
    pieces = [piece for piece in section(spot) if piece.kind is not BlockKind.HEADING]
    told = [_shortened(piece, spot.sentence, statement, chance, kept) for piece in pieces]
    told = [piece for piece in told if piece.text]
    turn = chance.randrange(len(told))
    return told[turn:] + told[:turn]


def retold(spot: Spot, statement: str, chance: random.Random) -> list[Piece]:
    """A short text around the statement: a few of the other sentences of the section, in another order."""
    others = [
        sentence
        for piece in section(spot)
        if piece.kind in _PROSE
        for sentence in sentences(piece.text)
        if sentence != spot.sentence and spot.sentence not in sentence and len(sentence) > 12
    ]
    chosen = chance.sample(others, min(len(others), chance.randint(2, 5)))
    gap = "" if spot.text.language == "zh" else " "
    at = chance.randint(0, len(chosen))
    listed = [*chosen[:at], statement, *chosen[at:]]
    cut = chance.randint(1, len(listed))
    return [Piece(BlockKind.PARAGRAPH, gap.join(part)) for part in (listed[:cut], listed[cut:]) if part]


def neighbour(spot: Spot, other: Spot, chance: random.Random) -> list[Piece]:
    """A text about another matter of the same document; the sentence with the fact is not in it."""
    told = excerpted(other, other.sentence, chance)
    cleared = [Piece(piece.kind, piece.text.replace(spot.sentence, "").strip(), piece.level) for piece in told]
    return [piece for piece in cleared if piece.text]


def _shortened(piece: Piece, sentence: str, statement: str, chance: random.Random, kept: float) -> Piece:
    if piece.kind not in _PROSE:
        return piece
    told: Sequence[str] = [
        statement if one == sentence else one.replace(sentence, statement)
        for one in sentences(piece.text)
        if sentence in one or chance.random() < kept
    ]
    wide = any("\u4e00" <= character <= "\u9fff" for character in piece.text)
    return Piece(piece.kind, ("" if wide else " ").join(told), piece.level)
