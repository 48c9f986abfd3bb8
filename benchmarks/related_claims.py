"""Which claims are shown to the model as maybe related (engines/llm/relating.py, ALIKE)?

    python benchmarks/related_claims.py

The written pairs of benchmarks/planted/wordings.jsonl: an original sentence with its agreeing and its contradicting
rewording are pairs that should be shown; an original with the rewordings of all others is a pair of strangers. The
rarity of a term is counted over all of these sentences, as over the claims of one run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from pathlib import Path

from research_agent.engines.llm.relating import ALIKE, alike, rarest_terms, rarity

WORDINGS = Path(__file__).parent / "planted" / "wordings.jsonl"


def main() -> None:
    rows = [json.loads(line) for line in WORDINGS.read_text(encoding="utf-8").splitlines() if line.strip()]
    weights = rarity(text for row in rows for text in (row["original"], row["agree"], row["contradict"]))
    related = [alike(row["original"], row[kind], weights) for row in rows for kind in ("agree", "contradict")]
    strangers = [
        alike(one["original"], other[kind], weights)
        for one, other in product(rows, rows)
        if one is not other
        for kind in ("agree", "contradict")
    ]
    same_file = [
        alike(one["original"], other[kind], weights)
        for one, other in product(rows, rows)
        if one is not other and one["file"] == other["file"]
        for kind in ("agree", "contradict")
    ]
    print("| share of the weight | related, shown | strangers, shown | of one document |")
    print("| --- | --- | --- | --- |")
    for least in (0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55):
        cells = [
            f"{sum(s >= least for s in some) / len(some):.1%} of {len(some)}"
            for some in (related, strangers, same_file)
        ]
        print(f"| {least} | " + " | ".join(cells) + " |")
    by_rarest_terms(rows, weights)


def by_rarest_terms(rows: list[dict[str, str]], weights: Mapping[str, float]) -> None:
    """The same at ALIKE, where in addition so many of each claim's rarest terms must be shared."""
    texts = [row[kind] for row in rows for kind in ("original", "agree", "contradict")]
    kinds = ("agree", "contradict")
    related = [(row["original"], row[kind]) for row in rows for kind in kinds]
    mixed = ((one, other) for one, other in product(rows, rows) if one is not other and one["file"] == other["file"])
    same_file = [(one["original"], other[kind]) for one, other in mixed for kind in kinds]
    print("\n| of the rarest terms | shared | related, shown | of one document |")
    print("| --- | --- | --- | --- |")
    for most, both in ((3, 1), (4, 1), (4, 2), (5, 2), (6, 2), (6, 3), (8, 3)):
        rarest = rarest_terms(texts, weights, most)
        cells = []
        for pairs in (related, same_file):
            shown = [len(rarest[a] & rarest[b]) >= both and alike(a, b, weights) >= ALIKE for a, b in pairs]
            cells.append(f"{sum(shown) / len(shown):.1%} of {len(shown)}")
        print(f"| {most} | {both} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
