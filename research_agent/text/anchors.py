"""Which of several texts is meant, by an id and by its first words as somebody copied them.

A model that miscounts gives a wrong id; one that copies slips in a letter. The id counts where the words do not speak
against it; where they do, the words count, if they are clearly the beginning of one text.
"""

from __future__ import annotations

from collections.abc import Mapping

from rapidfuzz import fuzz

ALIKE = 0.7
"""Similarity (normalised indel) from which on words are the beginning of a text (``benchmarks/patching.py``)."""
CLEARLY = 0.05
"""What the best text must have over the second best where the id names neither of them."""


def meant(id: str, anchor: str, texts: Mapping[str, str], *, alike: float = ALIKE) -> str | None:
    """The id of the text that is meant; None where none fits, or several equally well.

    Args:
        id: as it was given; it may be wrong.
        anchor: the first words; empty: the id alone counts.
        texts: by id.
    """
    if not _folded(anchor):
        return id if id in texts else None
    if id in texts and likeness(anchor, texts[id]) >= alike:
        return id
    scored = sorted(((likeness(anchor, text), name) for name, text in texts.items()), reverse=True)
    if not scored or scored[0][0] < alike:
        return None
    tied = len(scored) > 1 and scored[0][0] - scored[1][0] < CLEARLY
    return None if tied else scored[0][1]


def likeness(anchor: str, text: str) -> float:
    """How well ``anchor`` is the beginning of a text, 0..1."""
    wanted = _folded(anchor)
    return fuzz.ratio(wanted, _folded(text)[: len(wanted)]) / 100 if wanted else 0.0


def _folded(text: str) -> str:
    return " ".join(text.split()).strip(" .…").casefold()
