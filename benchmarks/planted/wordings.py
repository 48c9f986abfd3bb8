"""Sentences of the corpus with an agreeing and a contradicting wording, written by hand.

``wordings.jsonl`` belongs to the part ``dev``, ``wordings_unseen.jsonl`` to ``unseen``: whoever works on the detector
does not read the second one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .sources import Spot, entries, part_of, read

_HERE = Path(__file__).parent
_FILES = {"dev": "wordings.jsonl", "unseen": "wordings_unseen.jsonl"}


@dataclass(frozen=True, slots=True)
class Wording:
    """``fact`` stands in ``original``, ``other`` in ``contradict``."""

    file: str
    kind: str
    fact: str
    other: str
    original: str
    question: str
    agree: str
    contradict: str


@lru_cache(maxsize=2)
def wordings(part: str) -> tuple[Wording, ...]:
    """The wordings of one part, in the order of their file.

    Raises:
        ValueError: a sentence of the other part stands in this part's file, or a fact not in its sentence.
    """
    listed = tuple(Wording(**json.loads(line)) for line in (_HERE / _FILES[part]).read_text("utf-8").splitlines())
    for one in listed:
        if part_of(one.original) != part or one.fact not in one.original or one.other not in one.contradict:
            raise ValueError(f"unusable wording: {one.original}")
    return listed


def spot_of(corpus: Path, wording: Wording) -> Spot | None:
    """Where the original stands in the corpus; nothing when it does not stand there."""
    entry = next((entry for entry in entries(corpus, None) if entry.file == wording.file), None)
    text = read(corpus, entry) if entry else None
    if text is None:
        return None
    at = next((at for at, piece in enumerate(text.pieces) if wording.original in piece.text), None)
    return None if at is None else Spot(text, at, wording.original)
