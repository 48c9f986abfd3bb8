from __future__ import annotations

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from research_agent.llm.concurrency import GROW_AFTER, SharedConcurrency, slots_of
from research_agent.reading.politeness import Turns
from research_agent.settings import Settings
from research_agent.sharing import SharedPlaces
from tests.support.waiting import until

ROOT = Path(__file__).resolve().parents[1]
HOLD = """
import asyncio, sys
from pathlib import Path
from research_agent.sharing import SharedPlaces

async def main():
    async with SharedPlaces(Path(sys.argv[1]), int(sys.argv[2])).place():
        print("held", flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


async def test_a_place_is_free_again_when_its_holder_is_killed(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path), "1"], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert holder.stdout
    assert holder.stdout.readline() == "held\n"
    got: list[float] = []

    async def wanting() -> None:
        async with SharedPlaces(tmp_path, 1).place():
            got.append(time.monotonic())

    waiting = asyncio.create_task(wanting())
    await asyncio.sleep(0.3)
    assert not got
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    await asyncio.wait_for(waiting, 5)
    assert got


async def test_as_many_at_once_as_there_are_places_whoever_asks(tmp_path: Path) -> None:
    at_once = most = 0

    async def one(places: SharedPlaces) -> None:
        nonlocal at_once, most
        async with places.place():
            at_once += 1
            most = max(most, at_once)
            await asyncio.sleep(0.01)
            at_once -= 1

    several = [SharedPlaces(tmp_path, 3) for _ in range(4)]
    await asyncio.gather(*(one(places) for places in several for _ in range(5)))
    assert most == 3


async def test_a_429_makes_all_wait_and_narrows_all(tmp_path: Path) -> None:
    one, other = (SharedConcurrency(SharedPlaces(tmp_path, 4)) for _ in range(2))
    one.limited(0.3)
    started = time.monotonic()
    async with other.slot():
        assert time.monotonic() - started >= 0.29
    places = SharedPlaces(tmp_path, 4)
    assert places.width().allowed == 2
    for _ in range(GROW_AFTER):
        other.succeeded()
    assert places.width().allowed == 3
    one.limited(0)
    one.limited(0)
    one.limited(0)
    assert places.width().allowed == 1


@pytest.mark.parametrize("content", ["", "{", '{"allowed": "x"}', '{"allowed": 0, "good": 0, "not_before": 0}'])
async def test_a_damaged_width_stops_nobody(tmp_path: Path, content: str) -> None:
    (tmp_path / "width").write_text(content)
    async with asyncio.timeout(2), SharedPlaces(tmp_path, 2).place():
        pass


async def test_a_pause_of_a_clock_that_was_set_is_not_waited_for_without_end(tmp_path: Path) -> None:
    (tmp_path / "width").write_text(f'{{"allowed": 1, "good": 0, "not_before": {time.time() + 1e9}}}')
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        (tmp_path / "width").unlink(missing_ok=True)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("research_agent.sharing.asyncio.sleep", sleep)
        async with SharedPlaces(tmp_path, 1).place():
            pass
    assert slept == [300.0]


def test_the_settings_choose(tmp_path: Path) -> None:
    assert isinstance(slots_of(Settings(shared_limits=tmp_path)), SharedConcurrency)
    assert not isinstance(slots_of(Settings()), SharedConcurrency)


async def test_two_processes_turns_at_one_host_keep_its_delay(tmp_path: Path) -> None:
    one, other = (Turns(0.3, 8, shared=tmp_path) for _ in range(2))
    times: list[tuple[float, float]] = []

    async def visit(turns: Turns, host: str) -> None:
        async with turns.turn(host):
            began = time.monotonic()
            await asyncio.sleep(0.05)
            times.append((began, time.monotonic()))

    await asyncio.gather(visit(one, "a.example"), visit(other, "a.example"), visit(other, "A.example"))
    times.sort()
    assert all(later[0] - earlier[1] >= 0.28 for earlier, later in itertools.pairwise(times))
    started = time.monotonic()
    await visit(one, "b.example")
    assert time.monotonic() - started < 0.25


async def test_waiting_for_a_turn_can_be_cancelled(tmp_path: Path) -> None:
    turns, others = Turns(0.0, 8, shared=tmp_path), Turns(0.0, 8, shared=tmp_path)
    async with turns.turn("a.example"):
        waiting = asyncio.create_task(others.turn("a.example").__aenter__())
        await asyncio.sleep(0.05)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    async with asyncio.timeout(2), others.turn("a.example"):
        pass


async def test_until_gives_up() -> None:
    with pytest.raises(TimeoutError):
        await until(lambda: False, seconds=0.05)
