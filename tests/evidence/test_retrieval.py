from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import SearchHit
from research_agent.evidence.retrieval import (
    PassageIndex,
    as_query,
    best_passages,
    content_terms,
    fuse,
    read_on,
    shingle_set,
)
from tests.support.example_documents import example_documents, markdown

GARDEN = markdown(
    "garden",
    "# Garden\n\n## Watering\n\nTomatoes need water every morning in summer.\n\n"
    "## Pruning\n\nApple trees are pruned in late winter, before the sap rises.\n\n"
    "## Tools\n\nA sharp saw and a pair of secateurs are enough.\n",
)
KITCHEN = markdown("kitchen", "# Kitchen\n\nTomatoes are peeled after a minute in hot water.\n\nSalt comes last.\n")


def test_best_first_and_with_its_headings() -> None:
    found = best_passages(["when are apple trees pruned"], [GARDEN, KITCHEN], characters=2000)
    assert "late winter" in found[0].text
    assert found[0].headings[-1] == "Pruning"


def test_a_heading_helps_a_passage_that_does_not_repeat_it() -> None:
    found = best_passages(["which tools"], [GARDEN, KITCHEN], characters=2000)
    assert "secateurs" in found[0].text


def test_chinese_is_found_by_character_pairs() -> None:
    document = markdown("zh", "# 手册\n\n主服务器的默认地址是 10.0.2.2。\n\n## 打印\n\n打印机在网络里自动出现。\n")
    found = best_passages(["主服务器的地址是什么"], [document], characters=500)
    assert "10.0.2.2" in found[0].text


@pytest.mark.parametrize("characters", [0, 100, 300, 1000, 5000])
def test_the_budget_holds_and_passages_are_disjoint_slices(characters: int) -> None:
    documents = {document.source.id: document for document in example_documents()}
    found = best_passages(["height of Everest", "survey by satellite"], list(documents.values()), characters=characters)
    assert sum(len(passage.text) for passage in found) <= characters
    spans = sorted((passage.source, passage.start, passage.end) for passage in found)
    assert all(a[0] != b[0] or a[2] <= b[1] for a, b in pairwise(spans))
    assert all(passage.text == documents[passage.source].text[passage.start : passage.end] for passage in found)


def test_three_versions_of_one_text_are_shown_once() -> None:
    body = "# Manual\n\nThe header must be backed up before the conversion, because a failure destroys it.\n"
    versions = [markdown(f"manual-{n}", body + f"\nThis is release {n} of it.\n", version=n) for n in "123"]
    found = best_passages(["back up the header before conversion"], versions, characters=5000)
    assert sum("must be backed up" in passage.text for passage in found) == 1


def test_at_most_so_many_passages_of_one_source() -> None:
    documents = example_documents()
    found = best_passages(["height of Mount Everest"], documents, characters=20_000, per_source=1)
    sources = [passage.source for passage in found]
    assert len(sources) == len(set(sources)) > 1


def test_what_search_found_counts_as_a_ranking() -> None:
    start = GARDEN.text.index("A sharp saw")
    hit = SearchHit(
        address=GARDEN.source.address,
        title="",
        snippet="",
        provider="local",
        rank=1,
        published=date(2020, 1, 1),
        spans=((start, start + 10),),
    )
    found = best_passages(["unrelated words entirely"], [GARDEN, KITCHEN], characters=2000, hits=[hit])
    assert [passage.headings[-1] for passage in found] == ["Tools"]


def test_no_matching_word_gives_nothing() -> None:
    assert best_passages(["zeppelin"], [GARDEN, KITCHEN], characters=2000) == ()
    assert best_passages([], [GARDEN], characters=2000) == ()
    assert best_passages(["water"], [], characters=2000) == ()


def test_neighbouring_words_of_a_query_count_together() -> None:
    near = markdown("near", "# A\n\nLogical replication needs a publication on the old server.\n")
    far = markdown(
        "far", "# B\n\nReplication of disks is one thing. Whether an order of steps is sound and logical is another.\n"
    )
    index = PassageIndex.build([far, near], ())
    scores = index.scores(as_query("logical replication"))
    best = max(scores, key=lambda place: scores[place])
    assert index.passages[best].source == near.source.id


def test_read_on_widens_to_block_bounds_in_both_directions() -> None:
    (passage,) = best_passages(["apple trees pruned"], [GARDEN], characters=120)
    wider = read_on(passage, GARDEN, 200)
    assert wider.start < passage.start
    assert wider.end > passage.end
    assert wider.end - wider.start <= 200
    bounds = {block.start for block in GARDEN.blocks} | {block.end for block in GARDEN.blocks}
    assert {wider.start, wider.end} <= bounds
    assert wider.text == GARDEN.text[wider.start : wider.end]


def test_read_on_never_narrows() -> None:
    (passage,) = best_passages(["apple trees pruned"], [GARDEN], characters=120)
    assert read_on(passage, GARDEN, 1) == passage


def test_content_terms_leave_out_words_of_asking() -> None:
    assert content_terms("What is the default?") == content_terms("default")
    assert content_terms("默认网段是多少？") == content_terms("默认网段是")


def test_fusion_by_reciprocal_rank() -> None:
    fused = fuse([[7, 8], [8, 9]])
    assert max(fused, key=lambda place: fused[place]) == 8
    weighted = fuse([[7, 8], [8, 9]], [10.0, 0.1])
    assert max(weighted, key=lambda place: weighted[place]) == 7


@given(st.text(max_size=200))
def test_any_text_has_shingles_and_content_terms(text: str) -> None:
    assert shingle_set(text)
    assert isinstance(content_terms(text), list)


@given(st.text(max_size=400), st.text(max_size=40))
def test_any_text_can_be_searched(text: str, query: str) -> None:
    document = replace(markdown("any", "x"), text=f"Some words.\n\n{text}", blocks=())
    for passage in best_passages([query], [document], characters=1000):
        assert passage.text == document.text[passage.start : passage.end]
