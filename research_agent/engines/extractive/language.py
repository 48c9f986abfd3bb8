"""Documents in the question's language come first; others are used where it has none, and the report says so."""

from __future__ import annotations

from collections.abc import Sequence

from research_agent.domain import Document, Problem, Question, SubQuestion
from research_agent.text.detect import detect_language

SAMPLE = 4000
"""Code points looked at where a document does not name its language."""


def in_the_language(
    documents: Sequence[Document], question: Question, sub_question: SubQuestion
) -> tuple[list[Document], Problem | None]:
    """The documents in the question's language, or all of them with a word about it where there are none."""
    own = [document for document in documents if language_of(document) == primary(question.language)]
    if own or not documents:
        return own, None
    others = sorted({language_of(document) for document in documents} - {""})
    what = (
        f"No document in the language of the question ({question.language}) was found for “{sub_question.text}”; "
        f"documents in other languages ({', '.join(others) or 'unknown'}) are quoted as they stand."
    )
    return list(documents), Problem(stage="read", subject=sub_question.id, what=what, kind="other_language")


def language_of(document: Document) -> str:
    """Primary language tag of a document."""
    return primary(document.source.language) or detect_language(document.text[:SAMPLE])


def primary(tag: str) -> str:
    """``zh-CN`` -> ``zh``."""
    return tag.replace("_", "-").split("-", 1)[0].lower()
