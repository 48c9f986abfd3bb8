"""What a model finds in a rubric that code cannot see. Its findings are warnings: a person decides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator

from research_agent.errors import ModelError
from research_agent.judges.linting.findings import PRINCIPLES, Finding
from research_agent.judges.rubric import Item, Rubric
from research_agent.llm.models import Models

PROMPT = "lint_rubric"
REPLY, REPLY_ITEM = 1_000, 120
"""Completion tokens, and for each item."""
LANGUAGES = {"zh": "Chinese", "en": "English"}
QUOTED = 400
"""Characters of a passage that are shown: enough to see what it says."""

Text = Annotated[str, BeforeValidator(lambda value: "" if value is None else str(value))]


def _number(value: Any) -> Any:
    found = re.search(r"\d+", value) if isinstance(value, str) else None
    return int(found[0]) if found else value


class ModelFinding(BaseModel):
    item: Annotated[int, BeforeValidator(_number)]
    principle: Text
    why: Text
    mend: Text = ""


class LintReply(BaseModel):
    findings: list[ModelFinding] = []


async def ask_findings(rubric: Rubric, models: Models) -> tuple[Finding, ...]:
    """The model's findings, as warnings, in the order of the items; one call.

    Entries about items that are not there or under other names of principles are left out.

    Raises:
        ModelError, BudgetError: no usable answer came, or the rubric does not fit into the context.
    """
    await models.learn_window()
    variables = {
        "question": rubric.question,
        "language": LANGUAGES.get(rubric.language.split("-")[0].lower(), rubric.language),
        "items": "\n".join(line for number, item in enumerate(rubric.items, start=1) for line in _lines(number, item)),
    }
    limit = REPLY + REPLY_ITEM * len(rubric.items)
    if not models.fits(PROMPT, variables, stage="lint", limit=limit):
        raise ModelError(f"The rubric {rubric.id} does not fit into the model's context.", kind="too_long")
    reply = await models.ask(
        role="judge",
        prompt=PROMPT,
        variables=variables,
        reply=LintReply,
        stage="lint",
        subject=f"rubric {rubric.id}",
        limit=limit,
    )
    return tuple(_findings(rubric.items, reply.findings))


def _lines(number: int, item: Item) -> Iterator[str]:
    yield f"{'-' if item.weight < 0 else ''}{number}. {_flat(item.text)}"
    if item.fact:
        yield f"   fact: {_flat(item.fact)}"
    for one in item.evidence:
        yield f"   proved by: {_flat(one.quote)[:QUOTED]}"


def _findings(items: Sequence[Item], entries: Sequence[ModelFinding]) -> Iterator[Finding]:
    for entry in sorted(entries, key=lambda one: one.item):
        principle = entry.principle.strip().casefold()
        if not 1 <= entry.item <= len(items) or principle not in PRINCIPLES or not entry.why.strip():
            continue
        message = _flat(entry.why) + (f" Better: {_flat(entry.mend)}" if entry.mend.strip() else "")
        yield Finding(item=items[entry.item - 1].id, principle=principle, message=message, severity="warning")


def _flat(text: str) -> str:
    return " ".join(text.split())
