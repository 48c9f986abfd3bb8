"""What a model is told after a reply that cannot be used, and what it means when no try could be."""

from __future__ import annotations

from typing import Any

from research_agent.errors import ModelError
from research_agent.llm.parsing import declines
from research_agent.llm.schema import schema_text

Json = dict[str, Any]

OWN_REPLY = 6000
"""Characters of its own reply that a model is shown."""
SHOWN = 200


def corrected(messages: list[dict[str, str]], schema: Json, reply: str, fault: str) -> list[dict[str, str]]:
    """The conversation with the model's own reply and what was wrong with it."""
    own = reply if len(reply) <= OWN_REPLY else f"{reply[:OWN_REPLY]}\n[...]"
    ask = (
        f"This reply could not be used. {fault} Answer the same request again, with one JSON object and nothing else, "
        f"that fits this JSON schema:\n{schema_text(schema)}"
    )
    shown = [{"role": "assistant", "content": own}] if own.strip() else []
    return [*messages, *shown, {"role": "user", "content": ask}]


def shortened(messages: list[dict[str, str]]) -> list[dict[str, str]]:
    """The conversation after a reply that hit its length limit: the same again, shorter."""
    last = messages[-1]
    ask = (
        "Your first reply to this was cut off at the length limit. Reply with the complete JSON object, and keep it "
        "shorter: leave out what matters least."
    )
    return [*messages[:-1], {**last, "content": f"{last['content']}\n\n{ask}"}]


def refused(prompt: str, why: str) -> ModelError:
    return ModelError(
        f"The model refused the prompt {prompt!r}: {why[:SHOWN].rstrip('.')}.",
        kind="refused",
        next_step="Rephrase the question, or use another model.",
    )


def unusable(prompt: str, value: Json, fault: str) -> ModelError:
    """Why no try gave a usable reply, judged by the last one."""
    content = value["content"]
    if declines(content):
        return refused(prompt, " ".join(content.split()))
    if value["finish_reason"] == "length":
        return ModelError(
            f"The model's reply to the prompt {prompt!r} was cut at its length limit each time.",
            kind="truncated",
            next_step="Use a model with a longer output, or one that thinks less.",
        )
    return ModelError(
        f"The model {value['model']} gave no usable reply to the prompt {prompt!r}, corrections included. {fault}",
        kind="bad_reply",
        next_step="Use a stronger model (RESEARCH_MODEL, RESEARCH_SMALL_MODEL).",
    )
