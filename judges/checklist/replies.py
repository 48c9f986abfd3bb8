"""What the judge's model replies, as types. Lenient: a label outside the list spoils its own item, not the reply."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

from research_agent.domain import Label

POSITIVE: dict[str, Label] = {"satisfied": "satisfied", "partly": "partial", "not_satisfied": "not_satisfied"}
NEGATIVE: dict[str, Label] = {"found": "satisfied", "partly": "partial", "absent": "not_satisfied"}
"""A model's label -> ours. Flaws have words of their own: "satisfied" said of a flaw is easily misread, and the first
letters differ, so that the first token of a label tells which it is."""

_OTHER_FORMS = {
    "partial": "partly",
    "partially": "partly",
    "partially_satisfied": "partly",
    "partly_satisfied": "partly",
    "partially_found": "partly",
    "unsatisfied": "not_satisfied",
    "not_found": "absent",
}


def _text(value: Any) -> Any:
    return "" if value is None else str(value) if isinstance(value, int | float) else value


def _label(value: Any) -> Any:
    said = "_".join(str(value).strip(" \t\n.\"'*").lower().replace("-", " ").replace("_", " ").split())
    return _OTHER_FORMS.get(said, said)


def _number(value: Any) -> Any:
    """``3`` of ``3``, ``"3"`` and ``"item 3"``; -1, which is no item's number, of anything else."""
    digits = "".join(character for character in str(value) if character.isdecimal())
    return int(digits) if 0 < len(digits) < 6 and not isinstance(value, bool) else -1


def _boolean(value: Any) -> Any:
    return value if isinstance(value, bool) else str(value).strip().lower() == "true"


Text = Annotated[str, BeforeValidator(_text)]


def _one_of(*labels: str) -> Any:
    return Annotated[str, BeforeValidator(_label), Field(json_schema_extra={"enum": list(labels)})]


class JudgedPositive(BaseModel):
    item: Annotated[int, BeforeValidator(_number)]
    quote: Text = ""
    reason: Text = ""
    label: _one_of(*POSITIVE) = ""  # type: ignore[valid-type]


class JudgedNegative(BaseModel):
    item: Annotated[int, BeforeValidator(_number)]
    quote: Text = ""
    omission: Annotated[bool, BeforeValidator(_boolean)] = False
    reason: Text = ""
    label: _one_of(*NEGATIVE) = ""  # type: ignore[valid-type]


class PositiveReply(BaseModel):
    items: list[JudgedPositive]


class NegativeReply(BaseModel):
    items: list[JudgedNegative]
