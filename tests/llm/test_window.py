"""The context window: what the user set, what the endpoint tells, and a replay that cuts prompts alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from research_agent.engines.llm.replies import EntailReply
from research_agent.llm.fake import FakeModelServer
from research_agent.llm.models import Models
from research_agent.llm.window import USUAL, told_limit, window_of
from research_agent.runs.journal import SqliteJournal
from tests.support.models import model_settings, models_over


@pytest.mark.parametrize(
    ("entry", "limit"),
    [
        ({"id": "a", "max_model_len": 8192}, 8192),
        ({"id": "a", "meta": {"n_ctx": 4096, "n_ctx_train": 131072}}, 4096),
        ({"id": "a", "meta": {"n_ctx_train": 8192}}, 8192),
        ({"id": "a", "meta": {"n_ctx_train": 1_000_000}}, USUAL),
        ({"id": "a", "loaded_context_length": 4096, "max_context_length": 32768}, 4096),
        ({"id": "a", "context_length": 200_000}, 200_000),
        ({"id": "a", "max_model_len": "long", "context_length": 7}, None),
        ({"id": "a", "max_model_len": True}, None),
        ({"id": "a"}, None),
    ],
)
def test_each_server_tells_it_in_its_own_words(entry: dict[str, Any], limit: int | None) -> None:
    assert told_limit(entry) == limit


def test_the_smaller_of_setting_and_endpoint_holds() -> None:
    assert window_of(None, {}, ["m"]) == USUAL
    assert window_of(None, {"m": 8192, "other": 2048}, ["m"]) == 8192
    assert window_of(None, {"m": 1_000_000}, ["m"]) == 1_000_000
    assert window_of(4096, {"m": 8192}, ["m"]) == 4096
    assert window_of(100_000, {"m": 8192}, ["m"]) == 8192
    assert window_of(100_000, {"m": 8192, "small": 4096}, ["m", "small"]) == 4096


async def test_it_is_asked_once_and_played_back_without_the_endpoint(tmp_path: Path) -> None:
    async with FakeModelServer([], windows={"fake": 16_384}) as server, models_over(server, tmp_path) as models:
        assert await models.learn_window() == 16_384
        assert await models.learn_window() == 16_384
    async with models_over(server, tmp_path, mode="replay") as again:
        assert await again.learn_window() == 16_384


async def test_two_that_share_a_journal_ask_each_for_itself(tmp_path: Path) -> None:
    reply = {"sentences": []}
    async with FakeModelServer([reply] * 2, windows={"fake": 16_384}) as server:
        for mode in ("record", "replay"):
            async with SqliteJournal(tmp_path / "journal.sqlite", mode=mode) as journal:  # type: ignore[arg-type]
                settings = model_settings(server, model=None)
                for stage, asker in (("write", ""), ("judge", "judge")):
                    models = Models(settings, journal, asker=asker)
                    assert await models.learn_window() == 16_384
                    await models.ask(
                        role="judge",
                        prompt="entail",
                        variables={"language": "", "sentences": ""},
                        reply=EntailReply,
                        stage=stage,
                        subject="x",
                    )
                    await models.aclose()


async def test_an_endpoint_without_a_list_is_no_failure(tmp_path: Path) -> None:
    async with FakeModelServer([], key="other") as server, models_over(server, tmp_path) as models:
        assert await models.learn_window() == USUAL
