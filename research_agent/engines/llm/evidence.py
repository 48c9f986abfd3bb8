"""What the writer sees: the claims by section under short names, and the passages around their quotes.

The passages are never re-worded. Each quote brings the text around it, as widely as its share of the budget allows for
all; the rest goes to further passages of all documents that were read (``further``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from research_agent.domain import Claim, ClaimStatus, Document, OutlineSection, Plan, Position
from research_agent.engines.llm.further import further
from research_agent.engines.llm.merging import without_repeats
from research_agent.engines.llm.numbering import Numbering, describe
from research_agent.engines.llm.scale import characters_for, worth
from research_agent.engines.llm.subject import off_subject
from research_agent.engines.llm.tables import whole_table
from research_agent.engines.llm.translations import translations
from research_agent.engines.llm.widening import passage_at, widened
from research_agent.evidence.ledger import Ledger

Span = tuple[int, int]

WIDTHS = (1_600, 1_000, 600, 300, 0)
"""Characters of text around a quote, in all; the widest at which everything fits is used."""
FOR_QUOTES = 0.6
"""Share of the budget that the text around quotes may take; further passages get the rest, and what is left over."""
CLAIM_CHARACTERS = 220
"""What a claim's own line takes, about."""


@dataclass(frozen=True, slots=True)
class SectionClaims:
    """A section of the outline and the claims that belong there first, most relevant first."""

    title: str
    claims: tuple[str, ...]
    """Claim ids."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of one writing call."""

    ledger: Ledger
    sections: tuple[SectionClaims, ...]
    numbering: Numbering
    names: Mapping[str, str]
    """Short name -> claim id, for all claims of the run."""

    def outline_text(self) -> str:
        return "\n\n".join(f"# {part.title}\n{self.claims_text(part.claims)}" for part in self.sections)

    def claims_text(self, claims: Iterable[str]) -> str:
        """One line a claim: its short name, the claim, what limits it, and the ids of its sentences. Of a dispute only
        the names of its sides: these stand with their own sentences in ``disputes_text``."""
        lines = [self._line(self.ledger.claims[claim]) for claim in claims]
        return "\n".join(lines) or "(no claim was found for this section; use the passages)"

    def disputes_text(self) -> str:
        """The disputed claims with both sides; empty without any."""
        shown = {claim for part in self.sections for claim in part.claims}
        disputed = [c for c in self.ledger.claims.values() if c.status is ClaimStatus.DISPUTED and c.id in shown]
        return "\n\n".join(self._dispute(claim) for claim in disputed)

    def short(self, claim: str) -> str:
        return next(name for name, known in self.names.items() if known == claim)

    def side(self, name: str) -> Position | None:
        """The side of a dispute with a short name such as ``c18a``."""
        claim = self.ledger.claims.get(self.names.get(name[:-1], ""))
        place = ord(name[-1]) - ord("a")
        return claim.positions[place] if claim and 0 <= place < len(claim.positions) else None

    def citable(self, claim: str) -> bool:
        """Whether a sentence of the claim is shown."""
        return bool(self._ids(self.ledger.claims[claim].quotes))

    def _line(self, claim: Claim) -> str:
        if claim.positions and claim.status is ClaimStatus.DISPUTED:
            return f"{', '.join(self._side_names(claim))}: sides of a disagreement, which stands below"
        limits = [f"{part.kind}: {part.value}" for part in claim.qualifiers]
        if claim.status in (ClaimStatus.DISPUTED, ClaimStatus.REFUTED, ClaimStatus.DOUBTFUL):
            limits.append(self._fallen(claim) or str(claim.status))
        noted = f" ({'; '.join(limits)})" if limits else ""
        return f"{self.short(claim.id)}: {claim.text}{noted} <- {' '.join(self._ids(claim.quotes))}"

    def _fallen(self, claim: Claim) -> str:
        """What its sources say against themselves, which is why the rules doubt it: that it says so is no doubt."""
        sources = (self.ledger.sources.get(self.ledger.quotes[quote].source) for quote in claim.quotes)
        standings = [source.standing if source else "" for source in sources]
        return f"{standings[0]} source" if standings and all(standings) else ""

    def _ids(self, quotes: Iterable[str]) -> tuple[str, ...]:
        known = (self.ledger.quotes[quote] for quote in quotes)
        ids = (each for quote in known for each in self.numbering.ids_of(quote.source, (quote.start, quote.end)))
        return tuple(dict.fromkeys(ids))

    def _side_names(self, claim: Claim) -> list[str]:
        """c18a, c18b ..."""
        return [f"{self.short(claim.id)}{chr(ord('a') + place)}" for place in range(len(claim.positions))]

    def _dispute(self, claim: Claim) -> str:
        """Who says what since when with which authority, and how the rules read it."""
        if not claim.positions:
            return f"{self.short(claim.id)}: {claim.reason}"
        sides = [
            f"{name}: {side.statement} ({self._voices(side)}) <- {' '.join(self._ids(side.quotes))}"
            for name, side in zip(self._side_names(claim), claim.positions, strict=True)
        ]
        reading = [f"  how the rules read it: {claim.reading}"] if claim.reading else []
        return "\n".join([*sides, *reading])

    def _voices(self, side: Position) -> str:
        """The sources of one side, each with what gives it weight."""
        sources = dict.fromkeys(self.ledger.quotes[quote].source for quote in side.quotes)
        named = "; ".join(describe(self.ledger.sources[source]) for source in sources)
        return f"{named}; since {side.since}" if side.since else named


def short_names(ledger: Ledger) -> dict[str, str]:
    """c1, c2 ... for the claims in the ledger's order."""
    return {f"c{place}": claim for place, claim in enumerate(ledger.claims, start=1)}


def by_section(plan: Plan, ledger: Ledger) -> tuple[SectionClaims, ...]:
    """Each claim under the first section that its sub-questions feed; gaps belong where their parent does.

    A claim that only repeats a more relevant one is left out.
    """
    places: dict[str, list[str]] = {section.title: [] for section in plan.outline}
    if not places:
        places[plan.sub_questions[0].text] = []
    by_relevance = sorted(ledger.claims, key=lambda name: -ledger.claims[name].relevance)
    for name in without_repeats(by_relevance, ledger):
        places[_home(ledger.claims[name], plan.outline) or next(iter(places))].append(name)
    return tuple(SectionClaims(title, tuple(claims)) for title, claims in places.items())


def gather(
    plan: Plan,
    ledger: Ledger,
    documents: Mapping[str, Document],
    sections: tuple[SectionClaims, ...],
    characters: int,
    missing: Sequence[str] = (),
    question: str = "",
) -> Evidence:
    """The evidence for ``sections`` within ``characters`` of passages and claims, counted as Latin text.

    Claims that do not fit are left out, the least relevant first; see ``left_out``. What readers did not find
    (``missing``) is looked for once more.

    Args:
        question: its text, to tell documents on another subject; the claims' own are shown all the same.
    """
    ordered = _interleaved(sections)
    twice = translations(ledger.language, documents.values())
    spans = {claim: _spans(ledger, claim, twice) for claim in ordered}
    kept, width = _fitting(ordered, spans, documents, int(characters * FOR_QUOTES))
    used = [claim for claim in ordered if claim in kept]  # in order: a set's own differs from process to process
    windows = _windows([span for claim in used for span in spans[claim]], documents, width)
    windows = _newest_first(windows, documents)
    passages = [passage_at(documents[source], span) for source, span in windows]
    taken = Numbering(passages, documents, once=True).worth
    left = characters - taken - CLAIM_CHARACTERS * len(kept)
    other = twice | off_subject(question, ledger.language, documents.values()) if question else twice
    more = further(plan, missing, documents, windows, left, without=other)
    shown = tuple(
        SectionClaims(part.title, tuple(claim for claim in part.claims if claim in kept)) for part in sections
    )
    every = [*windows, *((passage.source, (passage.start, passage.end)) for passage in more)]
    passages = [passage_at(documents[source], span) for source, span in _newest_first(every, documents)]
    numbering = Numbering(passages, documents, once=True)
    evidence = Evidence(ledger, shown, numbering, short_names(ledger))
    cited = (SectionClaims(part.title, tuple(filter(evidence.citable, part.claims))) for part in shown)
    return replace(evidence, sections=tuple(cited))


def left_out(evidence: Evidence, sections: Sequence[SectionClaims]) -> int:
    """How many claims of ``sections`` the evidence does not show."""
    return sum(len(part.claims) for part in sections) - sum(len(part.claims) for part in evidence.sections)


def _home(claim: Claim, outline: Sequence[OutlineSection]) -> str | None:
    fed_by = {name.split(".")[0] for name in claim.sub_questions} | set(claim.sub_questions)
    return next((section.title for section in outline if fed_by & set(section.sub_questions)), None)


def _interleaved(sections: Sequence[SectionClaims]) -> tuple[str, ...]:
    """The sections' claims in turn, best first, so that a cut takes from all and starves none."""
    longest = max((len(part.claims) for part in sections), default=0)
    rows = (part.claims[place] for place in range(longest) for part in sections if place < len(part.claims))
    return tuple(dict.fromkeys(rows))


def _spans(ledger: Ledger, claim: str, twice: Collection[str]) -> list[tuple[str, Span]]:
    """Where a claim's quotes stand; those in translations (``twice``) only where it, or a side of it, has no others."""
    known = ledger.claims[claim]
    found: dict[str, None] = {}
    for named in (known.quotes, *(side.quotes for side in known.positions)):
        first = [quote for quote in named if ledger.quotes[quote].source not in twice]
        found |= dict.fromkeys(first or named)
    quotes = [ledger.quotes[quote] for quote in found]
    return [(quote.source, (quote.start, quote.end)) for quote in quotes]


def _fitting(
    ordered: Sequence[str], spans: Mapping[str, list[tuple[str, Span]]], documents: Mapping[str, Document], budget: int
) -> tuple[frozenset[str], int]:
    """The claims that fit, and the width of text around their quotes."""
    for width in WIDTHS:
        if _cost(ordered, spans, documents, width) <= budget:
            return frozenset(ordered), width
    low, high = 0, len(ordered)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _cost(ordered[:middle], spans, documents, 0) <= budget else (low, middle - 1)
    return frozenset(ordered[: max(low, 1)]), 0


def _cost(
    claims: Sequence[str], spans: Mapping[str, list[tuple[str, Span]]], documents: Mapping[str, Document], width: int
) -> int:
    windows = _windows([span for claim in claims for span in spans[claim]], documents, width)
    return sum(worth(documents[source].text[s:e]) for source, (s, e) in windows) + CLAIM_CHARACTERS * len(claims)


def _windows(
    spans: Sequence[tuple[str, Span]], documents: Mapping[str, Document], width: int
) -> list[tuple[str, Span]]:
    """The spans widened to whole blocks, overlapping ones made one; sources in order of first use."""
    by_source: dict[str, list[Span]] = {}
    for source, span in spans:
        around = characters_for([documents[source]], width) if width else 0
        wide = whole_table(documents[source], span) or widened(documents[source], span, around)
        by_source.setdefault(source, []).append(wide)
    merged: list[tuple[str, Span]] = []
    for source, found in by_source.items():
        for start, end in sorted(found):
            last = merged[-1] if merged and merged[-1][0] == source else None
            if last and start <= last[1][1]:
                merged[-1] = (source, (last[1][0], max(last[1][1], end)))
            else:
                merged.append((source, (start, end)))
    return merged


def _newest_first(windows: Sequence[tuple[str, Span]], documents: Mapping[str, Document]) -> list[tuple[str, Span]]:
    """Sources that share a title side by side, the latest version first: older ones then only show what differs."""
    first: dict[str, int] = {}
    for place, (source, _) in enumerate(windows):
        first.setdefault(documents[source].source.title.casefold(), place)

    def order(window: tuple[str, Span]) -> tuple[int, list[int], int]:
        source = documents[window[0]].source
        date = source.published.toordinal() if source.published else 0
        return first[source.title.casefold()], [-number for number in _numbers(source.version)], -date

    return sorted(windows, key=order)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]
