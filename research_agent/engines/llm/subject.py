"""Which documents are about another subject than the question: a search for other words finds other products' pages.

Told by what most documents of a run have in common: the question's words that stand in most of them name its subject.
A document that holds less than half of these is about something else, whatever rare word it shares with a query.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from research_agent.domain import Document
from research_agent.engines.llm.language import primary
from research_agent.evidence.content import content_terms

COMMON = 0.6
"""Share of the documents that hold a word of the question, from which on it names the subject."""
HELD = 0.5
"""Share of these words that a document must hold."""
FEWEST_DOCUMENTS, FEWEST_WORDS = 5, 3
"""Below these nothing is told."""
READ = 30_000
"""Characters of a document that are looked at."""


def off_subject(question: str, language: str, documents: Iterable[Document]) -> frozenset[str]:
    """Ids of the sources that are about something else.

    Args:
        question: its text.
        language: BCP-47 tag of it; documents in other languages are not compared.
    """
    asked = content_terms(question)
    comparable = [each for each in documents if primary(each.source.language or language) == primary(language)]
    if len(comparable) < FEWEST_DOCUMENTS:
        return frozenset()
    held = {each.source.id: asked & _terms(each) for each in comparable}
    counts = Counter(term for terms in held.values() for term in terms)
    common = {term for term, count in counts.items() if count >= COMMON * len(comparable)}
    if len(common) < FEWEST_WORDS:
        return frozenset()
    return frozenset(name for name, terms in held.items() if len(terms & common) < HELD * len(common))


def _terms(document: Document) -> frozenset[str]:
    return content_terms(f"{document.source.name}\n{document.text[:READ]}")
