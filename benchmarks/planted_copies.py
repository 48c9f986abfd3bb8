"""Planted copies: counted as independent voices, and independent documents taken for one.

    python benchmarks/planted_copies.py [--seed N] [--count 20] [--list] [--data ../shared/data]

The kinds of copies and controls are told in ``planted/copies.py``. Every copy that ``independent_groups`` does not join
with its original is counted as independent; a control is wrong when its two documents are joined.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from planted.controls import CONTROLS
from planted.copies import COPIES, cases
from planted.pages import Case

from research_agent.evidence.independence import Group, independent_groups


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--count", type=int, default=20, help="cases of each kind")
    parser.add_argument("--list", action="store_true", help="show the cases that are judged wrongly")
    given = parser.parse_args()
    for title, kinds in (("copies counted as independent", COPIES), ("independent documents joined", CONTROLS)):
        wrong = total = 0
        lines = []
        for kind in kinds:
            told = [_judged(case, given.list) for case in cases(given.data / "corpus", kind, given.seed, given.count)]
            wrong += sum(faults for faults, _ in told)
            total += sum(count for _, count in told)
            faults, count = sum(one for one, _ in told), sum(one for _, one in told)
            lines.append(f"  {kind:24} {faults} of {count}")
        print("\n".join([f"\n{title}: {wrong} of {total} ({wrong / max(1, total):.1%})", *lines]))


def _judged(case: Case, show: bool) -> tuple[int, int]:
    """Faults, and what could have been one: each copy, or the control."""
    groups = _groups(case)
    copies = len(case.documents) - 1
    faults = (len(groups) == 1) if case.independent else len(groups) - 1
    if faults and show:
        reasons = "; ".join(group.reason for group in groups if group.reason)
        print(f"{case.kind}: {case.label}: {len(groups)} groups. {reasons}")
    return int(faults), 1 if case.independent else copies


def _groups(case: Case) -> tuple[Group, ...]:
    documents = {document.source.id: document for document in case.documents}
    return independent_groups(list(documents), documents)


if __name__ == "__main__":
    main()
