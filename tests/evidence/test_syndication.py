"""Whose words a document says it carries."""

from __future__ import annotations

import pytest

from research_agent.domain import Document
from research_agent.evidence.independence import dependence
from research_agent.evidence.syndication import origins
from tests.evidence.building import document

FIRST = "The town council said that the bridge will be closed for eleven weeks from May."
SECOND = "Drivers must go round by the northern road until summer, officials announced."


REPRINT = "Originally published by Harbour Weekly."
WIRE = "LONDON, May 3 /PRNewswire/ --"


def paper(id: str, text: str, **facts: str) -> Document:
    return document(id, text, f"https://{id}-paper.org/1", **facts)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (f"BERLIN (Reuters) - {FIRST}", "reuters"),
        (f"WASHINGTON (AP) — {FIRST}", "ap"),
        (f"By Associated Press\n\n{FIRST}", "ap"),
        (f"{FIRST}\n\n© 2024 Agence France-Presse", "afp"),
        ("新华社北京5月3日电（记者张三）大桥将关闭。", "xinhua"),
        ("大桥将关闭。\n来源：新华社", "xinhua"),
        (f"{FIRST}\n\nThis article was originally published on The Conversation.", "the conversation"),
        (f"{FIRST}\n\nReprinted with permission from Harbour Weekly.", "harbour weekly"),
        (f"{FIRST}\n\nThis story first appeared at https://www.harbour.example/news/1", "harbour.example"),
        ("大桥将关闭。\n本文转载自海港周报", "海港周报"),
        (f"LONDON, May 3 /PRNewswire/ -- {FIRST}\n\nSOURCE Bridge Works Ltd", "bridge works ltd"),
    ],
)
def test_credits(text: str, key: str) -> None:
    assert key in [origin.key for origin in origins(paper("a", text))]


@pytest.mark.parametrize(
    "text",
    [
        FIRST,
        "Reuters and AP are news agencies. The AP was founded in 1846.",
        "The book was originally published in 1998 and sold well.",
        "It first appeared on screens in 2004.",
    ],
)
def test_what_is_no_credit(text: str) -> None:
    assert [
        origin for origin in origins(paper("a", text)) if origin.key in ("reuters", "ap", "1998", "screens in 2004")
    ] == []


@pytest.mark.parametrize(
    ("first", "second", "dependent"),
    [
        (paper("a", f"BERLIN (Reuters) - {FIRST}"), paper("b", f"{SECOND}\n\nBy Reuters"), True),
        (paper("a", f"BERLIN (Reuters) - {FIRST}"), document("r", SECOND, "https://www.reuters.com/x"), True),
        (paper("a", f"BERLIN (Reuters) - {FIRST}"), paper("b", f"PARIS (AFP) - {SECOND}"), False),
        (paper("a", FIRST, author="Reuters Staff"), paper("b", SECOND, author="Reuters"), True),
        (paper("a", f"{FIRST}\n\n{REPRINT}"), paper("b", SECOND, publisher="Harbour Weekly"), True),
        (paper("a", f"{FIRST}\n\n{REPRINT}"), paper("b", SECOND, publisher="Hill Weekly"), False),
        (paper("a", f"{WIRE} {FIRST}\n\nSOURCE Bridge Works"),
         paper("b", f"{WIRE} {SECOND}\n\nSOURCE Road Works"), False),
        (paper("a", f"{WIRE} {FIRST}\n\nSOURCE Bridge Works"), paper("b", SECOND, publisher="Bridge Works Ltd."), True),
    ],
)  # fmt: skip
def test_one_origin_is_one_voice(first: Document, second: Document, dependent: bool) -> None:
    assert bool(dependence(first, second)) is dependent
    assert bool(dependence(second, first)) is dependent
