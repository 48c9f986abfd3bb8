"""Is the flaw there that a negative item describes?

It is where a sentence of the report says what the flaw, worded as a claim, or one of its examples says, or where one
contradicts the gold fact. It is not where the report says the opposite of the flaw, or states the gold. All else is
left undecided: that no sentence was found is no proof that none is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from research_agent.checking.meanings import held, held_as_said, meant_terms, said_terms, share_meant
from research_agent.evidence.conflicts import contradiction
from research_agent.evidence.content import figures_of
from research_agent.evidence.polarity import cues
from research_agent.judges.embedded.claims import Claims, alternatives
from research_agent.judges.embedded.holding import Holding, identifiers
from research_agent.judges.embedded.languages import UNSPACED
from research_agent.judges.embedded.positive import LOOKED_AT, Found, find_stated, on_passage
from research_agent.text.figures import covers

THERE = 0.55
"""Share of a wording of the flaw that a passage must hold to say it (table in docs/judges.md)."""
OPPOSITE = 0.5
"""Share of it from which on a passage that turns it round says the opposite."""
_ADVICE = re.compile(r"\b(?:should|must|ought to|need to|best to|use|choose)\b|应当?|必须|首选|宜用|请", re.IGNORECASE)
_DOING = re.compile(r"\b([A-Za-z]{2,})ing\b")
ITS_OWN, ITS_OWN_UNSPACED = 0.4, 0.2
"""Share of a sentence's own words and figures that must be the flaw's: a long sentence holds any few words."""
CONTRASTS = 0.5
"""Share of the words that only the gold fact has from which on a sentence sets the two beside each other."""
IN_PART = 0.3
"""Share of the flaw's words that a part of a sentence must hold to deny it."""
_PART = re.compile(r"[,;:，；：]\s*")
SAME = 0.3
"""Share of a gold fact that a sentence must hold to contradict it."""


def find_flaw(claims: Claims, holding: Holding) -> Found:
    """Whether the report has the flaw: ``satisfied`` where it has."""
    denied: Found | None = None
    for found in _said([*alternatives(claims.demand), *claims.examples], claims, holding):
        if found.label == "satisfied":
            return found
        denied = denied or found
    contradicting = next(_contradicted((claims.fact, *claims.quotes), holding), None)
    if contradicting:
        return contradicting
    if denied:
        return denied
    gold = Claims(claims.fact, "", claims.quotes, ())
    if claims.quotes and (stated := find_stated(gold, holding)).label == "satisfied":
        return Found("not_satisfied", "The report states the fact that the flaw gets wrong.", stated.offset)
    return Found(
        "undecided", "No sentence of the report says it, or the opposite of it, in words that can be compared."
    )


def _besides(text: str, other: str) -> frozenset[str]:
    """The words of a text that another one has in no form."""
    return said_terms(text) - held_as_said(said_terms(text), meant_terms(other))


def _said(wordings: Sequence[str], claims: Claims, holding: Holding) -> Iterator[Found]:
    """Sentences that say one of the wordings, or turn it round. A row, whose cells belong to several things, and two
    sentences together, which may hold a thing and its contrary, say neither."""
    gold = _besides(claims.fact, " ".join((claims.demand, *claims.examples)))
    for wording in filter(None, wordings):
        ranked = sorted(
            ((passage.shares[0], passage) for passage in holding.passages([wording]) if holding.is_sentence(passage)),
            key=lambda pair: (-pair[0], pair[1].first),
        )
        for share, passage in ranked[:LOOKED_AT]:
            sat = on_passage(wording, passage, holding) if share >= OPPOSITE else None
            if sat is None:
                continue
            start, end = holding.finder.units[passage.first]
            sentence = holding.finder.document.text[start:end]
            if sat.turned:
                yield Found("not_satisfied", f"The report says the opposite: {sat.faults[-1]}", start, share)
            elif share >= THERE and not sat.faults and _is_its_matter(sentence, wording):
                if gold and share_meant(gold, meant_terms(sentence)) >= CONTRASTS:
                    continue
                yield Found("satisfied", "A passage of the report says it.", start, share)


def _is_its_matter(sentence: str, wording: str) -> bool:
    """Whether a sentence is about what the flaw is about, and not about more: its own words are the flaw's, the
    identifiers and the recommendation of the flaw stand in it, and it denies nothing that the flaw affirms."""
    if not identifiers(wording) <= identifiers(sentence) or (_denies(sentence, wording) and not cues(wording)):
        return False
    own = ITS_OWN_UNSPACED if UNSPACED.search(sentence) else ITS_OWN
    if _own_share(sentence, wording) < own:
        return False
    return not _advises(wording) or _advises(sentence) or _bids(sentence, wording)


def _denies(sentence: str, wording: str) -> bool:
    """Whether a part of a sentence that holds words of the flaw denies."""
    parts = [part for part in _PART.split(sentence) if cues(part)]
    return any(share_meant(said_terms(wording), meant_terms(part)) >= IN_PART for part in parts)


def _own_share(sentence: str, wording: str) -> float:
    """The share of a sentence's words and figures that are the flaw's."""
    terms, figures, asked = said_terms(sentence), figures_of(sentence), figures_of(wording)
    of_flaw = sum(any(covers(figure, other) or covers(other, figure) for other in asked) for figure in figures)
    words = share_meant(terms, meant_terms(wording)) * len(terms)
    return (words + of_flaw) / max(1, len(terms) + len(figures))


def _advises(text: str) -> bool:
    return bool(_ADVICE.search(text) or held(said_terms("recommend 推荐 建议"), meant_terms(text)))


def _bids(sentence: str, wording: str) -> bool:
    """Whether a sentence bids what the flaw says is recommended: "create it", of "recommends creating it"."""
    bidden = {stem for found in _DOING.findall(wording) for stem in (found.lower(), f"{found.lower()}e")}
    return not bidden.isdisjoint(sentence.lower().split())


def _contradicted(golden: Sequence[str], holding: Holding) -> Iterator[Found]:
    text = holding.finder.document.text
    for fact in filter(None, golden):
        for passage in holding.passages([fact]):
            if not holding.is_sentence(passage) or passage.shares[0] < SAME:
                continue
            start, end = holding.finder.units[passage.first]
            what = contradiction(fact, text[start:end])
            if what and what.kind != "modality":  # "may be used" is no contradiction of "is recommended"
                yield Found(
                    "satisfied", f"A sentence contradicts the gold fact ({what.kind}).", start, passage.shares[0]
                )
