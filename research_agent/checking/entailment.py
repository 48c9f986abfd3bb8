"""Whether a document says what a statement says: the question, its answer, and the seam for who answers it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from research_agent.checking.passages import PassageFinder
from research_agent.domain import Quote

Support = Literal["supported", "partly", "not_supported"]


@dataclass(frozen=True, slots=True)
class Asked:
    """One statement beside one document."""

    statement: str
    finder: PassageFinder
    """The document, with the places in it that the statement may rest on (``finder.windows(statement)``)."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the document says to the statement."""

    verdict: Support
    reason: str
    """In words; empty where it is supported."""
    passage: Quote | None
    """The best place; also where it does not support the statement. None where nothing comes near."""
    holds: tuple[str, ...] = ()
    """The parts of the statement that are supported, where not all are."""


class StatementJudge(Protocol):
    """Judges statements: code (``wording.WordingCheck``), or a model in batches."""

    async def judge(self, asked: Sequence[Asked]) -> Sequence[Judgement]:
        """One judgement for each, in order.

        Raises:
            ModelError: for one that asks a model, and gets no usable answer.
        """
        ...
