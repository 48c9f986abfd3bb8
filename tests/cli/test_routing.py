from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.cli.routing import COMMANDS, near_command, route
from research_agent.errors import ConfigError

TAKES_VALUE = frozenset({"--documents", "--depth", "--budget-usd", "--output"})


def routed(*argv: str) -> list[str]:
    return route(argv, TAKES_VALUE)


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["why is it so?"], ["ask", "why is it so?"]),
        (["--json", "why is it so?"], ["ask", "--json", "why is it so?"]),
        (["why is it so?", "--depth", "deep"], ["ask", "why is it so?", "--depth", "deep"]),
        (["--depth", "deep", "why is it so?", "--json"], ["ask", "--depth", "deep", "why is it so?", "--json"]),
        (["--depth=deep", "why is it so?"], ["ask", "--depth=deep", "why is it so?"]),
        (["-"], ["ask", "-"]),
        (["@question.txt", "--json"], ["ask", "@question.txt", "--json"]),
        (["inflation"], ["ask", "inflation"]),
        (["通货膨胀"], ["ask", "通货膨胀"]),
        (["--", "-40 degrees: which unit?"], ["ask", "--", "-40 degrees: which unit?"]),
        (["--json", "--", "resum"], ["ask", "--json", "--", "resum"]),
        (["--documents", "list", "what stands there?"], ["ask", "--documents", "list", "what stands there?"]),
        (["ask", "resum"], ["ask", "resum"]),
        (["show", "last"], ["show", "last"]),
        (["--json", "show", "last"], ["show", "--json", "last"]),
        (["--json", "bench", "show", "a", "b"], ["bench", "show", "--json", "a", "b"]),
        (["bench", "run", "s", "--system", "x y"], ["bench", "run", "s", "--system", "x y"]),
        (["bench"], ["bench"]),
        (["--output", "elsewhere", "list"], ["list", "--output", "elsewhere"]),
        (["--json"], ["ask", "--json"]),
        (["--help"], ["--help"]),
        (["--version"], ["--version"]),
        (["--show-completion", "bash"], ["--show-completion", "bash"]),
        ([], []),
    ],
)
def test_a_command_line_gets_its_command(argv: list[str], expected: list[str]) -> None:
    assert routed(*argv) == expected


@pytest.mark.parametrize(
    ("argv", "suggestion"),
    [
        (["resum"], "research resume"),
        (["aks"], "research ask"),
        (["Verify"], "research verify"),
        (["verfy", "last"], "research verify last"),
        (["--json", "docter"], "research doctor"),
        (["help"], "research --help"),
        (["ls"], "research list"),
        (["https://example.org/page"], "--url https://example.org/page"),
    ],
)
def test_a_slip_is_refused_with_a_suggestion(argv: list[str], suggestion: str) -> None:
    with pytest.raises(ConfigError) as caught:
        routed(*argv)
    assert caught.value.kind == "usage"
    assert suggestion in caught.value.next_step


def test_a_path_is_not_a_question(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not a question") as caught:
        routed(str(tmp_path))
    assert f"--documents {tmp_path}" in caught.value.next_step


def test_a_question_that_names_a_command_is_a_question() -> None:
    assert routed("show me the money supply of 2024") == ["ask", "show me the money supply of 2024"]
    assert near_command("show me") is None


@given(st.lists(st.text(max_size=12), max_size=6))
def test_routing_keeps_every_word_and_raises_only_config_errors(argv: list[str]) -> None:
    try:
        arguments = route(argv, TAKES_VALUE)
    except ConfigError:
        return
    assert sorted(arguments) in (sorted(argv), sorted(["ask", *argv]))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_routes_to_itself(name: str) -> None:
    assert routed(name, "x") == [name, "x"]
