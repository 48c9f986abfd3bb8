"""Citations in notations that are easily taken for text: read only where a report has no others.

``(1)`` and ``... a sentence. 15`` with a numbered list; ``(Smith et al., 2020)`` with a list of works.
"""

from __future__ import annotations

import re

from research_agent.checking.inline import Mark
from research_agent.checking.references import References

_ROUND = re.compile(r"\s*[(（](\d{1,3}(?:\s*[,;，、]\s*\d{1,3})*)[)）]")
_BARE = re.compile(
    r"(?<=[.!?。！？”\"])\s?(\d{1,3}(?:[,，]\s?\d{1,3})*)(?=\s+[A-Z\u3400-\u9fff“\"]|\s*\Z|(?=[\u3400-\u9fff]))|(?<=[a-z\u3400-\u9fff])\s(\d{1,3})(?=[.。]?\s*\Z|[。.]\s)"
)
_AUTHOR = re.compile(r"\s*[(（\[]([^()（）\[\]\n]{2,160}?\b(?:19|20)\d{2}[a-z]?[^()（）\[\]\n]{0,20})[)）\]]")
_SURNAME = re.compile(r"[A-ZÀ-Þ][\w'’-]+|[\u3400-\u9fff]{2,4}")
_YEAR = re.compile(r"\b(?:19|20)\d{2}\b")


def find_loose(text: str, references: References) -> tuple[str, tuple[Mark, ...]]:
    """A block's text without such citations, and their marks."""
    numbers = references.numbered
    if not references.entries:
        return text, ()
    pieces: list[str] = []
    marks: list[Mark] = []
    at = length = 0
    for start, end, labels in sorted(_found(text, numbers, references)):
        if start < at:
            continue
        pieces.append(text[at:start])
        length += start - at
        marks += [Mark(length, f"[{label}]", label=label) for label in labels]
        at = end
    return "".join([*pieces, text[at:]]), tuple(marks)


def _found(text: str, numbers: frozenset[int], references: References) -> list[tuple[int, int, list[str]]]:
    found = []
    for pattern in (_ROUND, _BARE):
        for match in pattern.finditer(text):
            labels = re.findall(r"\d+", match[1] or match[match.lastindex or 1])
            if all(int(label) in numbers for label in labels):
                found.append((match.start(), match.end(), labels))
    for match in _AUTHOR.finditer(text):
        works = [_work(part, references) for part in re.split(r"[;；]", match[1])]
        if all(works):
            found.append((match.start(), match.end(), works))
    return found


def _work(cited: str, references: References) -> str:
    """The label of the entry that begins with the author and holds the year; empty for none."""
    surname, year = _SURNAME.search(cited), _YEAR.search(cited)
    if surname is None or year is None:
        return ""
    return next(
        (
            entry.label
            for entry in references.entries
            if entry.label and surname.group() in entry.text[:120] and year.group() in entry.text
        ),
        "",
    )
