"""Alignment: an item asks for what the question needs, in the question's language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from research_agent.judges.linting.findings import Finding, unquoted
from research_agent.judges.rubric import Item, Rubric
from research_agent.text.tokens import function_terms, terms

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
_KANA = re.compile(r"[\u3040-\u30ff]")


def alignment(rubric: Rubric) -> Iterator[Finding]:
    """Findings on every item of a checklist."""
    question = frozenset(terms(rubric.question)) - function_terms()
    own = [frozenset(terms(item.text)) - function_terms() for item in rubric.items]
    for place, item in enumerate(rubric.items):
        if problem := _other_language(item, rubric.language):
            yield Finding(item=item.id, principle="alignment", message=problem, severity="error")
        elif own[place] and not own[place] & question.union(*own[:place], *own[place + 1 :]):
            message = "It shares no word with the question or with another item: does the task need it?"
            yield Finding(item=item.id, principle="alignment", message=message, severity="warning")


def _other_language(item: Item, language: str) -> str:
    """Said where the script tells it: short texts of one script cannot be told apart with certainty."""
    text = unquoted(item.text)
    han, latin = len(_HAN.findall(text)), len(_LATIN_WORD.findall(text))
    primary = language.casefold().split("-")[0]
    if primary == "zh" and latin > 3 and not han:
        return f"It is not written in the language of the task ({language})."
    if primary not in ("zh", "ja", "ko", "yue") and han > 3 * max(1, latin):
        return f"It is not written in the language of the task ({language})."
    if primary == "zh" and len(_KANA.findall(text)) > han:
        return f"It is not written in the language of the task ({language})."
    return ""
