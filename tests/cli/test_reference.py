from __future__ import annotations

from pathlib import Path

from research_agent.cli.reference import reference

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cli.md"


def test_the_page_is_what_the_program_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), "python -m research_agent.cli.reference > docs/cli.md"
