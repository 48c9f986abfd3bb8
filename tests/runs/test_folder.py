from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.errors import RunError
from research_agent.runs.folder import RunFolder, slug

NOW = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path / "runs", "How high is Mount Everest?", now=NOW)


def test_a_new_folder_is_named_after_day_and_question_and_is_private(folder: RunFolder) -> None:
    assert re.fullmatch(r"2026-11-30-how-high-is-mount-everest-[0-9a-f]{4}", folder.name)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert (folder.path / "sources").is_dir()


def test_one_question_twice_makes_two_folders(tmp_path: Path) -> None:
    assert len({RunFolder.create(tmp_path, "x?", now=NOW).name for _ in range(20)}) == 20


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What's new in PostgreSQL 18, compared with 17?", "what-s-new-in-postgresql-18-compared"),
        ("Größe des Matterhorns", "groe-des-matterhorns"),
        ("PostgreSQL 18 有哪些新特性？", "postgresql-18"),
        ("x" * 500, "x" * 40),
    ],
)
def test_slugs_are_short_and_readable(question: str, expected: str) -> None:
    assert slug(question) == expected


def test_a_question_without_latin_letters_gets_a_hash() -> None:
    assert re.fullmatch(r"q[0-9a-f]{7}", slug("珠穆朗玛峰有多高？"))
    assert slug("珠穆朗玛峰有多高？") != slug("珠穆朗玛峰在哪里？")


@given(st.text())
def test_every_slug_is_a_safe_file_name(question: str) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug(question))
    assert len(slug(question)) <= 40


def test_what_is_written_is_read_back_exactly(folder: RunFolder) -> None:
    folder.write("report.md", "# 标题\n\r\nend")
    assert folder.read_text("report.md") == "# 标题\n\r\nend"
    folder.write_json("verdict.json", {"é": "\ud83d"})
    assert folder.read_json("verdict.json") == {"é": "\ud83d"}
    assert sorted(path.name for path in folder.path.iterdir()) == ["report.md", "sources", "verdict.json"]


@pytest.mark.parametrize(
    "name", ["../x", "/etc/passwd", "a/../../x", "", ".hidden", "sources/.x", "a\0b", "..", "sources//x", "a\nb"]
)
def test_a_name_that_leads_elsewhere_is_refused(folder: RunFolder, name: str) -> None:
    for use in (lambda: folder.write(name, "x"), lambda: folder.read_text(name)):
        with pytest.raises(RunError) as caught:
            use()
        assert caught.value.kind == "bad_name"


def test_a_link_out_of_the_folder_is_not_followed(folder: RunFolder, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (folder.path / "sources").rmdir()
    (folder.path / "sources").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RunError):
        folder.write("sources/x.txt", "x")
    (folder.path / "report.md").symlink_to("/etc/passwd")
    with pytest.raises(RunError):
        folder.read_text("report.md")


def test_a_file_where_the_output_folder_should_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("in the way")
    for output in (tmp_path / "runs", tmp_path / "runs" / "below"):
        with pytest.raises(RunError, match="cannot be written") as caught:
            RunFolder.create(output, "x?")
        assert caught.value.kind == "not_writable"
        assert "--output" in caught.value.next_step


def test_a_folder_in_the_way_of_a_file_is_said_and_leaves_nothing_behind(folder: RunFolder) -> None:
    (folder.path / "report.md").mkdir()
    with pytest.raises(RunError) as caught:
        folder.write("report.md", "x")
    assert caught.value.kind == "not_writable"
    assert not list(folder.path.glob(".*"))


FULL_DISK = """
    import resource, sys
    from pathlib import Path
    from research_agent.errors import RunError
    from research_agent.runs.folder import RunFolder

    folder = RunFolder(Path(sys.argv[1]))
    folder.write("report.md", "old")
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
    try:
        folder.write("report.md", "x" * 20_000)
    except RunError as error:
        print(error.kind, folder.read_text("report.md"), sorted(path.name for path in folder.path.iterdir()))
"""


def test_a_full_disk_is_said_and_the_old_content_stays(folder: RunFolder) -> None:
    done = subprocess.run(
        [sys.executable, "-c", dedent(FULL_DISK), folder.path], capture_output=True, text=True, check=True
    )
    assert done.stdout == "disk_full old ['report.md', 'sources']\n"


def test_no_space_left_is_a_full_disk(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(RunError) as caught:
        folder.write("report.md", "x")
    assert caught.value.kind == "disk_full"


def test_a_locked_folder_is_refused_naming_the_process(folder: RunFolder) -> None:
    with folder.lock():
        assert folder.in_use()
        with pytest.raises(RunError, match=f"in use by process {os.getpid()}") as caught:
            folder.lock()
        assert caught.value.kind == "locked"
    assert not folder.in_use()
    folder.lock().release()


HOLDER = """
    import sys
    from pathlib import Path
    from research_agent.runs.folder import RunFolder

    with RunFolder(Path(sys.argv[1])).lock():
        print("locked", flush=True)
        sys.stdin.read()
"""


def test_another_process_is_refused_until_the_first_one_dies_however_it_dies(folder: RunFolder) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", dedent(HOLDER), folder.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        with pytest.raises(RunError, match=f"process {holder.pid}"):
            folder.lock()
        holder.kill()
        holder.wait()
    folder.lock().release()


def test_opening_what_is_no_run_is_said(folder: RunFolder, tmp_path: Path) -> None:
    def kind_of(path: Path) -> str:
        with pytest.raises(RunError) as caught:
            RunFolder.open(path)
        return caught.value.kind

    assert kind_of(tmp_path / "nowhere") == "missing"
    assert kind_of(folder.path) == "missing"
    for content, kind in (
        ('{"format_version": 99}', "newer_format"),
        ("[]", "tampered"),
        ("{", "tampered"),
        ("\ufffd{}", "tampered"),
    ):
        folder.write("run.json", content)
        assert kind_of(folder.path) == kind
    folder.write("run.json", b"\xff\xfe")
    assert kind_of(folder.path) == "tampered"
    folder.write("run.json", '{"format_version": 1}')
    assert RunFolder.open(folder.path) == folder


def test_a_run_that_never_began_leaves_nothing(folder: RunFolder) -> None:
    folder.write("run.json", "{}")
    folder.discard()
    assert list(folder.path.parent.iterdir()) == []
