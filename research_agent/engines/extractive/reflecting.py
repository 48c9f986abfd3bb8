"""reflect: by rules. What has no claim, what no document names and what two sources dispute is searched again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from research_agent.domain import Branch, Constraint, Document, NextStep, Plan, Question, Reflection
from research_agent.engines.extractive.decompose import named
from research_agent.engines.extractive.queries import keywords
from research_agent.engines.extractive.rewriting import Failed, Way, rewritten
from research_agent.engines.standing import GAIN, Need, Standing, line_of, standing
from research_agent.evidence.ledger import Ledger

DISPUTES = 1
"""Disputes that a round looks for a third source on, at most."""
QUERIES = 2
"""Queries of one follow-up: a second way of putting it, in case the first finds nothing either."""


def reflect(
    question: Question,
    plan: Plan,
    ledger: Ledger,
    branches: Sequence[Branch],
    documents: Sequence[Document],
    round: int,
) -> Reflection:
    """The reflection on a round; ``documents`` are all that were read for the question."""
    stands = standing(plan, ledger, branches)
    steps = [
        *_for_needs(stands, question, branches, documents, round),
        *_for_names(question, plan, documents),
    ]
    ordered = tuple(sorted(steps, key=lambda step: -step.gain))
    return replace(stands.reflection(round), next=ordered)


def _for_needs(
    stands: Standing, question: Question, branches: Sequence[Branch], documents: Sequence[Document], round: int
) -> Iterator[NextStep]:
    disputes = 0
    for need in stands.needs:
        if need.kind == "dispute":
            disputes += 1
            if round > 0 or disputes > DISPUTES:  # what one more search did not settle stays disputed
                continue
        if step := _step(need, question, branches, documents):
            yield step


def _step(need: Need, question: Question, branches: Sequence[Branch], documents: Sequence[Document]) -> NextStep | None:
    text = need.text if need.kind == "dispute" else need.parent.text
    line = [branch for branch in branches if line_of(branch.sub_question) == line_of(need.parent.id)]
    found_nothing = not any(attempt.status == "found" for branch in line for attempt in branch.attempts)
    own: list[tuple[Way, str]] = [("other-term", keywords(text))] if need.kind == "dispute" else []
    ways = rewritten(Failed(text, need.tried, found_nothing), question.text, question.language, documents)
    others = list(islice(chain(own, ways), QUERIES))
    if not others:
        return None
    queries = tuple(query for _, query in others)
    return NextStep(sub_question=need.parent.id, text=text, queries=queries, way=others[0][0], gain=need.gain)


def _for_names(question: Question, plan: Plan, documents: Sequence[Document]) -> Iterator[NextStep]:
    """A search for each name of the question that no document holds; none where nothing was read."""
    texts = [f"{document.source.title}\n{document.text}".lower() for document in documents]
    for constraint in plan.constraints if texts else ():
        if constraint.kind in ("entity", "side") and not any(constraint.text.lower() in text for text in texts):
            yield _search_for(constraint, question, plan)


def _search_for(constraint: Constraint, question: Question, plan: Plan) -> NextStep:
    asks = [sub for sub in plan.sub_questions if constraint.text.lower() in sub.text.lower()]
    parent = next((sub for sub in asks if not sub.round), plan.sub_questions[0])
    others = [name for name in named(question.text) if name.lower() not in constraint.text.lower()][:1]
    queries = tuple(dict.fromkeys([constraint.text, " ".join([constraint.text, *others])]))
    return NextStep(
        sub_question=parent.id,
        text=f"{parent.text} ({constraint.text})",
        queries=queries,
        way="narrower",
        gain=GAIN["part"],
    )
