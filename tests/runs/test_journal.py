from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from research_agent.errors import BudgetError, ModelError, ReadError, ResearchError, RunError
from research_agent.recorder import CallKey, Reply
from research_agent.runs.journal import Mode, SqliteJournal, copy_journal, journal_records


def key(subject: str = "1", **fields: Any) -> CallKey:
    return CallKey(**{"stage": "read", "role": "reader", "subject": subject, **fields})


class Outside:
    """The outside, which counts how often it is asked and fails as it is told."""

    def __init__(self, *failures: ResearchError | None) -> None:
        self.failures = list(failures)
        self.asked = 0

    async def __call__(self) -> Reply:
        self.asked += 1
        await asyncio.sleep(0)
        if self.failures and (failure := self.failures.pop(0)) is not None:
            raise failure
        return Reply(value={"answer": self.asked}, prompt_tokens=10, completion_tokens=2, usd=0.001)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


async def once(
    path: Path, outside: Callable[[], Awaitable[Reply]], *, mode: Mode = "record", request: Any = "q", **options: Any
) -> Reply:
    async with SqliteJournal(path, mode=mode, **options) as journal:
        return await journal.call(key(), request, outside)


def edit(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    db.execute(statement)
    db.commit()
    db.close()


async def test_a_reply_is_the_same_when_recorded_resumed_and_replayed(path: Path) -> None:
    async def perform() -> Reply:
        return Reply(value={"pair": (1, 2), "half an emoji": "\ud83d", "文": "字"}, prompt_tokens=3, usd=0.5)

    recorded = await once(path, perform)
    assert recorded.value == {"pair": [1, 2], "half an emoji": "\ud83d", "文": "字"}
    never = Outside()
    assert await once(path, never, mode="resume") == recorded
    assert await once(path, never, mode="replay") == recorded
    assert never.asked == 0


async def test_concurrent_callers_of_one_key_share_one_call(path: Path) -> None:
    outside = Outside()
    async with SqliteJournal(path) as journal:
        replies = await asyncio.gather(*(journal.call(key(), "q", outside) for _ in range(5)))
    assert outside.asked == 1
    assert all(reply == replies[0] for reply in replies)


async def test_concurrent_callers_share_a_failure(path: Path) -> None:
    outside = Outside(ReadError("Gone.", kind="not_found"))
    async with SqliteJournal(path) as journal:
        results = await asyncio.gather(*(journal.call(key(), "q", outside) for _ in range(3)), return_exceptions=True)
    assert [getattr(result, "kind", None) for result in results] == ["not_found"] * 3
    assert outside.asked == 1


async def test_when_the_performing_caller_is_cancelled_the_next_one_takes_over(path: Path) -> None:
    reached = asyncio.Event()

    async def hang() -> Reply:
        reached.set()
        await asyncio.sleep(60)
        raise AssertionError

    outside = Outside()
    async with SqliteJournal(path) as journal:
        first = asyncio.create_task(journal.call(key(), "q", hang))
        await reached.wait()
        second = asyncio.create_task(journal.call(key(), "q", outside))
        await asyncio.sleep(0)
        first.cancel()
        assert (await second).value == {"answer": 1}
        with pytest.raises(asyncio.CancelledError):
            await first


async def test_using_a_key_twice_is_a_fault_of_the_program(path: Path) -> None:
    async with SqliteJournal(path) as journal:
        await journal.call(key(), "q", Outside())
        with pytest.raises(RunError, match="read/reader/1 was made twice") as caught:
            await journal.call(key(), "q", Outside())
        assert caught.value.kind == "repeated_key"
        await journal.call(key(occurrence=1), "q", Outside())


async def test_two_requests_under_one_key_at_once_are_a_fault_too(path: Path) -> None:
    async with SqliteJournal(path) as journal:
        one, other = await asyncio.gather(
            journal.call(key(), "q", Outside()), journal.call(key(), "another", Outside()), return_exceptions=True
        )
    assert isinstance(one, Reply)
    assert isinstance(other, RunError)


async def test_a_permanent_failure_is_raised_again_on_resuming(path: Path) -> None:
    outside = Outside(ModelError("The reply makes no sense.", kind="bad_reply", next_step="Try another model."))
    with pytest.raises(ModelError) as first:
        await once(path, outside)
    with pytest.raises(ModelError) as second:
        await once(path, outside, mode="resume")
    assert outside.asked == 1
    assert second.value.to_record() == first.value.to_record()


@pytest.mark.parametrize(
    "failure",
    [
        ModelError("Busy.", kind="rate_limited", retryable=True),
        BudgetError("The budget is spent.", kind="usd"),
        ModelError("The key is refused.", kind="auth"),
    ],
    ids=lambda failure: failure.kind,
)
async def test_a_passing_or_mended_failure_is_tried_again_and_kept_as_history(
    path: Path, failure: ResearchError
) -> None:
    outside = Outside(failure)
    with pytest.raises(type(failure)):
        await once(path, outside)
    reply = await once(path, outside, mode="resume")
    assert reply.value == {"answer": 2}
    assert [(record.take, record.status) for record in journal_records(path)] == [(0, "failed"), (1, "ok")]
    assert (await once(path, outside, mode="replay")) == reply


async def test_a_failure_of_the_run_folder_is_not_recorded_as_the_calls_own(path: Path) -> None:
    outside = Outside(RunError("The disk is full.", kind="disk_full"))
    with pytest.raises(RunError):
        await once(path, outside)
    assert [record.status for record in journal_records(path)] == ["started"]
    assert (await once(path, outside, mode="resume")).value == {"answer": 2}


async def test_a_changed_request_is_asked_again_on_resuming_and_said(path: Path) -> None:
    outside = Outside()
    events: list[dict[str, Any]] = []
    await once(path, outside, request="old")
    assert (await once(path, outside, mode="resume", request="new", emit=events.append)).value == {"answer": 2}
    assert [(event["event"], event["subject"]) for event in events] == [("problem", "1")]
    assert (await once(path, outside, mode="resume", request="old")).value == {"answer": 1}, "what was paid for is kept"
    assert (await once(path, outside, mode="replay", request="new")).value == {"answer": 2}


async def test_replay_performs_nothing(path: Path) -> None:
    await once(path, Outside())
    outside = Outside()
    async with SqliteJournal(path, mode="replay") as journal:
        with pytest.raises(RunError, match="no answer for read/reader/other") as missing:
            await journal.call(key("other"), "q", outside)
        with pytest.raises(RunError, match="not the recorded one") as changed:
            await journal.call(key(), "another", outside)
    assert (missing.value.kind, changed.value.kind) == ("not_recorded", "request_changed")
    assert outside.asked == 0


async def test_replay_lists_the_changes_that_it_was_allowed(path: Path) -> None:
    await once(path, Outside())
    async with SqliteJournal(path, mode="replay", allow_changed=True) as journal:
        assert (await journal.call(key(), "another", Outside())).value == {"answer": 1}
        assert journal.changed == (key(),)


async def test_replay_raises_the_recorded_failure(path: Path) -> None:
    with pytest.raises(ReadError):
        await once(path, Outside(ReadError("Busy.", kind="timeout", retryable=True)))
    with pytest.raises(ReadError, match="Busy") as caught:
        await once(path, Outside(), mode="replay")
    assert caught.value.retryable


async def test_facts_are_computed_once(path: Path) -> None:
    async with SqliteJournal(path) as journal:
        assert await journal.fact("asked", lambda: "2026-11-30") == "2026-11-30"
        assert await journal.fact("nothing", lambda: None) is None
    async with SqliteJournal(path, mode="replay") as journal:
        assert await journal.fact("asked", lambda: "2027-01-01") == "2026-11-30"
        assert await journal.fact("nothing", lambda: 1) is None
        with pytest.raises(RunError, match="does not hold 'other'"):
            await journal.fact("other", lambda: 1)


async def test_a_fact_can_be_looked_up_without_making_it(path: Path) -> None:
    async with SqliteJournal(path) as journal:
        assert await journal.known("approval") is None
        await journal.fact("approval", lambda: {"decision": "approve"})
        assert await journal.known("approval") == {"decision": "approve"}


async def test_usage_counts_model_calls_and_is_the_same_in_replay(path: Path) -> None:
    async def run(mode: Mode) -> tuple[Any, Any]:
        async with SqliteJournal(path, mode=mode) as journal:
            await asyncio.gather(*(journal.call(key(str(n)), n, Outside(), meta={"prompt": "read"}) for n in range(9)))
            await journal.call(key("page", role="fetch"), "page", page)
            return journal.usage(), journal.spent()

    async def page() -> Reply:
        return Reply(value="text")

    usage, spent = await run("record")
    assert (usage.calls, usage.prompt_tokens, usage.completion_tokens, usage.usd) == (9, 90, 18, 0.009)
    assert usage == spent
    assert await run("replay") == (usage, spent)


async def test_usage_without_models_costs_nothing_and_with_an_unknown_price_is_unknown(path: Path) -> None:
    async def unpriced() -> Reply:
        return Reply(value="text", prompt_tokens=5)

    async with SqliteJournal(path) as journal:
        assert journal.usage().usd == 0
        await journal.call(key(), "q", unpriced)
        assert journal.usage().usd is None


async def test_spent_includes_what_a_resumed_run_no_longer_uses(path: Path) -> None:
    await once(path, Outside(), request="old")
    async with SqliteJournal(path, mode="resume") as journal:
        await journal.call(key(), "new", Outside())
        assert journal.usage().prompt_tokens == 10
        assert journal.spent().prompt_tokens == 20


calls = st.lists(
    st.tuples(st.integers(0, 5), st.sampled_from(["ok", "passing", "permanent", "cancelled"])), max_size=12
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=calls, after=calls)
def test_resuming_after_a_crash_gives_the_same_replies_and_repeats_no_success(
    before: list[tuple[int, str]], after: list[tuple[int, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("run") / "journal.sqlite"
    performed: list[tuple[int, str]] = []

    async def session(mode: Mode, wanted: list[tuple[int, str]]) -> dict[int, Any]:
        given: dict[int, Any] = {}
        async with SqliteJournal(path, mode=mode) as journal:
            for subject, fate in wanted:
                if subject in given:
                    continue

                async def perform(subject: int = subject, fate: str = fate) -> Reply:
                    performed.append((subject, fate))
                    if fate == "cancelled":
                        raise asyncio.CancelledError
                    if fate != "ok":
                        raise ModelError(f"{fate} {subject}", kind="x", retryable=fate == "passing")
                    return Reply(value=[subject, len(performed)])

                try:
                    given[subject] = (await journal.call(key(str(subject)), subject, perform)).value
                except ModelError as error:
                    given[subject] = str(error)
                except asyncio.CancelledError:
                    continue
        return given

    first = asyncio.run(session("record", before))
    settled = {subject for subject, reply in first.items() if not str(reply).startswith("passing")}
    earlier = list(performed)
    second = asyncio.run(session("resume", after))
    assert not settled & {subject for subject, _ in performed[len(earlier) :]}
    assert all(second[subject] == first[subject] for subject in settled & set(second))
    count = len(performed)
    assert asyncio.run(session("replay", [(subject, "ok") for subject in second])) == second
    assert len(performed) == count


WRITER = """
    import asyncio, sys
    from pathlib import Path
    from research_agent.recorder import CallKey, Reply
    from research_agent.runs.journal import SqliteJournal

    async def perform():
        return Reply(value="x" * 20_000)

    async def main():
        journal = SqliteJournal(Path(sys.argv[1]))
        for number in range(100_000):
            await journal.call(CallKey(stage="s", role="r", subject=str(number)), number, perform)
            print(number, flush=True)

    asyncio.run(main())
"""


async def test_what_was_returned_before_a_kill_is_there_after_it(path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", dedent(WRITER), path], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(20):
        process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    returned = 20 + len(process.stdout.readlines())
    process.stdout.close()
    process.wait()
    done = [record for record in journal_records(path) if record.status == "ok"]
    assert len(done) >= returned
    outside = Outside()
    async with SqliteJournal(path, mode="resume") as journal:
        for number in range(returned):
            subject = CallKey(stage="s", role="r", subject=str(number))
            assert (await journal.call(subject, number, outside)).value == "x" * 20_000
    assert outside.asked == 0


async def test_a_changed_record_is_noticed(path: Path) -> None:
    await once(path, Outside())
    edit(path, """UPDATE calls SET reply='{"answer":99}'""")
    with pytest.raises(RunError, match=r"read/reader/1 was changed.*0 of its 1 records") as caught:
        SqliteJournal(path, mode="replay")
    assert caught.value.kind == "tampered"


async def test_a_changed_fact_is_noticed(path: Path) -> None:
    async with SqliteJournal(path) as journal:
        await journal.fact("asked", lambda: "2026-11-30")
    edit(path, """UPDATE facts SET value='"1999-01-01"'""")
    async with SqliteJournal(path, mode="replay") as journal:
        with pytest.raises(RunError, match="'asked' was changed"):
            await journal.fact("asked", lambda: "")


async def test_a_damaged_file_is_told_with_what_is_intact(path: Path) -> None:
    async with SqliteJournal(path) as journal:
        for number in range(60):
            await journal.call(key(str(number)), "q" * 3000, Outside())
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 4096] = os.urandom(4096)
    path.write_bytes(data)
    with pytest.raises(RunError, match="Of this journal") as caught:
        SqliteJournal(path, mode="resume")
    assert caught.value.kind == "tampered"


@pytest.mark.parametrize("content", [b"this is no database, but it is long enough to be one" * 40, b"\0" * 5000])
def test_a_file_that_is_no_journal_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(RunError) as caught:
        SqliteJournal(path, mode="resume")
    assert caught.value.kind == "tampered"


def test_a_missing_recording_is_said(path: Path) -> None:
    with pytest.raises(RunError) as caught:
        SqliteJournal(path, mode="replay")
    assert caught.value.kind == "missing"


def test_a_journal_of_a_later_release_is_refused(path: Path) -> None:
    SqliteJournal(path).close()
    edit(path, "PRAGMA user_version=99")
    with pytest.raises(RunError) as caught:
        SqliteJournal(path, mode="resume")
    assert caught.value.kind == "newer_format"


async def test_a_recording_is_copied_whole(path: Path, tmp_path: Path) -> None:
    reply = await once(path, Outside())
    copy_journal(path, tmp_path / "copy.sqlite")
    assert await once(tmp_path / "copy.sqlite", Outside(), mode="replay") == reply


FULL_DISK = """
    import asyncio, resource, sys
    from pathlib import Path
    from research_agent.errors import RunError
    from research_agent.recorder import CallKey, Reply
    from research_agent.runs.journal import SqliteJournal

    async def perform():
        return Reply(value="x" * 50_000)

    async def main():
        async with SqliteJournal(Path(sys.argv[1])) as journal:
            resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
            for number in range(100):
                try:
                    await journal.call(CallKey(stage="s", role="r", subject=str(number)), number, perform)
                except RunError as error:
                    print(number, error.kind, error.next_step)
                    return

    asyncio.run(main())
"""


async def test_a_full_disk_is_said_and_what_was_paid_for_is_kept(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", dedent(FULL_DISK), path], capture_output=True, text=True, check=False, timeout=60
    )
    number, kind, *advice = done.stdout.split()
    assert (kind, done.stderr) == ("disk_full", "")
    assert "resume" in " ".join(advice)
    outside = Outside()
    async with SqliteJournal(path, mode="resume") as journal:
        for earlier in range(int(number)):
            await journal.call(CallKey(stage="s", role="r", subject=str(earlier)), earlier, outside)
    assert int(number) > 0
    assert outside.asked == 0
