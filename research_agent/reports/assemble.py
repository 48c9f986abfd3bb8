"""From a checked draft to the report: only what it uses, in the order in which it uses it.

A report holds the claims that its sentences carry and the disputed ones, the quotes of those claims, and
the sources of those quotes in order of first citation: so the reference list numbers itself without gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from research_agent.domain import (
    Branch,
    Claim,
    ClaimStatus,
    EngineInfo,
    Outcome,
    Plan,
    Problem,
    Question,
    Quote,
    Reflection,
    Report,
    Section,
    Sentence,
    Source,
    SourceGroup,
    SupportSummary,
    TodoItem,
    Usage,
)
from research_agent.evidence.ledger import Ledger
from research_agent.reports.demands import check_demands
from research_agent.reports.missing import not_found
from research_agent.reports.sides import quotes_behind


class Written(Protocol):
    """What the report is made of: a draft after its check (``reports.checking.Checked``)."""

    @property
    def title(self) -> str: ...
    @property
    def answer(self) -> tuple[Sentence, ...]: ...
    @property
    def sections(self) -> tuple[Section, ...]: ...
    @property
    def ledger(self) -> Ledger: ...
    @property
    def support(self) -> SupportSummary: ...
    @property
    def found(self) -> tuple[str, ...]: ...


def assemble(
    *,
    question: Question,
    plan: Plan,
    engine: EngineInfo,
    checked: Written,
    branches: Sequence[Branch],
    outcome: Outcome,
    problems: Sequence[Problem],
    usage: Usage,
    run: str,
    todo: Sequence[TodoItem] = (),
    reflections: Sequence[Reflection] = (),
) -> Report:
    """The report of a run. ``outcome`` is what the caller found it to be; nothing here changes it."""
    ledger = checked.ledger
    sentences = (*checked.answer, *(sentence for section in checked.sections for sentence in section.sentences))
    claims = _used_claims(sentences, ledger)
    quotes = _used_quotes(sentences, claims, ledger)
    sources = _used_sources(quotes, ledger)
    report = Report(
        outcome=outcome,
        question=question,
        engine=engine,
        plan=plan,
        title=checked.title or question.text,
        answer=checked.answer,
        sections=checked.sections,
        claims=claims,
        quotes=quotes,
        sources=sources,
        not_found=not_found(plan, branches, ledger, outcome, found=checked.found),
        problems=tuple(problems),
        attempts=tuple(attempt for branch in branches for attempt in branch.attempts),
        sources_read=len({source for branch in branches for source in branch.sources}),
        usage=usage,
        groups=_used_groups(sources, ledger),
        todo=tuple(todo),
        reflections=tuple(reflections),
        support=checked.support,
        run=run,
    )
    return replace(report, demands=check_demands(report))


def _used_claims(sentences: Sequence[Sentence], ledger: Ledger) -> tuple[Claim, ...]:
    cited = [claim for sentence in sentences for claim in sentence.claims]
    disputed = [claim.id for claim in ledger.claims.values() if claim.status is ClaimStatus.DISPUTED]
    used = [ledger.claims[claim] for claim in _first_uses([*cited, *disputed]) if claim in ledger.claims]
    return tuple(_as_used(claim, sentences) for claim in used)


def _as_used(claim: Claim, sentences: Sequence[Sentence]) -> Claim:
    """The claim with the quotes that its sentences rest on. What makes it agreed or disputed stays whole."""
    if claim.status in (ClaimStatus.AGREED, ClaimStatus.DISPUTED):
        return claim
    printed = {
        quote for sentence in sentences if claim.id in sentence.claims for quote in quotes_behind(sentence, claim)
    }
    return replace(claim, quotes=tuple(quote for quote in claim.quotes if quote in printed) or claim.quotes)


def _used_quotes(sentences: Sequence[Sentence], claims: Sequence[Claim], ledger: Ledger) -> tuple[Quote, ...]:
    """The quotes that sentences are printed with, then those of the disputes, then what else the claims have."""
    printed = [
        quote
        for sentence in sentences
        for claim in sentence.claims
        if claim in ledger.claims
        for quote in quotes_behind(sentence, ledger.claims[claim])
    ]
    sides = [quote for claim in claims for position in claim.positions for quote in position.quotes]
    rest = [quote for claim in claims for quote in claim.quotes]
    return tuple(ledger.quotes[quote] for quote in _first_uses([*printed, *sides, *rest]) if quote in ledger.quotes)


def _used_sources(quotes: Sequence[Quote], ledger: Ledger) -> tuple[Source, ...]:
    return tuple(ledger.sources[source] for source in _first_uses(quote.source for quote in quotes))


def _used_groups(sources: Sequence[Source], ledger: Ledger) -> tuple[SourceGroup, ...]:
    """The groups of cited sources that count as one voice, each of at least two."""
    cited = [source.id for source in sources]
    groups = [replace(group, sources=tuple(id for id in cited if id in group.sources)) for group in ledger.groups]
    return tuple(group for group in groups if len(group.sources) > 1)


def _first_uses(ids: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(ids))
