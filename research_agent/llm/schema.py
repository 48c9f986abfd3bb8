"""The JSON schema of a reply, in the subset that strict structured output accepts.

OpenAI's strict mode wants every property required, no additional ones, and no defaults; many other servers turn the
schema into a grammar and know only its core. So references are written out, and what only pydantic needs to know
(lengths, ranges, patterns) is left to pydantic.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from pydantic import BaseModel

KEPT = ("type", "enum", "description", "anyOf", "const")


@cache
def strict_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of ``model``; recursive models are not supported."""
    full = model.model_json_schema()
    return _strict(full, full.get("$defs", {}))


def schema_text(schema: dict[str, Any]) -> str:
    """The schema as it stands in a prompt, where a server takes none."""
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))


def _strict(node: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in node:
        target = _strict(definitions[node["$ref"].rsplit("/", 1)[-1]], definitions)
        return {**target, **({"description": node["description"]} if "description" in node else {})}
    kept = {key: node[key] for key in KEPT if key in node}
    if "anyOf" in kept:
        kept["anyOf"] = [_strict(part, definitions) for part in kept["anyOf"]]
    if "items" in node:
        kept["items"] = _strict(node["items"], definitions)
    if node.get("type") == "object":
        properties = {name: _strict(part, definitions) for name, part in node.get("properties", {}).items()}
        kept |= {"properties": properties, "required": list(properties), "additionalProperties": False}
    return kept
