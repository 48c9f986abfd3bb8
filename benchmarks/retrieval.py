"""Local search by itself: what each part of it adds, on a collection in English and one in Chinese.

    python benchmarks/retrieval.py [--data ../shared/data]

Cranfield: mean nDCG@10 with the gain ``2 ** (5 - code) - 1`` over the queries that have judgements. CMRC 2018: share of
questions whose passage comes first. Both go through the index of ``research_agent.search.local``, in memory.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from research_agent.domain import Block, BlockKind
from research_agent.search.local import records
from research_agent.search.local.index import PassageIndex, Ranking
from research_agent.search.local.records import DocumentRecord, record
from research_agent.text import passages, tokens

PLAIN = Ranking(title=0, headings=0, pairs=0, next_passage=0, whole=0)
WHOLE = 100_000
"""Passage size that keeps every document of the collections whole."""


@dataclass(frozen=True)
class Collection:
    name: str
    measure: str
    documents: list[dict[str, Any]]
    queries: list[dict[str, Any]]
    score: Callable[[dict[str, Any], list[str]], float]


@dataclass(frozen=True)
class Variant:
    name: str
    ranking: Ranking
    size: int = WHOLE
    title: bool = True
    """Whether the title is part of what is searched."""
    terms: Callable[[str], list[str]] | None = field(default=None)


def variants() -> list[Variant]:
    plain = replace(PLAIN, stop_words=True)
    return [
        Variant("words, text only", plain, title=False, terms=tokens.words),
        Variant("terms (stems, pairs of characters), text only", plain, title=False),
        Variant("+ title in the body", plain),
        Variant("+ no stop words", PLAIN),
        Variant("+ title boost 0.2", replace(PLAIN, title=0.2)),
        Variant("  (title boost 0.5)", replace(PLAIN, title=0.5)),
        Variant("+ word pairs 0.2", replace(PLAIN, title=0.2, pairs=0.2)),
        Variant("  (word pairs 0.5)", replace(PLAIN, title=0.2, pairs=0.5)),
        Variant("+ passages of 800, best one", replace(PLAIN, title=0.2, pairs=0.2), passages.SIZE),
        Variant("+ next passages 0.05", Ranking(whole=0), passages.SIZE),
        Variant("  (next passages 0.1)", Ranking(next_passage=0.1, whole=0), passages.SIZE),
        Variant("  (next passages 0.3)", Ranking(next_passage=0.3, whole=0), passages.SIZE),
        Variant("+ whole document 0.5 = as shipped", Ranking(), passages.SIZE),
        Variant("  (whole document 0.25)", Ranking(whole=0.25), passages.SIZE),
        Variant("  (whole document 0.75)", Ranking(whole=0.75), passages.SIZE),
        Variant("  (passages of 400)", Ranking(), 400),
        Variant("  (passages of 1200)", Ranking(), 1200),
    ]


def run(collection: Collection, variant: Variant) -> tuple[float, float]:
    """The mean score and the milliseconds a query."""
    with (
        patch.object(records, "terms", variant.terms or tokens.terms),
        patch("research_agent.search.local.index.terms", variant.terms or tokens.terms),
        patch.object(records, "split_passages", lambda *given: passages.split_passages(*given, size=variant.size)),
    ):
        index = PassageIndex(ranking=variant.ranking)
        index.update(add=(as_record(document, variant.title) for document in collection.documents))
        started = time.perf_counter()
        answers = [[found.address for found in index.search(query["text"], 10)] for query in collection.queries]
        seconds = time.perf_counter() - started
    scores = [collection.score(query, answer) for query, answer in zip(collection.queries, answers, strict=True)]
    return sum(scores) / len(scores), 1000 * seconds / len(scores)


def as_record(document: dict[str, Any], title: bool) -> DocumentRecord:
    """A document as a JSON line of the collection is indexed: its title is a heading before its text."""
    head = document["title"] if title else ""
    text = f"{head}\n\n{document['text']}"
    start = len(head) + 2
    blocks = [Block(0, len(head), BlockKind.HEADING, 1)] if head else []
    blocks += [Block(start, len(text), BlockKind.PARAGRAPH)] if len(text) > start else []
    return record(
        address=document["doc_id"], path=document["doc_id"], shown=document["doc_id"], title=head, text=text,
        blocks=tuple(blocks), published=None,
    )  # fmt: skip


def cranfield(folder: Path) -> Collection:
    gains: dict[str, dict[str, int]] = {}
    for line in (folder / "qrels.tsv").read_text().splitlines():
        query, document, code = line.split()
        if code.isdigit() and 1 <= int(code) <= 4:
            gains.setdefault(query, {})[document] = 2 ** (5 - int(code)) - 1

    def ndcg(query: dict[str, Any], ranked: list[str]) -> float:
        gain = gains[query["query_id"]]
        ideal = sorted(gain.values(), reverse=True)[:10]
        return _dcg([gain.get(one, 0) for one in ranked[:10]]) / _dcg(ideal)

    queries = [query for query in lines(folder / "queries.jsonl") if query["query_id"] in gains]
    return Collection("Cranfield", "nDCG@10", lines(folder / "docs.jsonl"), queries, ndcg)


def _dcg(gains: list[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def cmrc(folder: Path) -> Collection:
    def first(query: dict[str, Any], ranked: list[str]) -> float:
        return float(ranked[:1] == [query["doc_id"]])

    return Collection("CMRC 2018", "hit@1", lines(folder / "docs.jsonl"), lines(folder / "queries.jsonl"), first)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    data = parser.parse_args().data
    collections = (cranfield(data / "ir_cranfield"), cmrc(data / "ir_cmrc2018_zh"))
    print("| variant | " + " | ".join(f"{one.name} {one.measure} | ms a query" for one in collections) + " |")
    print("| --- |" + " ---: |" * 2 * len(collections))
    for variant in variants():
        figures = [run(one, variant) for one in collections]
        print(
            f"| {variant.name} | " + " | ".join(f"{score:.4f} | {ms:.1f}" for score, ms in figures) + " |", flush=True
        )


if __name__ == "__main__":
    main()
