"""The fit behind the confidence: shares that rise, weights that undo the drawing, a rate read off data."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path

import pytest

from benchmarks.planted.shares import as_toml, error_rate, fitted
from benchmarks.planted.worlds import DRAWN_RATE, Fact, Seen, judged
from research_agent.evidence.confidence import PATTERNS


def seen(pattern: str, right: int, wrong: int) -> list[Seen]:
    return [Seen(0, pattern, at < right, 1, 0) for at in range(right + wrong)]


def test_shares_never_fall_from_weaker_to_stronger_evidence() -> None:
    table = fitted([*seen("disputed/level", 60, 40), *seen("single-source", 50, 50), *seen("agreed", 99, 1)], 0.05)
    assert list(table) == ["disputed/level", "single-source", "agreed"]
    assert table["disputed/level"] == table["single-source"] == pytest.approx(0.55, abs=0.01)
    assert table["agreed"] > 0.97


def test_the_weights_undo_the_drawing() -> None:
    chance = random.Random(1)
    drawn = [
        Seen(0, "single-source", not wrong, 1, wrong) for wrong in (chance.random() < DRAWN_RATE for _ in range(20_000))
    ]
    assert fitted(drawn, 0.05)["single-source"] == pytest.approx(0.95, abs=0.01)


def test_the_rate_is_that_of_two_sources_that_err(tmp_path: Path) -> None:
    def row(label: str, *sites: str) -> str:
        answers = [{"source_url": f"https://web.archive.org/web/2020/https://{site}/x"} for site in sites]
        return json.dumps({"label": label, "evidence": [{"answers": answers}]})

    rows = [row("Supported", "a.org", "b.org")] * 41 + [row("Conflicting Evidence/Cherrypicking", "a.org", "b.org")] * 9
    path = tmp_path / "claims.jsonl"
    path.write_text("\n".join([*rows, row("Refuted", "a.org", "www.a.org")]), encoding="utf-8")
    rate, conflicting, several = error_rate(path)
    assert (conflicting, several) == (9, 50)
    assert 2 * rate * (1 - rate) == pytest.approx(0.18)


def test_worlds_are_judged_by_the_real_ledger_and_written_as_a_table() -> None:
    fact = Fact(
        ("The pump accepts up to 40 connections at once.", "Up to 40 connections are accepted by the pump at once."),
        ("The pump accepts up to 80 connections at once.", "Up to 80 connections are accepted by the pump at once."),
    )
    fillers = [[" ".join(f"w{number}x{line}y{word}" for word in range(20)) for line in range(8)] for number in range(6)]
    found = [one for at in range(4) for one in judged(at, fact, fillers, seed=1, worlds=8)]
    assert {one.pattern for one in found} <= set(PATTERNS)
    assert {one.right for one in found} == {True, False}
    assert found == [one for at in range(4) for one in judged(at, fact, fillers, seed=1, worlds=8)]
    table = fitted(found, 0.05)
    written = tomllib.loads(as_toml(found, table, 0.05, 1, 4))
    assert set(written["patterns"]) == set(table)
