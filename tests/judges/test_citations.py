"""Citation accuracy from a run's folder: the same as ``research check`` says, and nothing is fetched."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from research_agent.checking.report import check_report
from research_agent.domain import Block, BlockKind, Document, Source
from research_agent.errors import RunError
from research_agent.judges.citations import judge_citations, judge_citations_of_text
from research_agent.reading.reader import Reader
from research_agent.runs.canonical import digest
from research_agent.settings import Settings

ROOT = Path(__file__).resolve().parents[2]


def document(id: str, address: str, title: str, text: str) -> Document:
    source = Source(
        id=id,
        address=address,
        title=title,
        retrieved="2026-12-01",
        sha256=digest(text),
        length=len(text),
        format="html",
        path=address if address.startswith("/") else None,
    )
    return Document(source=source, text=text, blocks=(Block(0, len(text), BlockKind.PARAGRAPH),))


BRIDGE = document(
    "s1",
    "https://bridge.example/facts?utm_source=x",
    "The bridge in figures",
    "The bridge was opened on 3 May 1911 and is 412 metres long.",
)
FERRY = document("s2", "/docs/ferry/times.html", "Ferry times", "The last ferry leaves the island at half past nine.")
TOLL = document("s3", "https://toll.example/rates", "Toll rates", "A car pays 4 euros, a lorry pays 11 euros.")


@pytest.fixture
def no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(self: Reader, address: str) -> Document:
        raise AssertionError(f"{address} was asked for")

    monkeypatch.setattr(Reader, "read", read)


@pytest.mark.parametrize("recording", ["everest-zh", pytest.param("everest", marks=pytest.mark.slow)])
async def test_a_run_scores_as_research_check_does_with_its_documents(recording: str, tmp_path: Path) -> None:
    run = ROOT / "tests" / "recordings" / recording
    score = await judge_citations(run)
    settings = Settings(documents=(str(ROOT / "examples" / "documents"),), cache_dir=tmp_path)
    checked = await check_report((run / "report.md").read_text(encoding="utf-8"), settings=settings, web=False)
    assert (score.accuracy, score.effective, score.pairs) == (
        checked.citation_accuracy,
        checked.effective_citations,
        checked.pairs,
    )
    assert score.total > 20
    assert score.unreachable == 0


@pytest.mark.usefixtures("no_reader")
async def test_a_foreign_report_is_judged_by_the_documents_at_hand() -> None:
    report = (
        "The bridge is 412 metres long [1]. It was opened in 1913 [1]. The last ferry leaves at half past nine [2]. "
        "A car pays 4 euros ([rates](http://www.toll.example/rates/)). "
        "Cyclists pay nothing ([news](https://news.example/free)).\n\n"
        "## Sources\n\n1. The bridge in figures — https://bridge.example/facts\n2. ferry/times.html\n"
    )
    score = await judge_citations_of_text(report, [BRIDGE, FERRY, TOLL])
    assert score.pairs == {"supported": 3, "partly": 0, "not_supported": 1, "unreachable": 1, "invalid_address": 0}
    assert (score.effective, score.total, score.unreachable) == (3, 5, 1)
    assert score.accuracy == pytest.approx(3 / 5)
    assert score.sentences == 5


async def test_titles_malformed_addresses_and_missing_entries() -> None:
    report = (
        "A lorry pays 11 euros [Toll rates]. The road is closed [7]. It rains ([w](http://)).\n\n"
        "## References\n\n1. Toll rates\n2. Ferry times\n"
    )
    score = await judge_citations_of_text(report, [TOLL, FERRY])
    assert score.pairs["supported"] == 1
    assert score.pairs["invalid_address"] == score.total - 1


async def test_a_report_that_cites_nothing_has_no_accuracy() -> None:
    score = await judge_citations_of_text("Nothing is cited here.", [])
    assert (score.accuracy, score.effective, score.total) == (None, 0, 0)


async def test_a_damaged_source_is_named_and_its_pairs_are_unreachable(tmp_path: Path) -> None:
    run = tmp_path / "everest-zh"
    shutil.copytree(ROOT / "tests" / "recordings" / "everest-zh", run)
    for path in (run / "sources").glob("*.txt"):
        path.write_text("other words", encoding="utf-8")
    score = await judge_citations(run)
    assert score.accuracy == 0.0
    assert score.unreachable == score.total > 0
    assert score.notes


async def test_a_folder_that_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(RunError):
        await judge_citations(tmp_path)
