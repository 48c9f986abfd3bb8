"""The checklist of demands, on reports that answer them and on reports that answer something else.

    python benchmarks/demand_check.py RUN_FOLDER ...

Each folder's report is held against its own question's demands, and against those of every other question in its
language (strangers: none of them was what the report was written for). Prints, for pairs of thresholds, how often a
demand was found to be met, partly met, not met, or was left unchecked. No ground truth is needed for strangers; an own
demand that is not met may be a fault of the report as well as of the check.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from pathlib import Path

from research_agent.domain import Report
from research_agent.reports import demands
from research_agent.reports.document import parse_report

VERDICTS = ("met", "partly", "not_met", "unchecked")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", type=Path)
    reports = [read(folder) for folder in parser.parse_args().runs]
    print("| enough | little | " + " | ".join(f"{who} {v}" for who in ("own", "stranger") for v in VERDICTS) + " |")
    print("| --- " * 10 + "|")
    for enough, little in product((0.4, 0.5, 0.6, 0.7), (0.2, 0.3)):
        demands.ENOUGH, demands.LITTLE = enough, little
        own = counted((report, report) for report in reports)
        strangers = counted((one, other) for one in reports for other in reports if are_strangers(one, other))
        print(f"| {enough} | {little} | " + " | ".join([*shares(own), *shares(strangers)]) + " |")


def read(folder: Path) -> Report:
    return parse_report(json.loads((folder / "report.json").read_text(encoding="utf-8")), run=folder.name)


def are_strangers(one: Report, other: Report) -> bool:
    """Whether they answer different questions in one language."""
    return one.question.text != other.question.text and one.question.language == other.question.language


def counted(pairs: Iterable[tuple[Report, Report]]) -> Counter[str]:
    """Verdicts on the demands of the first report's question, held against the second report."""
    checks = (check for one, other in pairs for check in demands.check_demands(replace(other, plan=one.plan)))
    return Counter(check.met for check in checks)


def shares(counts: Counter[str]) -> list[str]:
    total = sum(counts.values())
    return [f"{counts[verdict] / total:.0%} of {total}" if total else "-" for verdict in VERDICTS]


if __name__ == "__main__":
    main()
