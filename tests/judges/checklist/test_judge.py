"""Whole judgements over a fake server: labels, scores, trials, batches, resumption and everything that goes wrong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from research_agent.domain import Verdict
from research_agent.judges.checklist import ChecklistJudge
from research_agent.judges.rubric import Rubric
from research_agent.judges.subject import Subject, subject_of_text
from research_agent.llm.fake import FakeModelServer
from tests.support.judging import answering, asked_items, item, rubric
from tests.support.models import models_over

REPORT = """# What grows

Alpha grew by 3.5 % in 2024 [1]. Beta fell, which **nobody** had foreseen.

| Firm | Growth |
| --- | --- |
| Gamma | 7 % |

There is no risk at all.

## References

1. Example Institute. https://example.org/alpha
"""
SUBJECT = subject_of_text(REPORT, question="What grows?", language="en")
RUBRIC = rubric(
    item("r1", "Says how much alpha grew", 4.0, dimension="content_depth", fact="3.5 %"),
    item("r2", "Names beta and its cause", 2.0),
    item("r3", "Gives the growth of delta", 2.0),
    item("r4", "Claims that there is no risk", -2.0),
    item("r5", "Claims that beta grew", -1.0),
)
SAID = {
    "alpha": ("satisfied", "Alpha grew by 3.5 % in 2024"),
    "cause": ("partly", "Beta fell, which nobody had foreseen."),
    "no risk": ("found", "There is no risk at all."),
}


async def judged(
    server: FakeModelServer, folder: Path, subject: Subject = SUBJECT, wanted: Rubric = RUBRIC, **more: Any
) -> Verdict:
    settings = {name: more.pop(name) for name in list(more) if name in ("mode", "context_tokens", "model_retries")}
    folder.mkdir(exist_ok=True)
    async with models_over(server, folder, **settings) as models:
        return await ChecklistJudge(models, **more).judge(subject, wanted)


def labels(verdict: Verdict) -> dict[str, str]:
    return {one.id: one.label for one in verdict.items}


async def test_each_item_gets_label_reason_sentence_and_the_whole_a_score(tmp_path: Path) -> None:
    async with FakeModelServer(answering(SAID)) as server:
        verdict = await judged(server, tmp_path)
    assert labels(verdict) == {
        "r1": "satisfied",
        "r2": "partial",
        "r3": "not_satisfied",
        "r4": "satisfied",
        "r5": "not_satisfied",
    }
    assert verdict.items[0].sentence == "Alpha grew by 3.5 % in 2024 [1]."
    assert verdict.items[1].sentence == "Beta fell, which **nobody** had foreseen."
    assert (verdict.score, verdict.score_ternary, verdict.decided) == ((4 - 2) / 8, (4 + 1 - 2) / 8, 5)
    assert (verdict.judge, verdict.rubric, verdict.model, verdict.notes) == ("checklist", "t1", "fake", ())
    assert set(verdict.prompts) == {"judge_positive", "judge_negative"}
    assert server.calls == 2


async def test_all_prompts_of_a_report_share_what_comes_before_the_items(tmp_path: Path) -> None:
    async with FakeModelServer(answering(SAID)) as server:
        await judged(server, tmp_path, trials=2, batched=False)
    assert server.calls == 10
    assert len({request.system for request in server.requests}) == 1
    shared = os.path.commonprefix([request.user for request in server.requests])
    assert "Alpha grew" in shared
    assert "1. Example Institute" in shared
    assert all(len(asked_items(request)) == 1 for request in server.requests)
    assert server.most_at_once > 1


async def test_one_by_one_and_batched_come_to_the_same(tmp_path: Path) -> None:
    async with FakeModelServer(answering(SAID)) as server:
        batched = await judged(server, tmp_path / "a")
        single = await judged(server, tmp_path / "b", batched=False)
    assert batched == single
