"""From the text of a model's reply to a value, however the model wrapped it.

Thinking is taken off, JSON is found inside fences and prose, small damage is repaired (json-repair), and pydantic
decides. A reply that was cut at its length limit loses its last, unfinished element rather than keeping half of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import json_repair
from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)

_OPEN = re.compile(r"\A\s*<(think|thinking|thought|reasoning)>", re.IGNORECASE)
_CLOSE = re.compile(r"</(think|thinking|thought|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)(?:\n[ \t]*```|\Z)", re.DOTALL)
_DECLINES = re.compile(
    r"\A\W*(?:i['’]?m sorry|i am sorry|sorry,|i can(?:no|['’])t|i am unable|i['’]m unable"
    r"|抱歉|对不起|很抱歉|我无法|我不能)",
    re.IGNORECASE,
)
ERRORS_SHOWN = 5


class Unparsable(ValueError):
    """The reply holds no usable value; the message tells the model why."""


@dataclass(frozen=True, slots=True)
class Parsed(Generic[M]):
    value: M
    mended: bool = False
    """The JSON was damaged and was repaired."""


def split_thinking(content: str) -> tuple[str, str]:
    """(answer, thinking) of a reply's content. Thinking that was never closed takes the whole reply."""
    if content.lstrip()[:1] in "{[":
        return content.strip(), ""
    thinking = []
    while opened := _OPEN.match(content):
        closed = _CLOSE.search(content, opened.end())
        thinking.append(content[opened.end() : closed.start() if closed else None])
        content = content[closed.end() :] if closed else ""
    # Some chat templates open the tag in the prompt: then only its end stands in the reply.
    if orphan := _CLOSE.search(content):
        thinking.append(content[: orphan.start()])
        content = content[orphan.end() :]
    return content.strip(), "\n".join(part.strip() for part in thinking)


def parse_reply(text: str, model: type[M], *, cut: bool = False) -> Parsed[M]:
    """The value in ``text``.

    Args:
        text: the reply without its thinking.
        model: what the reply must be.
        cut: the reply ended at its length limit.

    Raises:
        Unparsable: there is no JSON, or it does not fit; in words that help the model.
    """
    if not text.strip():
        raise Unparsable("The reply was empty.")
    first: ValidationError | None = None
    for data, mended in _candidates(text, cut):
        try:
            return Parsed(model.model_validate(data), mended)
        except ValidationError as error:
            first = first or error
    if first is None:
        raise Unparsable("There was no JSON object in the reply.")
    raise Unparsable(_in_words(first))


def declines(text: str) -> bool:
    """Whether a reply without JSON reads like a refusal."""
    return "{" not in text and bool(_DECLINES.match(text))


def _candidates(text: str, cut: bool) -> Iterator[tuple[Any, bool]]:
    """Objects found in the text, likeliest first, with whether they had to be repaired."""
    places = [text, *(match.group(1) for match in _FENCE.finditer(text)), *_from_braces(text)]
    if cut and (start := text.find("{")) >= 0:
        places.append(_whole_elements(text[start:]))
    for place in places:
        try:
            data = json.loads(place, strict=False)
        except ValueError:
            continue
        if isinstance(data, dict):
            yield data, False
    for place in places[1:] or places:
        start = place.find("{")
        if start < 0:
            continue
        repaired = json_repair.loads(_whole_elements(place[start:]) if cut else place[start:])
        if isinstance(repaired, dict) and repaired:
            yield repaired, True


def _from_braces(text: str) -> list[str]:
    """From the first brace to the last one, and every balanced object that starts a line."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0:
        return []
    whole = [text[start : end + 1]] if end > start else [text[start:]]
    decoder = json.JSONDecoder(strict=False)
    for match in re.finditer(r"^\s*(\{)", text, re.MULTILINE):
        try:
            _, stop = decoder.raw_decode(text, match.start(1))
        except ValueError:
            continue
        whole.append(text[match.start(1) : stop])
    return whole


def _whole_elements(text: str) -> str:
    """The text up to the end of its last complete object, closed: no half element is repaired into a whole one.

    Empty where no object is complete.
    """
    open_brackets: list[str] = []
    closed, in_string, escaped = "", False, False
    for place, character in enumerate(text):
        if in_string:
            in_string = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            in_string = True
        elif character in "{[":
            open_brackets.append("}" if character == "{" else "]")
        elif character in "}]" and open_brackets:
            open_brackets.pop()
            if character == "}":
                closed = text[: place + 1] + "".join(reversed(open_brackets))
    return closed


def _in_words(error: ValidationError) -> str:
    lines = [
        f"{'.'.join(map(str, item['loc'])) or 'the reply'}: {item['msg']}" for item in error.errors()[:ERRORS_SHOWN]
    ]
    return "The JSON does not fit: " + "; ".join(lines) + "."
