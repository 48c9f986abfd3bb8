"""A paragraph is put where the report speaks, and tears nothing."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from research_agent.judges.mutation.places import inserted

OURS = """# Title

One thing is so.[1]

The three are:

- a

- b

| x | y |
| --- | --- |
| 1 | 2 |

## How this report was made

**Searches**

Nothing else.

## References

1. **Book** — 2001

   > “A passage.”

2. **Other book** — 2002

   > “Another.”
"""


def test_a_paragraph_never_stands_in_the_account_or_the_references() -> None:
    text = inserted(OURS, ("NEW.",) * 3)
    assert text.count("NEW.") == 3
    assert "NEW" not in text[text.index("## How this") :]
    assert "- a\n\n- b\n\n| x" in text, "list and table, and what stands between them, are whole"
    assert "The three are:\n\n- a" in text, "a list stays below its announcement"
    assert text.replace("NEW.\n\n", "") == OURS


@pytest.mark.parametrize("text", ["", "\n", "# Only a title", "- a\n- b", "```\ncode\n\nmore\n```", "> quoted"])
def test_any_report_has_a_place(text: str) -> None:
    assert inserted(text, ("NEW.",)).count("NEW.") == 1


def test_code_is_not_torn() -> None:
    code = "Before.\n\n```\na\n\nb\n```\n\nBehind.\n"
    assert "```\na\n\nb\n```" in inserted(code, ("NEW.",) * 4)


@given(st.text(max_size=300), st.integers(min_value=1, max_value=4))
@example("\r", 2)
def test_everything_else_stays(text: str, count: int) -> None:
    assert inserted(text, ("NEW",) * count).replace("NEW", "").split() == text.replace("NEW", "").split()
