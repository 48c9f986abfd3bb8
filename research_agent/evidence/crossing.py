"""Every claim held against every document that was read: who else says it, and who says otherwise.

An engine chooses some sentences of some documents; that another document says the same, or contradicts it, must not
depend on whether its sentence was chosen too. So quotes are compared with sentences, verbatim with verbatim, which
works for claims in any wording. A sentence that says the same becomes a further quote of the claim, one that
contradicts it a claim of its own and a conflict; one that does neither is nothing.

Whether two sentences are about one matter is known from the documents where these tell one text (``aligning``); among
strangers only from the words, which must then be nearly all the same (``conflicts``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from research_agent.domain import Claim, ClaimStatus, Document, Quote, Source, Stance
from research_agent.evidence.aligning import Tellings, Twins, says_something
from research_agent.evidence.conflicts import contradiction, of_versions, versions_differ
from research_agent.evidence.content import content_terms, figures_of, folded, share_in
from research_agent.evidence.difference import Difference
from research_agent.evidence.differing import Differing, differing
from research_agent.evidence.disputes import Conflict
from research_agent.evidence.ids import with_id
from research_agent.evidence.matter import matter
from research_agent.evidence.name_conflicts import names_part
from research_agent.evidence.names import is_latin, names
from research_agent.evidence.qualifying import with_version
from research_agent.evidence.quoting import LONGEST, make_quote
from research_agent.evidence.rebuttals import rebuttal_end, rebutted
from research_agent.evidence.sameness import same_claim
from research_agent.evidence.statements import Statement, Statements, keys
from research_agent.evidence.works import editions_apart
from research_agent.text.agreement import agree

_STATEMENTS = 6
"""Sentences of one claim's quotes that are held against other documents: a claim with fifty quotes says one thing."""
_FOLLOWERS = 4
"""Further sources that are quoted for one claim."""
_RIVALS = 4
"""Sentences against one claim that are quoted."""
_OF_THE_CLAIM = 0.5
"""Share of a claim's content terms that the sentence must hold, for its denial to be the claim's."""
_WORTH = 0.3
"""Share of the shorter one's word beginnings that two strangers' sentences must share to be compared: half of what
``sameness`` and ``conflicts`` ask of their terms."""
_TITLE = 0.5
"""Share of the shorter title's terms that the other title must hold for two pages to be about one thing."""
_TELLING = 6
"""Terms that two sentences share, from which on they tell by themselves what they are about."""
_LABELLED = re.compile(r"[^\s:：|]+(?: [^\s:：|]+){0,3} ?[:：|]")
"""``Last update: ...``: a label and its value."""
_SAME_TELLING = 0.5
"""Likeness of two sentences of kin documents from which on they say the same when nothing parts them."""


@dataclass(frozen=True, slots=True)
class Crossed:
    """The claims after they were held against all documents."""

    claims: list[Claim]
    """With further quotes; claims that were found against others come last."""
    quotes: dict[str, Quote]
    """The old ones and the new ones."""
    conflicts: list[Conflict]


@dataclass(frozen=True, slots=True)
class Finding:
    """What another document says of one sentence of a claim."""

    mine: Statement
    other: Statement
    what: Difference | None
    """None: the same."""


def cross_check(
    claims: Sequence[Claim],
    quotes: Mapping[str, Quote],
    documents: Mapping[str, Document],
    sources: Mapping[str, Source],
    asked: Mapping[str, str],
) -> Crossed:
    """The claims with what the other documents say of them, and claims for what differs on what is asked.

    Args:
        asked: what is asked, by sub-question id.
    """
    crossed = Crossed(list(claims), dict(quotes), [])
    if len(documents) < 2:
        return crossed
    tellings = Tellings(Statements(documents))
    for at, claim in enumerate(claims):
        said = {quotes[id].source for id in claim.quotes}  # what one source says twice is looked at elsewhere
        found = [
            [each for each in compared(statement, tellings) if each.other.source not in said]
            for statement in _statements(claim, quotes, tellings.statements)
        ]
        crossed.claims[at] = _with_followers(claim, found, tellings, crossed)
        for each in [each for listed in found for each in listed if each.what][:_RIVALS]:
            if _is_of_versions(each, sources, tellings):
                crossed.claims[at] = with_version(crossed.claims[at], (each.mine.source,), sources)
            else:
                _oppose(claim, each, tellings, crossed)
    for difference in differing(tellings, sources, asked) if asked else ():
        _propose(difference, tellings, crossed)
    return crossed


def _propose(difference: Differing, tellings: Tellings, crossed: Crossed) -> None:
    """Both sides of a difference that concerns the question as claims, where the ledger lacks the conflict."""
    like = Claim(
        id="",
        text="",
        quotes=(),
        status=ClaimStatus.UNCHECKED,
        reason="",
        sub_questions=(difference.asked,) if difference.asked else (),
        relevance=round(difference.closeness, 3),
    )
    first = _claim_of(difference.twins.first, like, tellings, crossed)
    second = _claim_of(difference.twins.second, like, tellings, crossed)
    known = {frozenset((conflict.first, conflict.second)) for conflict in crossed.conflicts}
    if first.id != second.id and frozenset((first.id, second.id)) not in known:
        crossed.conflicts.append(Conflict(first.id, second.id, difference.what))


def _statements(claim: Claim, quotes: Mapping[str, Quote], statements: Statements) -> list[Statement]:
    """The sentences that the claim's quotes hold, or lie in for the greater part."""
    found: dict[Statement, None] = {}
    for id in claim.quotes:
        quote = quotes[id]
        if quote.stance is Stance.FOR:
            for each in statements.covering(quote.source, quote.start, quote.end):
                inside = min(each.end, quote.end) - max(each.start, quote.start)
                if inside * 2 >= each.end - each.start and says_something(each) and each.end - each.start <= LONGEST:
                    found[each] = None
    return list(found)[:_STATEMENTS]


def compared(statement: Statement, tellings: Tellings) -> Iterator[Finding]:
    """What each other document says of the statement's matter, if anything."""
    for source, near in tellings.statements.near(statement.text, statement.source).items():
        near = [each for each in near if each.end - each.start <= LONGEST]
        copy = next((each for each in near if folded(each.text) == folded(statement.text)), None)
        copy = next((each for each in near if _tells_to_deny(each, statement, tellings)), copy)
        if copy is not None:
            yield Finding(statement, copy, None)
        elif not tellings.holds(source, statement.text):
            found = _as_kin(statement, source, near, tellings) or _as_strangers(statement, near, tellings)
            if found is not None:
                yield found


def _tells_to_deny(other: Statement, statement: Statement, tellings: Tellings) -> bool:
    """Whether the other sentence holds the statement, whole, and is denied by the text that follows it."""
    document = tellings.statements.documents[other.source]
    return folded(statement.text) in folded(other.text) and rebutted(document, other.start, other.end)


def _as_kin(statement: Statement, source: str, near: Sequence[Statement], tellings: Tellings) -> Finding | None:
    if not tellings.kin(statement.source, source):
        return None
    pair = tellings.counterpart(statement, source, near)
    if pair is None:
        return None
    what = tellings.changed(pair)
    if what or _one_telling(pair):
        return Finding(statement, pair.second, what)
    return None


def _one_telling(pair: Twins) -> bool:
    """Whether the two say the same: nothing parts them, and all figures of the one stand in the other."""
    if pair.likeness < _SAME_TELLING or names_part(pair.first.text, pair.second.text):
        return False
    one, other = figures_of(pair.first.text), figures_of(pair.second.text)
    return all(any(agree(figure, each) for each in other) for figure in one)


def _as_strangers(statement: Statement, near: Sequence[Statement], tellings: Tellings) -> Finding | None:
    near = [each for each in near if _share_words(statement, each)]
    for each in near:
        if same_claim(statement.text, each.text):
            return Finding(statement, each, None)
    for each in near:
        what = contradiction(statement.text, each.text)
        if what and not names_part(statement.text, each.text) and _of_one_subject(statement, each, tellings):
            return Finding(statement, each, what)
    return None


def _share_words(first: Statement, second: Statement) -> bool:
    """Whether it is worth while to compare two sentences: beginnings of words are quicker had than what they mean."""
    small, large = sorted((keys(first.text), keys(second.text)), key=len)
    return len(small & large) >= _WORTH * len(small)


def _of_one_subject(first: Statement, second: Statement, tellings: Tellings) -> bool:
    """Whether it shows that two sentences of two strangers speak of one thing: they name it, or their titles are alike.
    "Compatibility: available in version 2.4 and later" says of which thing only by the page that it stands on."""
    one, other = ({name.text.lower() for name in names(each.text)} for each in (first, second))
    if one & other:
        return True
    if first.row or second.row or _LABELLED.match(first.text) or _LABELLED.match(second.text):
        return False
    titles = [content_terms(tellings.statements.documents[each.source].source.title) for each in (first, second)]
    small, large = sorted(titles, key=len)
    return (bool(small) and share_in(small, large) >= _TITLE) or len(
        matter(first.text) & matter(second.text)
    ) >= _TELLING


def _with_followers(claim: Claim, found: Sequence[Sequence[Finding]], tellings: Tellings, crossed: Crossed) -> Claim:
    """The claim with a quote from each further document that says all of its sentences. A document that tells it in
    order to deny it speaks against it."""
    by_source: dict[str, list[Statement]] = {}
    for listed in found:
        for each in listed:
            if each.what is None:
                by_source.setdefault(each.other.source, []).append(each.other)
    fresh: dict[str, Quote] = {}
    for source, told in [entry for entry in by_source.items() if len(entry[1]) >= len(found)][:_FOLLOWERS]:
        document = tellings.statements.documents[source]
        against = any(rebutted(document, each.start, each.end) for each in told)
        stance = Stance.AGAINST if against else Stance.FOR
        spans = [(each.start, rebuttal_end(document, each.end) if against else each.end) for each in told]
        new = [make_quote(document, start, end, stance) for start, end in dict.fromkeys(spans)]
        fresh |= {quote.id: quote for quote in new}
    crossed.quotes.update(fresh)
    return replace(claim, quotes=tuple(sorted({*claim.quotes, *fresh})))


def _is_of_versions(finding: Finding, sources: Mapping[str, Source], tellings: Tellings) -> bool:
    one, other = sources[finding.mine.source], sources[finding.other.source]
    kin = tellings.kin(one.id, other.id)
    documents = tellings.statements.documents
    apart = versions_differ(one, other) or editions_apart(documents[one.id], documents[other.id])
    return (kin and apart) or of_versions(finding.mine.text, one, finding.other.text, other)


def _oppose(claim: Claim, finding: Finding, tellings: Tellings, crossed: Crossed) -> None:
    """The other sentence as a claim of its own, in conflict with this one."""
    document = tellings.statements.documents[finding.other.source]
    if finding.what is None or rebutted(document, finding.other.start, finding.other.end):
        return
    mine = claim
    if not _concerns(claim.text, finding.mine.text, finding.what):
        mine = _claim_of(finding.mine, claim, tellings, crossed)
    rival = _claim_of(finding.other, claim, tellings, crossed)
    if rival.id == mine.id:
        return
    crossed.conflicts.append(Conflict(mine.id, rival.id, finding.what))


def _claim_of(statement: Statement, like: Claim, tellings: Tellings, crossed: Crossed) -> Claim:
    """The claim that quotes just this sentence; made where there is none."""
    document = tellings.statements.documents[statement.source]
    quote = make_quote(document, statement.start, statement.end)
    known = next((each for each in crossed.claims if _quotes_it(each, quote, crossed)), None)
    if known is not None:
        return known
    fresh = with_id(replace(like, text=" ".join(statement.text.split()), quotes=(quote.id,), qualifiers=()))
    crossed.claims.append(fresh)
    crossed.quotes[quote.id] = quote
    return fresh


def _quotes_it(claim: Claim, wanted: Quote, crossed: Crossed) -> bool:
    """Whether the claim rests on this sentence: it is one of its quotes, or lies in its only one."""
    if wanted.id in claim.quotes:
        return True
    only = crossed.quotes[claim.quotes[0]]
    inside = only.source == wanted.source and only.start <= wanted.start and wanted.end <= only.end
    return len(claim.quotes) == 1 and inside and folded(wanted.text) in folded(claim.text)


def _concerns(claim: str, sentence: str, what: Difference) -> bool:
    """Whether what parts the two sentences is part of the claim, not only of the sentence that it quotes."""
    if folded(sentence) in folded(claim) or folded(claim) in folded(sentence):
        return folded(what.first) in folded(claim)
    if what.kind in ("number", "unit", "date", "version"):
        return any(agree(one, other) for one in figures_of(what.first) for other in figures_of(claim))
    if what.kind == "name":
        return folded(what.first) in folded(claim)
    own = content_terms(claim)
    return is_latin(claim) != is_latin(sentence) or share_in(own, content_terms(sentence)) >= _OF_THE_CLAIM
