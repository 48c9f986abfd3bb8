from __future__ import annotations

import pytest

from research_agent.checking.clauses import clauses_of
from research_agent.checking.date_ranges import spelt_out
from research_agent.checking.passages import PassageFinder
from research_agent.checking.rounding import settled
from research_agent.checking.turning import turned_round
from research_agent.checking.wording import judged
from research_agent.reading.extract import extract
from research_agent.reading.reader import to_document


def finder(text: str) -> PassageFinder:
    address = "https://towers.example/page.md"
    return PassageFinder(to_document(extract(text.encode(), address=address), address=address, requested=address))


@pytest.mark.parametrize(
    ("said", "stated", "right"),
    [
        ("about 8,850 m", "8,848.86 m", True),
        ("8,849 m", "8,848.86 m", True),
        ("8,847 m", "8,848.86 m", False),
        ("nearly 9,000 people", "8,964 people", True),
        ("more than 9 million", "9.2 million", True),
        ("more than 9 million", "5.2 million", False),
        ("about 30%", "29.6%", True),
        ("about 30%", "29.6 km", False),
        ("in 1990", "in 1987", False),
        ("version 3.1", "version 3.12", False),
    ],
)
def test_figures_may_be_rounded_and_not_changed(said: str, stated: str, right: bool) -> None:
    assert (settled(f"It is {said}.", f"It is {stated}.") != f"It is {said}.") == right


@pytest.mark.parametrize(
    "text",
    ["from 8 to 14 July 2012", "from July 8–14, 2012", "from July 8 to July 14, 2012", "from 8 July to 14 July 2012"],
)
def test_ranges_of_days_are_written_out_in_one_form(text: str) -> None:
    assert spelt_out(text) == "from 8 July 2012 to 14 July 2012"


def test_chinese_ranges_of_days_too() -> None:
    assert spelt_out("2012 年 7 月 8 日至 14 日") == "2012年7月8日至2012年7月14日"


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        ("It is red.", 1),
        ("The red tower is 42 m high, and the blue tower was built in 1887.", 2),
        ("红色的塔高四十二米，蓝色的塔建于一八八七年。", 2),
        ("It cost 1,500 dollars, not more.", 1),
    ],
)
def test_parts_are_big_enough_to_be_judged(statement: str, parts: int) -> None:
    assert len(clauses_of(statement)) == parts


LIST = """# Names of the ferries

The ferry Alpha (built 1950) is named after the rubber penguin with a red tie.

The ferry Beta (built 1961) is named after the rubber octopus with eight long arms.

The fleet has seven ships and three spare engines. Dogs are not allowed on board. The crew speaks Norwegian.
"""


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("The ferry Beta, built in 1961, got its name from a rubber octopus with eight long arms.", "supported"),
        ("The ferry Beta, built in 1950, got its name from a rubber octopus with eight long arms.", "partly"),
        ("The fleet consists of seven ships.", "supported"),
        ("The fleet consists of three ships.", "not_supported"),
        ("Dogs are allowed on board of the ferries.", "not_supported"),
        ("It is forbidden to bring dogs on board.", "supported"),
        ("The crew does not speak Norwegian.", "not_supported"),
        ("The captain collects stamps and old coins.", "not_supported"),
    ],
)
def test_likeness_is_not_support(statement: str, verdict: str) -> None:
    assert judged(statement, finder(LIST)).verdict == verdict


def test_words_of_a_table_are_read_with_their_header() -> None:
    table = "# Towers\n\n| Tower | Height in m | Built |\n|---|---|---|\n| Red | 42 | 1887 |\n| Blue | 51 | 1901 |\n"
    assert judged("The red tower was built in 1887.", finder(table)).verdict == "supported"
    assert judged("The red tower was built in 1901.", finder(table)).verdict == "not_supported"


MANUAL = """# The pump

The valve reduces the pressure at once. The pump does not protect its motor against dust or against moisture.

If the tank runs dry, the old filter is removed from the file system of the controller.

The housing must be one of the following:

STEEL

BRASS

OAK

GLASS

There are four modes (1) and (4) apply at night. The interval is 8 s. Only some of the tanks can be refilled.
"""


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("The valve lowers the pressure immediately.", "supported"),
        ("The valve raises the pressure immediately.", "not_supported"),
        ("The pump also guards its motor against dust.", "not_supported"),
        ("Once the tank has run dry, the old filter is dropped from the controller's filesystem.", "supported"),
        ("The housing must be made of STEEL, BRASS, OAK or GLASS.", "supported"),
        ("The interval is four seconds.", "not_supported"),
        ("pumpctl does not protect its motor against dust or moisture.", "not_supported"),
    ],
)
def test_other_words_and_opposites_are_told_apart(statement: str, verdict: str) -> None:
    assert judged(statement, finder(MANUAL)).verdict == verdict


@pytest.mark.parametrize(
    ("text", "passage", "turned"),
    [
        ("测试版的问题比稳定版多得多。", "测试版的问题远远少于稳定版。", True),
        ("管理员看重稳定。", "管理员更在意系统稳不稳定。", False),
        ("内存中的日志会被分割。", "永不分割内存中的日志(/run/log/journal)。", True),
        ("Elliptic curves are less widely available.", "Elliptic curves are not as widely implemented.", False),
        ("Each block is kept just once.", "No block is ever stored more than once.", False),
        ("A connection without a cache sees changes.", "Connections that do not have a cache see changes.", False),
        ("The fee is enabled by default.", "The fee is disabled by default.", True),
    ],
)
def test_denials_and_opposites_in_other_words(text: str, passage: str, turned: bool) -> None:
    assert bool(turned_round(text, passage)) == turned
