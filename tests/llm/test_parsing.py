"""Replies are found in whatever a model wraps them in, and half of one is never taken for a whole."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from research_agent.llm.parsing import Unparsable, declines, parse_reply, split_thinking


class Item(BaseModel):
    text: str
    n: int = 0


class Items(BaseModel):
    items: list[Item]


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
ITEMS = st.lists(st.builds(Item, text=TEXT, n=st.integers(-9, 9)), max_size=5).map(lambda items: Items(items=items))


@given(ITEMS, st.sampled_from(["{}", "```json\n{}\n```", "Sure:\n\n{}\n\nDone.", "```\n{}\n```\nThat is {{it}}."]))
def test_a_value_survives_every_wrapping(value: Items, wrapping: str) -> None:
    text = wrapping.replace("{{", "{").replace("}}", "}").replace("{}", value.model_dump_json(), 1)
    assert parse_reply(text, Items).value == value


@given(ITEMS, st.integers(0, 400))
def test_a_cut_reply_gives_a_prefix_of_its_elements_or_nothing(value: Items, length: int) -> None:
    text = value.model_dump_json()
    try:
        found = parse_reply(text[:length], Items, cut=True).value
    except Unparsable:
        return
    assert found.items == value.items[: len(found.items)]


@given(st.text(max_size=200))
def test_no_text_breaks_the_parser(text: str) -> None:
    answer, _ = split_thinking(text)
    with suppress(Unparsable):
        assert isinstance(parse_reply(answer, Items).value, Items)


@given(TEXT.filter(lambda text: "<" not in text), ITEMS)
def test_thinking_before_an_answer_is_taken_off(thought: str, value: Items) -> None:
    answer, thinking = split_thinking(f"<think>{thought}</think>\n{value.model_dump_json()}")
    assert json.loads(answer) == value.model_dump()
    assert thinking == thought.strip()


def test_a_think_tag_inside_the_answer_is_left_alone() -> None:
    content = json.dumps({"items": [{"text": "models print <think>this</think> first", "n": 1}]})
    assert split_thinking(content) == (content, "")


def test_the_error_names_the_field() -> None:
    with pytest.raises(Unparsable, match=r"items\.0\.n"):
        parse_reply('{"items": [{"text": "a", "n": "many"}]}', Items)


def test_the_example_in_a_chatty_reply_is_not_taken_when_it_does_not_fit() -> None:
    text = 'For example:\n{"foo": 1}\nAnd the answer:\n{"items": []}\n'
    assert parse_reply(text, Items).value == Items(items=[])


@pytest.mark.parametrize(
    ("text", "expected"), [("I'm sorry, no.", True), ("抱歉，我不能回答。", True), ("Sorry state: {}", False)]
)
def test_refusals_in_prose_are_recognised(text: str, expected: bool) -> None:
    assert declines(text) is expected
