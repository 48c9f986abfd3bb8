"""Everything that it takes to make a board's figures again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from research_agent.adr_bench.batch import BatchRecord
from research_agent.adr_bench.estimates import SEED, resamples
from research_agent.adr_bench.pages import figures
from research_agent.adr_bench.pages.parts import Table
from research_agent.adr_bench.scoreboard.board import Board
from research_agent.adr_bench.systems.base import TaskLimits


def system_words(record: BatchRecord) -> str:
    """A system in a few words: ``research (llm, standard, gpt-5)``, ``mytool --ask {question}``."""
    if record.system == "command":
        return f"the command {record.options.get('command', '')}"
    told = [str(record.options[name]) for name in ("engine", "depth") if record.options.get(name)]
    told += dict.fromkeys(record.models.values())
    return f"{record.system} ({', '.join(told)})" if told else record.system


def limits_words(limits: TaskLimits) -> str:
    told = [
        *([f"{limits.usd:g} US dollars"] if limits.usd is not None else []),
        *([f"{limits.tokens:,} tokens"] if limits.tokens is not None else []),
        *([f"{limits.seconds:g} seconds"] if limits.seconds is not None else []),
    ]
    return ", ".join(told) or "none"


def origins(boards: Sequence[Board], names: Sequence[str]) -> Iterator[Table]:
    """A table of facts for each board, and of the prompts' hashes."""
    for board, name in zip(boards, names, strict=True):
        yield Table(caption=name, columns=("what", "value"), rows=tuple(_facts(board)), words=2)
        yield Table(
            caption=f"Prompts of {name}, SHA-256 of their templates",
            columns=("prompt", "SHA-256", "used by"),
            rows=tuple(_prompts(board)),
            words=3,
            folded=True,
        )


def _facts(board: Board) -> Iterator[tuple[str, str]]:
    judging = board.judging
    yield from record_facts(board.batch)
    yield "judge", ", ".join(f"{judge} ({count:,})" for judge, count in judging.judges.items()) or "no verdict"
    yield "verdicts", f"verdicts-{judging.key}.jsonl"
    usage = judging.usage
    cost = "unknown" if usage.usd is None else figures.money(usage.usd)
    yield "judging cost", f"{usage.calls:,} calls, {usage.prompt_tokens + usage.completion_tokens:,} tokens, {cost}"
    yield "intervals", f"percentile bootstrap over tasks, {resamples(board.score.n):,} resamples, seed {SEED}"


def record_facts(record: BatchRecord) -> Iterator[tuple[str, str]]:
    """What a batch was made with."""
    yield "suite", f"{record.suite}, {record.tasks:,} tasks"
    yield "SHA-256 of tasks.jsonl", record.tasks_sha256
    yield "system", system_words(record)
    yield "options", json.dumps(dict(record.options), ensure_ascii=False, sort_keys=True)
    yield "models", ", ".join(f"{role}: {model}" for role, model in sorted(record.models.items())) or "none"
    yield "limits of each task", limits_words(record.limits)
    yield "budget of the batch", "none" if record.budget_usd is None else f"{record.budget_usd:g} US dollars"
    yield "seed", str(record.seed)
    yield "made", f"{record.created} by research-agent {record.release}"
    if record.resumed:
        releases = ", ".join(dict.fromkeys(str(one.get("release", "")) for one in record.resumed))
        yield "resumed", f"{len(record.resumed)} times, by {releases}"
    yield "versions", ", ".join(f"{name} {version}" for name, version in sorted(record.versions.items()))


def _prompts(board: Board) -> Iterator[tuple[str, str, str]]:
    for name, digest in sorted(board.batch.prompts.items()):
        yield name, digest, "the batch"
    for name, digests in board.judging.prompts.items():
        for digest in digests:
            yield name, digest, "the judge" if len(digests) == 1 else "the judge, in some verdicts"
