"""What checking a report gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["supported", "partly", "not_supported", "unreachable", "invalid_address"]
VERDICTS: tuple[Verdict, ...] = ("supported", "partly", "not_supported", "unreachable", "invalid_address")


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """One statement beside one of its sources: a pair, as citation accuracy counts them."""

    raw: str
    """As the report prints it: ``[3]``, an address."""
    address: str
    verdict: Verdict
    reason: str
    segment: str
    """The words of the sentence that it is cited for: all of them where it is the only one."""
    passage: str
    """The best one of this source, verbatim; empty where it has none or was not read."""
    page: int | None = None


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """One cited sentence."""

    text: str
    addresses: tuple[str, ...]
    verdict: Verdict
    passage: str
    """The best passage of all its sources, verbatim."""
    source: str
    """The address that the passage stands at, or was looked for at."""
    reason: str
    citations: tuple[CheckedCitation, ...]


@dataclass(frozen=True, slots=True)
class CheckedReport:
    """All cited sentences of a report, in order, with the totals."""

    sentences: tuple[CheckedSentence, ...]
    citation_accuracy: float | None
    """Supported pairs of all pairs, 0..1; None where nothing is cited."""
    effective_citations: int
    """Supported pairs."""
    pairs: Mapping[Verdict, int]
    """How many distinct pairs have each verdict."""
    listed: int
    """Entries of the reference list, cited or not."""

    @property
    def unreachable(self) -> int:
        """Pairs whose source could not be read; they stay in the denominator of the accuracy."""
        return self.pairs["unreachable"]

    def count(self, verdict: Verdict) -> int:
        """How many sentences have it."""
        return sum(sentence.verdict == verdict for sentence in self.sentences)
