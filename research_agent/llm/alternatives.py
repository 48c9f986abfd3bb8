"""What else a model might have said at one place of its JSON reply: the alternatives of the token where a field's value
begins, from the log-probabilities that some servers give.

Servers cut text into tokens as they like: the opening quotation mark may be a token, the end of one or the beginning of
another. So the place is looked for in the joined text, and what a token has before it is taken off its alternatives.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

Alternatives = dict[str, float]
"""Beginning of a value -> probability; the probabilities add up to 1 at most."""


def alternatives_of(logprobs: Any, field: str) -> list[Alternatives]:
    """One entry for each time that ``field`` gets a text as its value, in the order of the reply.

    Args:
        logprobs: of a chat completion's choice: ``{"content": [{"token", "logprob", "top_logprobs"}, ...]}``.
        field: the field's name.
    """
    tokens = logprobs.get("content") if isinstance(logprobs, dict) else None
    if not isinstance(tokens, list) or not all(isinstance(each, dict) and "token" in each for each in tokens):
        return []
    texts = [str(each["token"]) for each in tokens]
    ends = list(accumulate(map(len, texts)))
    value = re.compile(rf'(?<!\\)"{re.escape(field)}"\s*:\s*"')
    found = []
    for match in value.finditer("".join(texts)):
        at = next((number for number, end in enumerate(ends) if end > match.end()), None)
        if at is None:
            return []
        lead = texts[at][: match.end() - (ends[at] - len(texts[at]))]
        found.append(_after(lead, list(_listed(tokens[at]))))
    return found


def _listed(token: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    for each in token.get("top_logprobs") or [token]:
        logprob = each.get("logprob") if isinstance(each, dict) else None
        if isinstance(logprob, int | float) and logprob <= 0:
            yield str(each.get("token", "")), math.exp(logprob)


def _after(lead: str, listed: Sequence[tuple[str, float]]) -> Alternatives:
    """The alternatives that begin as the token does, without that beginning."""
    found: Alternatives = {}
    for text, probability in listed:
        if text.startswith(lead):
            rest = text.removeprefix(lead)
            found[rest] = round(found.get(rest, 0.0) + probability, 6)
    return found
