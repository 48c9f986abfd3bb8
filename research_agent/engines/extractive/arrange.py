"""The order of quotes: which answers first, which heading each stands under, where a paragraph begins."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from research_agent.domain import Intent, OutlineSection, Plan
from research_agent.engines.extractive.lexicon import CUES
from research_agent.evidence.retrieval import content_terms

PER_SIDE = 2
"""Quotes that each of two sides must have for a section to be divided by side."""
ANSWER = (3, 5)
"""Quotes of the direct answer, at least (where there are so many) and at most."""
FIT = 0.3
"""What it counts in the direct answer that a quote has the words of the kind of answer that is asked for."""
NEARBY = 600
"""Code points between two quotes of one paragraph, at most."""
PARAGRAPH = 4
"""Quotes of one paragraph, at most."""
_FITTING: Mapping[Intent, tuple[str, ...]] = {
    Intent.DECISION: ("recommendation", "default", "risk"),
    Intent.CONTRADICTION: ("change", "recommendation", "negation"),
    Intent.COMPARISON: ("contrast", "limit", "recommendation"),
    Intent.HOW_TO: ("obligation", "condition", "recommendation"),
    Intent.EXPLANATION: ("reason", "contrast"),
}
_WANTS_NUMBER = re.compile(
    r"\bhow (?:many|much|long|old|tall|high|large|big|far|fast|deep|often|wide|heavy)\b|\bwhen\b"
    r"|\bwhich (?:year|version|release|date)\b|\bwhat (?:year|percentage|size|number|date)\b"
    r"|多少|几[个年月次]|多[大长高久远]|何时|什么时候|哪一?年",
    re.IGNORECASE,
)
_WANTS_REASON = re.compile(r"\bwhy\b|\breasons?\b|为什么|为何|原因", re.IGNORECASE)
_NUMBER = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Pick:
    """A quote that will be printed."""

    source: str
    start: int
    end: int
    text: str
    value: float
    section: int
    """Place in the outline."""
    claim: str = ""
    """The ledger's claim that it carries; empty: a claim is made of it."""


Sections = list[tuple[OutlineSection, list[Pick]]]


def into_sections(picks: Iterable[Pick], plan: Plan) -> Sections:
    """The picks under their sections, in the outline's order."""
    sorted_in: dict[int, list[Pick]] = defaultdict(list)
    for pick in picks:
        sorted_in[pick.section].append(pick)
    return [(section, sorted_in[place]) for place, section in enumerate(plan.outline)]


def direct_answer(sections: Sections, plan: Plan) -> list[Pick]:
    """For every section the quote that answers its heading best, then the best of the rest."""
    scored: list[tuple[float, Pick]] = []
    firsts: list[Pick] = []
    for section, picks in sections:
        terms = set(content_terms(section.title))
        own = sorted(
            ((_answers(pick, section.title, terms, plan.intent), pick) for pick in picks),
            key=lambda item: (-item[0], item[1].source, item[1].start),
        )
        firsts += [pick for _, pick in own[:1]]
        scored += own[1:]
    scored.sort(key=lambda item: (-item[0], item[1].source, item[1].start))
    more = [pick for _, pick in scored[: max(0, ANSWER[0] - len(firsts))]]
    return firsts[: ANSWER[1]] + more


def paragraphs(picks: Sequence[Pick]) -> list[list[Pick]]:
    """Quotes that stand near one another in one source, in their order; the group with the best quote first."""
    groups: list[list[Pick]] = []
    for pick in sorted(picks, key=lambda pick: (pick.source, pick.start)):
        last = groups[-1][-1] if groups else None
        near = last is not None and last.source == pick.source and pick.start - last.end <= NEARBY
        if near and len(groups[-1]) < PARAGRAPH:
            groups[-1].append(pick)
        else:
            groups.append([pick])
    return sorted(groups, key=lambda group: (-max(pick.value for pick in group), group[0].source, group[0].start))


def split_by_side(title: str, picks: Sequence[Pick], plan: Plan) -> list[tuple[str, list[Pick]]]:
    """The picks of a section divided by the side that they speak of, where the section compares and has enough."""
    sides = [constraint.text for constraint in plan.constraints if constraint.kind == "side"]
    if len(sides) < 2 or not all(names_side(title, side) for side in sides):
        return [(title, list(picks))]
    divided: dict[str, list[Pick]] = {side: [] for side in sides}
    both: list[Pick] = []
    for pick in picks:
        named = [side for side in sides if names_side(pick.text, side)]
        (divided[named[0]] if len(named) == 1 else both).append(pick)
    if sum(len(theirs) >= PER_SIDE for theirs in divided.values()) < 2:
        return [(title, list(picks))]
    for side in sides:
        if len(divided[side]) < PER_SIDE:
            both += divided.pop(side)
    return [(title, both), *((side, theirs) for side, theirs in divided.items())]


def names_side(text: str, side: str) -> bool:
    """Whether a text names a side as a word of its own: ``apt`` is not named by ``apt-get``."""
    return bool(re.search(rf"(?<![\w-]){re.escape(side)}(?![\w-])", text, re.IGNORECASE | re.ASCII))


def _answers(pick: Pick, title: str, wanted: set[str], intent: Intent) -> float:
    """How directly a quote answers a heading: its words, the kind of answer, and its value in the whole."""
    own = set(content_terms(pick.text))
    share = len(own & wanted) / max(1, len(wanted))
    return share + FIT * _fits(pick.text, title, intent) + FIT * pick.value


def _fits(text: str, title: str, intent: Intent) -> bool:
    if _WANTS_NUMBER.search(title):
        return bool(_NUMBER.search(text))
    if _WANTS_REASON.search(title):
        return bool(CUES["reason"].search(text))
    return any(CUES[name].search(text) for name in _FITTING.get(intent, ()))
