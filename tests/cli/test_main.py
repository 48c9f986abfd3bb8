from __future__ import annotations

import json
import subprocess
import sys

import pytest

from research_agent.cli.bench.group import COMMANDS as BENCH
from research_agent.cli.exit_codes import MEANINGS, ExitCode
from research_agent.cli.main import main
from research_agent.cli.routing import COMMANDS, GROUP

HEAVY = ("langgraph", "openai", "pydantic_settings", "pydantic", "httpx", "trafilatura", "tantivy", "rich.markdown")


def test_help_names_every_command_and_every_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n  {name} " in out for name in COMMANDS)
    assert all(f"{int(code)}  {meaning}" in out for code, meaning in MEANINGS.items())
    assert all(len(line) <= 80 for line in out.splitlines())


@pytest.mark.parametrize("words", [*([name] for name in COMMANDS if name != GROUP), *([GROUP, name] for name in BENCH)])
def test_every_command_has_help_json_and_debug(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--help"]) == 0
    out = capsys.readouterr().out
    assert "--json" in out
    assert "--debug" in out


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom research_agent.cli.main import main\nassert main(['--help']) == 0\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_no_words_print_the_help_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == ExitCode.USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert 'research "QUESTION"' in captured.err


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["resum"], "research resume"),
        (["what", "is", "it"], 'research "what is it"'),
        (["resum", "last"], "research resume last"),
        (["--dept", "quick", "why?"], "--depth"),
        (["why?", "--depth", "thorough"], "quick"),
        (["why?", "--engine", "gpt"], "extractive"),
        (["why?", "--budget-usd", "much"], "--budget-usd"),
        (["why?", "--budget-usd", "-1"], "budget_usd"),
        (["why?", "--budget-tokens", "0"], "budget_tokens"),
        (["why?", "--language", "german"], "BCP-47"),
        (["why?", "--since", "yesterday"], "YYYY-MM-DD"),
        (["why?", "--format", "odt"], "md, html, json"),
        (["why?", "--documents"], "--documents"),
        (["@/no/such/file"], "/no/such/file"),
        (["--json", "--depth", "quick"], "no question"),
        (["", "--json"], "empty"),
        (["show"], "RUN"),
        (["show", "me", "the", "money"], 'research "show me the money"'),
        (["verify", "no-such-run"], "no-such-run"),
        (["show", "last"], "runs"),
        (["list", "--since", "2024-01-01"], "--since"),
    ],
)
def test_wrong_usage_is_told_in_two_lines(argv: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == ExitCode.USAGE
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.err.startswith("research: ")
    assert len(captured.err.strip().splitlines()) <= 2
    if "--json" not in argv:
        assert captured.out == ""


def test_wrong_usage_under_json_is_an_object_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resum", "--json"]) == ExitCode.USAGE
    error = json.loads(capsys.readouterr().out)
    assert error["event"] == "error"
    assert error["exit_code"] == 2
    assert error["kind"] == "usage"


def test_debug_shows_the_trace(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why?", "--since", "x", "--debug"]) == ExitCode.USAGE
    assert "Traceback" in capsys.readouterr().err


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("research-agent-cited ")
