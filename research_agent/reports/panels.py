"""The sources of the HTML page: each with its cited passages in its text, and what it contributed to the report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from research_agent.domain import Document, Quote, Report, Sentence, Source
from research_agent.reports.addresses import is_web
from research_agent.reports.citations import Citations
from research_agent.reports.excerpts import Excerpt, excerpts

FOLDED = 400_000
"""Characters of uncited text that one page may carry, folded away; the run's folder has the rest."""
SNIPPET = 110
"""Characters of a sentence in the list of what a source contributed."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Why a source is no voice of its own beside others."""

    others: tuple[int, ...]
    """Their numbers."""
    reason: str
    by_user: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """A source with the part of its text that matters."""

    id: str
    number: int
    source: Source
    link: str
    """The live address if it is http(s); else empty."""
    excerpts: tuple[Excerpt, ...]
    """Empty where the stored text was not at hand."""
    loose: tuple[str, ...]
    """Quotes that cannot be shown in their place, because the stored text is not at hand."""
    sentences: tuple[tuple[str, str], ...]
    """What it contributed: element and beginning of every sentence that cites it."""
    voices: tuple[Voice, ...]


def panels(
    report: Report,
    documents: Mapping[str, Document],
    citations: Citations,
    sentences: Sequence[tuple[str, Sentence]],
) -> tuple[Panel, ...]:
    """The panels in the order of the reference list.

    Args:
        documents: the cited sources with their stored text, by source id.
        sentences: every sentence of the report with its element name.
    """
    return tuple(_panels(report, documents, citations, _contributions(citations, sentences)))


def _panels(
    report: Report, documents: Mapping[str, Document], citations: Citations, given: Mapping[str, list[tuple[str, str]]]
) -> Iterator[Panel]:
    rest = FOLDED
    for source in report.sources:
        quotes = citations.of_source(source)
        document = documents.get(source.id)
        parts = excerpts(document, quotes, rest=rest) if document else ()
        rest -= sum(part.count for part in parts if part.units and not part.shown)
        number = citations.numbers[source.id]
        yield Panel(
            id=f"r-{number}",
            number=number,
            source=source,
            link=source.address if is_web(source.address) else "",
            excerpts=parts,
            loose=_loose(quotes, parts),
            sentences=tuple(given.get(source.id, ())),
            voices=tuple(_voices(report, citations, source)),
        )


def _contributions(citations: Citations, sentences: Sequence[tuple[str, Sentence]]) -> dict[str, list[tuple[str, str]]]:
    given: dict[str, list[tuple[str, str]]] = {}
    for name, sentence in sentences:
        text = sentence.text or " | ".join(sentence.cells)
        short = text if len(text) <= SNIPPET else text[: SNIPPET - 1].rstrip() + "…"
        for cited in citations.of_sentence(sentence):
            given.setdefault(cited.source.id, []).append((name, short))
    return given


def _voices(report: Report, citations: Citations, source: Source) -> Iterator[Voice]:
    for group in (each for each in report.groups if not each.independent):
        if source.id in group.sources:
            others = sorted(citations.numbers[one] for one in group.sources if one in citations.numbers)
            yield Voice(
                tuple(number for number in others if number != citations.numbers[source.id]),
                group.reason,
                group.decided_by == "user",
            )


def _loose(quotes: Iterable[Quote], parts: Iterable[Excerpt]) -> tuple[str, ...]:
    placed = {quote for part in parts for unit in part.units for piece in unit.pieces for quote in piece.begins}
    return tuple(quote.id for quote in quotes if quote.id not in placed)
