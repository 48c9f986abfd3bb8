"""Mended sentences put in the places of the faulty ones; what fits no place changes nothing.

A patch names a sentence by its id and, where it has one, by an anchor: the first words of that sentence as the writer
copied them. Models miscount: with the anchor a slip in the id finds the sentence that is meant (``text.anchors``), and
a patch that fits no sentence changes nothing and is reported. Every patch is placed before any is applied, so that one
does not move what another names; sentences keep their places, and nothing but the named ones changes.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

from research_agent.domain import Draft, DraftSentence, Patch
from research_agent.evidence.support import sentence_text
from research_agent.reports.checking import placed
from research_agent.text.anchors import ALIKE, meant


@dataclass(frozen=True, slots=True)
class Patched:
    """A draft after a batch of patches."""

    draft: Draft
    applied: Mapping[str, str]
    """Id of each mended sentence -> id that its patch gave."""
    unmatched: tuple[Patch, ...] = ()
    """Patches that fit no sentence, or one that another patch mended already."""


def apply_patches(
    draft: Draft, patches: Sequence[Patch], *, only: Container[str] | None = None, alike: float = ALIKE
) -> Patched:
    """The draft with the named sentences replaced; nothing else changes.

    Of two patches for one sentence the first counts. A mended sentence stays in its paragraph.

    Args:
        only: ids of the sentences that were to be mended; no other is touched, whatever a patch names.
    """
    texts = {id: sentence_text(sentence) for id, sentence in placed(draft) if only is None or id in only}
    targets: dict[str, Patch] = {}
    unmatched: list[Patch] = []
    for patch in patches:
        place = meant(patch.id, patch.anchor, texts, alike=alike)
        if place is None or place in targets:
            unmatched.append(patch)
        else:
            targets[place] = patch

    def mended(head: str, old: Sequence[DraftSentence]) -> tuple[DraftSentence, ...]:
        found = ((sentence, targets.get(f"{head}/{place}")) for place, sentence in enumerate(old))
        return tuple(
            replace(patch.sentence, paragraph=sentence.paragraph) if patch else sentence for sentence, patch in found
        )

    sections = tuple(
        replace(section, sentences=mended(str(at), section.sentences)) for at, section in enumerate(draft.sections)
    )
    result = replace(draft, answer=mended("answer", draft.answer), sections=sections)
    return Patched(result, {place: patch.id for place, patch in targets.items()}, tuple(unmatched))
