"""Train the embedded engine's sentence ranker on finished runs, and judge it on questions that it was not trained on.

    python benchmarks/questions.py --output RUNS && python benchmarks/sentence_ranker.py RUNS/runs [--write]

Everything that a run's questions read is in its folder, so a trial takes seconds, not runs: sentences are described
once, then chosen with the weights of each trial. A sentence counts as part of an answer when it shares half of the
word 3-grams of a gold quote. Logistic regression (Newton's method, ridge penalty); every question weighs the same, and
in each those sentences and the others weigh the same. Each question is judged with weights from the other ones.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from pathlib import Path

from research_agent.adr_bench.tasks import Task, load_tasks
from research_agent.domain import Document, Question
from research_agent.engines.extractive import ranker
from research_agent.engines.extractive.candidates import Candidate, Described, describe, valued
from research_agent.engines.extractive.language import in_the_language
from research_agent.engines.extractive.planning import Wanted, make_plan, wanted_of_question
from research_agent.engines.extractive.ranker import FEATURES, Ranker
from research_agent.engines.extractive.select import Extract, Selection
from research_agent.engines.extractive.versions import preference
from research_agent.judges.gold import judge_quotes, shares, trigrams
from research_agent.reports.document import parse_report
from research_agent.runs.folder import RunFolder
from research_agent.runs.store import SourceStore

RIDGE = 10.0
STEPS = 12
WEIGHT = 20.0
"""Of a question's sentences together, on either side, beside the penalty."""
BUDGETS = (2_000, 4_000, 6_000, 8_000, 12_000)
QUOTES_PER = 8_000 / 40
SURPLUS = 4
"""As the writer does, a quarter more is chosen than is kept."""
MOST = 5
SAMPLED = 4
"""One in so many sentences that are in no gold quote is trained on: a bound on time."""


@dataclass(frozen=True)
class Case:
    """One question with its sentences as the parts of its report see them."""

    task: Task
    wanted: tuple[Wanted, ...]
    described: list[Described]
    rows: list[tuple[float, ...]]
    """Features of each sentence, as the part sees it that ranks it best, and after them a mark for quotable ones."""
    gold: list[bool]


def main() -> None:
    options = arguments()
    cases = [case for case in collected(options) if any(case.gold)]
    print(f"{len(cases)} questions, {sum(len(case.rows) for case in cases)} sentences")
    print(f"{'':32}" + "".join(f"{budget:>8}" for budget in BUDGETS))
    show("weights in use", [(case, ranker.ranker()) for case in cases])
    show("each by the others", [(case, trained([c for c in cases if c is not case])) for case in cases])
    model = trained(cases)
    show("trained on all", [(case, model) for case in cases])
    print(table(model))
    if options.ablate:
        for name in FEATURES:
            left = [(c, trained([other for other in cases if other is not c], without=name)) for c in cases]
            show(f"each by the others, no {name}", left)


def arguments() -> argparse.Namespace:
    data = Path(__file__).resolve().parents[2] / "shared" / "data"
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("runs", type=Path, help="folder of runs")
    parser.add_argument("--questions", type=Path, default=data / "questions" / "dev.jsonl")
    parser.add_argument("--ablate", action="store_true", help="also without each feature; takes minutes")
    return parser.parse_args()


def collected(options: argparse.Namespace) -> Iterator[Case]:
    tasks = {task.question: task for task in load_tasks(options.questions, ())}
    for path in sorted(options.runs.iterdir()):
        report = parse_report(json.loads((path / "report.json").read_text(encoding="utf-8")))
        if task := tasks.get(report.question.text):
            store = SourceStore(RunFolder.open(path))
            yield case_of(task, report.question, [store.load(id) for id in store.ids()])


def case_of(task: Task, question: Question, documents: Sequence[Document]) -> Case:
    plan = make_plan(question, MOST, web=False)
    usable, _ = in_the_language(documents, question, plan.sub_questions[0])
    wanted = wanted_of_question(question.text, len(plan.outline))
    described = describe(question.text, wanted, usable, preference(usable, plan.constraints))
    best: dict[tuple[int, int], Described] = {}
    for each in described:
        key = (each.sentence.place, each.sentence.order)
        if key not in best or each.features[0] > best[key].features[0]:
            best[key] = each
    gold = [trigrams(evidence.quote) for item in task.items if item.weight >= 0 for evidence in item.evidence]
    rows, marks = [], []
    for each in best.values():
        own = trigrams(each.sentence.text)
        mark = any(shares(quote, own) for quote in gold)
        if mark or each.sentence.start % SAMPLED == 0:
            rows.append((*each.features, float(each.sentence.quotable)))
            marks.append(mark)
    return Case(task, wanted, described, rows, marks)


def show(name: str, models: Sequence[tuple[Case, Ranker]]) -> None:
    found = [0] * len(BUDGETS)
    each: list[int] = []
    for case, model in models:
        candidates = valued(case.described, case.wanted, model)
        for number, budget in enumerate(BUDGETS):
            extracts = kept(candidates, round(budget / QUOTES_PER), budget)
            verdict = judge_quotes(case.task, [(str(at), extract.text) for at, extract in enumerate(extracts)])
            satisfied = sum(item.label == "satisfied" for item in verdict.items)
            found[number] += satisfied
            if budget == 8_000:
                each.append(satisfied)
    print(f"{name:32}" + "".join(f"{count:>8}" for count in found), each, flush=True)


def kept(candidates: Sequence[Candidate], most: int, characters: int) -> list[Extract]:
    """What the writer would keep of them, were there no ledger."""
    found: list[Extract] = []
    for extract in Selection(candidates, most + most // SURPLUS, characters + characters // SURPLUS).choose():
        if len(found) < most and sum(each.length for each in found) + extract.length <= characters:
            found.append(extract)
    return found


def trained(cases: Sequence[Case], without: str = "") -> Ranker:
    """Weights for the features as they are; the mark for quotable ones only takes its effect out of the others."""
    columns = [at for at, name in enumerate((*FEATURES, "quotable")) if name != without]
    rows = [[row[at] for at in columns] for case in cases for row in case.rows]
    labels = [mark for case in cases for mark in case.gold]
    pulls = [pull for case in cases for pull in _pulls(case.gold)]
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    spreads = [
        sqrt(sum((x - m) ** 2 for x in column) / len(rows)) + 1e-9
        for column, m in zip(zip(*rows, strict=True), means, strict=True)
    ]
    scaled = [[*((x - m) / s for x, m, s in zip(row, means, spreads, strict=True)), 1.0] for row in rows]
    theta = _newton(scaled, labels, pulls)
    raw = [weight / spread for weight, spread in zip(theta, spreads, strict=False)]
    named = dict(zip((list((*FEATURES, "quotable"))[at] for at in columns), raw, strict=True))
    bias = theta[-1] - sum(w * m for w, m in zip(raw, means, strict=True)) + named["quotable"]
    return Ranker(tuple(named.get(name, 0.0) for name in FEATURES), bias)


def _pulls(gold: Sequence[bool]) -> list[float]:
    positive = sum(gold)
    return [WEIGHT / (positive if mark else len(gold) - positive) for mark in gold]


def _newton(rows: Sequence[Sequence[float]], labels: Sequence[bool], pulls: Sequence[float]) -> list[float]:
    size = len(rows[0])
    theta = [0.0] * size
    for _ in range(STEPS):
        gradient = [RIDGE * w for w in theta[:-1]] + [0.0]
        hessian = [[0.0] * size for _ in range(size)]
        for row, label, pull in zip(rows, labels, pulls, strict=True):
            odds = sum(w * x for w, x in zip(theta, row, strict=True))
            chance = 1.0 / (1.0 + exp(-odds))
            error, curve = pull * (chance - label), pull * chance * (1.0 - chance)
            for i, x in enumerate(row):
                gradient[i] += error * x
                line, pulled = hessian[i], curve * x
                for j in range(i + 1):
                    line[j] += pulled * row[j]
        for i in range(size):
            for j in range(i):
                hessian[j][i] = hessian[i][j]
            hessian[i][i] += RIDGE if i < size - 1 else 1e-6
        step = _solved(hessian, gradient)
        theta = [w - s for w, s in zip(theta, step, strict=True)]
        if max(map(abs, step)) < 1e-4:
            break
    return theta


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations, by Gaussian elimination with pivots."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda r: abs(rows[r][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for other in range(at + 1, size):
            factor = rows[other][at] / rows[at][at]
            rows[other] = [x - factor * y for x, y in zip(rows[other], rows[at], strict=True)]
    solution = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][c] * solution[c] for c in range(at + 1, size))
        solution[at] = (rows[at][size] - known) / rows[at][at]
    return solution


def table(model: Ranker) -> str:
    lines = [f"bias = {model.bias:.2f}", "", "[weights]"]
    return "\n".join([*lines, *(f"{n} = {w:.2f}" for n, w in zip(FEATURES, model.weights, strict=True))])


if __name__ == "__main__":
    main()
