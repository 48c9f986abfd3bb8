"""The journal of a run: every call to the outside, recorded before its reply is used.

    record   perform the call, commit, return
    resume   a recorded success is returned; what failed for a passing reason, or never answered, is tried again
    replay   never performs; what is not recorded, or was asked otherwise, is an error

In every mode a caller gets the reply as it stands in the record (through JSON), so that a run and its replay see
the same values. SQLite works on a thread of its own: a commit waits for the disk, and the event loop does not.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, TypeVar

from research_agent.domain import Usage
from research_agent.errors import ResearchError, RunError
from research_agent.events import Emit, event, ignore
from research_agent.recorder import CallKey, Json, Reply
from research_agent.runs.call_record import CallRecord, name_of
from research_agent.runs.canonical import canonical, digest
from research_agent.runs.table import CallTable

Mode = Literal["record", "resume", "replay"]
T = TypeVar("T")

MENDABLE = frozenset({"auth", "model_not_found", "no_endpoint", "no_key"})
"""Kinds of failure that do not pass by waiting but that the user can mend before resuming: asked again."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """A call that has its record; the error that it raised in this process, when it did."""

    record: CallRecord
    error: ResearchError | None = None

    def given(self) -> Reply:
        if self.error is not None:
            raise self.error
        return self.record.given()


class SqliteJournal:
    """A ``recorder.Recorder`` over one SQLite file. Close it, or use it as an asynchronous context manager."""

    def __init__(self, path: Path, *, mode: Mode = "record", allow_changed: bool = False, emit: Emit = ignore) -> None:
        """Open the journal; created in ``record`` and ``resume`` where it is missing.

        Args:
            allow_changed: in replay, use a record though its request was another, and list it in ``changed``.

        Raises:
            RunError: the file is missing (replay), damaged, in use, of a later format, or cannot be written.
        """
        self._mode = mode
        self._allow_changed = allow_changed
        self._emit = emit
        self._under_way: dict[CallKey, asyncio.Future[_Settled | None]] = {}
        self._served: dict[CallKey, CallRecord] = {}
        self._changed: list[CallKey] = []
        self._spent: list[CallRecord] = []
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        try:
            self._table = self._thread.submit(CallTable, path, read_only=mode == "replay").result()
            self._spent = self._thread.submit(lambda: [_cost_of(record) for record in self._table.records()]).result()
        except RunError as error:
            told = self._thread.submit(_with_what_is_intact, path, error).result()
            self._thread.shutdown()
            raise told from error
        self._open = True

    @property
    def replays(self) -> bool:
        """Whether it only plays back, and takes no new record."""
        return self._mode == "replay"

    @property
    def changed(self) -> tuple[CallKey, ...]:
        """The calls whose request was not the recorded one: replayed all the same, or made again on resuming."""
        return tuple(self._changed)

    async def call(
        self,
        key: CallKey,
        request: Json,
        perform: Callable[[], Awaitable[Reply]],
        *,
        meta: dict[str, Json] | None = None,
    ) -> Reply:
        """See ``recorder.Recorder.call``. Concurrent callers of one key share one call.

        Raises:
            RunError: ``repeated_key`` when a key is used twice in one run for what should be two calls;
                ``not_recorded`` and ``request_changed`` in replay; what the disk says.
            ResearchError: what ``perform`` raised, now or when it was recorded.
        """
        while (shared := self._under_way.get(key)) is not None:
            settled = await asyncio.shield(shared)
            if settled is not None:  # None: that caller was cancelled or broke off, so it is this one's turn
                return self._shared(settled, request).given()
        if key in self._served:
            raise _repeated(key)
        mine = asyncio.get_running_loop().create_future()
        self._under_way[key] = mine
        settled = None
        try:
            settled = await self._settle(key, request, perform, meta or {})
        finally:
            del self._under_way[key]
            mine.set_result(settled)
        return settled.given()

    async def fact(self, name: str, compute: Callable[[], Json]) -> Json:
        """A one-off input of the run, such as today's date: computed once, recorded, the same ever after.

        Raises:
            RunError: ``not_recorded`` in replay; what the disk says.
        """
        return await self._in_thread(lambda: self._fact(name, compute))

    async def known(self, name: str) -> Json | None:
        """The fact of that name if it was recorded, else None."""
        found = await self._in_thread(lambda: self._table.fact(name))
        return None if found is None else found[0]

    def usage(self) -> Usage:
        """What the calls of this run cost, from their records: the same in a run and in its replay.

        ``calls`` and tokens are those of language models. ``usd`` is None as soon as one model call has no known
        price. ``seconds`` is the time during which at least one call of any kind was under way.
        """
        return _usage(list(self._served.values()))

    def spent(self) -> Usage:
        """As ``usage``, for everything in the file: also what earlier attempts at this run paid for and did not use.
        Budgets count this."""
        return _usage(self._spent)

    async def aclose(self) -> None:
        """Close the file; waits for what is being written."""
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """As ``aclose``, for synchronous callers. A second call does nothing."""
        if self._open:
            self._open = False
            self._thread.submit(self._table.close).result()
            self._thread.shutdown()

    async def __aenter__(self) -> SqliteJournal:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    # ------------------------------------------------------------ on the event loop

    async def _settle(
        self, key: CallKey, request: Json, perform: Callable[[], Awaitable[Reply]], meta: dict[str, Json]
    ) -> _Settled:
        found, told = await self._in_thread(lambda: self._look_up(key, request, meta))
        if told:
            self._changed.append(key)
            self._emit(event("problem", stage=key.stage, subject=key.subject, what=told))
        error = None
        if found.status == "started":
            found, error = await self._perform(found, perform)
            self._spent.append(_cost_of(found))
        self._served[key] = _cost_of(found)
        return _Settled(found, error)

    async def _perform(
        self, begun: CallRecord, perform: Callable[[], Awaitable[Reply]]
    ) -> tuple[CallRecord, ResearchError | None]:
        clock = time.monotonic()
        try:
            reply = await perform()
        except RunError:
            raise  # the run's own folder failed, which says nothing about the call: it stays open
        except ResearchError as error:
            failed = replace(
                begun, status="failed", error=canonical(error.to_record()), seconds=time.monotonic() - clock
            )
            await self._in_thread(lambda: self._table.put(failed))
            return failed, error
        seconds = time.monotonic() - clock
        return await self._in_thread(lambda: self._keep(begun, reply, seconds)), None

    def _shared(self, settled: _Settled, request: Json) -> _Settled:
        if digest(canonical(request)) != settled.record.request_sha256:
            raise _repeated(settled.record.key)
        return settled

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    # ------------------------------------------------------------ on the journal's thread

    def _look_up(self, key: CallKey, request: Json, meta: dict[str, Json]) -> tuple[CallRecord, str]:
        """The record that answers the call, or a new one with status ``started``; and what should be told about it."""
        text = canonical(request)
        sha256 = digest(text)
        takes = self._table.takes(key)
        found = _choose(takes, sha256)
        same = found is not None and found.request_sha256 == sha256
        if self._mode == "replay":
            return self._recorded(key, found, same=same)
        if found is not None and self._mode == "record":
            raise _repeated(key)
        if found is not None and same and not _worth_another_try(found):
            return found, ""
        begun = CallRecord(
            stage=key.stage,
            role=key.role,
            subject=key.subject,
            occurrence=key.occurrence,
            attempt=key.attempt,
            take=takes[0].take + 1 if takes else 0,
            status="started",
            request=text,
            request_sha256=sha256,
            meta=canonical(meta),
            started=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )
        self._table.put(begun)
        changed = found is not None and not same
        return begun, f"{name_of(key)} is asked again: its request is not the recorded one." if changed else ""

    def _recorded(self, key: CallKey, found: CallRecord | None, *, same: bool) -> tuple[CallRecord, str]:
        if found is None:
            raise RunError(
                f"The recording has no answer for {name_of(key)}.",
                kind="not_recorded",
                next_step="Finish the run with `research resume`, or replay it with the release that made it.",
            )
        if same:
            return found, ""
        if not self._allow_changed:
            raise RunError(
                f"The request of {name_of(key)} is not the recorded one (a prompt, a setting or the code has changed).",
                kind="request_changed",
                next_step="Use --allow-changed-prompts to replay it all the same and list what differs.",
            )
        return found, f"{name_of(key)} is answered from the recording though its request is another."

    def _keep(self, begun: CallRecord, reply: Reply, seconds: float) -> CallRecord:
        record = replace(
            begun,
            status="ok",
            reply=canonical(reply.value),
            seconds=seconds,
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            usd=reply.usd,
        )
        self._table.put(record)
        return record

    def _fact(self, name: str, compute: Callable[[], Json]) -> Json:
        known = self._table.fact(name)
        if known is not None:
            return known[0]
        if self._mode == "replay":
            raise RunError(f"The recording does not hold {name!r}.", kind="not_recorded")
        self._table.put_fact(name, compute())
        stored = self._table.fact(name)
        return stored[0] if stored is not None else None


def journal_records(path: Path) -> tuple[CallRecord, ...]:
    """All calls of a run, for those who study how it went; in the order in which they were started.

    Raises:
        RunError: ``missing``, ``tampered`` or ``newer_format``.
    """
    table = CallTable(path, read_only=True)
    try:
        return tuple(sorted(table.records(), key=lambda record: record.started))
    finally:
        table.close()


def journal_usage(path: Path) -> Usage:
    """What all calls of a run cost, also those that an earlier attempt paid for and that were not used.

    Raises:
        RunError: as ``journal_records``.
    """
    return _usage([_cost_of(record) for record in journal_records(path)])


def copy_journal(source: Path, target: Path) -> None:
    """Copy a recording into another run's folder, e.g. into the new folder of a replay.

    Raises:
        RunError: as ``journal_records``, and what the disk says about ``target``.
    """
    table = CallTable(source, read_only=True)
    try:
        table.copy_to(target)
    finally:
        table.close()


def _choose(takes: list[CallRecord], sha256: str) -> CallRecord | None:
    """The take that answers a request: a success for this very request, else a failure of it, else the latest answer
    to another. None where nothing was ever answered."""
    answered = [take for take in takes if take.status != "started"]
    same = [take for take in answered if take.request_sha256 == sha256]
    return next((take for take in same if take.status == "ok"), next(iter(same or answered), None))


def _worth_another_try(record: CallRecord) -> bool:
    """Whether a resumed run should make the call again. A refusal for budget cost nothing, and the limit may have
    been raised since; so may a key have been mended."""
    if record.status == "ok":
        return False
    error = record.failure()
    return error.retryable or error.name in {"budget", "config"} or error.kind in MENDABLE


def _repeated(key: CallKey) -> RunError:
    return RunError(
        f"The call {name_of(key)} was made twice in one run; a second call needs an occurrence or attempt of its own.",
        kind="repeated_key",
        next_step="This is a fault of the program: please report it.",
    )


def _cost_of(record: CallRecord) -> CallRecord:
    """The record without its texts, which may be large and are not needed to add up what was spent."""
    return replace(record, request="", reply=None)


def _usage(records: list[CallRecord]) -> Usage:
    models = [record for record in records if record.asked_a_model]
    prices = [record.usd for record in models if record.status == "ok"]
    known = [price for price in prices if price is not None]
    return Usage(
        calls=len(models),
        prompt_tokens=sum(record.prompt_tokens for record in models),
        completion_tokens=sum(record.completion_tokens for record in models),
        usd=round(math.fsum(known), 9) if len(known) == len(prices) else None,
        seconds=_busy_seconds(records),
    )


def _busy_seconds(records: list[CallRecord]) -> float:
    """The length of the union of the calls' times, in seconds; independent of the records' order."""
    spans = sorted(
        (began := datetime.fromisoformat(record.started).timestamp(), began + record.seconds) for record in records
    )
    total, until = 0.0, -math.inf
    for start, end in spans:
        total += max(0.0, end - max(start, until))
        until = max(until, end)
    return round(total, 3)


def _with_what_is_intact(path: Path, error: RunError) -> RunError:
    """The error, told with how much of the journal can still be read, when it is damage."""
    if error.kind != "tampered":
        return error
    good, total = _readable(path)
    count = f"{good} of its {total} records are intact" if total else "none of its records can be read"
    return RunError(f"{error.message} Of this journal {count}.", kind=error.kind, next_step=error.next_step)


def _readable(path: Path) -> tuple[int, int]:
    try:
        table = CallTable(path, read_only=True)
    except RunError:
        return 0, 0
    try:
        return table.readable()
    finally:
        table.close()
