"""What models reply, as types. Lenient where a slip does no harm: code decides what becomes of it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field


def _list(value: Any) -> Any:
    """A list where a model gave one thing or nothing."""
    if value is None or value == "":
        return []
    return value if isinstance(value, list) else [value]


def _text(value: Any) -> Any:
    return str(value) if isinstance(value, int | float) else "" if value is None else value


def _share(value: Any) -> Any:
    """A number within 0..1; percentages and slips are brought there."""
    try:
        number = float(value.rstrip(" %") if isinstance(value, str) else value)
    except (TypeError, ValueError):
        return 0.5
    return min(1.0, max(0.0, number / 100 if number > 1 else number))


Text = Annotated[str, BeforeValidator(_text)]
Texts = Annotated[list[Text], BeforeValidator(_list)]
Share = Annotated[float, BeforeValidator(_share)]


class ConstraintReply(BaseModel):
    kind: Text = "other"
    text: Text


class SubQuestionReply(BaseModel):
    text: Text = Field(min_length=1)
    queries: Texts = []


class OutlineReply(BaseModel):
    title: Text
    sub_questions: Annotated[list[int], BeforeValidator(_list)] = []


class PlanReply(BaseModel):
    intent: Text = "explanation"
    constraints: Annotated[list[ConstraintReply], BeforeValidator(_list)] = []
    sub_questions: list[SubQuestionReply] = Field(min_length=1)
    sections: Annotated[list[OutlineReply], BeforeValidator(_list)] = []


class QualifierReply(BaseModel):
    kind: Text
    value: Text


class ClaimReply(BaseModel):
    text: Text
    sentences: Texts
    qualifiers: Annotated[list[QualifierReply], BeforeValidator(_list)] = []
    relevance: Share = 0.5


class ReadReply(BaseModel):
    claims: Annotated[list[ClaimReply], BeforeValidator(_list)]
    missing: Texts = []
    other_words: Texts = []
    continue_: Texts = Field(default=[], alias="continue")


class NextReply(BaseModel):
    sub_question: Text = ""
    question: Text = ""
    queries: Texts = []
    way: Text = "new"
    gain: Share = 0.5
    expects: Text = ""


class ReflectReply(BaseModel):
    known: Texts = []
    missing: Texts = []
    next: Annotated[list[NextReply], BeforeValidator(_list)] = []


class RelationReply(BaseModel):
    first: int
    second: int
    kind: Text
    what: Text = ""


class RelateReply(BaseModel):
    pairs: Annotated[list[RelationReply], BeforeValidator(_list)] = []


class CitedReply(BaseModel):
    text: Text
    cites: Texts = []


class SentenceReply(BaseModel):
    text: Text = ""
    cells: Texts = []
    cites: Texts = []


class BlockReply(BaseModel):
    kind: Text = "paragraph"
    sentences: Annotated[list[SentenceReply], BeforeValidator(_list)]


class SectionReply(BaseModel):
    title: Text
    columns: Texts = []
    blocks: Annotated[list[BlockReply], BeforeValidator(_list)]


class DerivedReply(BaseModel):
    value: Text
    how: Text
    operands: Texts


class SectionsReply(BaseModel):
    sections: Annotated[list[SectionReply], BeforeValidator(_list)]
    derived: Annotated[list[DerivedReply], BeforeValidator(_list)] = []


class FoundReply(BaseModel):
    missing: Text
    cites: Texts = []


class WriteReply(BaseModel):
    title: Text
    answer: Annotated[list[CitedReply], BeforeValidator(_list)] = Field(min_length=1)
    sections: Annotated[list[SectionReply], BeforeValidator(_list)] = []
    derived: Annotated[list[DerivedReply], BeforeValidator(_list)] = []
    found: Annotated[list[FoundReply], BeforeValidator(_list)] = []


class AnswerReply(BaseModel):
    title: Text
    answer: Annotated[list[CitedReply], BeforeValidator(_list)] = Field(min_length=1)


class MendedReply(BaseModel):
    fault: Text
    begins: Text = ""
    keep: bool = False
    text: Text = ""
    cells: Texts = []
    cites: Texts = []


class RepairReply(BaseModel):
    sentences: Annotated[list[MendedReply], BeforeValidator(_list)]


class JudgedReply(BaseModel):
    sentence: Text
    carry: Texts = []
    alone: Texts = []
    lacks: Text = ""


class EntailReply(BaseModel):
    sentences: Annotated[list[JudgedReply], BeforeValidator(_list)]
