"""The generators of planted conflicts, agreeing pairs and copies, on a corpus made here."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from benchmarks.planted.changes import KINDS, change, names_in
from benchmarks.planted.controls import CONTROLS
from benchmarks.planted.copies import COPIES, cases
from benchmarks.planted.expressions import expressed
from benchmarks.planted.pairs import Pair, draw, holds
from benchmarks.planted.running import judged, run_pair
from benchmarks.planted.sources import entries, part_of, read, spots
from benchmarks.planted.wordings import spot_of, wordings
from tests.support.shared_data import shared_data

THINGS = ("boiler", "pump", "valve", "meter", "filter", "burner", "sensor", "tank", "fan", "gauge", "relay", "hose")
STATEMENTS = {
    "number": "The {0} of this house accepts up to {1} connections before it refuses new ones.",
    "unit": "Every check of the {0} must be finished within {1} minutes after the alarm was raised.",
    "date": "The first {0} was delivered to the house on {1} March 2019 by the town.",
    "version": "The controller understands the {0} since version 2.{1} of its own program.",
    "negation": "The inspector of the {0} with number {1} can be reached by telephone at night.",
    "name": "The contract for the {0} with number {1} was signed by the company Harwick in the town hall.",
    "scope": "The owners have to clean all parts of the {0} with number {1} in spring and in autumn.",
}
SENTENCES = {
    "number": "The pump accepts up to 40 connections at once.",
    "unit": "The check is finished within 20 minutes after the alarm.",
    "date": "The house was opened on 3 March 2019 by the town.",
    "version": "The controller reads the meter since version 2.4 of its program.",
    "negation": "The inspector cannot be reached by telephone at night.",
    "name": "The contract was signed by the company Harwick in the hall.",
    "scope": "The owners clean all parts of the boiler in spring.",
}
NAMES = ("Harwick", "Brockton")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six packages of two small manuals each, all in English."""
    folder = tmp_path_factory.mktemp("corpus")
    rows = []
    for at, thing in enumerate(THINGS):
        file = f"house{at % 6}-1.{at}/{thing}.md"
        lines = [line.format(thing, at * 10 + turn + 11) for turn in range(6) for line in STATEMENTS.values()]
        body = [f"Brockton looked after the {thing} for a long time.", f"## Care of the {thing}", *lines]
        path = folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# The {thing}\n\n" + "\n\n".join(body) + "\n")
        row = {"file": file, "title": thing, "package": f"house{at % 6}", "version": f"1.{at}", "language": "en"}
        rows.append(row | {"format": "md", "bytes": path.stat().st_size})
    (folder / "manifest.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


@pytest.fixture(scope="module")
def drawn(corpus: Path) -> tuple[Pair, ...]:
    return draw(corpus, "dev", count=12)


@pytest.mark.parametrize("kind", KINDS)
def test_exactly_one_span_changes(kind: str) -> None:
    sentence = SENTENCES[kind]
    found = change(sentence, kind, "en", NAMES, random.Random(1))
    assert found is not None
    assert found.fact != found.other
    assert sentence[found.at :].startswith(found.fact)
    assert found.text == sentence[: found.at] + found.other + sentence[found.at + len(found.fact) :]


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("See the manual of the pump(8) for the details.", "number"),
        ("The note [12] tells more about section 4.", "number"),
        ("No inspector can be reached by telephone.", "negation"),
        ("They did not find any boiler in the house.", "scope"),
        ("By default it waits for 0 seconds, that is, for ever.", "unit"),
        ("The town keeps the house in order.", "date"),
        ("The town council met in the hall.", "name"),
    ],
)
def test_what_states_no_fact_of_the_kind_stays(sentence: str, kind: str) -> None:
    assert change(sentence, kind, "en", NAMES, random.Random(1)) is None


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("It takes 2 GB on the disk.", "It takes 2,048 MB on the disk."),
        ("The vote took place on March 31, 2025 in the hall.", "The vote took place on 2025-03-31 in the hall."),
        ("About 30% of them came.", "About 30 percent of them came."),
        ("审查需要 2 小时才能完成。", "审查需要 120分钟才能完成。"),
        ("大约 30% 的人来了。", "大约 百分之30 的人来了。"),
    ],
)
def test_the_same_figure_in_another_writing(sentence: str, other: str) -> None:
    found = expressed(sentence, random.Random(1))
    assert found is not None
    assert found.text == other


def test_a_name_is_no_word_that_the_text_also_writes_small() -> None:
    assert names_in("they asked Harwick and the Council, and the council said no", "en") == ["Harwick"]


def test_conflicting_pairs_differ_in_the_named_words_only(drawn: tuple[Pair, ...]) -> None:
    conflicts = [pair for pair in drawn if pair.conflict and pair.form != "reworded"]
    assert {pair.form for pair in conflicts} == {"copy", "excerpt"}
    for pair in conflicts:
        assert _differ_once(pair.statements, pair.facts)
        assert holds(pair)
        assert pair.facts[0] not in pair.question.split()


def _differ_once(statements: tuple[str, str], facts: tuple[str, str]) -> bool:
    first, second = statements
    return any(
        first[:at] + facts[1] + first[at + len(facts[0]) :] == second
        for at in range(len(first))
        if first.startswith(facts[0], at)
    )


def test_agreeing_pairs_hold_nothing_but_sentences_of_the_original(drawn: tuple[Pair, ...]) -> None:
    agreeing = [pair for pair in drawn if not pair.conflict]
    assert {pair.kind for pair in agreeing} >= {"same", "expressed", "neighbour", "more"}
    for pair in agreeing:
        assert pair.facts == ("", "")
        assert pair.statements[1] in (pair.statements[0], "") or pair.kind == "expressed"
        if pair.kind == "neighbour":
            assert pair.statements[0].encode() not in pair.files[1].data


def test_parts_share_no_sentence_whatever_the_seed(corpus: Path) -> None:
    drawn = {
        part: {pair.statements[0] for seed in (1, 2) for pair in draw(corpus, part, seed, 3)}
        for part in ("dev", "unseen")
    }
    assert drawn["dev"]
    assert drawn["unseen"]
    assert not drawn["dev"] & drawn["unseen"]
    assert {part_of(sentence) for sentence in drawn["dev"]} == {"dev"}


def test_the_same_seed_gives_the_same_bytes(corpus: Path) -> None:
    first, again, other = (draw(corpus, "dev", seed, 3) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_each_sentence_is_used_once(drawn: tuple[Pair, ...]) -> None:
    statements = [pair.statements[0] for pair in drawn]
    assert len(statements) == len(set(statements))


def test_spots_stand_once_in_their_document(corpus: Path) -> None:
    text = read(corpus, entries(corpus)[0])
    assert text is not None
    whole = "\n".join(piece.text for piece in text.pieces)
    listed = spots(text, "dev") + spots(text, "unseen")
    assert len(listed) > 20
    assert all(whole.count(spot.sentence) == 1 for spot in listed)


def _report(pair: Pair, positions: list[tuple[int, str]], status: str = "disputed") -> dict[str, Any]:
    """A report.json with one claim; positions as (which file, quoted text)."""
    return {
        "sources": [{"id": f"s{at}", "path": f"/run/documents/{file.name}"} for at, file in enumerate(pair.files)],
        "quotes": [{"id": f"q{at}", "source": f"s{side}", "text": text} for at, (side, text) in enumerate(positions)],
        "claims": [
            {
                "status": status,
                "positions": [{"statement": text, "quotes": [f"q{at}"]} for at, (_, text) in enumerate(positions)],
            }
        ],
    }


def test_a_dispute_counts_when_its_positions_quote_both_statements(drawn: tuple[Pair, ...]) -> None:
    pair = drawn[0]
    first, second = pair.statements
    assert judged(pair, _report(pair, [(0, first), (1, second)])).hit
    assert judged(pair, _report(pair, [(1, f"Before. {second} After."), (0, first)])).hit
    assert not judged(pair, _report(pair, [(0, first), (1, second)], "single-source")).hit
    assert not judged(pair, _report(pair, [(0, first), (1, "Something else was said.")])).hit
    assert not judged(pair, _report(pair, [(0, second), (1, first)])).hit


def test_any_dispute_of_an_agreeing_pair_is_false(drawn: tuple[Pair, ...]) -> None:
    pair = drawn[-1]
    assert not pair.conflict
    assert judged(pair, _report(pair, [(0, "One thing."), (1, "Another thing.")])).hit
    assert not judged(pair, _report(pair, [(0, "One thing.")], "agreed")).hit


def test_a_pair_goes_through_research(drawn: tuple[Pair, ...]) -> None:
    outcome = run_pair(drawn[0], depth="quick")
    assert outcome.seconds > 0


@pytest.mark.parametrize("part", ["dev", "unseen"])
def test_wordings_stand_in_the_corpus(part: str) -> None:
    corpus = shared_data("corpus")
    listed = wordings(part)
    assert all(spot_of(corpus, one) is not None for one in listed[:4])
    assert {one.kind for one in listed} == set(KINDS)


def test_there_are_enough_wordings() -> None:
    listed = [*wordings("dev"), *wordings("unseen")]
    chinese = [one for one in listed if any("\u4e00" <= character <= "\u9fff" for character in one.original)]
    assert len(chinese) >= 15
    assert len(listed) - len(chinese) >= 45
    assert len({one.original for one in listed}) == len(listed)


@pytest.mark.parametrize("kind", ["syndicated", "edited", "shortened", "agency"])
def test_copies_have_another_site_and_publisher_than_the_original(corpus: Path, kind: str) -> None:
    made, again = (list(cases(corpus, kind, 1, 2)) for _ in range(2))
    assert made
    assert [d.text for case in made for d in case.documents] == [d.text for case in again for d in case.documents]
    for case in made:
        first, second = (document.source for document in case.documents)
        assert not case.independent
        assert first.publisher != second.publisher
        assert first.address.split("/")[2] != second.address.split("/")[2]
        assert (case.documents[0].text.split("\n", 2)[2] in case.documents[1].text) == (kind == "syndicated")


def test_kinds_of_copies_and_controls_are_told_apart() -> None:
    assert not set(COPIES) & set(CONTROLS)
