"""Which claims are shown to the model as maybe related (engines/llm/relating.py, ALIKE)?

    python benchmarks/related_claims.py

The written pairs of benchmarks/planted/wordings.jsonl: an original sentence with its agreeing and its contradicting
rewording are pairs that should be shown; an original with the rewordings of all others is a pair of strangers. The
rarity of a term is counted over all of these sentences, as over the claims of one run.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

from research_agent.engines.llm.relating import alike, rarity

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


if __name__ == "__main__":
    main()
