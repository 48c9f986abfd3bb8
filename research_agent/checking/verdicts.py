"""From judgements on pairs of statement and source to the verdict on a sentence.

A sentence is supported where one of its sources supports it, or where together they do: each the words that it is
cited for, or each a part. A source that could not be read leaves a sentence ``unreachable`` unless another one supports
it: what was not read is no verdict on what it says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from research_agent.checking.clauses import clauses_of
from research_agent.checking.entailment import Asked, Judgement, StatementJudge
from research_agent.checking.passages import PassageFinder
from research_agent.checking.result import CheckedCitation, CheckedSentence, Verdict
from research_agent.checking.sources import Reached
from research_agent.checking.statements import Citation, Statement
from research_agent.checking.wording import judged

Reaches = Mapping[tuple[str, ...], Reached]
MOST_OTHERS = 20
"""Other sources of the report in which a sentence that its own do not support is looked for."""


async def sentences_with_verdicts(
    statements: Sequence[Statement], reached: Reaches, entailment: StatementJudge
) -> tuple[CheckedSentence, ...]:
    """Every statement with its verdict, in order.

    Raises:
        ModelError: from an entailment that asks a model.
    """
    finders = _finders(reached)
    asked: dict[tuple[str, str], Asked] = {}
    for statement in statements:
        for citation in statement.citations:
            finder = finders.get(_source(citation, reached))
            if finder is None:
                continue
            for words in dict.fromkeys((citation.segment, statement.text)):
                asked.setdefault((words, finder.document.source.id), Asked(words, finder))
    answers = dict(zip(asked, await entailment.judge(list(asked.values())), strict=True))
    return tuple(_sentence(statement, reached, answers, finders) for statement in statements)


def _finders(reached: Reaches) -> dict[str, PassageFinder]:
    """By source id, in the order in which the report cites them."""
    documents = {each.document.source.id: each.document for each in reached.values() if each.document}
    return {id: PassageFinder(document) for id, document in documents.items()}


def _source(citation: Citation, reached: Reaches) -> str:
    found = reached.get(citation.candidates)
    return found.document.source.id if found and found.document else ""


@dataclass(frozen=True, slots=True)
class _Pair:
    citation: Citation
    address: str
    verdict: Verdict
    reason: str
    own: Judgement | None
    """On the words that it is cited for."""
    whole: Judgement | None
    """On the whole statement."""

    @property
    def shown(self) -> Judgement | None:
        return self.whole if self.whole and self.whole.verdict == "supported" else self.own

    def checked(self, verdict: Verdict, reason: str) -> CheckedCitation:
        passage = self.shown.passage if self.shown else None
        text, page = (passage.text, passage.page) if passage else ("", None)
        return CheckedCitation(self.citation.raw, self.address, verdict, reason, self.citation.segment, text, page)


_Answers = Mapping[tuple[str, str], Judgement]


def _pair(statement: Statement, citation: Citation, reached: Reaches, answers: _Answers) -> _Pair:
    found = reached.get(citation.candidates)
    if citation.problem or found is None:
        problem = citation.problem or "it gives no address"
        reason = f"{problem[:1].upper()}{problem[1:]}."
        return _Pair(citation, citation.address, "invalid_address", reason, None, None)
    if found.document is None:
        return _Pair(citation, citation.address, found.failure or "unreachable", found.reason, None, None)
    id = found.document.source.id
    own, whole = answers[citation.segment, id], answers[statement.text, id]
    best = whole if whole.verdict == "supported" else own
    return _Pair(citation, citation.address, best.verdict, best.reason, own, whole)


def _sentence(
    statement: Statement, reached: Reaches, answers: _Answers, finders: Mapping[str, PassageFinder]
) -> CheckedSentence:
    pairs = [_pair(statement, citation, reached, answers) for citation in statement.citations]
    together = _together(statement, pairs)
    verdict = _verdict(pairs, together)
    elsewhere = _elsewhere(statement, reached, finders) if verdict in ("not_supported", "partly") else ""
    checked = tuple(_checked(pair, together) for pair in pairs)
    best = next((one for name in _ORDER for one in checked if one.verdict == name), checked[0])
    reasons = " ".join(dict.fromkeys(one.reason for one in checked if one.reason and verdict != "supported"))
    return CheckedSentence(
        text=statement.text,
        addresses=tuple(dict.fromkeys(one.address for one in checked)),
        verdict=verdict,
        passage=best.passage,
        source=best.address,
        reason=" ".join(
            part for part in (reasons or (best.reason if verdict == "supported" else ""), elsewhere) if part
        ),
        citations=checked,
    )


_ORDER: tuple[Verdict, ...] = ("supported", "partly", "not_supported", "unreachable", "invalid_address")


def _checked(pair: _Pair, together: bool) -> CheckedCitation:
    """A source that supports its part of a sentence which all of them support together is right where it stands."""
    if together and pair.verdict == "partly":
        return pair.checked("supported", "Together with the other sources of the sentence.")
    return pair.checked(pair.verdict, pair.reason)


def _together(statement: Statement, pairs: Sequence[_Pair]) -> bool:
    """Whether the sources support the statement between them: segment by segment, or part by part."""
    segments = {pair.citation.segment for pair in pairs}
    by_segment = {pair.citation.segment for pair in pairs if pair.verdict == "supported"}
    if len(segments) > 1 and segments <= by_segment | {statement.text}:
        return True
    held = {part for pair in pairs if pair.whole for part in pair.whole.holds}
    return len(pairs) > 1 and bool(held) and set(clauses_of(statement.text)) <= held


def _verdict(pairs: Sequence[_Pair], together: bool) -> Verdict:
    if together or any(pair.whole and pair.whole.verdict == "supported" for pair in pairs):
        return "supported"
    verdicts = {pair.verdict for pair in pairs}
    if verdicts & {"supported", "partly"}:
        return "partly"
    if "unreachable" in verdicts:
        return "unreachable"
    return "not_supported" if "not_supported" in verdicts else "invalid_address"


def _elsewhere(statement: Statement, reached: Reaches, finders: Mapping[str, PassageFinder]) -> str:
    """Which other source of the report supports the statement, in words."""
    own = {_source(citation, reached) for citation in statement.citations}
    for candidates, found in list(reached.items())[: MOST_OTHERS + len(own)]:
        id = found.document.source.id if found.document else ""
        if id and id not in own and judged(statement.text, finders[id]).verdict == "supported":
            return f"It stands in another source of the report: {candidates[0]}."
    return ""
