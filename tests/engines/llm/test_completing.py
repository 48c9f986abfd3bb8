"""Where a cited sentence says "this setting", the neighbour that names the setting is cited as well."""

from __future__ import annotations

from research_agent.engines.llm.completing import completed
from research_agent.engines.llm.numbering import Numbering
from research_agent.text.passages import split_passages
from tests.support.example_documents import markdown

DOCUMENT = markdown(
    "init",
    "# git-init\n\nThe key init.defaultObjectFormat was added late. Allows overriding the default format. "
    "The variable takes precedence over this key. It applies since 12.5 only.\n\nSomething else stands here.\n",
)
NUMBERING = Numbering(
    split_passages(DOCUMENT.source.id, DOCUMENT.text, DOCUMENT.blocks), {DOCUMENT.source.id: DOCUMENT}
)


def added(text: str, *ids: str) -> list[str]:
    quotes = NUMBERING.proposals(ids)
    return [quote.text for quote in completed(text, quotes, NUMBERING)[len(quotes) :]]


def test_the_neighbour_with_the_name_is_added() -> None:
    found = added("The variable takes precedence over init.defaultObjectFormat.", "1.3")
    assert found == ["The key init.defaultObjectFormat was added late."]


def test_the_neighbour_with_the_figure_is_added() -> None:
    assert added("The variable takes precedence since 12.5.", "1.3") == ["It applies since 12.5 only."]


def test_nothing_is_added_where_nothing_is_missing_or_found() -> None:
    assert added("The variable takes precedence.", "1.3") == []
    assert added("The variable takes precedence over core.somethingUnknown.", "1.3") == []
    assert added("The git-init variable takes precedence.", "1.3") == []
    assert added("Nothing cited about init.defaultObjectFormat.") == []


def test_a_version_that_holds_the_same_sentence_is_cited_where_it_is_named() -> None:
    text = "# init\n\nThe option is experimental and meant for testing.\n"
    new, old = markdown("new", text, version="2.39.5"), markdown("old", text + "\nMore.\n", version="2.30.2")
    passages = [p for each in (new, old) for p in split_passages(each.source.id, each.text, each.blocks)]
    shown = Numbering(passages, {each.source.id: each for each in (new, old)}, once=True)
    quotes = shown.proposals(["1.1"])
    both = completed("In 2.30.2 and 2.39.5 the option is experimental.", quotes, shown)
    assert [quote.source for quote in both] == [new.source.id, old.source.id]
    assert completed("In 2.39.5 the option is experimental.", quotes, shown) == quotes
