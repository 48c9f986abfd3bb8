"""A real, very small model at the other end. What it writes does not matter; that the evidence rules hold does.

CONTRIBUTING.md says how to start the server; without one the test is skipped.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from research_agent import research
from research_agent.errors import ModelError
from research_agent.evidence.verify import verify_run
from research_agent.runs.find import find_run
from tests.support.runs import run_settings

SERVER = os.environ.get("MODEL_SERVER_URL", "")


@pytest.mark.model
@pytest.mark.skipif(not SERVER, reason="MODEL_SERVER_URL names no model server")
async def test_a_tiny_model_never_gets_an_unsupported_sentence_printed(tmp_path: Path) -> None:
    settings = run_settings(
        tmp_path,
        openai_base_url=SERVER,
        openai_api_key="none",
        model=os.environ.get("MODEL_SERVER_MODEL", "smollm2"),
        depth="quick",
        context_tokens=8192,
        model_timeout=600,
    )
    failure: ModelError | None = None
    report = None
    try:
        report = await research("How high is the lighthouse of Lindau?", settings)
    except ModelError as error:
        failure = error
    # An honest end either way: a report whose citations hold, or a failure that says what to do about it.
    assert failure is None or failure.next_step
    assert report is None or verify_run(find_run(tmp_path / "runs", "last")) == ()
