"""The ledger: sources, quotes and claims of a run, all of them checked.

Built only through ``build_ledger``, which locates every proposed quote (design, rule 1), merges near-duplicate
claims and gives each claim its status. What cannot be located is refused, with the reason.

Ids come from content: the same documents and proposals give the same ledger, in whatever order parallel work ended.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from research_agent.domain import (
    Claim,
    ClaimProposal,
    ClaimStatus,
    Document,
    Quote,
    QuoteProposal,
    Reading,
    Source,
    SourceGroup,
    Stance,
)
from research_agent.evidence.authority import with_authority
from research_agent.evidence.crossing import cross_check
from research_agent.evidence.ids import with_id
from research_agent.evidence.merging import merge_duplicates
from research_agent.evidence.overrides import Rulings
from research_agent.evidence.qualifying import qualified
from research_agent.evidence.quoting import Refusal, make_quote, resolve
from research_agent.evidence.reasons import Reasons
from research_agent.evidence.rebuttals import rebutted
from research_agent.evidence.status import settle_statuses
from research_agent.evidence.voices import Voices


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    sources: dict[str, Source]
    quotes: dict[str, Quote]
    claims: dict[str, Claim]
    """By id, in order of sub-question and relevance."""
    groups: tuple[SourceGroup, ...] = ()
    """Sources that were taken for one voice, or told apart by the user."""
    refused: tuple[str, ...] = ()
    """What an engine proposed and the rules refused, with the reason, for the record."""
    language: str = ""
    """BCP-47 tag: the language of the claims' reasons."""
    rulings: Rulings = field(default_factory=Rulings)
    """What the user decided about the sources."""


def build_ledger(
    documents: Mapping[str, Document],
    readings: Sequence[Reading],
    *,
    language: str = "",
    rulings: Rulings | None = None,
    asked: Mapping[str, str] | None = None,
) -> Ledger:
    """All claims that the readings propose and that stand on located quotes.

    Args:
        documents: every document that a quote may come from, by source id.
        readings: what the engine took from them, in any order.
        language: BCP-47 tag of the reasons.
        rulings: what the user decided about the sources.
        asked: what is asked, by sub-question id: where two documents differ on it, that is a claim too.
    """
    quotes: dict[str, Quote] = {}
    claims: list[Claim] = []
    refused: list[str] = []
    for reading in readings:
        for proposal in reading.proposals:
            found = _with_stance(_resolve_all(documents, proposal.quotes, refused), documents, proposal.text)
            if found:
                quotes |= found
                claims.append(_claim(proposal, found, reading.sub_question))
            else:
                refused.append(f"The claim “{_short(proposal.text)}” has no quote that can be located.")
    return _settled(documents, quotes, claims, refused, language, rulings or Rulings(), asked or {})


def extend(
    ledger: Ledger, documents: Mapping[str, Document], proposals: Sequence[QuoteProposal], text: str = ""
) -> tuple[Ledger, tuple[str, ...]]:
    """The ledger with a claim for each quote that a draft sentence cites without a claim, and those claims' ids.

    A quote that a claim of the ledger rests on already, alone or within a longer one, gives that claim. Quotes that
    cannot be located are added to ``refused`` and give no claim.

    Args:
        text: what the new claims state; empty: the quote's own words.
    """
    refused = list(ledger.refused)
    sources = {**_sources(documents, ledger.rulings, ledger.language), **ledger.sources}
    voices = Voices(documents, ledger.rulings, Reasons(ledger.language))
    quotes, claims = dict(ledger.quotes), dict(ledger.claims)
    ids: list[str] = []
    for proposal in proposals:
        found = _resolve_all(documents, (proposal,), refused)
        if not found:
            continue
        known = _carrying(found, claims, quotes)
        if known:
            ids.append(known)
            continue
        quotes |= found
        claim = _claim(ClaimProposal(text=text, quotes=()), found, "")
        (claim,) = settle_statuses([claim], quotes, sources, voices, ledger.language)
        claims[claim.id] = claim
        ids.append(claim.id)
    unique = tuple(dict.fromkeys(refused))
    extended = replace(ledger, sources=sources, quotes=quotes, claims=claims, refused=unique)
    return extended, tuple(dict.fromkeys(ids))


def _carrying(found: Mapping[str, Quote], claims: Mapping[str, Claim], quotes: Mapping[str, Quote]) -> str:
    """The claim whose quotes hold all that was found, best one with few quotes besides; empty for none."""

    def holds(claim: Claim, wanted: Quote) -> bool:
        mine = (quotes[id] for id in claim.quotes)
        return any(
            quote.source == wanted.source
            and quote.stance is wanted.stance
            and quote.start <= wanted.start
            and wanted.end <= quote.end
            for quote in mine
        )

    fitting = [claim for claim in claims.values() if all(holds(claim, quote) for quote in found.values())]
    return min(fitting, key=lambda claim: len(claim.quotes)).id if fitting else ""


def _settled(
    documents: Mapping[str, Document],
    quotes: dict[str, Quote],
    claims: list[Claim],
    refused: list[str],
    language: str,
    rulings: Rulings,
    asked: Mapping[str, str],
) -> Ledger:
    sources = _sources(documents, rulings, language)
    voices = Voices(documents, rulings, Reasons(language))
    merged = [with_id(claim) for claim in merge_duplicates(claims, quotes)]
    crossed = cross_check(merged, quotes, documents, sources, asked)
    quotes = crossed.quotes
    settled = settle_statuses(crossed.claims, quotes, sources, voices, language, crossed.conflicts)
    limited = (claim if claim.positions else qualified(claim, quotes, documents) for claim in settled)
    ordered = sorted((with_id(claim) for claim in limited), key=plan_order)
    used = {quote for claim in ordered for quote in claim.quotes}
    return Ledger(
        sources=sources,
        quotes={quote: quotes[quote] for quote in sorted(used)},
        claims={claim.id: claim for claim in ordered},
        groups=voices.groups(sorted({quotes[quote].source for quote in used})),
        refused=tuple(sorted(set(refused))),
        language=language,
        rulings=rulings,
    )


def _sources(documents: Mapping[str, Document], rulings: Rulings, language: str) -> dict[str, Source]:
    say = Reasons(language)
    return {id: with_authority(rulings.dated(documents[id].source), rulings, say) for id in sorted(documents)}


def plan_order(claim: Claim) -> tuple[tuple[int, ...], float, str]:
    """Sort key: the earliest sub-question, then relevance, then id."""
    return min(map(plan_position, claim.sub_questions), default=plan_position("")), -claim.relevance, claim.id


def plan_position(sub_question: str) -> tuple[int, ...]:
    """``2.10`` -> ``(2, 10)``: sub-question ids in plan order."""
    return tuple(int(part) for part in re.findall(r"\d+", sub_question)) or (10**6,)


def _resolve_all(
    documents: Mapping[str, Document], proposals: Iterable[QuoteProposal], refused: list[str]
) -> dict[str, Quote]:
    found: dict[str, Quote] = {}
    for proposal in proposals:
        document = documents.get(proposal.source)
        if document is None:
            refused.append(f"A quote names the source {proposal.source}, which was not read.")
            continue
        outcome = resolve(document, proposal)
        if isinstance(outcome, Refusal):
            refused.append(outcome.reason)
        else:
            found |= {quote.id: quote for quote in outcome}
    return found


def _with_stance(found: Mapping[str, Quote], documents: Mapping[str, Document], text: str) -> dict[str, Quote]:
    """The quotes, those against the claim that their document only repeats in order to deny it."""
    turned = {}
    for quote in found.values():
        document = documents[quote.source]
        if quote.stance is Stance.FOR and rebutted(document, quote.start, quote.end, text or quote.text):
            quote = make_quote(document, quote.start, quote.end, Stance.AGAINST)
        turned[quote.id] = quote
    return turned


def _claim(proposal: ClaimProposal, quotes: Mapping[str, Quote], sub_question: str) -> Claim:
    text = " ".join(proposal.text.split()) or " ".join(next(iter(quotes.values())).text.split())
    claim = Claim(
        id="",
        text=text,
        quotes=tuple(sorted(quotes)),
        status=ClaimStatus.UNCHECKED,
        reason="",
        qualifiers=proposal.qualifiers,
        sub_questions=(sub_question,) if sub_question else (),
        relevance=proposal.relevance,
    )
    return with_id(claim)


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."
