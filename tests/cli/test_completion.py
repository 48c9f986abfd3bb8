from __future__ import annotations

import os
from pathlib import Path

import pytest

from research_agent.cli.completion import route_completion
from research_agent.cli.main import main

TAKES_VALUE = frozenset({"--documents", "--depth"})


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("research ", "research "),
        ("research re", "research re"),
        ("research show la", "research show la"),
        ("research --he", "research --he"),
        ("research --dep", "research ask --dep"),
        ('research "why so" --dep', 'research ask "why so" --dep'),
        ("research --depth ", "research ask --depth "),
    ],
)
def test_a_question_gets_its_command(line: str, expected: str) -> None:
    environment = {"_RESEARCH_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line}
    route_completion(TAKES_VALUE, "research", environment)
    assert environment["_TYPER_COMPLETE_ARGS"] == expected


def test_nothing_changes_without_a_completion() -> None:
    environment = {"_TYPER_COMPLETE_ARGS": "research --dep"}
    route_completion(TAKES_VALUE, "research", environment)
    assert environment == {"_TYPER_COMPLETE_ARGS": "research --dep"}


def completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    monkeypatch.setenv("_RESEARCH_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "\n".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 0
    del os.environ["_RESEARCH_COMPLETE"]
    return capsys.readouterr().out.split()


def test_bash_completes_commands_options_choices_and_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert completed(monkeypatch, capsys, "research", "re") == ["read", "resume", "replay"]
    assert completed(monkeypatch, capsys, "research", '"why so"', "--bud") == [
        "--budget-usd",
        "--budget-tokens",
        "--budget-seconds",
    ]
    assert completed(monkeypatch, capsys, "research", "why", "--depth", "") == ["quick", "standard", "deep"]
    (tmp_path / "runs" / "2026-11-30-why-1a2b").mkdir(parents=True)
    (tmp_path / "runs" / "2026-11-30-why-1a2b" / "run.json").touch()
    monkeypatch.chdir(tmp_path)
    assert completed(monkeypatch, capsys, "research", "show", "2") == ["2026-11-30-why-1a2b"]
    assert completed(monkeypatch, capsys, "research", "resume", "l") == ["last"]
    assert completed(monkeypatch, capsys, "research", "--doc") == ["--documents"]


def test_the_script_for_a_shell_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("bash", "/bin/bash"))  # make runs the tests below sh
    with pytest.raises(SystemExit):
        main(["--show-completion", "bash"])
    assert "_RESEARCH_COMPLETE=complete_bash" in capsys.readouterr().out
