"""Which heading a quote stands under."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from research_agent.domain import Claim, OutlineSection, Plan
from research_agent.evidence.retrieval import content_terms

OWN = 0.5
"""What it counts that a claim was found for a section's own sub-question, beside terms shared with the section."""
PER_SIDE = 2
"""Quotes that each of two sides must have for a section to be divided by side."""


def best_section(claim: Claim, outline: Sequence[OutlineSection], plan: Plan) -> int:
    """Place of the section whose sub-questions share most with the claim, rare terms counting more."""
    texts = {sub_question.id: sub_question.text for sub_question in plan.sub_questions}
    wanted = [
        set(content_terms(" ".join(texts.get(id, "") for id in (*s.sub_questions,)) + " " + s.title)) for s in outline
    ]
    own = set(content_terms(claim.text))

    def fit(place: int) -> float:
        shared = sum(
            math.log(1.0 + len(outline) / sum(term in terms for terms in wanted)) for term in wanted[place] & own
        )
        found_for_it = any(id.split(".", 1)[0] in outline[place].sub_questions for id in claim.sub_questions)
        return shared / math.sqrt(1 + len(wanted[place])) + OWN * found_for_it

    return max(range(len(outline)), key=lambda place: (fit(place), -place))


def split_by_side(title: str, claims: Sequence[Claim], plan: Plan) -> list[tuple[str, list[Claim]]]:
    """The claims of a section divided by the side that they speak of, where the section compares and has enough."""
    sides = [constraint.text for constraint in plan.constraints if constraint.kind == "side"]
    if len(sides) < 2 or not all(names_side(title, side) for side in sides):
        return [(title, list(claims))]
    divided: dict[str, list[Claim]] = {side: [] for side in sides}
    both: list[Claim] = []
    for claim in claims:
        named = [side for side in sides if names_side(claim.text, side)]
        (divided[named[0]] if len(named) == 1 else both).append(claim)
    if sum(len(theirs) >= PER_SIDE for theirs in divided.values()) < 2:
        return [(title, list(claims))]
    for side in sides:
        if len(divided[side]) < PER_SIDE:
            both += divided.pop(side)
    return [(title, both), *((side, theirs) for side, theirs in divided.items())]


def names_side(text: str, side: str) -> bool:
    """Whether a text names a side as a word of its own: ``apt`` is not named by ``apt-get``."""
    return bool(re.search(rf"(?<![\w-]){re.escape(side)}(?![\w-])", text, re.IGNORECASE | re.ASCII))
