"""From the ledger to a draft: the best quotes of the whole run, a direct answer first, then after the outline.

Every printed sentence is a quote. What this module decides is which, in which order and under which heading. Sentences
are valued anew over all documents together, because a sub-question's own ranking does not know what the others
found. A quote that is a claim of the ledger already carries that claim; where sources agree or disagree about
something, the claim's own words and all of its quotes are taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from research_agent.domain import (
    Claim,
    ClaimStatus,
    Document,
    Draft,
    DraftSection,
    DraftSentence,
    Intent,
    Plan,
    Question,
    QuoteProposal,
    SentenceKind,
)
from research_agent.engines.extractive.allowance import Allowance
from research_agent.engines.extractive.arrange import Pick, direct_answer, into_sections, paragraphs, split_by_side
from research_agent.engines.extractive.candidates import find_candidates
from research_agent.engines.extractive.decompose import decompose
from research_agent.engines.extractive.planning import wanted_of_plan, wanted_of_question
from research_agent.engines.extractive.select import Extract, Selection
from research_agent.engines.extractive.standalone import is_han
from research_agent.engines.extractive.versions import preference
from research_agent.evidence.ledger import Ledger

FEWEST, PER_FACET = 16, 6
"""A question of few parts needs no long report: quotes at least, and for each facet."""
SURPLUS = 4
"""A quarter more quotes are chosen than may be printed: some turn out to be parts of one claim, or of a long one."""
TITLE = 90
"""Code points of a title."""
_WITH_OTHERS = frozenset({ClaimStatus.AGREED, ClaimStatus.DISPUTED, ClaimStatus.REFUTED})


def write_draft(
    question: Question,
    plan: Plan,
    ledger: Ledger,
    documents: Sequence[Document],
    citable: Collection[str],
    allowance: Allowance,
) -> Draft:
    """The draft; every sentence is a quote of one or two whole sentences.

    Args:
        documents: what was read for the question.
        citable: ids of the sources among them that may be quoted.
        allowance: bounds on the quotes, those of disputed claims included.
    """
    picks = choose(question, plan, ledger, documents, citable, allowance)
    sections = into_sections(picks, plan)
    answer = direct_answer(sections, plan)
    kind = SentenceKind.ITEM if plan.intent is Intent.HOW_TO else SentenceKind.TEXT
    drafted = []
    for section, theirs in sections:
        rest = [pick for pick in theirs if pick not in answer]
        for title, part in split_by_side(section.title, rest, plan):
            sentences = [
                _sentence(pick, kind, number) for number, group in enumerate(paragraphs(part)) for pick in group
            ]
            drafted.append(DraftSection(title=title, sentences=tuple(sentences)))
    return Draft(
        title=_title(question.text),
        answer=tuple(_sentence(pick, SentenceKind.TEXT, number) for number, pick in enumerate(answer)),
        sections=tuple(section for section in drafted if section.sentences),
    )


def choose(
    question: Question,
    plan: Plan,
    ledger: Ledger,
    documents: Sequence[Document],
    citable: Collection[str],
    allowance: Allowance,
) -> list[Pick]:
    """The most valuable quotes of the citable documents, best first, within the allowance."""
    wanted = wanted_of_plan(plan)
    if plan.origin == "engine" and len(plan.outline) == len(decompose(question.text, len(plan.outline)).clauses):
        wanted = wanted_of_question(question.text, len(plan.outline))
    preferred = preference(documents, plan.constraints)
    candidates = find_candidates(question.text, wanted, documents, preferred, citable=citable)
    most = min(allowance.quotes, FEWEST + PER_FACET * sum(len(part.facets) for part in wanted))
    more = most + most // SURPLUS, allowance.characters + allowance.characters // SURPLUS
    extracts = Selection(candidates, *more).choose()
    known: dict[str, list[Claim]] = defaultdict(list)
    for claim in ledger.claims.values():
        for source in {ledger.quotes[id].source for id in claim.quotes}:
            known[source].append(claim)
    picks = {pick.text: pick for extract in extracts if (pick := _pick(extract, known[extract.source], ledger))}
    return _affordable(list(picks.values()), ledger, most, allowance.characters)


def _affordable(picks: Sequence[Pick], ledger: Ledger, most: int, characters: int) -> list[Pick]:
    """The picks, best first, that stay within the allowance with all quotes that the report prints for them.

    The quotes of disputed claims are counted first (to half of the allowance): the report shows them anyway.
    """
    cited = _disputed(ledger)
    spent = min(characters // 2, sum(ledger.quotes[id].end - ledger.quotes[id].start for id in cited))
    count = min(most // 2, len(cited))
    kept: list[Pick] = []
    for pick in picks:
        length, number = pick.end - pick.start, 1
        if pick.claim:
            own = {id for id in ledger.claims[pick.claim].quotes if id not in cited}
            length, number = sum(ledger.quotes[id].end - ledger.quotes[id].start for id in own), len(own)
        if count + number <= most and spent + length <= characters:
            kept.append(pick)
            cited.update(ledger.claims[pick.claim].quotes if pick.claim else ())
            spent, count = spent + length, count + number
    return kept


def _disputed(ledger: Ledger) -> set[str]:
    return {
        quote
        for claim in ledger.claims.values()
        if claim.status is ClaimStatus.DISPUTED
        for quote in (*claim.quotes, *(quote for position in claim.positions for quote in position.quotes))
    }


def _pick(extract: Extract, claims: Sequence[Claim], ledger: Ledger) -> Pick:
    """The extract as the claim about which others have something to say, or as the quote that it is (or lies in).

    A claim that rests on copies of one text only (three editions of a manual) is cited by the one quote: its copies
    would prove nothing more, and take the place of other statements.
    """
    start, end = extract.span
    touching = [(claim, ledger.quotes[id]) for claim in claims for id in claim.quotes]
    touching = [(c, q) for c, q in touching if q.source == extract.source and q.start < end and start < q.end]
    around = [(c, q) for c, q in touching if q.start <= start and end <= q.end]
    told = [(c, q) for c, q in around or touching if c.status in _WITH_OTHERS]
    if told or around:
        claim, quote = (told or around)[0]
        text, cited = " ".join(quote.text.split()), claim.id if told else ""
        return Pick(extract.source, quote.start, quote.end, text, extract.value, extract.section, cited)
    return Pick(extract.source, start, end, " ".join(extract.text.split()), extract.value, extract.section)


def _sentence(pick: Pick, kind: SentenceKind, paragraph: int) -> DraftSentence:
    if pick.claim:
        return DraftSentence(text=pick.text, kind=kind, claims=(pick.claim,), paragraph=paragraph)
    quote = QuoteProposal(source=pick.source, span=(pick.start, pick.end))
    return DraftSentence(text=pick.text, kind=kind, quotes=(quote,), paragraph=paragraph)


def _title(text: str) -> str:
    """The question, cut at a word where it is long."""
    text = " ".join(text.split())
    if len(text) <= TITLE:
        return text
    cut = text[:TITLE]
    return (cut if is_han(text) else cut.rsplit(" ", 1)[0]).rstrip(" ,;:，；：、") + "…"
