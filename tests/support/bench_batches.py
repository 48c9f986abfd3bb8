"""Batches as the runner and the judge leave them, made of a few words for each task, through the real classes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.judging.judged import Judged, verdicts_name
from research_agent.adr_bench.judging.run import without_barred
from research_agent.adr_bench.lines import LinesFile
from research_agent.adr_bench.results import Result
from research_agent.adr_bench.systems.base import SystemSpec, TaskLimits
from research_agent.adr_bench.tasks import Task
from research_agent.domain import ItemVerdict, Label, Trial, Usage
from research_agent.judges.citations import CitationScore
from research_agent.judges.rubric import Item
from research_agent.judges.scoring import valued, verdict_of


@dataclass(frozen=True, kw_only=True)
class Told:
    """One task of a batch, and what became of it."""

    id: str
    domain: str = ""
    track: str = ""
    type: str = ""
    language: str = "en"
    labels: Sequence[Label] | None = ("satisfied",)
    """Of the checklist's items, which weigh 1 each, the last -1 where ``flaw``; None: it was not judged."""
    trials: Sequence[Sequence[Label]] = ()
    """Of each item, where it was judged more than once."""
    flaw: bool = False
    veto: bool = False
    dimensions: Sequence[str] = ()
    status: str = "done"
    """``done``, ``failed``, ``skipped`` or ``open``."""
    report: str | None = None
    """Its text; None: one that is like no other's."""
    usd: float | None = 0.0
    tokens: int = 0
    seconds: float = 10.0
    citations: tuple[int, int] | None = None
    barred: tuple[str, ...] = ()
    error: str = ""

    @property
    def task(self) -> Task:
        count = max(1, len(self.labels or ()), len(self.trials))
        return Task(
            id=self.id,
            question=f"What of {self.id}?",
            language=self.language,
            domain=self.domain,
            track=self.track,
            type=self.type,
            items=tuple(self._item(at, count) for at in range(count)),
        )

    def _item(self, at: int, count: int) -> Item:
        negative = self.flaw and at == count - 1
        return Item(
            id=f"i{at}",
            text=f"Demand {at}",
            weight=-1.0 if negative else 1.0,
            kind="negative" if negative else "explicit",
            dimension=self.dimensions[at] if self.dimensions else "",
            veto=negative and self.veto,
        )


def make_batch(
    folder: Path,
    told: Sequence[Told],
    *,
    system: SystemSpec | None = None,
    limits: TaskLimits | None = None,
    key: str = "judge-3",
    tasks: Sequence[Task] | None = None,
) -> Batch:
    """The folder of a batch that ran and was judged."""
    spec = system or SystemSpec(name="command", options={"command": f"tool-{folder.name}"})
    batch = Batch.start(
        folder, suite="made", tasks=tasks or [one.task for one in told], system=spec, limits=limits or TaskLimits()
    )
    results, verdicts = LinesFile(folder / "results.jsonl"), LinesFile(folder / verdicts_name(key))
    for number, one in enumerate(told):
        if one.status == "open":
            continue
        result = _result(batch, one, number)
        results.append(result)
        if one.status == "done" and one.labels is not None:
            verdicts.append(judged_of(one, (batch.path / result.report).read_bytes()))
    results.close()
    verdicts.close()
    return batch


def _result(batch: Batch, one: Told, number: int) -> Result:
    folder = batch.folder_of(one.id)
    result = Result(
        task=one.id,
        status=one.status,  # type: ignore[arg-type]
        kind={"failed": "error", "skipped": "budget"}.get(one.status, ""),  # type: ignore[arg-type]
        error=one.error,
        seconds=one.seconds,
        usage=Usage(calls=1 if one.tokens else 0, prompt_tokens=one.tokens, usd=one.usd),
        ended=f"2026-12-01T00:{number // 60 % 60:02d}:{number % 60:02d}+00:00",
    )
    if one.status != "done":
        return result
    folder.mkdir(parents=True)
    text = f"# {batch.path.name} {one.id}\n\nIt is so.\n" if one.report is None else one.report
    (folder / "report.md").write_text(text, encoding="utf-8")
    return replace(result, folder=f"tasks/{folder.name}", report=f"tasks/{folder.name}/report.md", outcome="complete")


def judged_of(one: Told, report: bytes) -> Judged:
    """The verdict that a judge leaves."""
    labels = one.labels or ()
    items = [
        valued(
            ItemVerdict(
                id=item.id,
                label=label,
                value=None,
                weight=item.weight,
                reason="so",
                text=item.text,
                kind=item.kind,
                dimension=item.dimension,
                veto=item.veto,
                trials=tuple(Trial(label=each) for each in (one.trials[at] if one.trials else ())),
            )
        )
        for at, (item, label) in enumerate(zip(one.task.items, labels, strict=True))
    ]
    verdict = verdict_of("checklist", items, model="judge", prompts={"judge_positive": "abc"}, rubric=one.id)
    citations = None if one.citations is None else _citations(*one.citations)
    return Judged(
        task=one.id,
        report=hashlib.sha256(report).hexdigest(),
        verdict=without_barred(verdict, one.barred),
        citations=citations,
        barred=one.barred,
        usage=Usage(calls=3, prompt_tokens=30, usd=0.01),
    )


def _citations(supported: int, total: int) -> CitationScore:
    return CitationScore(
        accuracy=supported / total if total else None,
        effective=supported,
        total=total,
        unreachable=0,
        pairs={"supported": supported},
        sentences=total,
    )


def read_json(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8")))
