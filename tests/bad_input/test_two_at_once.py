"""Two runs over one documents folder, and two processes at one run."""

from __future__ import annotations

import asyncio
from pathlib import Path

from research_agent import Settings
from research_agent import research as ask
from research_agent.domain import Outcome
from research_agent.runs.folder import RunFolder
from tests.support.command_line import QUESTION, research


async def test_two_runs_on_one_documents_folder_both_work(documents: Path) -> None:
    """Both find no index and want to make it."""
    settings = Settings(documents=(str(documents),))
    one, other = await asyncio.gather(ask(QUESTION, settings), ask(QUESTION, settings))
    assert one.outcome is other.outcome is Outcome.COMPLETE
    assert one.run != other.run
    assert [sentence.text for sentence in one.answer] == [sentence.text for sentence in other.answer]


def test_a_second_process_at_a_run_is_refused(documents: Path) -> None:
    said = research(QUESTION, "--documents", str(documents))
    with RunFolder.open(said.folder).lock():
        refused = research("resume", str(said.folder))
        assert refused.code == 1
        assert "in use by process" in refused.complaint
        for command in ("verify", "show", "replay"):  # these only read
            assert research(command, str(said.folder)).code == 0
    assert research("resume", str(said.folder)).code == 0
