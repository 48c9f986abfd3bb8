"""A sentence taken out of a report, and nothing torn: marks that it shared with its neighbours stay."""

from __future__ import annotations

import re
from collections.abc import Sequence

from research_agent.judges.subject import Sentence, Subject

_LEAD = re.compile(r"[ \t]*(?:>[ \t]?)*(?:(?:[-*+•·‣▪–]|\d{1,3}[.)、])[ \t]+)?")
"""What a line begins with that is the line's and not the sentence's."""
_BESIDE = re.compile(r"\[\^?[\w.-]+\](?:\([^)]*\))?|^\s*\d+[.)]|[(（][^()（）]*[)）]")
"""What stands beside a sentence and is none: a citation, the number of an item, the place of a quoted passage."""
_PAIRS = (("“", "”"), ("「", "」"), ("《", "》"))


def marked(subject: Subject, parts: Sequence[str]) -> list[Sentence]:
    """Every sentence that shares text with an occurrence of a part, in order."""
    found: dict[str, Sentence] = {}
    for part in parts:
        at = subject.text.find(part)
        while at >= 0:
            found |= {sentence.id: sentence for sentence in subject.at(at, at + len(part))}
            at = subject.text.find(part, at + 1)
    return sorted(found.values(), key=lambda sentence: sentence.start)


def without(text: str, sentence: Sentence) -> str:
    """The text without a sentence; a line that held nothing else goes with it."""
    start, end = sentence.start, sentence.end
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end
    rest = text[line_start:start] + text[end:line_end]
    if not re.search(r"\w", _BESIDE.sub("", rest)):
        return text[:line_start] + text[min(len(text), line_end + 1) :]
    lead = "" if text[line_start:start].strip() else _lead(sentence)
    before = text[:start] + lead + _opened(sentence.text)
    closed = _closed(sentence.text)
    return f"{before.rstrip(' ')}{closed}{text[end:]}" if closed else before + text[end:].lstrip(" ")


def _lead(sentence: Sentence) -> str:
    found = _LEAD.match(sentence.text)
    return found[0] if found else ""


def _opened(sentence: str) -> str:
    """The marks that a sentence opens and leaves open."""
    quotes = "".join(one for one, other in _PAIRS if sentence.count(one) > sentence.count(other))
    return quotes + ("**" if sentence.count("**") % 2 and not sentence.rstrip().endswith("**") else "")


def _closed(sentence: str) -> str:
    """The marks that a sentence closes and did not open."""
    quotes = "".join(other for one, other in _PAIRS if sentence.count(other) > sentence.count(one))
    return ("**" if sentence.count("**") % 2 and sentence.rstrip().endswith("**") else "") + quotes
