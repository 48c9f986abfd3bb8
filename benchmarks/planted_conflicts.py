"""Planted conflicts through `research`: found as a dispute, and agreeing pairs called one.

    python benchmarks/planted_conflicts.py [--part dev] [--seed N] [--count N] [--list] [--data ../shared/data]

Each pair of documents gets a folder and a run of its own with the extractive engine (no network). A conflict counts as
found when ``report.json`` holds a claim with status ``disputed`` one position of which quotes the changed sentence from
the one document, and another the changed one from the other. An agreeing pair with any disputed claim is a false
dispute. `--part unseen` is for the end only: whoever has looked at its pairs has spent it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from planted.pairs import PARTS, draw
from planted.running import Outcome, run_pair

WORKERS = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--part", choices=sorted(PARTS), default="dev", help="unseen: for the end only")
    parser.add_argument("--seed", type=int, help="another draw of the same part")
    parser.add_argument("--count", type=int, help="pairs of each sort; 40 for dev, 20 for unseen")
    parser.add_argument("--list", action="store_true", help="show the missed conflicts and the false disputes")
    parser.add_argument("--depth", default="standard")
    parser.add_argument("--keep", type=Path, help="write the pairs and their runs here and leave them")
    given = parser.parse_args()
    if given.part == "unseen" and given.list:
        parser.error("the unseen pairs are not shown; the figures are")
    pairs = draw(given.data / "corpus", given.part, given.seed, given.count)
    with ProcessPoolExecutor(WORKERS) as pool:
        outcomes = list(pool.map(partial(run_pair, depth=given.depth, keep=given.keep), pairs))
    _report(outcomes)
    if given.list:
        _list(outcomes)


def _report(outcomes: list[Outcome]) -> None:
    conflicts = [outcome for outcome in outcomes if outcome.pair.conflict]
    agreeing = [outcome for outcome in outcomes if not outcome.pair.conflict]
    for title, chosen in (("conflicts found", conflicts), ("agreeing pairs disputed", agreeing)):
        hits = sum(outcome.hit for outcome in chosen)
        print(f"\n{title}: {hits} of {len(chosen)} ({hits / max(1, len(chosen)):.1%})")
        _table(chosen, "kind", lambda outcome: outcome.pair.kind)
        _table(chosen, "form", lambda outcome: outcome.pair.form)
        _table(chosen, "language", lambda outcome: outcome.pair.language)
        _table(chosen, "metadata", lambda outcome: outcome.pair.about)
    both = sum(outcome.quoted for outcome in conflicts)
    elsewhere = sum(outcome.disputes > 0 and not outcome.hit for outcome in conflicts)
    print(f"\nconflicts whose two statements are both quoted in the report: {both} of {len(conflicts)}")
    print(f"conflicts missed where something else was disputed: {elsewhere}")
    print(f"seconds a pair: {sum(outcome.seconds for outcome in outcomes) / max(1, len(outcomes)):.1f}")


def _table(outcomes: list[Outcome], name: str, of: Callable[[Outcome], str]) -> None:
    total = Counter(of(outcome) for outcome in outcomes)
    hits = Counter(of(outcome) for outcome in outcomes if outcome.hit)
    print(f"  {name}: " + ", ".join(f"{key} {hits[key]}/{total[key]}" for key in sorted(total)))


def _list(outcomes: list[Outcome]) -> None:
    for outcome in outcomes:
        pair = outcome.pair
        if outcome.hit == pair.conflict:
            continue
        print(f"\n{pair.id} [{pair.kind}, {pair.form}, {pair.language}, {pair.about}] {pair.question}")
        print(f"  1: {pair.statements[0]}\n  2: {pair.statements[1]}")
        if pair.conflict:
            print(f"  quoted: {outcome.quoted}")
        for line in outcome.told:
            print(f"  disputed: {line}")


if __name__ == "__main__":
    main()
