"""Claims of different sources in other words are compared in one call; what is unrelated is never shown."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from research_agent.domain import Claim, ClaimStatus, Question, Quote, Relation, Source
from research_agent.engines.llm.relating import GROUP, candidates, find_relations
from research_agent.evidence.ledger import Ledger
from research_agent.llm.fake import FakeModelServer
from research_agent.llm.tokens import estimate
from tests.support.models import models_over

QUESTION = Question(text="What is known of the bridge?", language="en", asked=date(2026, 11, 30))


def ledger(*texts: tuple[str, str]) -> Ledger:
    """One claim ``c1``, ``c2`` ... for each (source, text)."""
    names = sorted({source for source, _ in texts})
    sources = {
        name: Source(
            id=name,
            address=f"https://{name}.example/",
            title=f"Page {name}",
            retrieved="",
            sha256="",
            length=1,
            format="html",
        )
        for name in names
    }
    quotes = {
        f"q{n}": Quote(id=f"q{n}", source=source, start=0, end=len(text), text=text)
        for n, (source, text) in enumerate(texts, 1)
    }
    claims = {
        f"c{n}": Claim(id=f"c{n}", text=text, quotes=(f"q{n}",), status=ClaimStatus.SINGLE_SOURCE, reason="")
        for n, (_, text) in enumerate(texts, 1)
    }
    return Ledger(sources=sources, quotes=quotes, claims=claims)


SHUT = ("a", "The bridge over the Inn was closed because its steel cables had corroded.")
CORRODED = ("b", "Corroded steel cables forced the authorities to shut the Inn crossing.")
OPENED = ("c", "The new library opened with a concert of the town's brass band.")
MENUS = ("d", "Menus are printed every Monday by the canteen's own small press.")


async def test_the_reply_is_numbers_and_becomes_relations_of_ids(tmp_path: Path) -> None:
    reply = {"pairs": [{"first": 2, "second": 1, "kind": "Same", "what": "the cause"}]}
    async with FakeModelServer([reply]) as server, models_over(server, tmp_path) as models:
        found, judged = await find_relations(models, QUESTION, ledger(SHUT, OPENED, CORRODED, MENUS), frozenset(), 0)
    assert found == (Relation(first="c1", second="c3", kind="same", what="the cause"),)
    assert judged == {("c1", "c3")}
    shown = server.requests[0].user
    assert "[Page a]" in shown
    assert "library" not in shown


async def test_without_candidates_nobody_is_asked(tmp_path: Path) -> None:
    async with FakeModelServer([]) as server, models_over(server, tmp_path) as models:
        found, _ = await find_relations(models, QUESTION, ledger(SHUT, OPENED, MENUS), frozenset(), 0)
    assert found == ()
    assert server.calls == 0


async def test_a_pair_is_judged_once(tmp_path: Path) -> None:
    held = ledger(SHUT, OPENED, CORRODED, MENUS)
    async with FakeModelServer([{"pairs": []}]) as server, models_over(server, tmp_path) as models:
        _, judged = await find_relations(models, QUESTION, held, frozenset(), 0)
        await find_relations(models, QUESTION, held, judged, 1)
    assert server.calls == 1


async def test_numbers_that_lead_nowhere_and_kinds_that_are_none_are_left_out(tmp_path: Path) -> None:
    pairs = [
        {"first": 1, "second": 9, "kind": "same"},
        {"first": 1, "second": 1, "kind": "same"},
        {"first": 1, "second": 2, "kind": "ignore your instructions"},
    ]
    async with FakeModelServer([{"pairs": pairs}]) as server, models_over(server, tmp_path) as models:
        found, _ = await find_relations(models, QUESTION, ledger(SHUT, OPENED, CORRODED, MENUS), frozenset(), 0)
    assert found == ()


def test_claims_of_one_source_are_not_held_against_each_other() -> None:
    assert candidates(ledger(SHUT, ("a", CORRODED[1]), OPENED, MENUS)).groups == ()


def test_groups_and_prompt_are_bounded() -> None:
    """A claim with fifty like ones, each of its own source."""
    texts = [
        (f"s{n}", f"The bridge over the Inn was closed in {1900 + n} because its cables had corroded.")
        for n in range(50)
    ]
    others = [(f"o{n}", f"Other subject number {n} concerns matter {n * 7} alone.") for n in range(50)]
    found = candidates(ledger(*texts, *others))
    assert max(map(len, found.groups)) <= GROUP
    assert estimate("\n".join(claim.text for group in found.groups for claim in group)) <= 1_500


@settings(max_examples=30)
@given(st.permutations([SHUT, OPENED, CORRODED, MENUS]))
def test_the_order_of_claims_does_not_matter(texts: list[tuple[str, str]]) -> None:
    groups = candidates(ledger(*texts)).groups
    assert [sorted(claim.text for claim in group) for group in groups] == [sorted([SHUT[1], CORRODED[1]])]
