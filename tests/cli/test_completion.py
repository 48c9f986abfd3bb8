from __future__ import annotations

import os

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


def test_bash_completes_commands_options_and_choices(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert completed(monkeypatch, capsys, "research", "re") == ["read", "resume", "replay"]
    assert completed(monkeypatch, capsys, "research", '"why so"', "--bud") == [
        "--budget-usd",
        "--budget-tokens",
        "--budget-seconds",
    ]
    assert completed(monkeypatch, capsys, "research", "why", "--depth", "") == ["quick", "standard", "deep"]
    assert completed(monkeypatch, capsys, "research", "--doc") == ["--documents"]


def test_the_script_for_a_shell_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--show-completion", "bash"])
    assert "_RESEARCH_COMPLETE=complete_bash" in capsys.readouterr().out
