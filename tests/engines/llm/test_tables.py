"""A row brings its table: its header as a cite, all of it before the writer where it is small."""

from __future__ import annotations

from research_agent.engines.llm.numbering import Numbering
from research_agent.engines.llm.tables import LARGEST, whole_table
from research_agent.text.passages import split_passages
from tests.support.example_documents import markdown

SMALL = markdown(
    "small",
    "# Heights\n\nBefore it.\n\n| year | height |\n| --- | --- |\n| 1954 | 8,848 m |\n| 2020 | 8,849 m |\n\nAfter.\n",
)
ROWS = "".join(f"| name {n} | {n} MB |\n" for n in range(300))
LARGE = markdown("large", f"# L\n\n| name | size |\n| --- | --- |\n{ROWS}")


def test_a_small_table_is_shown_whole_and_a_large_one_is_not() -> None:
    row = SMALL.text.index("2020")
    span = whole_table(SMALL, (row, row + 4))
    assert span is not None
    assert SMALL.text[slice(*span)].startswith("year")
    assert "1954" in SMALL.text[slice(*span)]
    assert whole_table(SMALL, (SMALL.text.index("Before"), SMALL.text.index("Before") + 6)) is None
    assert len(LARGE.text) > LARGEST
    row = LARGE.text.index("name 150")
    assert whole_table(LARGE, (row, row + 4)) is None


def test_who_cites_a_row_cites_its_header() -> None:
    passages = split_passages(SMALL.source.id, SMALL.text, SMALL.blocks)
    numbering = Numbering(passages, {SMALL.source.id: SMALL})
    line = next(line for line in numbering.text().splitlines() if "2020" in line)
    quotes = numbering.proposals([line.split()[0]])
    assert [quote.text.split(" | ")[0] for quote in quotes] == ["year", "2020"]
