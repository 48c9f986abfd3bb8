"""A user's file of sources in a whole run: it counts, the report says so, and a replay elsewhere does not need it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from research_agent import Settings, replay, research
from research_agent.domain import ClaimStatus
from research_agent.errors import ConfigError

SAID = "The lighthouse of Lindau is 36 metres high and was built in 1856."
QUESTION = "How high is the lighthouse of Lindau?"


def settings(tmp_path: Path, **more: Any) -> Settings:
    folder = tmp_path / "documents"
    folder.mkdir(exist_ok=True)
    for name, filler in (("a.txt", "Ships come in from Bregenz."), ("b.txt", "The lion stands on the other side.")):
        (folder / name).write_text(f"Guide {name}\n\n{filler}\n\n{SAID}\n", encoding="utf-8")
    return Settings(
        documents=(str(folder),), output=tmp_path / "runs", cache_dir=tmp_path / "cache", engine="extractive", **more
    )


async def test_rulings_are_recorded_with_the_run(tmp_path: Path) -> None:
    file = tmp_path / "sources.toml"
    file.write_text('[authority]\n"a.txt" = "official"\n[dates]\n"b.txt" = 2011-11-11\n', encoding="utf-8")
    report = await research(QUESTION, settings(tmp_path, sources_file=file, same_sources=("a.txt,b.txt",)))
    assert report.claims[0].status is ClaimStatus.SINGLE_SOURCE
    kinds = {
        source.path[-5:]: (source.authority.value, str(source.published)) for source in report.sources if source.path
    }
    assert kinds.get("a.txt", ("official",))[0] == "official"
    assert kinds.get("b.txt", ("", "2011-11-11"))[1] == "2011-11-11"
    file.unlink()
    again = await replay(tmp_path / "runs" / report.run, output=tmp_path / "again")
    first, second = (path / "report.json" for path in (tmp_path / "runs" / report.run, *(tmp_path / "again").iterdir()))
    assert json.loads(first.read_text("utf-8")) == json.loads(second.read_text("utf-8"))
    assert again.sources == report.sources


async def test_a_wrong_file_stops_before_anything_is_asked(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="file of sources"):
        await research(QUESTION, settings(tmp_path, sources_file=tmp_path / "none.toml"))
    assert not list((tmp_path / "runs").glob("*"))
