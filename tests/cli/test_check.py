from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import QUESTION, Said, research, two_pages
from tests.support.http_site import http_site

REPORT = (
    "The lighthouse of Ostrova is 42 metres high [1]. It was built in 1887 [2].\n\n[1]: survey.md\n[2]: guide.txt\n"
)


def check(text: str, *words: str) -> Said:
    two_pages(Path("docs"))
    Path("report.md").write_text(text, encoding="utf-8")
    return research("check", "report.md", "--documents", "docs", *words)


def test_a_report_that_holds() -> None:
    said = check(REPORT)
    assert said.code == 0
    assert "1. supported: The lighthouse of Ostrova is 42 metres high." in said.out
    assert "> passage: “The lighthouse of Ostrova is 42 metres high." in said.out
    assert "Citation accuracy: 100.0% (2 of 2 pairs of sentence and source)" in said.out
    assert "Effective citations: 2" in said.out
    assert "Read 2 of 2 cited sources" in said.err


def test_a_report_with_faults_ends_with_one() -> None:
    said = check(REPORT.replace("42", "24") + "It has a twin in Marlo [9].\n")
    assert said.code == 1
    assert "1. NOT SUPPORTED: The lighthouse of Ostrova is 24 metres high." in said.out
    assert "nearest passage: “The lighthouse of Ostrova is 42 metres high" in said.out
    assert "ADDRESS NEVER EXISTED" in said.out
    assert "Citation accuracy: 33.3% (1 of 3 pairs" in said.out


def test_json_has_the_documented_form() -> None:
    said = check(REPORT + "See also [the web](https://ostrova.example/).\n", "--json", "--quiet")
    assert said.err == ""
    found = json.loads(said.out)
    assert list(found)[:4] == ["sentences", "citation_accuracy", "effective_citations", "unreachable"]
    assert list(found["sentences"][0])[:5] == ["text", "addresses", "verdict", "passage", "source"]
    assert [one["verdict"] for one in found["sentences"]] == ["supported", "supported", "unreachable"]
    assert found["sentences"][0]["addresses"] == ["survey.md"]
    assert found["unreachable"] == 1
    assert found["citation_accuracy"] == pytest.approx(2 / 3)


def test_lines_are_no_wider_than_eighty_columns_without_a_terminal() -> None:
    long = "灯塔" * 60 + " [1]。\n\n" + "A lighthouse " * 30 + "stands here [1].\n\n[1]: survey.md\n"
    said = check(REPORT.replace(".\n\n[1]", ". " + "Word " * 60 + "[2].\n\n[1]", 1) + long)
    from rich.cells import cell_len

    assert max(map(cell_len, said.out.splitlines())) <= 80


def test_escape_sequences_of_a_report_or_page_do_not_reach_the_terminal() -> None:
    two_pages(Path("docs"))
    Path("docs/trap.md").write_text("# Trap\n\nThe \x1b[31mlamp\x1b]0;title\x07 burns red all night long.\n")
    said = check("The \x1b[2Jlamp burns red all night long [1].\n\n[1]: trap.md\n")
    assert "\x1b" not in said.out + said.err
    assert "lamp" in said.out


def test_nothing_cited_is_said_and_ends_with_three() -> None:
    said = check("Nothing is cited here.\n\n## Sources\n\n- https://a.example/\n- https://b.example/\n")
    assert said.code == 3
    assert "No sentence of this report cites anything; its list has 2 entries. Nothing was checked." in said.out


@pytest.mark.parametrize("data", [b"", b" \n\n", b"\x89PNG\r\n\x00\x00", b"%PDF-1.7 x", b"PK\x03\x04docx"])
def test_what_is_no_report_is_wrong_usage(data: bytes) -> None:
    Path("report.md").write_bytes(data)
    said = research("check", "report.md", "--json")
    assert said.code == 2
    assert json.loads(said.out)["kind"] == "bad_file"


@pytest.mark.parametrize("words", [["no-such-file.md"], ["."], []])
def test_a_file_that_cannot_be_read(words: list[str]) -> None:
    assert research("check", *words).code == 2


def test_documents_that_do_not_exist_are_told() -> None:
    Path("report.md").write_text(REPORT)
    said = research("check", "report.md", "--documents", "nowhere")
    assert said.code == 2
    assert "nowhere" in said.complaint


def test_standard_input_and_the_web(monkeypatch: pytest.MonkeyPatch) -> None:
    with http_site() as site:
        monkeypatch.setenv("RESEARCH_FETCH_ALLOW", site.host)
        monkeypatch.setenv("RESEARCH_HOST_DELAY", "0")
        site.add("/p", b"<title>Towers</title><p>The lighthouse of Ostrova is 42 metres high and painted white.</p>")
        text = f"The lighthouse of Ostrova is painted white ([Towers]({site.url('/p')}))."
        said = research("check", "-", stdin=text.encode())
        assert said.code == 0, said.out
        refused = research("check", "-", "--local-only", stdin=b"It is so ([x](http://10.1.2.3/)).")
        assert "source unreachable" in refused.out


def test_our_own_reports_hold() -> None:
    two_pages(Path("docs"))
    run = research(QUESTION, "--documents", "docs", "--engine", "extractive")
    said = research("check", str(run.folder / "report.md"), "--documents", "docs", "--json")
    found = json.loads(said.out)
    assert found["citation_accuracy"] == 1.0
    assert len(found["sentences"]) >= 2


def test_a_huge_report_is_checked() -> None:
    filler = "Some words that cite nothing stand in this paragraph, and more of them. " * 20 + "\n\n"
    said = check(filler * 700 + REPORT, "--quiet")  # one megabyte
    assert said.code == 0
    assert "2 cited sentences" in said.out
