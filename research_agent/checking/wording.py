"""Entailment by code: figures, names, denials and words, under rule 2 of the evidence rules (docs/evidence.md).

A statement is *supported* where one passage of at most three sentences breaks no rule and holds enough of its words, or
where each of its parts has such a passage. It is *partly* supported where a substantial part has one and another has
none. All else is *not supported*: a wrong figure or name, a statement turned round, a page about something else.

Reports by other tools paraphrase, so three things are allowed that our own writer may not do: figures rounded to the
digits that are written, names that the text shortly before the passage gives, and the name of the site.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from research_agent.checking.clauses import clauses_of
from research_agent.checking.entailment import Asked, Judgement
from research_agent.checking.passages import PassageFinder
from research_agent.checking.rounding import settled
from research_agent.domain import DraftSentence, Quote, Source
from research_agent.evidence.content import content_terms, figures_of, share_in
from research_agent.evidence.context import context_of
from research_agent.evidence.names import Wording, is_latin, names
from research_agent.evidence.polarity import opposed
from research_agent.evidence.support import check_support, is_verbatim
from research_agent.text.figures import covers

ENOUGH = 0.5
"""Strength from which on a passage carries a statement (``benchmarks/check_faults.py``, table in docs/checking.md)."""
ANCHOR, MOST_ANCHORS = 0.1, 3
"""What each figure and name that the passage shares adds to the share of words, and how many count."""
SUBSTANTIAL = 0.3
"""Share of a statement's words that a supported part must hold for the statement to be partly supported."""
BEFORE = 1200
"""Characters before a passage in which what it calls ``it`` may be named."""
_CLOSE = 0.6
"""Share of words in common from which on opposed words (``rose``, ``fell``) tell that a statement is turned round."""
_SAMPLE = 4000


@dataclass(frozen=True, slots=True)
class _Fit:
    """How a text sits on one passage."""

    quote: Quote
    faults: tuple[str, ...]
    strength: float
    foreign: bool = False
    """The passage is in another script than the text: words cannot be compared."""

    @property
    def holds(self) -> bool:
        return not self.faults and self.strength >= ENOUGH


class WordingCheck:
    """Judges by code alone; the same answer for the same texts."""

    async def judge(self, asked: Sequence[Asked]) -> Sequence[Judgement]:
        return await asyncio.to_thread(lambda: [judged(each.statement, each.finder) for each in asked])


def judged(statement: str, finder: PassageFinder) -> Judgement:
    """What a document says to a statement."""
    whole = _best(statement, finder)
    if whole is None:
        return Judgement("not_supported", "None of its words or figures stand in the source.", None)
    if whole.holds:
        return Judgement("supported", _caution(whole), whole.quote)
    parts = clauses_of(statement)
    fits = [_best(part, finder) for part in parts] if len(parts) > 1 else []
    held = [part for part, fit in zip(parts, fits, strict=False) if fit and fit.holds]
    if held and len(held) == len(parts):
        return Judgement("supported", "", _first_held(fits), tuple(parts))
    if share_in(content_terms(" ".join(held)), content_terms(statement)) and _weight(held, statement) >= SUBSTANTIAL:
        missing = "; ".join(part for part in parts if part not in held)
        return Judgement("partly", f"Not supported: “{missing}”. {_why(whole)}", _first_held(fits), tuple(held))
    return Judgement("not_supported", _why(whole), whole.quote)


def _weight(held: Sequence[str], statement: str) -> float:
    return share_in(content_terms(statement), content_terms(" ".join(held))) if held else 0.0


def _first_held(fits: Iterable[_Fit | None]) -> Quote | None:
    return next((fit.quote for fit in fits if fit and fit.holds), None)


def _best(text: str, finder: PassageFinder) -> _Fit | None:
    """The first passage that carries the text; without one, the one that comes nearest."""
    best: _Fit | None = None
    for quote in finder.windows(text):
        fit = _fit(text, quote, finder)
        if fit.holds:
            return fit
        if best is None or _nearer(fit, best):
            best = fit
    return best


def _nearer(fit: _Fit, other: _Fit) -> bool:
    return (fit.strength - 0.15 * len(fit.faults)) > (other.strength - 0.15 * len(other.faults))


def _fit(text: str, quote: Quote, finder: PassageFinder) -> _Fit:
    document = finder.document
    foreign = is_latin(text) != is_latin(quote.text)
    if is_verbatim(text, [quote]):
        return _Fit(quote, (), 1.0)
    source = _called(document.source, text, quote, document.text)
    said = settled(text, quote.text)
    faults = check_support(DraftSentence(text=said), [quote], [source], documents={source.id: document})
    turned = _opposed(said, quote.text)
    return _Fit(quote, (*faults, *turned), _strength(said, quote, finder, foreign), foreign)


def _strength(text: str, quote: Quote, finder: PassageFinder, foreign: bool) -> float:
    """The share of the text's words that stand in the passage or above it, and what it shares of figures and names."""
    context = context_of(quote, finder.document)
    around = "\n".join((quote.text, *context.naming, finder.document.source.title))
    stated = figures_of(around)
    anchors = sum(any(covers(figure, other) for other in stated) for figure in figures_of(text))
    wording = Wording(around)
    anchors += sum(wording.names(name) for name in {name.text for name in names(text)})
    if foreign:
        return ENOUGH if anchors else 0.0
    return share_in(content_terms(text), content_terms(around)) + ANCHOR * min(anchors, MOST_ANCHORS)


def _called(source: Source, text: str, quote: Quote, stored: str) -> Source:
    """The source with what a report may call it or its subject by: the site's name, and names given shortly before."""
    host = (urlsplit(source.address).hostname or "").removeprefix("www.")
    site = " ".join([*host.split("."), host.split(".")[0].removeprefix("the")])
    before = Wording(stored[max(0, quote.start - BEFORE) : quote.start])
    given = [name.text for name in names(text) if before.holds(name.text) and not figures_of(name.text)]
    return replace(source, author=" ; ".join(part for part in (source.author, site, *given) if part))


def _opposed(text: str, passage: str) -> tuple[str, ...]:
    terms = content_terms(text)
    if not terms or share_in(terms, content_terms(passage)) < _CLOSE:
        return ()
    found = opposed(text, passage)
    return (f"It says “{found[0]}” where its source says “{found[1]}”.",) if found else ()


def _caution(fit: _Fit) -> str:
    return "The source is in another language: only figures and names were compared." if fit.foreign else ""


def _why(fit: _Fit) -> str:
    if fit.foreign and not fit.faults:
        return "The source is in another language, and no figure or name could be compared."
    if fit.faults:
        return " ".join(fit.faults).replace("none of its quotes", "the passage").replace("its quote ", "its source ")
    return "The source has no passage that says it: the nearest one shares too few of its words."
