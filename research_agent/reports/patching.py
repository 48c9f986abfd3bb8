"""Mended sentences put in the places of the faulty ones, all of a batch or none of what does not fit.

A patch names a sentence by its id and, where it has one, by an anchor: the first words of that sentence as the writer
copied them. Models miscount: with the anchor a slip in the id finds the sentence that is meant, and a patch that fits
no sentence changes nothing and is reported. Every patch is placed before any is applied, so that one does not move
what another names; sentences keep their places, and nothing but the named ones changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from research_agent.domain import Draft, DraftSentence, Patch
from research_agent.evidence.support import sentence_text
from research_agent.reports.checking import placed

ALIKE = 0.85
"""Similarity from which on an anchor is the beginning of a sentence (``benchmarks/patching.py``)."""
CLEARLY = 0.05
"""What the best place must have over the second best for an anchor that its id contradicts."""


@dataclass(frozen=True, slots=True)
class Patched:
    """A draft after a batch of patches."""

    draft: Draft
    applied: Mapping[str, str]
    """Id of each mended sentence -> id that its patch gave."""
    unmatched: tuple[Patch, ...] = ()
    """Patches that fit no sentence, or one that another patch mended already."""


def apply_patches(draft: Draft, patches: Sequence[Patch], *, alike: float = ALIKE) -> Patched:
    """The draft with the named sentences replaced; nothing else changes.

    Of two patches for one sentence the first counts. A mended sentence stays in its paragraph.
    """
    sentences = dict(placed(draft))
    targets: dict[str, Patch] = {}
    unmatched: list[Patch] = []
    for patch in patches:
        place = place_of(patch, sentences, alike)
        if place is None or place in targets:
            unmatched.append(patch)
        else:
            targets[place] = patch

    def mended(head: str, old: Sequence[DraftSentence]) -> tuple[DraftSentence, ...]:
        return tuple(
            replace(targets[id].sentence, paragraph=sentence.paragraph)
            if (id := f"{head}/{place}") in targets
            else sentence
            for place, sentence in enumerate(old)
        )

    sections = tuple(
        replace(section, sentences=mended(str(at), section.sentences)) for at, section in enumerate(draft.sections)
    )
    result = replace(draft, answer=mended("answer", draft.answer), sections=sections)
    return Patched(result, {place: patch.id for place, patch in targets.items()}, tuple(unmatched))


def place_of(patch: Patch, sentences: Mapping[str, DraftSentence], alike: float = ALIKE) -> str | None:
    """The id of the sentence that a patch is for; None where it fits none, or two equally well."""
    if not patch.anchor.strip():
        return patch.id if patch.id in sentences else None
    if patch.id in sentences and likeness(patch.anchor, sentences[patch.id]) >= alike:
        return patch.id
    scored = sorted(((likeness(patch.anchor, each), id) for id, each in sentences.items()), reverse=True)
    if not scored or scored[0][0] < alike:
        return None
    tied = len(scored) > 1 and scored[0][0] - scored[1][0] < CLEARLY
    return None if tied else scored[0][1]


def likeness(anchor: str, sentence: DraftSentence) -> float:
    """How well ``anchor`` is the beginning of a sentence, 0..1."""
    wanted = _folded(anchor)
    beginning = _folded(sentence_text(sentence))[: len(wanted)]
    return fuzz.ratio(wanted, beginning) / 100 if wanted else 0.0


def _folded(text: str) -> str:
    return " ".join(text.split()).strip(" .…").casefold()
