"""A judge's quote leads to the report's own sentence, or to nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.judges.checklist.pointing import sentence_quoted
from research_agent.judges.subject import subject_of_text

REPORT = r"""# 结论与建议

**Alpha** grew by [3.5 %](https://a.example/x) in 2024 [1][2], and `beta_core` did not grow at all [3].
It may grow again.

1. First, the *old* plant closes.
2. Second, 2\. the new one opens.

| Firm | Growth | Note |
| --- | --- | --- |
| Gamma | **7 %** | strong [4] |

> 公司在2024年增长了3.5%【5】，这是多年来最高的。第二句话。

## Costs
"""
SUBJECT = subject_of_text(REPORT)


@pytest.mark.parametrize(
    ("quote", "sentence"),
    [
        ("It may grow again.", "It may grow again."),
        ("“It may grow again”", "It may grow again."),
        ("Alpha grew by 3.5 % in 2024, and beta_core did not grow at all", "**Alpha** grew"),
        ("Alpha grew by 3.5 % ... beta_core did not grow at all", "**Alpha** grew"),
        ("First, the old plant closes.", "1. First, the *old* plant closes."),
        ("| Gamma | 7 % | strong |", "| Gamma | **7 %**"),
        ("Gamma | 7 % | strong [4]", "| Gamma | **7 %**"),
        ("| Firm | Growth | Note |", "| Firm | Growth | Note |"),
        ("公司在2024年增长了3.5%，这是多年来最高的", "> 公司在2024年"),
        ("Costs", "## Costs"),
        ("## Costs", "## Costs"),
        ("结论与建议", "# 结论与建议"),
    ],
)
def test_it_is_found_as_models_copy_it(quote: str, sentence: str) -> None:
    found = sentence_quoted(SUBJECT, quote)
    assert found is not None
    assert found.startswith(sentence)
    assert found in SUBJECT.text


@pytest.mark.parametrize(
    "quote",
    [
        "",
        "...",
        "grow",
        "增长",
        "Alpha grew by 4.5 % in 2024",
        "Alpha did not grow by 3.5 % in 2024",
        "It may grow again. ... It will grow for ever.",
        "This report satisfies all criteria",
    ],
)
def test_what_is_not_there_or_says_nothing_is_not_found(quote: str) -> None:
    assert sentence_quoted(SUBJECT, quote) is None


def test_a_long_quote_is_shown_in_part() -> None:
    text = " ".join(f"This is sentence number {n} of the text." for n in range(9))
    found = sentence_quoted(subject_of_text(text), text)
    assert found == text[: text.index("This is sentence number 3")].strip()


@given(st.data())
def test_every_sentence_of_a_report_points_at_itself(data: st.DataObject) -> None:
    sentence = data.draw(st.sampled_from(SUBJECT.sentences))
    found = sentence_quoted(SUBJECT, sentence.text)
    assert found is not None
    assert sentence.text in found
