from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.errors import RunError
from research_agent.events import event
from research_agent.runs.events_log import EventLog, read_events


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "events.jsonl"


def test_events_are_appended_across_sessions(path: Path) -> None:
    events = [event("plan", origin="engine"), event("problem", what="半个\ud83d")]
    for one in events:
        with EventLog(path) as log:
            log(one)
    assert list(read_events(path)) == events


@given(cut=st.integers(1, 60))
def test_a_torn_last_line_costs_only_itself(cut: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("log") / "events.jsonl"
    first, second, third = (event("waiting", what=name) for name in ("one", "两", "three"))
    with EventLog(path) as log:
        log(first)
        log(second)
    path.write_bytes(path.read_bytes()[:-cut])
    with EventLog(path) as log:
        log(third)
    survivors = list(read_events(path))
    assert survivors in ([first, third], [first, second, third])


def test_a_run_without_events_has_none(path: Path) -> None:
    assert read_events(path) == ()


def test_a_folder_in_the_way_is_said(path: Path) -> None:
    path.mkdir()
    with pytest.raises(RunError) as caught:
        EventLog(path)
    assert caught.value.kind == "not_writable"


FULL_DISK = """
    import resource, sys
    from pathlib import Path
    from research_agent.errors import RunError
    from research_agent.runs.events_log import EventLog

    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    with EventLog(Path(sys.argv[1])) as log:
        try:
            for number in range(1000):
                log({"event": "x", "number": number})
        except RunError as error:
            print(error.kind)
"""


def test_a_full_disk_is_said(path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", dedent(FULL_DISK), path], capture_output=True, text=True, check=True)
    assert done.stdout == "disk_full\n"
    assert len(read_events(path)) > 10
