"""A page that was read in the question's language is not shown again in another one."""

from __future__ import annotations

from collections.abc import Iterable

from research_agent.domain import Document
from research_agent.engines.llm.language import primary
from research_agent.evidence.works import names_other, parallel, translated


def translations(language: str, documents: Iterable[Document]) -> frozenset[str]:
    """Ids of the sources that only translate a document which is there in ``language`` (a BCP-47 tag), too.

    Another version of it counts as another document: it may say something else.
    """
    known = list(documents)
    own = [each for each in known if _spoken(each) == primary(language)]
    foreign = [each for each in known if _spoken(each) not in ("", primary(language))]
    return frozenset(each.source.id for each in foreign if any(_translates(each, original) for original in own))


def _spoken(document: Document) -> str:
    return primary(document.source.language)


def _translates(one: Document, other: Document) -> bool:
    a, b = one.source, other.source
    if a.version != b.version and a.version and b.version:
        return False
    return names_other(a, b) or names_other(b, a) or parallel(a, b) or translated(one.text, other.text)
