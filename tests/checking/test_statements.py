from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.checking.statements import Statement, extract_statements

LIST = "\n\n## References\n\n[1] One: https://one.example/a\n[2] Two: https://two.example/b\n[3] Three: docs/three.md\n"


def only(text: str) -> Statement:
    found = extract_statements(text).statements
    assert len(found) == 1, found
    return found[0]


def cited(text: str) -> list[tuple[str, list[str]]]:
    """Statement and addresses, for all statements."""
    return [(one.text, [each.address for each in one.citations]) for one in extract_statements(text).statements]


@pytest.mark.parametrize(
    "marked",
    [
        "The tower is 42 m high.[1]",
        "The tower is 42 m high [1].",
        "The tower is **42 m** high. [1]",
        "The tower is 42 m high[^1].",
        "The tower is 42 m high【1†L3-L9】.",
        "The tower is 42 m high【1:0†source】.",
        "The tower is 42 m high［1］.",
        "The tower is 42 m high\\cite{1}.",
        "The tower is 42 m high<sup>1</sup>.",
        "The tower is 42 m high<sup>[1]</sup>.",
        "The tower is 42 m high.¹",
        'The tower is 42 m high <a href="https://one.example/a">[1]</a>.',
        "The tower is 42 m high [[1]](https://one.example/a).",
        "The tower is 42 m high ([One](https://one.example/a)).",
        "The tower is 42 m high (see [One](https://one.example/a)).",
        "The tower is 42 m high. [One](https://one.example/a)",
        "The tower is 42 m high [source][1].",
        "The tower is 42 m high [citation:One](https://one.example/a).",
        "The tower is 42 m high [citation:1].",
        "The tower is 42 m high [Source 1].",
        "The tower is 42 m high [1, p. 12].",
        "The tower is 42 m high (https://one.example/a).",
        "The tower is 42 m high. Source: https://one.example/a",
        "The tower is 42 m high <https://one.example/a>.",
        "The tower is 42 m high (1).",
        "The tower is 42 m high. 1",
        "The tower is 42 m high [web_1](#1).",
    ],
)
def test_the_notations_that_tools_print_give_one_statement(marked: str) -> None:
    statement = only(marked + LIST)
    assert statement.text.rstrip(".") == "The tower is 42 m high"
    assert [each.address for each in statement.citations] == ["https://one.example/a"]


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ("[1, 2]", ["https://one.example/a", "https://two.example/b"]),
        ("[1][2]", ["https://one.example/a", "https://two.example/b"]),
        ("[1] [2]", ["https://one.example/a", "https://two.example/b"]),
        ("[1-3]", ["https://one.example/a", "https://two.example/b", "docs/three.md"]),
        ("[^1][^3]", ["https://one.example/a", "docs/three.md"]),
        ("¹,²", ["https://one.example/a", "https://two.example/b"]),
        ("\\cite{1,2}", ["https://one.example/a", "https://two.example/b"]),
    ],
)
def test_several_sources_of_one_sentence(marks: str, expected: list[str]) -> None:
    assert cited(f"The tower is 42 m high{marks}. It has no lift.{LIST}") == [("The tower is 42 m high.", expected)]


@pytest.mark.parametrize(
    "listed",
    [
        "**Sources:**\n1. One, https://one.example/a\n2. Two <https://two.example/b>",
        "### Sources\n\n[1] One: https://one.example/a\n[2] Two\n    URL: https://two.example/b",
        "参考文献：\n[1] 一 https://one.example/a。\n[2] 二 https://two.example/b",
        "## 7. Quellen\n\n* [1] [One](https://one.example/a)\n* [2] [Two](https://two.example/b)",
        "[1]: https://one.example/a\n[2]: https://two.example/b 'Two'",
        "[^1]: One. https://one.example/a\n[^2]: Two. https://two.example/b",
        "1. One: https://one.example/a\n2. Two: https://two.example/b",
        "References\n==========\n\n- https://one.example/a\n- https://two.example/b",
        "## Works cited\n\n1. **One** — A. Author · [one.example](https://one.example/a) · read 2026-01-01\n\n"
        "   > “3. a quote with [7] in it”\n\n2. **Two** — <https://two.example/b>",
    ],
)
def test_reference_lists_are_found_under_any_heading_and_without_one(listed: str) -> None:
    text = f"Alpha was first [1]. Beta came later [2].\n\n{listed}\n"
    assert cited(text) == [
        ("Alpha was first.", ["https://one.example/a"]),
        ("Beta came later.", ["https://two.example/b"]),
    ]


def test_a_citation_counts_for_its_own_sentence_only() -> None:
    text = f"The first sentence cites nothing. The second one does.[1] The third does not.{LIST}"
    assert cited(text) == [("The second one does.", ["https://one.example/a"])]


def test_a_stop_before_a_citation_ends_a_sentence_whatever_follows() -> None:
    assert [text for text, _ in cited(f"It needs version 3.[1]下一句也有引用。[2]{LIST}")] == [
        "It needs version 3.",
        "下一句也有引用。",
    ]


def test_each_citation_within_a_sentence_stands_for_the_words_before_it() -> None:
    statement = only(f"The red tower is 42 m high [1], and the blue tower is 51 m high [2].{LIST}")
    assert [each.segment for each in statement.citations] == [
        "The red tower is 42 m high",
        "and the blue tower is 51 m high.",
    ]


def test_words_of_a_link_stay_where_the_sentence_needs_them() -> None:
    assert cited("According to the [survey of 2019](https://s.example/x), it is 42 m high.") == [
        ("According to the survey of 2019, it is 42 m high.", ["https://s.example/x"])
    ]


def test_rows_of_a_table_without_their_source_column_and_numbers() -> None:
    table = "| No. | Tower | Height | Source |\n|---|---|---|---|\n| 1 | Red | 42 m | [1] |\n| 2 | Blue | 51 m | [2] |"
    assert cited(table + LIST) == [
        ("Red | 42 m", ["https://one.example/a"]),
        ("Blue | 51 m", ["https://two.example/b"]),
    ]


def test_cells_with_citations_of_their_own_are_read_with_row_and_column() -> None:
    table = "| Tower | Height | Built |\n|---|---|---|\n| Red | 42 m [1] | 1887 [2] |"
    assert cited(table + LIST) == [
        ("Red | Height | 42 m", ["https://one.example/a"]),
        ("Red | Built | 1887", ["https://two.example/b"]),
    ]


def test_an_attribution_behind_a_dash_is_no_sentence() -> None:
    assert cited(f"- The tower is 42 m high. — Example Times, 2019-05-01[1]{LIST}") == [
        ("The tower is 42 m high.", ["https://one.example/a"])
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"It is so [9].{LIST}", "the report's list has no entry [9]"),
        ("It is so [9].", "the report has no reference list for [9]"),
        ("It is so \ue200cite\ue202turn0search3\ue201.", "the report has no reference list for [turn0search3]"),
        ("It is so [1].\n\n## References\n\n[1]\n[2] Two https://two.example/b", "the report's list has no entry [1]"),
    ],
)
def test_numbers_that_lead_nowhere_say_why(text: str, problem: str) -> None:
    assert only(text).citations[0].problem == problem


def test_the_name_of_a_file_in_brackets_of_either_kind_is_a_citation() -> None:
    assert cited("It is so (notes/a.md). It is thus [b.pdf]. It is neither (see a.md for more).") == [
        ("It is so.", ["notes/a.md"]),
        ("It is thus.", ["b.pdf"]),
    ]


def test_a_number_given_twice_means_the_list_that_follows() -> None:
    text = "\n".join(
        f"## Part {n}\n\nPart {n} says this [1].\n\n### References\n\n[1] https://{n}.example/\n" for n in ("a", "b")
    )
    assert [addresses for _, addresses in cited(text)] == [["https://a.example/"], ["https://b.example/"]]


def test_a_number_given_twice_in_one_list_means_both() -> None:
    text = "It is so [1].\n\n## References\n[1] https://a.example/\n[1] https://b.example/\n"
    assert [each.address for each in only(text).citations] == ["https://a.example/", "https://b.example/"]


@pytest.mark.parametrize(
    "text",
    [
        "```\nx[1] = 5\n```",
        "    x[1] = 5",
        "Use `x[1]` here.",
        "# Heading with a mark [1]",
        "<!-- hidden [1] --> Text without a mark.",
        "<script>x[1]</script> Text without a mark.",
        "![picture](https://p.example/x.png) A picture.",
        "It covers 10 km² of land.",
        "- [ ] a task\n- [x] another one",
        "Write to [us](mailto:a@b.example).",
        "",
    ],
)
def test_what_only_looks_like_a_citation_is_none(text: str) -> None:
    assert cited(text + LIST) == []


def test_author_and_year_find_their_work() -> None:
    text = (
        "Towers lean with age (Smith et al., 2020). Others stand straight (Jones, 2019).\n\n## References\n\n"
        "- Smith, A., & Roe, B. (2020). Leaning. https://lean.example/\n- Jones, C. (2019). Standing. https://st.example/\n"
    )
    assert cited(text) == [
        ("Towers lean with age.", ["https://lean.example/"]),
        ("Others stand straight.", ["https://st.example/"]),
    ]


@pytest.mark.parametrize(
    "text",
    ["[" * 50_000, "(" * 50_000, "[a](" * 10_000, "<a href=" * 10_000, "<!--" * 10_000, "*_`" * 10_000, "[1]" * 5_000],
)
def test_hostile_text_costs_no_more_than_its_length(text: str) -> None:
    start = time.perf_counter()
    extract_statements(text)
    assert time.perf_counter() - start < 10


@given(st.text(alphabet="ab1 .[](){}<>|\\*_`^#-\n:/。【】†²\x00\ue200", max_size=200))
def test_nothing_makes_it_fail(text: str) -> None:
    for statement in extract_statements(text + LIST).statements:
        assert statement.citations
        assert "\x00" not in statement.text


def test_a_report_that_is_a_numbered_list_is_no_reference_list() -> None:
    text = "Findings.\n\n" + "".join(
        f"{n}. Tower {n} is {n * 10} m high ([page](https://t.example/{n}))\n" for n in (1, 2, 3)
    )
    assert len(extract_statements(text).statements) == 3


def test_a_citation_before_a_full_stop_ends_its_sentence_whatever_case_follows() -> None:
    text = 'It is called the "parent" [1]. chrony has three servers [1].\n\n[1]: https://t.example/a\n'
    assert [each.text for each in extract_statements(text).statements] == [
        'It is called the "parent".',
        "chrony has three servers.",
    ]


@pytest.mark.parametrize("title", ["# Notes", "# Sources", "Notes\n====="])
def test_a_report_whose_title_is_a_word_for_lists_is_read(title: str) -> None:
    text = f"{title}\n\nThe tower is 42 m high ([a](tower.html)).\nThe gate is 3 m wide ([b](gate.html)).\n"
    assert [addresses for _, addresses in cited(text)] == [["tower.html"], ["gate.html"]]


def test_a_list_below_the_text_is_still_a_list() -> None:
    assert len(cited("# Notes\n\nThe tower is 42 m high [1].\n\n## Notes\n\n1. [Tower](tower.html)\n")) == 1
