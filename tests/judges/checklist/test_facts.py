"""What code counts of a report for the judge."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from research_agent.judges.checklist.facts import facts_of

REPORT = """# 增长

阿尔法增长了3.5%[1]。Beta fell [2].

## Table of firms

| Firm | Growth |
| --- | --- |
| Gamma | 7 % |
| Delta | 8 % [1] |

- one
- two

## References

1. Example. https://a.example/x
2. Other. https://b.example/y
"""


def test_length_headings_tables_lists_and_sources_are_counted() -> None:
    facts = facts_of(REPORT)
    assert "without its list of references: 23 words or 字 (8 Chinese" in facts.counts
    assert "headings: 3; tables: 1; list items: 2" in facts.counts
    assert "with a citation: 3; different sources cited: 2; entries in its list of references: 2" in facts.counts
    assert "# 增长 (9 words directly below it)" in facts.outline
    assert "table 1: 2 columns (Firm | Growth), 2 rows" in facts.outline


def test_what_code_prints_of_the_making_is_not_the_text_itself() -> None:
    made = "\n## 本报告的形成过程\n\n**搜索**\n\n十个字十个字十个字十。\n"
    facts = facts_of(REPORT.replace("\n## References", f"{made}\n## References"))
    assert "its account of how it was made: 23 words" in facts.counts


def test_words_of_a_plain_report() -> None:
    facts = facts_of("One, two and three-quarters: [four](https://x.example/a/b) isn't 1,000.5.")
    assert facts.counts.startswith("- whole report: 7 words (")
    assert facts.outline == "(no headings, no tables)"


@given(st.text(alphabet=st.sampled_from(list("aB1 .。#|-`*>[]()\n表")), max_size=200))
def test_nothing_makes_it_fail(text: str) -> None:
    assert facts_of(text).counts
