"""Which claims of a dispute stand together."""

from __future__ import annotations

from research_agent.evidence.difference import Difference
from research_agent.evidence.ledger import build_ledger
from research_agent.evidence.sides import sides_of
from tests.evidence.building import by_id, claim, document, said

A, B, C, D = (claim(id, f"Claim {id}.") for id in "abcd")


def ids(*contradictions: tuple[str, str, Difference]) -> list[str]:
    return ["".join(one.id for one in side) for side in sides_of([A, B, C, D], contradictions)]


def number(first: str, second: str) -> Difference:
    return Difference("number", first, second)


def test_who_says_the_same_against_others_stands_together() -> None:
    assert ids(("a", "d", number("4,200", "3,100")), ("b", "d", number("4200", "3,100")),
               ("c", "d", number("4,200", "3,100"))) == ["abc", "d"]  # fmt: skip


def test_a_quantity_in_another_unit_is_the_same() -> None:
    found = ids(("a", "d", Difference("unit", "1.5 GB", "1 GB")), ("d", "b", Difference("unit", "1 GB", "1,536 MB")))
    assert found == ["ab", "c", "d"]


def test_two_that_contradict_each_other_never_do() -> None:
    both = [(id, "d", number("4,200", "3,100")) for id in "ab"]
    assert ids(*both, ("a", "b", Difference("name", "east", "west")))[:2] == ["a", "b"]


def test_denials() -> None:
    denies = Difference("negation", denied=True)
    assert ids(("a", "c", denies), ("b", "c", denies), ("a", "d", denies)) == ["ab", "cd"]


def test_the_positions_of_a_dispute() -> None:
    high = "The harbour bridge carries 4,200 vehicles a day, and the ferry carries the rest of them."
    free = "Every day 4,200 vehicles cross the harbour bridge."
    low = "The harbour bridge carries 3,100 vehicles a day."
    documents = by_id(document("s1", high), document("s2", free), document("s3", low))
    ledger = build_ledger(documents, [said(("s1", high), ("s2", free), ("s3", low))])
    (disputed,) = (one for one in ledger.claims.values() if one.positions)
    assert sorted(len(side.quotes) for side in disputed.positions) == [1, 2]
