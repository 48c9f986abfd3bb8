"""A scripted judge's model: it answers the items that it is asked, by the words of each item."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from research_agent.judges.rubric import Item, Rubric
from research_agent.llm.fake import Received

Entry = dict[str, Any]
_ITEM = re.compile(r"^item (\d+): (.*)$", re.MULTILINE)


def item(id: str, text: str, weight: float = 1.0, **more: Any) -> Item:
    return Item(id=id, text=text, weight=weight, kind="negative" if weight < 0 else "explicit", **more)


def rubric(*items: Item) -> Rubric:
    return Rubric(id="t1", question="What grows?", language="en", items=items)


def asked_items(request: Received) -> dict[int, str]:
    """Number -> text of the items of a request, which stand in its last block but that of rejected answers."""
    checklist = request.body["messages"][1]["content"].rpartition("The checklist:")[2]
    return {int(number): text for number, text in _ITEM.findall(checklist.partition("An earlier answer")[0])}


def entry(number: int | str, label: str, quote: str = "", **more: Any) -> Entry:
    return {"item": number, "quote": quote, "reason": f"because of {quote or 'nothing'}", "label": label, **more}


def answering(said: Mapping[str, tuple[str, str]]) -> Callable[[Received], Any]:
    """A model that gives each item, by a word of its text, a label and a quote; others are not there."""

    def reply(request: Received) -> Any:
        negative = request.prompt == "judge_negative"
        entries = []
        for number, text in asked_items(request).items():
            label, quote = next(
                (given for word, given in said.items() if word in text), ("absent" if negative else "not_satisfied", "")
            )
            entries.append(entry(number, label, quote))
        return {"items": entries}

    return reply
