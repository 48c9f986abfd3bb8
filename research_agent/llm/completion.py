"""What the journal keeps of a chat completion."""

from __future__ import annotations

from typing import Any

from research_agent.llm.alternatives import alternatives_of
from research_agent.llm.endpoint import Exchange
from research_agent.llm.parsing import split_thinking
from research_agent.llm.prices import Price
from research_agent.llm.tokens import estimate
from research_agent.recorder import Reply

Json = dict[str, Any]


def as_reply(exchange: Exchange, model: str, price: Price | None, estimated: int, field: str = "") -> Reply:
    """The completion as the journal's record.

    ``value`` holds content, reasoning (kept, never used), finish_reason, refusal, model, seconds, counted (whether the
    server counted the tokens), put (how the request was put) and refusals (what the server said before it accepted).

    Args:
        exchange: what came.
        model: the name that was asked for.
        price: of that model.
        estimated: prompt tokens, for a server that does not count.
        field: the reply's field whose alternatives were asked for.
    """
    choice = exchange.data["choices"][0]
    message = choice.get("message") or {}
    answer, thinking = split_thinking(_text(message.get("content")))
    reasoning = [_text(message.get(key)) for key in ("reasoning_content", "reasoning")]
    usage = exchange.data.get("usage") or {}
    counted = int(usage.get("prompt_tokens") or 0)
    completion = int(usage.get("completion_tokens") or 0) or estimate(f"{answer}{thinking}{''.join(reasoning)}")
    value: Json = {
        "content": answer,
        "reasoning": "\n".join(part for part in [*reasoning, thinking] if part),
        "finish_reason": str(choice.get("finish_reason") or "stop"),
        "refusal": _text(message.get("refusal")),
        "model": str(exchange.data.get("model") or model),
        "seconds": round(exchange.seconds, 3),
        "counted": counted > 0,
        "put": exchange.profile.as_record(),
        "refusals": list(exchange.refusals),
    }
    if field and (found := alternatives_of(choice.get("logprobs"), field)):
        value["alternatives"] = found
    prompt = counted or estimated
    usd = price.of(prompt, completion) if price else None
    return Reply(value=value, prompt_tokens=prompt, completion_tokens=completion, usd=usd)


def _text(content: Any) -> str:
    """Message content, which some servers send in parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""
