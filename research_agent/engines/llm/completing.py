"""A cite completed by code: where a sentence names what its cited sentences only refer to, the neighbour that names it.

A sentence about two versions of a manual cites the sentence that both hold, which was shown once: the other version's
own is added where the sentence names that version.

"It takes precedence over this setting" is stated in one sentence and the setting's name in the one before. A writer who
cites only the first is right and cannot be checked. Looking a few sentences back, as a reader would, finds the name.
"""

from __future__ import annotations

from collections.abc import Sequence

from research_agent.domain import Document, QuoteProposal
from research_agent.engines.llm.numbering import Numbering
from research_agent.evidence.names import Wording, names
from research_agent.text.figures import covers, figures

BEFORE, AFTER = 4, 1
"""Sentences looked at before and after a cited one, in the same passage."""


def completed(text: str, quotes: Sequence[QuoteProposal], numbering: Numbering) -> tuple[QuoteProposal, ...]:
    """``quotes`` and, for names and figures of ``text`` that they lack, neighbours that hold them."""
    documents = [numbering.documents[quote.source] for quote in quotes]
    held = [*(quote.text for quote in quotes), *(_label(document) for document in documents)]
    twins = []
    for twin in (each for quote in quotes if quote.span for each in numbering.twins(quote.source, quote.span)):
        said = f"{twin.text} {_label(numbering.documents[twin.source])}"
        if len(_lacking(text, [*held, said])) < len(_lacking(text, held)):
            twins.append(twin)
            held.append(said)
    added: list[str] = []
    for neighbour, said in _neighbours(quotes, numbering):
        lacking = _lacking(text, held)
        if not lacking:
            break
        if len(_lacking(text, [*held, said])) < len(lacking):
            added.append(neighbour)
            held.append(said)
    return (*quotes, *twins, *numbering.proposals(added))


def _lacking(text: str, held: Sequence[str]) -> list[str]:
    """The names and figures of ``text`` that stand nowhere in ``held``."""
    wording = Wording(*held)
    known = [figure for each in held for figure in figures(each)]
    unnamed = [name.text for name in names(text) if not wording.holds(name.text)]
    uncounted = [each.raw for each in figures(text) if not any(covers(each, other) for other in known)]
    return [*unnamed, *uncounted]


def _neighbours(quotes: Sequence[QuoteProposal], numbering: Numbering) -> list[tuple[str, str]]:
    """(id, text) of the units around the quotes, nearest first, those before preferred."""
    found: dict[str, tuple[int, str]] = {}
    cited: set[str] = set()
    for quote in quotes:
        ids = numbering.ids_of(quote.source, quote.span) if quote.span else ()
        cited.update(ids)
        if not ids:
            continue
        number, first = map(int, ids[0].split("."))
        last = int(ids[-1].split(".")[1])
        passage = numbering.passage(number)
        if passage is None:
            continue
        text = numbering.documents[quote.source].text
        places = [*range(first - 1, first - 1 - BEFORE, -1), *range(last + 1, last + 1 + AFTER)]
        for distance, place in enumerate(places):
            if 1 <= place <= len(passage.units):
                start, end = passage.units[place - 1]
                found.setdefault(f"{number}.{place}", (distance, text[start:end]))
    ordered = sorted(found.items(), key=lambda item: item[1][0])
    return [(ident, said) for ident, (_, said) in ordered if ident not in cited]


def _label(document: Document) -> str:
    """What a sentence may name a source by without a quote."""
    source = document.source
    return " ; ".join(
        filter(None, (source.title, source.part_of, source.work, source.version, source.publisher, source.author))
    )
