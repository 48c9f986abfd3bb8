"""All queries to all providers: recorded, limited, merged; a failure is told and stops nobody else."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest

from research_agent.domain import Limits, Question, SearchHit, SubQuestion
from research_agent.errors import ResearchError, RunError, SearchError, from_record
from research_agent.events import Event
from research_agent.recorder import CallKey, Json, Perform, Reply
from research_agent.search.asking import AskAgain
from research_agent.search.base import Query
from research_agent.search.hits import Answer
from research_agent.search.recorded import RecordedProvider
from research_agent.search.searcher import Searcher


class Tape:
    """A recorder that remembers replies and failures, and gives them again."""

    def __init__(self) -> None:
        self.replies: dict[CallKey, Reply | dict[str, Any]] = {}
        self.requests: dict[CallKey, Json] = {}

    async def call(
        self, key: CallKey, request: Json, perform: Perform, *, meta: dict[str, Json] | None = None
    ) -> Reply:
        if key not in self.replies:
            self.requests[key] = request
            try:
                self.replies[key] = await perform()
            except ResearchError as error:
                self.replies[key] = error.to_record()
        found = self.replies[key]
        if isinstance(found, Reply):
            return found
        raise from_record(found)


class Provider:
    """Answers each query from a table; an error in it is raised. An unknown query finds nothing."""

    def __init__(self, name: str, answers: dict[str, Any]) -> None:
        self.name = name
        self.answers = answers
        self.asked: list[Query] = []
        self.closed = False

    async def search(self, query: Query) -> tuple[SearchHit, ...]:
        self.asked.append(query)
        await asyncio.sleep(0)
        found = self.answers.get(query.text, [])
        if isinstance(found, Exception):
            raise found
        if found and isinstance(found[0], Exception):
            raise found.pop(0)
        return tuple(_hit(self.name, address, rank) for rank, address in enumerate(found, start=1))

    async def aclose(self) -> None:
        self.closed = True


def _hit(provider: str, address: str, rank: int, published: date | None = None) -> SearchHit:
    return SearchHit(address=address, title=address, snippet="", provider=provider, rank=rank, published=published)


def asking(*queries: str) -> SubQuestion:
    return SubQuestion(id="2", text="t", queries=queries)


def question(language: str = "en", **limits: Any) -> Question:
    return Question(text="q", language=language, asked=date(2026, 1, 1), limits=Limits(**limits))


A, B, C = "https://a.example/", "https://b.example/", "https://c.example/"


async def test_queries_and_providers_are_merged() -> None:
    one, two = Provider("one", {"x": [A, B], "y": [B]}), Provider("two", {"x": [C]})
    outcome = await Searcher([one, two], Tape()).search(asking("x", "y"), question(), 5)
    assert outcome.hits[0].address == B
    assert {hit.address for hit in outcome.hits} == {A, B, C}
    assert [(a.query, a.provider, a.status, a.hits) for a in outcome.attempts] == [
        ("x", "one", "found", 2),
        ("x", "two", "found", 1),
        ("y", "one", "found", 1),
        ("y", "two", "nothing", 0),
    ]


async def test_a_failing_provider_is_told_and_the_others_go_on() -> None:
    failing = Provider("bad", {"x": SearchError("It is down.", next_step="Wait.")})
    outcome = await Searcher([failing, Provider("good", {"x": [A]})], Tape()).search(asking("x"), question(), 5)
    assert [hit.address for hit in outcome.hits] == [A]
    assert [(a.provider, a.status, a.why) for a in outcome.attempts] == [
        ("bad", "failed", "It is down. Wait."),
        ("good", "found", ""),
    ]


async def test_each_call_is_recorded_under_a_key_of_its_own_and_not_made_again() -> None:
    provider, tape = Provider("p", {"x": [A], "y": SearchError("no")}), Tape()
    searcher = Searcher([provider], tape)
    first = await searcher.search(asking("x", "y"), question(), 5)
    again = await searcher.search(asking("x", "y"), question(), 5)
    assert first == again
    assert len(provider.asked) == 2
    assert set(tape.replies) == {
        CallKey(stage="search", role="p", subject="2", occurrence=0),
        CallKey(stage="search", role="p", subject="2", occurrence=1),
    }
    replayed = await Searcher([RecordedProvider("p")], tape).search(asking("x", "y"), question(), 5)
    assert replayed == first


async def test_a_replay_without_the_record_stops() -> None:
    with pytest.raises(RunError):
        await Searcher([RecordedProvider("p")], Tape()).search(asking("x"), question(), 5)


async def test_limits_are_enforced_on_hits_and_told() -> None:
    provider = Provider("p", {"x": [A, B, C]})
    outcome = await Searcher([provider], Tape()).search(asking("x"), question(exclude_sites=("a.example",)), 5)
    assert [hit.address for hit in outcome.hits] == [B, C]
    assert "removed 1 of 3" in outcome.attempts[0].why
    none = await Searcher([provider], Tape()).search(asking("x"), question(only_sites=("z.example",)), 5)
    assert none.hits == ()
    assert none.attempts[0].status == "nothing"
    assert "removed 3 of 3" in none.attempts[0].why


async def test_malformed_items_are_told() -> None:
    class Counting(Provider):
        async def answer(self, query: Query) -> Answer:
            return Answer(await self.search(query), dropped=2)

    outcome = await Searcher([Counting("p", {"x": [A]})], Tape()).search(asking("x"), question(), 5)
    assert "2 of the results" in outcome.attempts[0].why


async def test_a_bearable_pause_is_waited_for_and_told() -> None:
    told: list[Event] = []
    provider = Provider("p", {"x": [AskAgain("Slowly.", after=0.01, kind="rate_limited"), A]})
    provider.answers["x"] = [AskAgain("Slowly.", after=0.01, kind="rate_limited"), A]
    outcome = await Searcher([provider], Tape(), emit=told.append).search(asking("x"), question(), 5)
    assert outcome.attempts[0].status == "found"
    assert [(one["event"], one["what"], one["seconds"]) for one in told] == [("waiting", "p", 0.01)]


async def test_a_long_pause_is_left_to_the_user() -> None:
    provider = Provider("p", {"x": AskAgain("Slowly.", after=3600, kind="rate_limited")})
    outcome = await Searcher([provider], Tape()).search(asking("x"), question(), 5)
    assert outcome.attempts[0].status == "failed"
    assert len(provider.asked) == 1


async def test_equal_and_empty_queries_are_asked_once_and_not_at_all() -> None:
    provider = Provider("p", {})
    await Searcher([provider], Tape()).search(asking("x", " x\n", "", "y"), question(), 5)
    assert [query.text for query in provider.asked] == ["x", "y"]


async def test_a_query_is_asked_in_its_own_language() -> None:
    provider = Provider("p", {})
    await Searcher([provider], Tape()).search(asking("如何升级", "postgres upgrade"), question("zh"), 5)
    await Searcher([provider], Tape()).search(asking("mise à jour", "borg check"), question("fr"), 5)
    assert [query.language for query in provider.asked] == ["zh", "en", "fr", "fr"]


async def test_no_more_than_a_few_calls_are_under_way_at_one_provider() -> None:
    class Busy(Provider):
        now = most = 0

        async def search(self, query: Query) -> tuple[SearchHit, ...]:
            self.now += 1
            self.most = max(self.most, self.now)
            await asyncio.sleep(0.005)
            self.now -= 1
            return ()

    provider = Busy("p", {})
    await Searcher([provider], Tape()).search(asking(*"abcdefghijkl"), question(), 5)
    assert 1 < provider.most <= 4


async def test_closing_closes_every_provider() -> None:
    providers = [Provider("a", {}), Provider("b", {})]
    await Searcher(providers, Tape()).aclose()
    assert all(provider.closed for provider in providers)
