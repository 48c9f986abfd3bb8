"""What an engine writes, and how its sentences are judged and mended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from research_agent.domain.evidence import QuoteProposal
from research_agent.domain.work import Problem


class SentenceKind(StrEnum):
    TEXT = "text"
    ROW = "row"
    ITEM = "item"


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """A number that no quote states: computed by code from numbers that quotes state."""

    value: str
    how: Literal["sum", "difference", "product", "ratio", "percent-change", "count", "average"]
    operands: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftSentence:
    """A sentence as an engine writes it. It cites claims, or quotes that no claim has yet (then a claim is made)."""

    text: str = ""
    kind: SentenceKind = SentenceKind.TEXT
    cells: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    quotes: tuple[QuoteProposal, ...] = ()
    derived: tuple[Derived, ...] = ()
    paragraph: int = 0
    """Sentences of one section with the same number stand in one paragraph."""
    confirmed: bool = False
    """Its writer was shown its quotes again and said that it is right: a suspicion of the check of words (that it
    turns its quote round) then counts no more. Figures and names are never left to a writer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftSection:
    title: str
    sentences: tuple[DraftSentence, ...]
    columns: tuple[str, ...] = ()
    """Header cells of the section's table, where it has rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What an engine writes: text and ids, no titles, addresses or reference numbers."""

    title: str
    answer: tuple[DraftSentence, ...]
    sections: tuple[DraftSection, ...]
    problems: tuple[Problem, ...] = ()
    found: tuple[Found, ...] = ()
    """What readers had missed and the writer found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Something that a reading reported missing and that the writer's passages state after all."""

    missing: str
    """As the reading worded it."""
    quotes: tuple[QuoteProposal, ...]
    """Where it stands; it counts once a printed sentence rests on one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A draft sentence that broke an evidence rule, named so that an engine can mend just this one."""

    id: str
    """Where it stands: ``answer/0``, ``2/5`` (section 2, sentence 5)."""
    sentence: DraftSentence
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """A mended sentence for one fault."""

    id: str
    sentence: DraftSentence
    anchor: str = ""
    """The first words of the sentence that it replaces, as the writer copied them: a slip in the id must not mend
    another sentence. Empty: the id alone names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSentence:
    """A sentence with the passages that it cites, to be judged by these alone."""

    id: str
    """As in ``Fault``."""
    text: str
    passages: tuple[str, ...]
    """The quotes."""
    sources: tuple[str, ...] = ()
    """For each passage a line that names its source, the same for all of one source; empty: one unnamed source."""
    contexts: tuple[str, ...] = ()
    """For each passage what its document holds above it and counts as said with it (heading, table header)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entailment:
    """Whether the cited passages say what the sentence says."""

    id: str
    verdict: Literal["supported", "partly", "not_supported", "unchecked"]
    """``unchecked``: a failure of ours, never a verdict on the sentence."""
    reason: str = ""
    """What the passages do not say, in words that tell what to mend."""
    carrying: tuple[int, ...] = ()
    """Places, from 0, of the passages that are worth citing: those of the sources that state all of it alone, else
    all that state a part of it. Empty: nothing was found out about single passages."""
    joint: bool = False
    """Supported, and no source states all of it: each of several states a part."""
