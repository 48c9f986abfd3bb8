"""Ids lead back to exactly the sentences that were shown, and nowhere else."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import BlockKind, Document
from research_agent.engines.llm.numbering import Numbering, citable, describe
from research_agent.engines.llm.widening import passage_at
from research_agent.text.passages import Passage, split_passages
from tests.support.example_documents import markdown

UPGRADE = """# Upgrading

## Link mode

If you use link mode, the upgrade will be much faster. It needs less disk space.
You will not be able to access your old cluster once you start the new cluster.

```
pg_upgrade --link --jobs=8
vacuumdb --all
```

| method | downtime |
| --- | --- |
| dump | hours |
| replication | seconds |

## Clone mode

Clone mode needs a file system with reflinks.
"""


def passages_of(document: Document, size: int = 800) -> tuple[Passage, ...]:
    return split_passages(document.source.id, document.text, document.blocks, size)


def numbered(document: Document, size: int = 800) -> Numbering:
    return Numbering(passages_of(document, size), {document.source.id: document})


def test_the_model_sees_sources_headings_and_numbered_units() -> None:
    text = numbered(markdown("upgrade", UPGRADE, version="15")).text()
    assert text.startswith("# Upgrading (version 15)\n## Passage 1. Link mode\n")
    assert "\n### Clone mode\n" in text
    assert re.search(r"^\[1\.1\] If you use link mode, the upgrade will be much faster\.$", text, re.MULTILINE)
    assert re.search(r"^\[1\.\d\] pg_upgrade --link --jobs=8\n    vacuumdb --all$", text, re.MULTILINE)
    assert re.search(r"^\[1\.\d\] replication \| seconds$", text, re.MULTILINE)


def test_neighbours_become_one_quote_and_others_their_own() -> None:
    document = markdown("upgrade", UPGRADE)
    first, last = numbered(document).proposals(["1.1", "[1.2]", "1.3"]), numbered(document).proposals(["1.1", "1.3"])
    assert len(first) == 1
    assert first[0].text == document.text[slice(*first[0].span)]  # type: ignore[misc]
    assert first[0].text.startswith("If you use link mode")
    assert first[0].text.endswith("start the new cluster.")
    assert len(last) == 2


def test_ranges_are_understood_and_long_ones_are_slips() -> None:
    numbering = numbered(markdown("upgrade", UPGRADE))
    assert numbering.proposals(["1.1-1.3"]) == numbering.proposals(["1.1", "1.2", "1.3"])
    assert numbering.proposals(["1.1–3"]) == numbering.proposals(["1.1", "1.2", "1.3"])
    assert numbering.proposals(["1.1-99"]) == numbering.proposals(["1.1"])


def test_a_passage_inside_a_table_shows_the_header_row() -> None:
    rows = "\n".join(f"| name {n} | {n} MB |" for n in range(60))
    document = markdown("table", f"# T\n\n| parameter | default |\n| --- | --- |\n{rows}\n")
    row = next(b for b in document.blocks if "name 40" in document.text[b.start : b.end])
    passage = Passage(document.source.id, row.start, row.end, document.text[row.start : row.end], (), BlockKind.ROW)
    text = Numbering([passage], {document.source.id: document}).text()
    assert "(table header: parameter | default)" in text
    assert "[1.1] name 40 | 40 MB" in text


def test_a_span_is_found_again_by_its_ids() -> None:
    numbering = numbered(markdown("upgrade", UPGRADE))
    (quote,) = numbering.proposals(["1.2"])
    assert quote.span is not None
    assert numbering.ids_of(quote.source, quote.span) == ("1.2",)


def test_titles_from_sources_stay_on_one_line() -> None:
    document = markdown("x", "# A\ttitle\n\nText that is long enough to be a sentence.\n")
    assert "\n" not in describe(document.source)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), max_size=6), st.integers(40, 800))
def test_whatever_a_model_answers_gives_verbatim_spans_of_what_was_shown(ids: list[str], size: int) -> None:
    document = markdown("upgrade", UPGRADE)
    numbering = numbered(document, size)
    shown = {unit for passage in numbering.passages for unit in passage.units}
    for quote in numbering.proposals([*ids, "1.1", "99.1", "1.99", "0.0"]):
        assert quote.span is not None
        start, end = quote.span
        assert quote.text == document.text[start:end]
        assert any(start == unit[0] for unit in shown)
        assert any(end == unit[1] for unit in shown)


@given(st.integers(40, 900))
def test_every_citable_unit_is_shown_once_however_the_text_is_cut(size: int) -> None:
    document = markdown("upgrade", UPGRADE)
    units = [unit for passage in numbered(document, size).passages for unit in passage.units]
    assert units == sorted(set(units))
    assert set(units) == set(citable(document, (0, len(document.text))))


OLD = "# Manual\n\nThe option is experimental and may change. Both manuals say exactly this about it.\n"
NEW = "# Manual\n\nThe option is stable since this release. Both manuals say exactly this about it.\n"


def test_an_older_version_shows_only_what_differs() -> None:
    new, old = markdown("new", NEW, version="2"), markdown("old", OLD, version="1")
    documents = {document.source.id: document for document in (new, old)}
    passages = [*passages_of(new), *passages_of(old)]
    numbering = Numbering(passages, documents, once=True)
    text = numbering.text()
    assert text.count("Both manuals say exactly this") == 1
    assert "The option is experimental" in text
    start = old.text.index("Both")
    (name,) = numbering.ids_of(old.source.id, (start, start + 5))
    line = next(line for line in text.splitlines() if line.startswith(f"[{name}]"))
    assert "Both manuals say exactly this" in line, "the sentence that is shown stands for the one that is not"


def test_a_heading_or_a_sentence_left_out_parts_two_quotes() -> None:
    document = markdown("a", "# A\n\nThe first sentence stands here.\n\n## B\n\nThe second sentence stands here.\n")
    assert len(numbered(document).proposals(["1.1", "1.2"])) == 2


def test_a_sentence_that_another_version_repeats_says_so() -> None:
    text = "# The option\n\nThe option is experimental and meant for testing only.\n"
    old = markdown("old", text, version="2.39")
    new = markdown("new", text + "\nMore.\n", version="2.47")
    documents = {each.source.id: each for each in (old, new)}
    shown = Numbering([*passages_of(old), *passages_of(new)], documents, once=True).text()
    assert shown.count("meant for testing only") == 1
    assert "word for word also in: version 2.47" in shown


def test_what_a_document_says_against_itself_stands_first_and_can_be_cited() -> None:
    notice = "This manual is obsolete. Use the new one."
    made = markdown("Oven", f"# Oven\n\n{notice}\n\n## Heat\n\nSet it to ten.\n")
    told = replace(made, source=replace(made.source, standing="outdated", standing_words="This manual is obsolete."))
    start = told.text.index("Set it")
    numbering = Numbering([passage_at(told, (start, start + 14))], {told.source.id: told})
    shown = numbering.text()
    assert "outdated by its own words" in shown
    assert "[1.1] This manual is obsolete." in shown
    assert "Use the new one." in shown
    assert numbering.proposals(["1.1"])[0].text == "This manual is obsolete."


def test_a_code_block_can_be_cited_where_a_quote_leaves_out_its_indent() -> None:
    made = markdown("Oven", "# Oven\n\nType:\n\n      set 10\n      wait\n\nDone.\n")
    start = made.text.index("set 10")
    numbering = Numbering([passage_at(made, (start, start + 12))], {made.source.id: made})
    assert numbering.ids_of(made.source.id, (start, start + 6))
