"""Asking models over loopback: replies in every wrapping, every fault, budgets, and replay."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from research_agent.errors import BudgetError, ConfigError, ModelError, RunError
from research_agent.llm import fake
from research_agent.llm.fake import FakeModelServer, Scripted
from research_agent.llm.models import Models
from research_agent.llm.profile import Mode
from research_agent.runs.journal import SqliteJournal, journal_records
from tests.support.models import model_settings, models_over


class Reply(BaseModel):
    gaps: list[dict[str, int]]


GOOD = {"gaps": []}


async def ask(models: Models, *, subject: str = "x", stage: str = "verify", **more: Any) -> Reply:
    return await models.ask(
        role="planner",
        prompt="repair",
        variables={"question": "Q?", "language": "English", "faults": "f1"},
        reply=Reply,
        stage=stage,
        subject=subject,
        **more,
    )


async def ask_many(models: Models) -> None:
    for n in range(5):
        await ask(models, subject=f"b{n}")


async def failure(server: FakeModelServer, folder: Path, **more: Any) -> ModelError:
    async with server, models_over(server, folder, **more) as models:
        with pytest.raises(ModelError) as caught:
            await ask(models)
    return caught.value


@pytest.mark.parametrize(
    "content",
    [
        '{"gaps": []}',
        '```json\n{"gaps": []}\n```',
        'Here it is:\n{"gaps": []}\nI hope this helps {you}.',
        '<think>maybe {"gaps": 3}?</think>\n{"gaps": []}',
        'I should answer {"gaps": 3}</think>{"gaps": []}',
        '{"gaps": [],}',
        "{'gaps': []}",
    ],
)
async def test_a_reply_is_found_in_whatever_wraps_it(content: str, tmp_path: Path) -> None:
    async with FakeModelServer([content]) as server, models_over(server, tmp_path) as models:
        assert await ask(models) == Reply(gaps=[])
        assert server.calls == 1


async def test_thinking_is_kept_in_the_record_and_out_of_the_answer(tmp_path: Path) -> None:
    reply = Scripted(content="<think>inner</think>" + '{"gaps": []}', reasoning="outer")
    async with FakeModelServer([reply]) as server, models_over(server, tmp_path) as models:
        await ask(models)
    (record,) = journal_records(tmp_path / "journal.sqlite")
    value = record.given().value
    assert value["content"] == '{"gaps": []}'
    assert value["reasoning"] == "outer\ninner"


async def test_a_bad_reply_is_shown_to_the_model_with_its_error(tmp_path: Path) -> None:
    server = FakeModelServer(["no JSON here", {"gaps": "many"}, GOOD])
    async with server, models_over(server, tmp_path) as models:
        assert await ask(models) == Reply(gaps=[])
    second, third = server.requests[1].messages, server.requests[2].messages
    assert second[-2] == {"role": "assistant", "content": "no JSON here"}
    assert "no JSON object" in second[-1]["content"]
    assert "gaps" in third[-1]["content"]
    assert [record.attempt for record in journal_records(tmp_path / "journal.sqlite")] == [0, 1, 2]


async def test_after_two_corrections_the_model_is_given_up(tmp_path: Path) -> None:
    server = FakeModelServer(["a", "b", "c", GOOD])
    error = await failure(server, tmp_path)
    assert error.kind == "bad_reply"
    assert server.calls == 3


async def test_an_unclosed_thought_is_not_an_answer(tmp_path: Path) -> None:
    server = FakeModelServer(["<think>so " + '{"gaps": []}', GOOD])
    async with server, models_over(server, tmp_path) as models:
        await ask(models)
    assert server.calls == 2


# ---------------------------------------------------------------- structured output and refused parameters


@pytest.mark.parametrize(("supports", "first", "then"), [(Mode.SCHEMA, 1, 1), (Mode.OBJECT, 2, 1), (Mode.TEXT, 3, 1)])
async def test_what_a_server_supports_is_learned_once(supports: Mode, first: int, then: int, tmp_path: Path) -> None:
    async with FakeModelServer([GOOD, GOOD], supports=supports) as server, models_over(server, tmp_path) as models:
        await ask(models, subject="a")
        assert server.calls == first
        await ask(models, subject="b")
        assert server.calls == first + then
    assert server.requests[-1].prompt == "repair"
    assert server.requests[-1].schema["required"] == ["gaps"] or supports is Mode.OBJECT
    record = journal_records(tmp_path / "journal.sqlite")[0].given().value
    assert record["put"]["mode"] == str(supports)
    assert len(record["refusals"]) == first - 1


async def test_refused_parameters_are_dropped_and_renamed(tmp_path: Path) -> None:
    server = FakeModelServer([GOOD, GOOD], refuses=["temperature", "seed", "max_tokens"])
    async with server, models_over(server, tmp_path) as models:
        await ask(models, subject="a")
        await ask(models, subject="b")
    last = server.requests[-1].body
    assert not {"temperature", "seed", "max_tokens"} & last.keys()
    assert last["max_completion_tokens"] > 0
    assert server.calls == 5


async def test_a_lower_limit_is_taken_from_the_refusal(tmp_path: Path) -> None:
    refusal = fake.failing(400, "max_tokens is too large: 4096. This model supports at most 1000 completion tokens.")
    server = FakeModelServer([GOOD], faults=[refusal])
    async with server, models_over(server, tmp_path) as models:
        await ask(models)
    assert server.requests[-1].body["max_tokens"] == 1000


async def test_the_request_in_the_journal_does_not_depend_on_what_was_learned(tmp_path: Path) -> None:
    """Two calls in parallel may meet the refusal in any order; a replay must still ask for the same."""
    server = FakeModelServer([GOOD] * 6, supports=Mode.TEXT, delay=0.01)
    async with server, models_over(server, tmp_path) as models:
        await asyncio.gather(*(ask(models, subject=name) for name in "abc"))
    asked = server.calls
    async with models_over(server, tmp_path, mode="replay") as models:
        for name in "cab":
            assert await ask(models, subject=name) == Reply(gaps=[])
    assert server.calls == asked


# ---------------------------------------------------------------- faults


async def test_a_rate_limit_is_waited_for(tmp_path: Path) -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=-5), usegmt=True)
    server = FakeModelServer([GOOD], faults=[fake.rate_limited("0"), fake.rate_limited(soon), fake.rate_limited(None)])
    events: list[dict[str, Any]] = []
    async with server, models_over(server, tmp_path, events=events) as models:
        await ask(models)
        assert models.endpoint.concurrency.allowed == 1
    assert [each["event"] for each in events].count("waiting") == 3
    assert len(journal_records(tmp_path / "journal.sqlite")) == 1


async def test_a_long_wait_is_refused_at_once(tmp_path: Path) -> None:
    error = await failure(FakeModelServer([GOOD], faults=[fake.rate_limited("3600")]), tmp_path)
    assert error.kind == "rate_limited"
    assert "3600 s" in error.message


async def test_a_spent_quota_is_not_waited_for(tmp_path: Path) -> None:
    server = FakeModelServer([GOOD], faults=[fake.failing(429, "You exceeded your current quota")])
    error = await failure(server, tmp_path)
    assert (error.kind, error.retryable, server.calls) == ("rate_limited", False, 1)


@pytest.mark.parametrize("fault", [fake.failing(500), fake.web_page(502), fake.malformed(), fake.empty_body()])
async def test_a_passing_failure_is_tried_again(fault: Scripted, tmp_path: Path) -> None:
    server = FakeModelServer([GOOD], faults=[fault, fault])
    async with server, models_over(server, tmp_path) as models:
        assert await ask(models) == Reply(gaps=[])
    assert server.calls == 3


async def test_a_connection_that_breaks_off_is_tried_again(tmp_path: Path) -> None:
    cut = Scripted(raw=b'{"choices": []}' * 50, cut_body=True)
    server = FakeModelServer([GOOD], faults=[cut])
    async with server, models_over(server, tmp_path) as models:
        assert await ask(models) == Reply(gaps=[])


@pytest.mark.parametrize(
    ("faults", "kind", "calls"),
    [
        ([fake.failing(500)] * 9, "unavailable", 3),
        ([fake.malformed()] * 9, "not_json", 3),
        ([fake.empty_body()] * 9, "not_json", 3),
        ([fake.web_page()] * 9, "no_endpoint", 1),
        ([Scripted(raw=b'{"error": {"message": "upstream broke"}}')] * 9, "bad_reply", 3),
        ([fake.failing(404, "The model `nope` does not exist")] * 9, "model_not_found", 1),
        ([fake.failing(404, "Not Found")] * 9, "no_endpoint", 1),
        ([fake.failing(400, "no")] * 9, "bad_request", 3),
        ([fake.failing(400, "This model's maximum context length is 10 tokens")] * 9, "too_long", 1),
        ([Scripted(refusal="I will not.")] * 9, "refused", 1),
        ([Scripted(content="", finish_reason="content_filter")] * 9, "refused", 1),
        ([Scripted(content="I'm sorry, I can't help with that.")] * 9, "refused", 3),
        ([Scripted(content=None)] * 9, "bad_reply", 3),
        ([Scripted(content='{"gaps', finish_reason="length")] * 9, "truncated", 3),
    ],
)
async def test_each_lasting_fault_has_its_kind(faults: list[Scripted], kind: str, calls: int, tmp_path: Path) -> None:
    server = FakeModelServer([GOOD], faults=faults)
    error = await failure(server, tmp_path, model_retries=2)
    assert error.kind == kind
    assert server.calls == calls


async def test_a_base_url_without_v1_is_named(tmp_path: Path) -> None:
    async with FakeModelServer([GOOD], faults=[fake.web_page()]) as server:
        root = server.base_url.removesuffix("/v1")
        async with models_over(server, tmp_path, openai_base_url=root) as models:
            with pytest.raises(ModelError, match=f"{root}/v1") as caught:
                await ask(models)
    assert caught.value.kind == "no_endpoint"


async def test_a_refused_key_names_the_variable_and_shows_no_key(tmp_path: Path) -> None:
    error = await failure(FakeModelServer([GOOD], key="another"), tmp_path)
    assert error.kind == "auth"
    assert "OPENAI_API_KEY" in error.next_step
    assert "sk-secret" not in str(error)
    assert b"Bearer" not in (tmp_path / "journal.sqlite").read_bytes()


@pytest.mark.parametrize("slow", [Scripted(content="x", delay=5), Scripted(raw=b"x" * 1000, drip=0.05)])
async def test_a_slow_server_is_given_up_even_when_bytes_keep_coming(slow: Scripted, tmp_path: Path) -> None:
    server = FakeModelServer([GOOD], faults=[slow] * 5)
    error = await failure(server, tmp_path, model_timeout=0.2)
    assert error.kind == "timeout"
    assert server.calls == 2


async def test_a_server_that_is_down_is_named(tmp_path: Path) -> None:
    async with FakeModelServer() as server:
        pass
    async with models_over(server, tmp_path, model_retries=1) as models:
        with pytest.raises(ModelError, match="could not be reached") as caught:
            await ask(models)
    assert caught.value.kind == "unavailable"
    assert server.base_url in caught.value.message


async def test_a_prompt_that_cannot_fit_is_refused_before_it_is_sent(tmp_path: Path) -> None:
    async with FakeModelServer([GOOD]) as server, models_over(server, tmp_path, context_tokens=1024) as models:
        with pytest.raises(ModelError) as caught:
            await models.ask(
                role="planner",
                prompt="repair",
                variables={"question": "word " * 3000, "language": "English", "faults": ""},
                reply=Reply,
                stage="verify",
                subject="x",
            )
    assert caught.value.kind == "too_long"
    assert server.calls == 0


async def test_a_cut_reply_loses_only_its_last_element(tmp_path: Path) -> None:
    cut = Scripted(content='{"gaps": [{"a": 1}, {"a": 2}, {"a": 3', finish_reason="length")
    events: list[dict[str, Any]] = []
    async with FakeModelServer([cut]) as server, models_over(server, tmp_path, events=events) as models:
        assert await ask(models) == Reply(gaps=[{"a": 1}, {"a": 2}])
    assert any(each["event"] == "problem" and "cut" in each["what"] for each in events)


async def test_a_cut_reply_that_must_be_whole_is_asked_for_again_with_more_room(tmp_path: Path) -> None:
    cut = Scripted(content='{"gaps": [{"a": 1}, {"a', finish_reason="length")
    async with FakeModelServer([cut, GOOD]) as server, models_over(server, tmp_path) as models:
        answer = await models.ask_fully(
            role="planner",
            prompt="repair",
            variables={"question": "Q?", "language": "English", "faults": "f1"},
            reply=Reply,
            stage="verify",
            subject="x",
            limit=100,
            whole=True,
        )
    assert (answer.value, answer.cut) == (Reply(gaps=[]), False)
    limits = [request.body["max_tokens"] for request in server.requests]
    assert limits[1] >= 2 * 100
    assert "shorter" in server.requests[1].user


# ---------------------------------------------------------------- names, budgets, usage, replay


async def test_without_a_name_the_only_model_is_taken(tmp_path: Path) -> None:
    server = FakeModelServer([GOOD, GOOD], models=["qwen"])
    async with server, models_over(server, tmp_path, model=None) as models:
        await asyncio.gather(ask(models, subject="a"), ask(models, subject="b"))
        assert models.names["reader"] == "qwen"
    assert server.requests[0].model == "qwen"


@pytest.mark.parametrize("names", [[], ["a", "b"]])
async def test_several_models_or_none_need_a_name(names: list[str], tmp_path: Path) -> None:
    async with FakeModelServer([GOOD], models=names) as server, models_over(server, tmp_path, model=None) as models:
        with pytest.raises(ConfigError, match="RESEARCH_MODEL"):
            await ask(models)


async def test_roles_have_their_own_models(tmp_path: Path) -> None:
    async with FakeModelServer([GOOD]) as server:
        more = {"model": "big", "small_model": "small", "judge_model": "judge"}
        async with models_over(server, tmp_path, **more) as models:
            assert models.names == {
                "planner": "big",
                "reader": "small",
                "verifier": "small",
                "writer": "big",
                "judge": "judge",
            }


async def test_usage_adds_up_and_knows_the_price(tmp_path: Path) -> None:
    async with FakeModelServer([GOOD, GOOD]) as server:
        prices = {"price_prompt": 10.0, "price_completion": 0.0}
        async with models_over(server, tmp_path, **prices) as models:
            await ask(models, subject="a")
            await ask(models, subject="b")
            usage = models.usage
    assert usage.calls == 2
    assert usage.usd == pytest.approx(usage.prompt_tokens * 10 / 1e6)


async def test_a_budget_stops_before_the_call_and_keeps_a_share_for_the_writer(tmp_path: Path) -> None:
    async with FakeModelServer([GOOD] * 9) as server, models_over(server, tmp_path, budget_tokens=5500) as models:
        with pytest.raises(BudgetError) as caught:
            await ask(models, stage="read")
        assert caught.value.kind == "tokens"
        assert server.calls == 0
        await ask(models, stage="write")


async def test_calls_under_way_count_against_the_budget(tmp_path: Path) -> None:
    server = FakeModelServer([GOOD] * 9, delay=0.5)  # long enough for all eight to start on a busy machine
    async with server, models_over(server, tmp_path, budget_tokens=15_000) as models:
        tasks = [ask(models, subject=str(n), stage="read") for n in range(8)]
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    refused = [each for each in outcomes if isinstance(each, BudgetError)]
    assert len(refused) == 6
    assert server.calls == 2


async def test_a_budget_in_money_needs_a_price(tmp_path: Path) -> None:
    async with FakeModelServer([GOOD]) as server, models_over(server, tmp_path, budget_usd=1.0) as models:
        with pytest.raises(ConfigError, match="RESEARCH_PRICE_PROMPT"):
            await ask(models)


async def test_a_replay_gives_the_same_replies_failures_and_usage(tmp_path: Path) -> None:
    server = FakeModelServer(["nonsense", *[GOOD] * 9], supports=Mode.OBJECT)
    async with server, models_over(server, tmp_path, budget_tokens=10_000) as models:
        await ask(models, subject="a")
        with pytest.raises(BudgetError) as first:
            await ask_many(models)
        recorded = models.usage
    calls = server.calls
    async with models_over(server, tmp_path, mode="replay") as models:
        await ask(models, subject="a")
        with pytest.raises(BudgetError) as again:
            await ask_many(models)
        assert models.usage == recorded
    assert str(again.value) == str(first.value)
    assert server.calls == calls


async def test_another_request_is_noticed_in_a_replay(tmp_path: Path) -> None:
    async with FakeModelServer([GOOD]) as server:
        async with models_over(server, tmp_path) as models:
            await ask(models)
        async with models_over(server, tmp_path, mode="replay", model="another") as models:
            with pytest.raises(RunError) as caught:
                await ask(models)
    assert caught.value.kind == "request_changed"


async def test_fit_keeps_the_longest_prefix_that_the_context_takes(tmp_path: Path) -> None:
    async with FakeModelServer() as server, models_over(server, tmp_path, context_tokens=3000) as models:
        items = ["a sentence of about ten words in plain English text." for _ in range(400)]

        def variables(some: Any) -> dict[str, str]:
            return {"question": "Q", "language": "English", "faults": "\n".join(some)}

        kept = models.fit("repair", items, variables, stage="read", limit=500)
        assert 0 < len(kept) < 400
        assert models.fits("repair", variables(kept), stage="read", limit=500)
        assert not models.fits("repair", variables(items[: len(kept) + 1]), stage="read", limit=500)


async def test_a_handed_in_client_stays_open(tmp_path: Path) -> None:
    import httpx

    async with FakeModelServer([GOOD]) as server, httpx.AsyncClient() as client:
        async with SqliteJournal(tmp_path / "journal.sqlite") as journal:
            models = Models(model_settings(server), journal, http_client=client)
            await ask(models)
            await models.aclose()
        assert not client.is_closed


def test_a_server_in_a_thread_serves_synchronous_callers() -> None:
    import httpx

    with FakeModelServer([GOOD]).in_thread() as server:
        listed = httpx.get(f"{server.base_url}/models").json()
    assert listed["data"][0]["id"] == "fake"
