"""A checklist for a question without a rubric: from the question and the demands that a plan found in it.

It is written before the report is seen, by a model or, without one, by code: then it holds what the plan noted, one
item a demand, and nothing that the question leaves unsaid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, cast

from pydantic import BaseModel, BeforeValidator, Field

from research_agent.domain import Constraint
from research_agent.judges.rubric import DIMENSIONS, Item, Kind, Rubric
from research_agent.llm.models import Models

ID = "derived"
FEWEST, MOST = 6, 10
"""Items that a model is asked for."""
REPLY = 3_000
HEAVIEST = 5.0
MARK = 3.0
"""The weight of a demand where nobody weighs it: they all weigh the same."""

_WORDING = {
    "en": {
        "demand": "Meets the question's demand: {}",
        "form": "Keeps to the form asked for: {}",
        "whole": "Answers: {}",
    },
    "zh": {"demand": "满足问题的要求：{}", "form": "符合所要求的形式：{}", "whole": "回答了：{}"},
}


def _weight(value: Any) -> Any:
    try:
        number = abs(float(value))
    except (TypeError, ValueError):
        return MARK
    return min(HEAVIEST, max(1.0, number)) if number == number else MARK


class ItemReply(BaseModel):
    text: Annotated[str, Field(min_length=1)]
    kind: str = "explicit"
    weight: Annotated[float, BeforeValidator(_weight)] = MARK
    dimension: str = ""


class RubricReply(BaseModel):
    items: list[ItemReply] = Field(min_length=1)


async def derive_rubric(
    question: str, language: str, constraints: Sequence[Constraint], models: Models | None, *, scope: str = ""
) -> Rubric:
    """The checklist, as a rubric with the id ``derived``.

    Args:
        question: as it was asked.
        language: BCP-47 tag in which items are written.
        constraints: the plan's.
        models: who writes it; None: code does.
        scope: goes before the journal's key, as in ``ChecklistJudge``.

    Raises:
        ModelError, BudgetError: no usable checklist came.
    """
    items = await _asked(question, language, constraints, models, scope) if models else ()
    return Rubric(id=ID, question=question, language=language, items=items or _by_code(question, language, constraints))


async def _asked(
    question: str, language: str, constraints: Sequence[Constraint], models: Models, scope: str
) -> tuple[Item, ...]:
    reply = await models.ask(
        role="judge",
        prompt="derive_rubric",
        variables={
            "question": question,
            "language": f"the question's language (BCP-47 tag {language})",
            "constraints": "\n".join(f"- {' '.join(each.text.split())}" for each in constraints),
            "fewest": FEWEST,
            "most": MOST,
        },
        reply=RubricReply,
        stage="judge",
        subject=f"{scope} checklist".strip(),
        limit=REPLY,
    )
    kept: dict[str, ItemReply] = {}
    for each in reply.items:
        kept.setdefault(" ".join(each.text.split()).casefold(), each)
    return tuple(_item(number, each) for number, each in enumerate(list(kept.values())[:MOST], start=1))


def _item(number: int, reply: ItemReply) -> Item:
    said = reply.kind.strip().lower()
    kind = cast(Kind, said if said in ("implicit", "negative") else "explicit")
    return Item(
        id=f"d{number:02}",
        text=" ".join(reply.text.split()),
        weight=-reply.weight if kind == "negative" else reply.weight,
        kind=kind,
        dimension=reply.dimension if reply.dimension in DIMENSIONS else "",
    )


def _by_code(question: str, language: str, constraints: Sequence[Constraint]) -> tuple[Item, ...]:
    wording = _WORDING["zh" if language.lower().split("-")[0] == "zh" else "en"]
    demands: dict[str, Constraint] = {}
    for each in constraints:
        demands.setdefault(" ".join(each.text.split()), each)
    demands.pop("", None)
    texts = [
        (wording["form" if each.kind == "form" else "demand"].format(text), _dimension(each))
        for text, each in demands.items()
    ] or [(wording["whole"].format(" ".join(question.split())), DIMENSIONS[0])]
    return tuple(
        Item(id=f"d{number:02}", text=text, weight=MARK, kind="explicit", dimension=dimension)
        for number, (text, dimension) in enumerate(texts, start=1)
    )


def _dimension(constraint: Constraint) -> str:
    return "requirement_fitness" if constraint.kind in ("form", "other") else "information_completeness"
