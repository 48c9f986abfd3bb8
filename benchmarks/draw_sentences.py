"""Draw cited sentences from finished runs, for a reader who judges by hand whether each is to the point.

    python benchmarks/draw_sentences.py RUNS/runs > docs/sheets/extractive-to-the-point.tsv

Tab-separated: question, heading, sentence, source; the judgement (yes, partly, no) and a word why are written in by
hand. The same number is drawn from every run, by seed and question.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

SEED = 20261130
"""The day of the first sheet."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("runs", type=Path, help="folder of runs")
    parser.add_argument("--each", type=int, default=9, help="sentences of each run")
    options = parser.parse_args()
    reports = [json.loads(path.read_text(encoding="utf-8")) for path in options.runs.glob("*/report.json")]
    reports.sort(key=lambda report: report["question"])
    print("question\theading\tsentence\tsource\tto the point\twhy")
    for report in reports:
        rows = cited(report)
        chance = random.Random(f"{SEED} {report['question']}")
        for row in sorted(chance.sample(range(len(rows)), min(options.each, len(rows)))):
            print("\t".join([report["question"][:60], *rows[row], "", ""]))


def cited(report: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Heading, sentence and source of everything that the report says, in its order."""
    quotes = {quote["id"]: quote for quote in report["quotes"]}
    claims = {claim["id"]: claim for claim in report["claims"]}
    titles = {source["id"]: source["title"] or source["address"] for source in report["sources"]}
    parts = [("", report["answer_sentences"])] + [(s["title"], s["sentences"]) for s in report["sections"]]
    found = []
    for heading, sentences in parts:
        for sentence in sentences:
            first = next((quotes[id] for claim in sentence["claims"] for id in claims[claim]["quotes"]), None)
            source = titles.get(first["source"], "") if first else ""
            found.append((heading, " ".join(sentence["text"].split()), source))
    return found


if __name__ == "__main__":
    main()
