"""What a report must state to meet an item: the item's own words, its fact, its quotes and its examples, as statements.

An item is worded as a demand ("States that X"); what a report can state is X. Demands whose verb is the fact itself
("Recommends X") keep it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from research_agent.evidence.content import folded
from research_agent.judges.rubric import Item

_REPORTING = re.compile(
    r"(?:(?:correctly|clearly|explicitly|briefly|also)\s+)?"
    r"(?:states?|says?|mentions?|explains?|notes?|points? out|reports?|clarifies|clarify|warns?|concludes?|names?|"
    r"gives?|lists?|describes?|defines?|cites?|identifies|identify|shows?|claims?|asserts?|presents?|"
    r"quotes?(?: or describes)?|advises?|tells?|distinguish(?:es)?|attributes?|maps?|includes?|contains?|"
    r"discuss(?:es)?)\s+"
    r"(?:(?:the fact )?that\s+|why\s+|how\s+)?",
    re.IGNORECASE,
)
_REPORTING_ZH = re.compile(
    "(?:明确|清楚|正确)?(?:说明|指出|写明|提到|给出|写出|列出|声称|宣称|警告|解释|引用|介绍|描述|讨论|提醒)(?:了|出)?[：:，]?"
)
_OR = re.compile(r"(?<!\S)([\w./-]+) or ([\w./-]+)(?=[\s,.;]|\Z)|([A-Za-z][\w./-]*) ?或 ?([A-Za-z][\w./-]*)")


@dataclass(frozen=True, slots=True)
class Claims:
    """One item as statements; those that it lacks are empty."""

    demand: str
    """Its text without the verb that only says that something is said."""
    fact: str
    quotes: tuple[str, ...]
    examples: tuple[str, ...]

    @property
    def golden(self) -> tuple[str, ...]:
        """The fact and its quotes and examples, without doubles."""
        return tuple(dict.fromkeys(text for text in (self.fact, *self.quotes, *self.examples) if text.strip()))


def claims_of(item: Item) -> Claims:
    """The statements that an item is about."""
    quotes = tuple(evidence.quote for evidence in item.evidence)
    return Claims(stated_in(item.text), item.fact, quotes, item.examples)


def stated_in(demand: str) -> str:
    """What a demand wants stated: "States that X" is X. A demand without such a verb stays as it is."""
    text = " ".join(demand.split())
    found = _REPORTING.match(text) or _REPORTING_ZH.match(text)
    return text[found.end() :] if found and found.end() < len(text) else text


def alternatives(statement: str) -> tuple[str, ...]:
    """The statements of which a flaw with "or" needs only one: "uses A or B" is "uses A", and "uses B"."""
    found = _OR.search(statement)
    if found is None:
        return (statement,)
    return tuple(f"{statement[: found.start()]}{one}{statement[found.end() :]}" for one in filter(None, found.groups()))


def wordings(item: Item) -> frozenset[str]:
    """Wordings with which nothing is stated, ``folded``: the demand itself, where it names its own verb."""
    text = " ".join(item.text.split())
    return frozenset((folded(text),)) if stated_in(text) != text else frozenset()
