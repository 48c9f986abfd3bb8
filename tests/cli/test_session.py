from __future__ import annotations

import asyncio
import os
import signal

import pytest

from research_agent.cli.exit_codes import Interrupted
from research_agent.cli.session import Session


def test_the_result_comes_back_and_the_display_ticks() -> None:
    ticks: list[int] = []

    async def work() -> str:
        await asyncio.sleep(0)
        return "done"

    assert Session(lambda: ticks.append(1)).run(work) == "done"
    assert ticks


@pytest.mark.parametrize(("signum", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_lets_the_work_clean_up(signum: signal.Signals, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    cleaned: list[str] = []

    async def work() -> None:
        try:
            os.kill(os.getpid(), signum)
            await asyncio.sleep(30)
        finally:
            await asyncio.sleep(0)
            cleaned.append("journal closed")

    with pytest.raises(Interrupted) as caught:
        Session().run(work)
    assert caught.value.exit_code == code
    assert cleaned == ["journal closed"]
    assert "stopping" in capsys.readouterr().err
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_signal_ends_the_process_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)

    async def work() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(30)
        finally:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(0.05)

    with pytest.raises(Interrupted):
        Session().run(work)
    assert ended == [130]


def test_an_error_of_the_work_is_the_error() -> None:
    async def work() -> None:
        raise ValueError("x")

    with pytest.raises(ValueError, match="x"):
        Session().run(work)
