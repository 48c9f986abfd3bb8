"""The judge without a model against hand marks, planted flaws, and facts in other people's words.

    python benchmarks/embedded_judge.py --questions ../shared/data/questions/dev.jsonl --runs RUNS [RUNS ...]
    python benchmarks/embedded_judge.py --wordings

``--runs``: folders of run folders, whose reports were marked by hand (``embedded_marks.jsonl``, by the hash of
report.md; others are passed over). Questions with odd numbers chose the thresholds, those with even numbers were held
out. ``embedded_flaws.jsonl``: for each flaw of the questions a sentence near its wording and one in free words, each
planted in every report on that question. ``--wordings``: of each ADR-Bench task, half of the examples make a report
(among those of two other tasks), and the judge is given the items without their examples: facts stated by other
authors, in other words, tersely. ``--sweep`` prints the table of thresholds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from research_agent.judges.embedded import flaws, positive
from research_agent.judges.embedded.judge import judge_by_code
from research_agent.judges.rubric import Item, Rubric, load_rubrics
from research_agent.judges.subject import Subject, subject_of_run, subject_of_text

HERE = Path(__file__).resolve().parent
ADR = HERE.parent / "adr_bench" / "data"
SWEEP = (
    (0.40, 0.38, 0.32),
    (0.45, 0.44, 0.38),
    (0.50, 0.44, 0.38),
    (0.50, 0.40, 0.34),
    (0.55, 0.44, 0.38),
    (0.60, 0.52, 0.46),
)
"""STATED, ABSENT, ABSENT_UNSPACED."""
LABELS = ("satisfied", "partial", "not_satisfied", "undecided")


@dataclass(frozen=True)
class Marked:
    subject: Subject
    rubric: Rubric
    engine: str
    marks: Mapping[str, str]

    @property
    def half(self) -> str:
        return "chosen on" if int(self.rubric.id[-2:]) % 2 else "held out"


def main() -> None:
    options = arguments()
    if options.wordings:
        wordings(options.limit)
        return
    marked = list(reports(options.runs, {one.id: one for one in load_rubrics(options.questions)}))
    print(f"{len(marked)} reports with marks")
    if options.sweep:
        sweep(marked)
    else:
        labels(marked)
        planted(marked)


def arguments() -> argparse.Namespace:
    data = HERE.parents[1] / "shared" / "data"
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--questions", type=Path, default=data / "questions" / "dev.jsonl")
    parser.add_argument("--runs", type=Path, nargs="*", default=())
    parser.add_argument("--sweep", action="store_true", help="the table of thresholds")
    parser.add_argument("--wordings", action="store_true", help="ADR-Bench's examples instead of reports")
    parser.add_argument("--limit", type=int, help="so many tasks of ADR-Bench")
    return parser.parse_args()


def reports(folders: Sequence[Path], rubrics: Mapping[str, Rubric]) -> Iterator[Marked]:
    lines = (HERE / "embedded_marks.jsonl").read_text(encoding="utf-8").splitlines()
    known = {one["sha256"]: one for one in map(json.loads, lines)}
    for report in sorted(path for folder in folders for path in folder.glob("*/report.md")):
        found = known.pop(hashlib.sha256(report.read_bytes()).hexdigest(), None)
        if found:
            yield Marked(subject_of_run(report.parent), rubrics[found["question"]], found["engine"], found["marks"])
    for one in known.values():
        print(f"not given: the report on {one['question']} ({one['engine']}, {one['sha256'][:8]})")


def labels(marked: Sequence[Marked]) -> None:
    """Labels of the judge beside those by hand."""
    counted: dict[tuple[str, str, str], Counter[str]] = {}
    for one in marked:
        for item in judge_by_code(one.subject, one.rubric).items:
            if item.id in one.marks:
                kind = "flaw" if item.weight < 0 else "demand"
                key = (kind, one.engine, one.half)
                counted.setdefault(key, Counter())[f"{one.marks[item.id]} -> {item.label}"] += 1
    for key, counts in sorted(counted.items()):
        print(" / ".join(key))
        for pair, count in sorted(counts.items()):
            print(f"    {pair:32}{count:5}")
        if key[0] == "demand":
            print(f"    {quality(counts)}")


def quality(counts: Counter[str]) -> str:
    there = sum(count for pair, count in counts.items() if pair.startswith("satisfied"))
    said = sum(count for pair, count in counts.items() if pair.endswith("> satisfied"))
    right = counts["satisfied -> satisfied"]
    decided = sum(count for pair, count in counts.items() if not pair.endswith("undecided"))
    return (
        f"satisfied: precision {right / max(1, said):.3f}, recall {right / max(1, there):.3f}; "
        f"decided {decided / max(1, sum(counts.values())):.3f}"
    )


def planted(marked: Sequence[Marked]) -> None:
    """Flaws put into the reports: is the flaw then there, and do other items stay as they were?"""
    lines = (HERE / "embedded_flaws.jsonl").read_text(encoding="utf-8").splitlines()
    found: Counter[str] = Counter()
    for one in marked:
        before = {item.id: item.label for item in judge_by_code(one.subject, one.rubric).items}
        for flaw in map(json.loads, lines):
            for words in ("near", "free"):
                if flaw["item"] not in before or not flaw[words]:
                    continue
                after = judge_by_code(with_sentence(one.subject, flaw[words]), one.rubric).items
                label = next(item.label for item in after if item.id == flaw["item"])
                found[f"{words} wording -> {label}"] += 1
                others = [item for item in after if item.id != flaw["item"]]
                found["others compared"] += len(others)
                found["others changed"] += sum(before[item.id] != item.label for item in others)
    print("planted flaws")
    for name, count in sorted(found.items()):
        print(f"    {name:32}{count:5}")


def with_sentence(subject: Subject, sentence: str) -> Subject:
    """The report with a paragraph more behind its first heading of the second level."""
    at = subject.text.index("\n\n", subject.text.index("\n## ") + 1)
    text = f"{subject.text[:at]}\n\n{sentence}{subject.text[at:]}"
    return subject_of_text(text, question=subject.question, language=subject.language)


def sweep(marked: Sequence[Marked]) -> None:
    for stated, absent, unspaced in SWEEP:
        positive.STATED, positive.ABSENT, positive.ABSENT_UNSPACED = stated, absent, unspaced
        for half in ("chosen on", "held out"):
            counts: Counter[str] = Counter()
            for one in marked:
                if one.half == half:
                    for item in judge_by_code(one.subject, one.rubric).items:
                        if item.weight > 0 and item.id in one.marks:
                            counts[f"{one.marks[item.id]} -> {item.label}"] += 1
            wrong = counts["satisfied -> not_satisfied"], counts["not_satisfied -> satisfied"]
            print(
                f"{stated} {absent} {unspaced} {half}: {quality(counts)}; stated called absent, absent stated: {wrong}"
            )
    for there in (0.4, 0.45, 0.5, 0.55, 0.6, 0.65):
        flaws.THERE = flaws.OPPOSITE = there
        print(f"THERE {there}")
        planted(marked)


def wordings(limit: int | None) -> None:
    """Items of ADR-Bench without their examples, beside reports that are made of those examples."""
    rubrics = [one for path in sorted(ADR.glob("*/*.jsonl")) for one in load_rubrics(path)]
    counts: dict[tuple[str, str, str], Counter[str]] = {}
    for at, rubric in enumerate(rubrics[:limit]):
        same = [one for one in rubrics if one.language == rubric.language and one.id != rubric.id]
        fill = [words for step in (7, 13) for item in same[at * step % len(same)].items for words in _examples(item)]
        for half in (0, 1):
            own = [item for item in rubric.items if item.examples][half::2]
            text = "\n\n".join(["# T", *(item.examples[0] for item in own), *fill])
            bare = replace(rubric, items=tuple(replace(item, examples=()) for item in rubric.items))
            for item, judged in zip(rubric.items, judge_by_code(subject_of_text(text), bare).items, strict=True):
                kind = "flaw" if item.weight < 0 else "demand with gold" if item.evidence else ""
                if kind:
                    key = (kind, rubric.language, "said" if item in own else "not said")
                    counts.setdefault(key, Counter())[judged.label] += 1
    for key, found in sorted(counts.items()):
        total = sum(found.values())
        print(f"{' / '.join(key):36}{total:5}  " + ", ".join(f"{name} {found[name] / total:.3f}" for name in LABELS))


def _examples(item: Item) -> tuple[str, ...]:
    return item.examples if item.weight > 0 else ()


if __name__ == "__main__":
    main()
