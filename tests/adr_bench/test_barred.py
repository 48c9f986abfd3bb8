"""Sources that a task bars."""

from __future__ import annotations

from dataclasses import replace

import pytest

from research_agent.adr_bench.barred import cited_although_barred
from research_agent.adr_bench.judging.run import BARRED, without_barred
from research_agent.domain import ItemVerdict
from research_agent.judges.rubric import Item, Rubric
from research_agent.judges.scoring import valued, verdict_of

TASK = Rubric(
    id="t",
    question="q",
    language="en",
    blocked=("bad.example", "https://www.mdpi.com/2073-445X/11/9/1529"),
    items=(Item(id="a", text="x", weight=1.0, kind="explicit"),),
)


@pytest.mark.parametrize(
    ("report", "found"),
    [
        ("See [1](https://bad.example/a).", ["https://bad.example/a"]),
        ("See https://news.bad.example/b, and more.", ["https://news.bad.example/b"]),
        ("见 http://BAD.example/c。其他", ["http://BAD.example/c"]),
        ("[x]: http://www.mdpi.com/2073-445X/11/9/1529/htm", ["http://www.mdpi.com/2073-445X/11/9/1529/htm"]),
        ("www.bad.example says so", ["www.bad.example"]),
        ("https://good.example/bad.example https://www.mdpi.com/2073-445X/11/9/1", []),
        ("bad.example is not to be used", []),
    ],
)
def test_addresses_that_are_barred_are_found(report: str, found: list[str]) -> None:
    assert list(cited_although_barred(report, TASK)) == found
    assert cited_although_barred(report, replace(TASK, blocked=())) == ()


def test_a_report_that_cites_one_is_worth_nothing_and_says_why() -> None:
    item = valued(ItemVerdict(id="a", label="satisfied", value=None, weight=1.0, reason=""))
    verdict = verdict_of("j", [item], model="m")
    assert without_barred(verdict, ()) is verdict
    barred = without_barred(verdict, ("https://bad.example/a",))
    assert (barred.score, barred.score_ternary, barred.vetoes, barred.model) == (0.0, 0.0, (BARRED,), "m")
    assert "https://bad.example/a" in barred.items[-1].reason
