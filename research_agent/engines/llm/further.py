"""What the writer sees beside the quotes: the best passages of every document that was read, whoever read it.

A reader sees the documents of its own search and a few thousand words of them; what it passes over, or what another
document says, would be lost. So for each sub-question, and for each thing that was reported missing, all documents are
ranked once more, and the lists are taken in turn. Over the plans of five recorded runs with a strong model (48 gold
items of development questions), 30,000 characters taken in turn showed 39 items, one list for all queries 32, and all
readers of a run together (10,000 characters each) 41 (docs/models.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from research_agent.domain import Document, Plan
from research_agent.engines.llm.scale import worth
from research_agent.evidence.retrieval import COPY, best_passages, shingle_set
from research_agent.text.passages import Passage

Span = tuple[int, int]

LEAST = 1_000
"""Characters below which nothing further is shown."""


def further(
    plan: Plan,
    missing: Sequence[str],
    documents: Mapping[str, Document],
    shown: Sequence[tuple[str, Span]],
    budget: int,
    without: Collection[str] = (),
) -> list[Passage]:
    """Passages of ``documents`` that answer the plan's parts and are not shown yet.

    Args:
        documents: all that were read, by source id; what is ``shown`` may stand in any of them.
        without: ids of those that nothing further is taken from.
        budget: characters at most, counted as Latin text.
    """
    candidates = [document for id, document in documents.items() if id not in without]
    if budget < LEAST or not candidates:
        return []
    told = set[tuple[str, ...]]().union(*(shingle_set(documents[source].text[s:e]) for source, (s, e) in shown))
    chosen: list[Passage] = []
    for passage in _in_turn(_lists(plan, missing, candidates, budget)):
        shingles = shingle_set(passage.text)
        overlap = any(source == passage.source and s < passage.end and passage.start < e for source, (s, e) in shown)
        cost = worth(passage.text)
        if overlap or cost > budget or len(shingles & told) >= COPY * len(shingles):
            continue
        chosen.append(passage)
        told |= shingles
        budget -= cost
    return chosen


def _lists(plan: Plan, missing: Sequence[str], documents: Sequence[Document], budget: int) -> list[Sequence[Passage]]:
    """A ranking for each part of the question."""
    wanted = [(*sub.queries, sub.text) for sub in plan.sub_questions] + [(text,) for text in missing]
    return [best_passages(queries, documents, characters=budget) for queries in dict.fromkeys(wanted)]


def _in_turn(lists: Sequence[Sequence[Passage]]) -> Iterator[Passage]:
    """The best of each list, then the second of each ...; a passage once."""
    seen: set[tuple[str, int]] = set()
    for row in range(max(map(len, lists), default=0)):
        for passage in (each[row] for each in lists if row < len(each)):
            if (passage.source, passage.start) not in seen:
                seen.add((passage.source, passage.start))
                yield passage
