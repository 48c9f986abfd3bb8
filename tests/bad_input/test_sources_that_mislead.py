"""Sources that contradict themselves, repeat one another, deny, are withdrawn or joke: whole runs over real files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import Said, research

HEIGHT = "How high is the lighthouse of Ostrova?"


def asked(question: str, files: Mapping[str, str]) -> Said:
    """A run of the extractive engine over these files, whose citations hold."""
    folder = Path("documents")
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    said = research(question, "--documents", str(folder), "--engine", "extractive")
    assert research("verify", str(said.folder)).code == 0
    return said


def claims(said: Said, words: str) -> list[dict[str, Any]]:
    """The claims one of whose sides, or whose text, holds these words."""
    found = []
    for claim in said.report["claims"]:
        texts = [claim["text"], *(side["statement"] for side in claim["positions"])]
        found += [claim] if any(words in text for text in texts) else []
    return found


def test_a_source_that_contradicts_itself(here: Path) -> None:
    said = asked(
        HEIGHT,
        {
            "guide.md": "# Guide to Ostrova\n\nThe lighthouse of Ostrova is 42 metres high. It stands on a rock.\n\n"
            "## Visiting\n\nVisitors climb to the gallery. The lighthouse of Ostrova is 37 metres high.\n"
        },
    )
    (claim,) = claims(said, "metres high")
    assert claim["status"] == "doubtful"
    assert "contradicts itself" in claim["reason"]
    assert [side["statement"][-15:] for side in claim["positions"]] == ["42 metres high.", "37 metres high."]
    assert "contradicts itself" in said.out


PLACES = ("north", "south", "east", "west", "upper", "lower", "old", "new", "inner", "outer")
THINGS = ("bakery", "chapel", "school", "market", "mill")


def test_fifty_files_that_say_one_thing_are_one_claim_and_one_voice(here: Path) -> None:
    said_by_all = "The lighthouse of Ostrova is 42 metres high."
    files = {
        f"{place}-{thing}.md": f"# The {place} {thing}\n\nThe {place} quarter likes its {thing}. {said_by_all}\n"
        for place in PLACES
        for thing in THINGS
    }
    said = asked(HEIGHT, files)
    found = claims(said, said_by_all)
    assert {claim["status"] for claim in found} == {"single-source"}, "one folder is one publication"
    assert not any(claim["positions"] for claim in found)
    assert said.out.count(said_by_all) <= 5, "one sentence is printed once, however many say it"


def test_a_page_that_quotes_another_to_deny_it_is_no_support(here: Path) -> None:
    story = "The lighthouse of Ostrova is haunted by its first keeper."
    said = asked(
        "By whom is the lighthouse of Ostrova haunted?",
        {
            "tabloid.md": f"# Ostrova Tabloid\n\n{story}\n",
            "society.md": f"# The historical society\n\nThe newspapers of the town print again and again: {story} "
            "This is false. No keeper ever died on the island of Ostrova.\n",
        },
    )
    (claim,) = claims(said, story)
    assert claim["status"] == "disputed"
    told, denied = (side["statement"] for side in claim["positions"])
    assert told == story
    assert denied.endswith("This is false."), "the denial is quoted with what it denies"
    quotes = {quote["id"]: quote["stance"] for quote in said.report["quotes"]}
    assert sorted(quotes[id] for id in claim["quotes"]) == ["against", "for"]


def test_negation_at_a_distance_supports_nothing(here: Path) -> None:
    runs = "The ferry of Ostrova runs in winter."
    denied = (
        "The harbour board of Ostrova denies, as it has done in long talks with the owners of all the boats, that the "
        "ferry of Ostrova runs in winter."
    )
    said = asked(
        "Does the ferry of Ostrova run in winter?",
        {"board.md": f"# Board\n\n{denied}\n", "guide.md": f"# Guide\n\n{runs}\n"},
    )
    assert "Nothing found" not in said.out
    for claim in claims(said, runs):
        assert claim["status"] != "agreed"
    for sentence in said.report["answer_sentences"]:
        assert "runs in winter" not in sentence["text"] or sentence["text"].strip() in (
            runs,
            denied,
            f"{denied} {runs}",
        )


@pytest.mark.xfail(strict=True, reason="rows are compared without the units that their tables' headers hold")
def test_the_header_of_a_table_gives_the_unit(here: Path) -> None:
    """138 feet are 42 metres: two tables that hold their units in their headers are no dispute of 138 and 42."""
    table = "# Towers of Ostrova\n\n| Tower | Height ({}) |\n| --- | --- |\n| North tower of Ostrova | {} |\n"
    said = asked(
        "What height has the north tower of Ostrova?",
        {"metric.md": table.format("m", 42), "imperial.md": table.format("ft", 138)},
    )
    assert not [claim for claim in said.report["claims"] if claim["status"] == "disputed"]


def test_numbers_in_words_agree_and_differ_as_numbers_do(here: Path) -> None:
    said = asked(
        "How many steps does the lighthouse of Ostrova have?",
        {
            "a.md": "# A guide\n\nThe lighthouse of Ostrova has two hundred and twelve steps.\n",
            "b.md": "# The office\n\nThe lighthouse of Ostrova has 212 steps.\n",
            "c.md": "# Another\n\nThe lighthouse of Ostrova has one hundred and ninety steps.\n",
        },
    )
    (claim,) = claims(said, "steps")
    assert claim["status"] == "disputed"
    assert [len(side["quotes"]) for side in claim["positions"]] == [2, 1]
    assert "ninety" in claim["positions"][1]["statement"]


def test_two_people_of_one_name_are_no_dispute(here: Path) -> None:
    said = asked(
        "When was Jan Novak born?",
        {
            "painter.md": "# Jan Novak (painter)\n\nJan Novak, the painter from Ostrova, was born in 1871 in town.\n",
            "pilot.md": "# Jan Novak (pilot)\n\nJan Novak, the pilot from Lindau, was born in 1923 in a farmhouse.\n",
        },
    )
    assert {claim["status"] for claim in claims(said, "born in 18") + claims(said, "born in 19")} == {"single-source"}
    assert "1871" in said.out
    assert "1923" in said.out


CURE = "Seaweed tea cures the harbour fever of Ostrova."
RETRACTED = f"# RETRACTED: Seaweed tea\n\nThis article has been retracted because its data were invented.\n\n{CURE}\n"


def test_a_retracted_paper_supports_nothing(here: Path) -> None:
    said = asked("What cures the harbour fever of Ostrova?", {"study.md": RETRACTED})
    assert {claim["status"] for claim in claims(said, CURE)} == {"refuted"}
    assert "retracted" in claims(said, CURE)[0]["reason"]
    assert "(*refuted: Only RETRACTED" in said.out, "the sentence is printed with its warning"


def test_a_retracted_paper_does_not_win_a_dispute(here: Path) -> None:
    later = "Seaweed tea does not cure the harbour fever of Ostrova."
    said = asked(
        "Does seaweed tea cure the harbour fever of Ostrova?", {"a.md": RETRACTED, "b.md": f"# New\n\n{later}\n"}
    )
    (claim,) = claims(said, later)
    assert claim["status"] == "disputed"
    assert claim["positions"][0]["statement"] == later
    assert "retracted" in claim["reading"]


def test_an_outdated_manual_does_not_win_a_dispute(here: Path) -> None:
    said = asked(
        "Which port does the harbour server of Ostrova use?",
        {
            "a.md": "# Server manual\n\nThis document is obsolete and has been superseded by version 2.\n\n"
            "The harbour server of Ostrova uses port 80.\n",
            "b.md": "# Server manual, second\n\nThe harbour server of Ostrova uses port 8443.\n",
        },
    )
    (claim,) = claims(said, "port 8443")
    assert claim["status"] == "disputed"
    assert claim["positions"][0]["statement"] == "The harbour server of Ostrova uses port 8443."
    assert "superseded" in claim["reading"]


def test_satire_is_doubtful(here: Path) -> None:
    said = asked(
        "Who bought the moon over Ostrova?",
        {
            "satire.md": "# The Onion\n\nThe mayor of Ostrova bought the moon over Ostrova for twelve herrings.\n\n"
            "This is a satirical website; nothing here is true.\n"
        },
    )
    (claim,) = claims(said, "herrings")
    assert claim["status"] == "doubtful"
    assert "satire" in claim["reason"]
    assert "(*doubtful: Only The Onion" in said.out


@pytest.mark.xfail(
    strict=True, reason="a sentence of fewer than 30 characters is never quoted, even as the only answer"
)
def test_a_short_sentence_that_is_the_answer_is_found(here: Path) -> None:
    said = asked("When was Jan Novak born?", {"a.md": "# A painter\n\nJan Novak was born in 1871.\n"})
    assert "1871" in said.out


@pytest.mark.xfail(
    strict=True, reason="numbered pages that only look alike are taken for tellings of one text that differ"
)
def test_numbered_notes_are_no_dispute(here: Path) -> None:
    said = asked(
        HEIGHT,
        {
            f"page{number}.md": f"# Page {number}\n\nThe lighthouse of Ostrova is 42 metres high. "
            f"Note {number}: keeper number {number} lived in house {number + 3} with {number % 7 + 2} goats.\n"
            for number in range(12)
        },
    )
    assert not [claim for claim in said.report["claims"] if claim["status"] == "disputed"]
