"""A search that did not find what it was to find is worded in another way: other terms, narrower, broader, another
language.

Which way comes first depends on how it failed. Where nothing was found at all, the query asked for too much; where
documents were found that do not answer, it asked for the wrong thing. Headings of what was read give words in which
documents of the subject answer, as pseudo-relevance feedback does (Lavrenko and Croft 2001, "Relevance-Based Language
Models"); brackets give names in another language ("预写式日志（WAL）").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from research_agent.domain import Document
from research_agent.engines.extractive.decompose import named
from research_agent.engines.extractive.language import language_of, primary
from research_agent.engines.extractive.queries import keywords, other_words
from research_agent.evidence.retrieval import best_passages, content_terms
from research_agent.text.queries import canonical

Way = Literal["new", "narrower", "broader", "other-language", "other-term"]

MOST_NAMES = 4
"""Names of the question that narrow a query, at most."""
FROM_HEADINGS = 2
"""Words of headings that are added, at most."""
LOOKED_AT = 6_000
"""Characters of the best passages whose headings are looked at."""
AT_FIRST = 400_000
"""Characters of one document in which rare words and brackets are looked for."""

_WORD = re.compile(r"[\w.+/'’-]*\w")
_HAN = re.compile(r"[\u3400-\u9fff]")
_GLOSS = re.compile(r"([\u3400-\u9fff]{2,8})\s*[（(]\s*([A-Za-z][\w ./+-]{1,40}?)\s*[)）]")


@dataclass(frozen=True, slots=True)
class Failed:
    """A part of the question that was searched for and not found."""

    text: str
    tried: tuple[str, ...]
    """Every query of its line."""
    found_nothing: bool
    """No provider had a hit for any of them."""


def rewritten(failed: Failed, question: str, language: str, documents: Sequence[Document]) -> Iterator[tuple[Way, str]]:
    """Other queries for the same thing, best first, none in the words of one that was tried.

    Args:
        question: the whole question, for its names.
        language: BCP-47 tag of the question.
        documents: what the run has read so far, in any order.
    """
    read = sorted(documents, key=lambda document: document.source.id)
    known = {canonical(query) for query in failed.tried}
    for way, query in _ways(failed, question, language, read):
        if (key := canonical(query)) and key not in known:
            known.add(key)
            yield way, " ".join(dict.fromkeys(query.split()))


def _ways(failed: Failed, question: str, language: str, read: Sequence[Document]) -> Iterator[tuple[Way, str]]:
    """In their order; each is made when it is asked for, since some rank passages."""
    if failed.found_nothing:
        yield "broader", _broader(failed.text, question, read)
    yield from _by_table(failed, question)
    yield "other-term", _by_headings(failed.text, question, read)
    yield "narrower", _narrower(failed.text, question)
    yield "other-language", _in_other_language(failed.text, question, language, read)
    if not failed.found_nothing:
        yield "broader", _broader(failed.text, question, read)


def _by_table(failed: Failed, question: str) -> list[tuple[Way, str]]:
    """Words of asking replaced by words of answering (``lexicon.RELATED``); without such words only names are added."""
    said = set(content_terms(f"{failed.text} {question}"))
    found = other_words(failed.text, question, failed.tried)[:1]
    return [("other-term" if set(content_terms(query)) - said else "narrower", query) for query in found]


def _narrower(text: str, question: str) -> str:
    """Its keywords with all that the question names, which the first queries left out in part."""
    own = keywords(text)
    missing = [name for name in named(question) if name.lower() not in own.lower()]
    return " ".join([own, *missing[:MOST_NAMES]]) if missing else ""


def _broader(text: str, question: str, documents: Sequence[Document]) -> str:
    """Its keywords without the rarest one that is no name; a name of two words without its version."""
    found = keywords(text).split()
    names = {word.lower() for name in named(question) for word in name.split()}
    plain = [word for word in found if word.lower() not in names and content_terms(word)]
    if len(found) < 3 or not plain:
        return " ".join(word for word in found if not word[:1].isdigit()) if len(found) > 1 else ""
    lowered = [document.text[:AT_FIRST].lower() for document in documents]
    holders = {word: sum(word.lower() in each for each in lowered) for word in plain}
    rarest = min(plain, key=lambda word: (holders[word], -len(word), word))
    return " ".join(word for word in found if word != rarest)


def _by_headings(text: str, question: str, documents: Sequence[Document]) -> str:
    """The names of the question with the commonest words of the headings above its best passages."""
    passages = best_passages([text, question], documents, characters=LOOKED_AT)
    said = set(content_terms(f"{text} {question}"))
    counts: Counter[str] = Counter()
    for passage in passages:
        found = _WORD.findall(" ".join(passage.headings))
        words = {word.lower(): word for word in found if not word[:1].isdigit()}
        counts.update(word for low, word in words.items() if (own := set(content_terms(low))) and not own & said)
    best = sorted(counts, key=lambda word: (-counts[word], word))[:FROM_HEADINGS]
    names = [name for name in named(text) or named(question)][:2]
    return " ".join([*names, *best]) if best and names else ""


def _in_other_language(text: str, question: str, language: str, documents: Sequence[Document]) -> str:
    """Names, and words whose other form a document gives in brackets, where documents in another language were read."""
    if all(language_of(document) == primary(language) for document in documents):
        return ""
    glossed = [other for document in documents for other in glosses(document.text[:AT_FIRST], text)]
    names = [name for name in named(text) or named(question) if not _HAN.search(name)]
    return " ".join(dict.fromkeys([*names, *glossed[:MOST_NAMES]])) if names or glossed else ""


def glosses(document: str, text: str) -> tuple[str, ...]:
    """The other-language forms, as brackets in a document give them, of words that stand in ``text``."""
    found: dict[str, None] = {}
    for han, latin in _GLOSS.findall(document):
        if re.search(rf"(?<![A-Za-z]){re.escape(latin)}(?![A-Za-z])", text, re.IGNORECASE):
            found.setdefault(han)
        elif any(han[start:] in text for start in range(len(han) - 1)):
            found.setdefault(latin)
    return tuple(found)
