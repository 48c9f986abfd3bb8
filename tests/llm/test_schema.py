"""Every reply type of the engine has a schema that strict structured output accepts."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from pydantic import BaseModel

from research_agent.engines.llm import replies
from research_agent.llm.oracle import least
from research_agent.llm.schema import strict_schema

REPLIES = [each for _, each in inspect.getmembers(replies, inspect.isclass) if issubclass(each, BaseModel)]
ALLOWED = {"type", "enum", "const", "description", "anyOf", "items", "properties", "required", "additionalProperties"}


def nodes(schema: dict[str, Any]) -> list[dict[str, Any]]:
    below = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    below += [schema["items"]] if "items" in schema else []
    return [schema, *(node for part in below for node in nodes(part))]


@pytest.mark.parametrize("reply", [r for r in REPLIES if r is not BaseModel], ids=lambda reply: reply.__name__)
def test_schemas_are_strict(reply: type[BaseModel]) -> None:
    for node in nodes(strict_schema(reply)):
        assert node.keys() <= ALLOWED
        assert "type" in node or "anyOf" in node or "enum" in node
        if node.get("type") == "object":
            assert node["required"] == list(node["properties"])
            assert node["additionalProperties"] is False


def test_the_least_value_of_a_schema_has_its_shape() -> None:
    assert least(strict_schema(replies.ReadReply)) == {"claims": [], "missing": [], "other_words": [], "continue": []}
