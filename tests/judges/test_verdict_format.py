"""docs/judges.md names every field of verdict.json and no other."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from research_agent.domain import ItemVerdict, Trial, Verdict

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "judges.md"


def test_every_field_is_documented() -> None:
    section = DOCUMENT.read_text(encoding="utf-8").split("## verdict.json")[1].split("\n## ")[0]
    written = {name.replace("[]", "") for name in re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)}
    there = {one.name for one in fields(Verdict)} - {"items"}
    there |= {f"items.{one.name}" for one in fields(ItemVerdict)} - {"items.trials"}
    there |= {f"items.trials.{one.name}" for one in fields(Trial)}
    assert written == there
