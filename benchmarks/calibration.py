"""How often a claim is right, by the pattern of its evidence: the table behind ``Claim.confidence``, and how reliable.

    python benchmarks/calibration.py [--fit] [--data ../shared/data] [--seed N] [--worlds 8]

*Worlds* are drawn by seed: a fact of the planted pairs (part ``dev``), told by one to four sources on sites of their
own. A source copies an earlier one, lightly cut, or tells the fact itself: in the corpus's words or in others, and
with the planted alteration when it errs. In every second world a reader has put together what says the same. The real
ledger judges each world. Worlds are drawn with many errors and weighted back to the rate at which real sources err
(importance sampling).

That rate is read off AVeriTeC: the share c of its claims with evidence from two sites or more whose evidence conflicts
is what two sources that each err with probability r produce, c = 2 r (1 - r).

``--fit`` writes research_agent/evidence/calibration.toml. The reliability table is cross-validated: each fact is judged
by the table of the folds that it is not in.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from planted.shares import as_toml, error_rate, fitted, share_of
from planted.worlds import Seen, facts_of, fillers, judged

TABLE = Path(__file__).parents[1] / "research_agent" / "evidence" / "calibration.toml"
FOLDS = 5
RATES = (0.02, 0.1)
"""Other rates of error, to show what the table hangs on."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--fit", action="store_true", help="write the table")
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--worlds", type=int, default=8, help="worlds a fact")
    parser.add_argument("--facts", type=int, default=0, help="only so many facts")
    given = parser.parse_args()
    rate, conflicting, several = error_rate(given.data / "claims_averitec" / "dev_part.jsonl")
    print(f"AVeriTeC: evidence conflicts for {conflicting} of {several} claims; one source errs with {rate:.1%}")
    facts = facts_of(given.data / "corpus", given.seed)
    facts = facts[: given.facts] if given.facts else facts
    around = list(fillers(given.data / "corpus"))
    seen = [one for at, fact in enumerate(facts) for one in judged(at, fact, around, given.seed, given.worlds)]
    print(f"{len(facts)} facts, {len(seen)} claims\n")
    table = fitted(seen, rate)
    _print_table(seen, table, rate)
    _print_reliability(seen, rate)
    if given.fit:
        TABLE.write_text(as_toml(seen, table, rate, given.seed, len(facts)), encoding="utf-8")


def _print_table(seen: Sequence[Seen], table: dict[str, float], rate: float) -> None:
    print(f"{'pattern':18} {'share':>6} {'claims':>7}  at " + "  ".join(f"{other:.0%}" for other in RATES))
    others = [fitted(seen, other) for other in RATES]
    for pattern, share in table.items():
        count = sum(one.pattern == pattern for one in seen)
        print(f"{pattern:18} {share:6.3f} {count:7}     " + "  ".join(f"{other[pattern]:.3f}" for other in others))


def _print_reliability(seen: Sequence[Seen], rate: float) -> None:
    """Predictions of the folds that a fact is not in, against what happened; the base rate as the thing to beat."""
    rows: list[tuple[float, float, bool]] = []
    base: list[tuple[float, float, bool]] = []
    for fold in range(FOLDS):
        train = [one for one in seen if one.fact % FOLDS != fold]
        table = fitted(train, rate)
        prior = share_of([(one.weight(rate), one.right) for one in train])
        for one in seen:
            if one.fact % FOLDS == fold and one.pattern in table:
                rows.append((one.weight(rate), table[one.pattern], one.right))
                base.append((one.weight(rate), prior, one.right))
    print(f"\n{'predicted':>9} {'observed':>9} {'claims':>7} {'weight':>7}")
    bins: dict[int, list[tuple[float, float, bool]]] = defaultdict(list)
    for row in rows:
        bins[min(9, int(row[1] * 10))].append(row)
    for _, some in sorted(bins.items()):
        weight = sum(row[0] for row in some)
        predicted = sum(row[0] * row[1] for row in some) / weight
        print(f"{predicted:9.3f} {share_of([(w, r) for w, _, r in some]):9.3f} {len(some):7} {weight:7.1f}")
    print(f"Brier score {_brier(rows):.4f}, of the base rate alone {_brier(base):.4f}")
    print(f"expected calibration error {_error(rows):.4f}")


def _brier(rows: Sequence[tuple[float, float, bool]]) -> float:
    return sum(weight * (share - right) ** 2 for weight, share, right in rows) / sum(row[0] for row in rows)


def _error(rows: Sequence[tuple[float, float, bool]]) -> float:
    """Expected calibration error over ten bins of equal width."""
    bins: dict[int, list[tuple[float, float, bool]]] = defaultdict(list)
    for row in rows:
        bins[min(9, int(row[1] * 10))].append(row)
    gap = sum(abs(sum(weight * (share - right) for weight, share, right in some)) for some in bins.values())
    return gap / sum(row[0] for row in rows)


if __name__ == "__main__":
    main()
