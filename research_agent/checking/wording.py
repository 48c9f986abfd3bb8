"""Entailment by code: figures, names, denials and words, under rule 2 of the evidence rules (docs/evidence.md).

A statement is *supported* where one passage of at most three sentences breaks no rule and holds enough of its words, or
where each of its parts has such a passage. It is *partly* supported where a substantial part has one and another has
none. All else is *not supported*: a wrong figure or name, a statement turned round, a page about something else.

Reports by other tools paraphrase, so three things are allowed that our own writer may not do: figures rounded to the
digits that are written, names that the text shortly before the passage gives, and the name of the site.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from research_agent.checking.clauses import clauses_of
from research_agent.checking.date_ranges import spelt_out
from research_agent.checking.entailment import Asked, Judgement
from research_agent.checking.enumerations import counts_its_own, unnumbered, within_a_word
from research_agent.checking.meanings import said_terms, share_meant
from research_agent.checking.passages import PassageFinder, Window
from research_agent.checking.rounding import settled
from research_agent.checking.turning import counted_otherwise, mismeasured, rivals, turned_round
from research_agent.domain import Document, DraftSentence, Quote, Source
from research_agent.evidence.content import content_terms, figures_of, function_words, share_in
from research_agent.evidence.meanings import meanings_of
from research_agent.evidence.names import Wording, is_latin, names
from research_agent.evidence.support import check_support
from research_agent.text.figures import Figure, covers
from research_agent.text.tokens import terms

ENOUGH = 0.45
"""Strength from which on a passage carries a statement (``benchmarks/check_faults.py``, table in docs/checking.md)."""
ANCHOR, MOST_ANCHORS = 0.1, 3
"""What each figure and name that the passage shares adds to the share of words, and how many count."""
ABOVE = 0.5
"""What a word counts that only a heading, a table's header or the title holds."""
SUBSTANTIAL = 0.3
"""Share of a statement's words that a supported part must hold for the statement to be partly supported."""
ALONE = 4
"""Content terms of a part from which on it may stand elsewhere in the document than the rest of its statement."""
FAR = 0.25
"""A passage that is weaker by this much than the strongest one does not outvote it."""
MOST_LOOKED_AT = 12
"""Passages that are held against the rules, the strongest first."""
FAULT = 0.15
"""What each fault costs a passage, when the nearest one is chosen to be shown."""
_LOWER_FIRST = re.compile(r"[a-z][a-z0-9]{3,}(?:[-_][a-z0-9]+)*(?= )")
"""A word of a first position that keeps its small letter."""
BEFORE = 1200
"""Characters before a passage in which what it calls ``it`` may be named."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a text sits on one passage."""

    quote: Quote
    faults: tuple[str, ...]
    strength: float
    foreign: bool = False
    """The document is in another script than the text: words cannot be compared."""
    turned: bool = False
    """It says the opposite."""

    @property
    def holds(self) -> bool:
        return not self.faults and self.strength >= ENOUGH


def fit(statement: str, window: Window, finder: PassageFinder, *, foreign: bool = False) -> Fit:
    """How a statement sits on one passage of a document. ``foreign``: they are in different scripts."""
    said = _Said.of(statement, foreign=foreign)
    return _fit(said, said.strength(window), window, finder)


class WordingCheck:
    """Judges by code alone; the same answer for the same texts."""

    async def judge(self, asked: Sequence[Asked]) -> Sequence[Judgement]:
        return await asyncio.to_thread(lambda: [judged(each.statement, each.finder) for each in asked])


def judged(statement: str, finder: PassageFinder) -> Judgement:
    """What a document says to a statement."""
    windows = finder.windows(statement)
    whole = _best(statement, windows, finder)
    if whole is None:
        return Judgement("not_supported", "None of its words or figures stand in the source.", None)
    if whole.holds:
        return Judgement("supported", _caution(whole), whole.quote)
    parts = () if whole.turned else clauses_of(statement)
    fits = [
        _best(part, [*windows, *_own_windows(part, finder)], finder, whole=at == 0)
        for at, part in enumerate(parts)
        if len(parts) > 1
    ]
    held = [part for part, fit in zip(parts, fits, strict=False) if fit and fit.holds]
    if held and len(held) == len(parts):
        return Judgement("supported", "", _first_held(fits), tuple(parts))
    if _weight(held, statement) >= SUBSTANTIAL:
        missing = "; ".join(part for part in parts if part not in held)
        return Judgement("partly", f"Not supported: “{missing}”. {_why(whole)}", _first_held(fits), tuple(held))
    return Judgement("not_supported", _why(whole), whole.quote)


def _own_windows(part: str, finder: PassageFinder) -> list[Window]:
    """Where else in the document a part may stand; a small one says too little to be looked for on its own."""
    return finder.windows(part) if len(content_terms(part)) >= ALONE else []


def _weight(held: Sequence[str], statement: str) -> float:
    return share_in(content_terms(statement), content_terms(" ".join(held))) if held else 0.0


def _first_held(fits: Iterable[Fit | None]) -> Quote | None:
    return next((fit.quote for fit in fits if fit and fit.holds), None)


def _best(text: str, windows: Iterable[Window], finder: PassageFinder, *, whole: bool = True) -> Fit | None:
    """The strongest passage that carries the text, unless a stronger one contradicts it; without one, the nearest."""
    said = _Said.of(text, foreign=is_latin(text) != finder.is_latin, whole=whole)
    ranked = sorted(
        ((said.strength(window), window) for window in windows),
        key=lambda pair: (-pair[0], pair[1].quote.end - pair[1].quote.start, pair[1].quote.start),
    )
    fits: list[Fit] = []
    for strength, window in ranked[:MOST_LOOKED_AT]:
        if fits and strength < max(ENOUGH, fits[0].strength - FAR):
            break
        fits.append(_fit(said, strength, window, finder))
        if fits[-1].holds:
            return next((fit for fit in fits if fit.turned), fits[-1])
    return max(fits, key=lambda fit: fit.strength - FAULT * len(fit.faults), default=None)


@dataclass(frozen=True, slots=True)
class _Said:
    """A statement, or a part of one, taken apart once."""

    text: str
    terms: frozenset[str]
    figures: tuple[Figure, ...]
    names: tuple[str, ...]
    foreign: bool
    whole: bool
    """A sentence, not a part of one: its first word has a capital unless it is a name."""

    @classmethod
    def of(cls, text: str, *, foreign: bool, whole: bool = True) -> _Said:
        named = tuple(dict.fromkeys(name.text for name in names(text)))
        return cls(text, said_terms(text), figures_of(text), named, foreign, whole)

    def strength(self, window: Window) -> float:
        """The share of the words that stand in the passage or above it, and what it shares of figures and names."""
        anchors = sum(any(covers(figure, other) for other in window.figures) for figure in self.figures)
        if self.names:
            wording = Wording(window.naming)
            anchors += sum(wording.names(name) for name in self.names)
        if self.foreign:
            return ENOUGH + ANCHOR * anchors if anchors else 0.0
        held = share_meant(self.terms, window.terms)
        around = share_meant(self.terms, window.terms | window.above)
        return held + ABOVE * (around - held) + ANCHOR * min(anchors, MOST_ANCHORS)


def _fit(said: _Said, strength: float, window: Window, finder: PassageFinder) -> Fit:
    document, quote = finder.document, window.quote
    source = _called(document.source, said.names, quote, document.text)
    dated = replace(quote, text=unnumbered(spelt_out(quote.text)))
    text = settled(spelt_out(said.text), dated.text)
    faults = [
        fault
        for fault in check_support(DraftSentence(text=text), [dated], [source], documents={source.id: document})
        if not counts_its_own(fault, text, dated.text) and not within_a_word(fault, said.names, dated.text)
    ]
    if stranger := said.whole and _strange_subject(said.text, document):
        faults.append(f"The name “{stranger}” stands nowhere in the source.")
    turned = () if said.foreign else turned_round(text, dated.text)
    otherwise = (
        ()
        if said.foreign
        else (*counted_otherwise(text, dated.text), *mismeasured(text, dated.text), *rivals(text, dated.text))
    )
    return Fit(quote, tuple(dict.fromkeys((*faults, *turned, *otherwise))), strength, said.foreign, bool(turned))


def _strange_subject(text: str, document: Document) -> str:
    """A name in lower case with which the statement begins (``vacuumlo does not ...``) and that the source never gives;
    a word that is no name would begin with a capital."""
    found = _LOWER_FIRST.match(text)
    if found is None or found[0] in function_words() or meanings_of(terms(found[0])[0]):
        return ""
    everywhere = f"{document.text}\n{document.source.title}\n{document.source.address}".lower()
    return "" if found[0] in everywhere else found[0]


def _called(source: Source, named: Sequence[str], quote: Quote, stored: str) -> Source:
    """The source with what a report may call it or its subject by: the site's name, and names given shortly before."""
    host = (urlsplit(source.address).hostname or "").removeprefix("www.")
    site = "" if host[-1:].isdigit() else " ".join([*host.split("."), host.split(".")[0].removeprefix("the")])
    before = Wording(stored[max(0, quote.start - BEFORE) : quote.start]) if named else None
    given = [name for name in named if before and before.holds(name) and not figures_of(name)]
    return replace(source, author=" ; ".join(part for part in (source.author, site, *given) if part))


def _caution(fit: Fit) -> str:
    return "The source is in another language: only figures and names were compared." if fit.foreign else ""


def _why(fit: Fit) -> str:
    if fit.foreign and not fit.faults:
        return "The source is in another language, and no figure or name could be compared."
    if fit.faults:
        return (
            " ".join(fit.faults)
            .replace("stands in none of its quotes", "does not stand in the passage")
            .replace("its quote ", "its source ")
        )
    return "The source has no passage that says it: the nearest one shares too few of its words."
