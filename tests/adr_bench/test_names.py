from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.adr_bench.names import folder_name
from research_agent.adr_bench.shards import Shard, parse_shard
from research_agent.errors import ConfigError

HOSTILE = [
    "../../etc/passwd",
    "/",
    ".",
    "..",
    "a/b",
    "a\\b",
    "CON",
    "con",
    "nul",
    "com1",
    "",
    " ",
    "x" * 500,
    "任务一",
    "é",
]
HOSTILE += ["e\u0301", "A", "a", "a\x00b", "a\nb", "-rf", "~", "a~0123456789ab", "\ud800", "dev-01", "Dev-01", "dev_01"]


def test_hostile_ids_have_safe_names_that_all_differ() -> None:
    names = [folder_name(id) for id in HOSTILE]
    assert len({name.casefold() for name in names}) == len(HOSTILE)
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9_~-]{0,63}", name) for name in names)
    assert not {"con", "nul", "com1"} & set(names)


def test_a_plain_id_is_its_own_name() -> None:
    assert folder_name("dev-01") == "dev-01"
    assert folder_name("law_zh_07") == "law_zh_07"


@given(st.text(st.characters(blacklist_categories=()), max_size=80), st.text(max_size=80))
def test_no_two_ids_share_a_name(one: str, other: str) -> None:
    assert (folder_name(one).casefold() == folder_name(other).casefold()) == (one == other)


@given(st.integers(1, 9), st.integers(0, 60))
def test_every_task_is_in_one_shard_and_shards_are_even(of: int, tasks: int) -> None:
    shards = [[place for place in range(tasks) if Shard(index, of).has(place)] for index in range(1, of + 1)]
    assert sorted(place for shard in shards for place in shard) == list(range(tasks))
    assert max(map(len, shards)) - min(map(len, shards)) <= 1


def test_a_shard_as_it_is_written() -> None:
    assert parse_shard(" 2/5 ") == Shard(2, 5)


@pytest.mark.parametrize("text", ["", "0/5", "6/5", "1/0", "2", "a/b", "-1/5", "1.5/2"])
def test_what_is_no_shard(text: str) -> None:
    with pytest.raises(ConfigError, match="no shard"):
        parse_shard(text)
