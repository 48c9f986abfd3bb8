"""A report of any tool, cut into sentences that stand where they say."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from research_agent.judges.subject import subject_of_text

REPORT = """# Growth of the market

The market grew by 3.5 % in 2024 [1]. It will grow again, e.g. in Asia.

## Figures

| Year | Size |
| --- | ---: |
| 2024 | 3.1 bn |

- First cause: demand. Second cause: prices.
- 第二点。价格上涨！

```sql
SELECT 1;
```

1. Example Institute. https://example.org/a.b?c=d
"""


def test_headings_items_rows_and_code_are_sentences() -> None:
    subject = subject_of_text(REPORT, question="How does it grow?", language="en")
    assert [(one.kind, one.text) for one in subject.sentences] == [
        ("heading", "# Growth of the market"),
        ("text", "The market grew by 3.5 % in 2024 [1]."),
        ("text", "It will grow again, e.g. in Asia."),
        ("heading", "## Figures"),
        ("row", "| Year | Size |"),
        ("row", "| 2024 | 3.1 bn |"),
        ("item", "- First cause: demand."),
        ("item", "Second cause: prices."),
        ("item", "- 第二点。"),
        ("item", "价格上涨！"),
        ("code", "SELECT 1;"),
        ("item", "1. Example Institute. https://example.org/a.b?c=d"),
    ]


def test_citations_behind_a_stop_belong_to_the_sentence_before() -> None:
    text = "海拔是8848.86米。[1][2] 冰雪深3.5米！【3】它在上升。[4]\n\n[5] 号文件。\n"
    assert [one.text for one in subject_of_text(text).sentences] == [
        "海拔是8848.86米。[1][2]",
        "冰雪深3.5米！【3】",
        "它在上升。[4]",
        "[5] 号文件。",
    ]


def test_places_lead_to_sentences() -> None:
    subject = subject_of_text(REPORT)
    start = subject.text.index("2024 [1]. It will")
    assert [one.id for one in subject.at(start, start + 14)] == ["s2", "s3"]
    assert subject.at(0, 1)[0].kind == "heading"
    assert subject.at(len(subject.text), len(subject.text) + 5) == ()


def test_a_report_without_text_has_no_sentences() -> None:
    assert subject_of_text("").sentences == subject_of_text(" \n\ufeff\n").sentences == ()


def test_the_language_is_the_texts_own_where_nobody_says() -> None:
    assert subject_of_text("市场在增长，价格也在上涨。").language == "zh"
    assert subject_of_text("Growth.", language="de").language == "de"


@given(st.text(alphabet=st.sampled_from(list("aB1 .。！?\n|#-`~*>[]()\r\t表")), max_size=200))
def test_sentences_are_disjoint_slices_that_leave_out_no_word(text: str) -> None:
    subject = subject_of_text(text)
    reached = 0
    covered = set()
    for one in subject.sentences:
        assert reached <= one.start < one.end
        assert subject.text[one.start : one.end] == one.text
        reached = one.end
        covered |= set(range(one.start, one.end))
    fences = {at for found in re.finditer(r"(?m)^[ \t]*(?:```|~~~).*$", subject.text) for at in range(*found.span())}
    missing = [at for at, letter in enumerate(subject.text) if letter.isalnum() and at not in covered | fences]
    assert missing == []
