"""Search queries for a part of the question: keywords, never a whole sentence of politeness."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from research_agent.engines.extractive.decompose import named
from research_agent.engines.extractive.lexicon import RELATED
from research_agent.evidence.retrieval import Query, as_query, content_terms
from research_agent.text.tokens import STOPWORDS, terms

MOST_WORDS = 12
RELATED_WEIGHT = 0.2
"""Of a related word, beside a word of the question; docs/extractive.md has the curve."""
NAMES = 2
"""Names of the question that are added to a clause that does not say what it is about."""
_WORD = re.compile(r"[\w.+/'’-]*\w|[\u3400-\u9fff]+")
_HAN = re.compile(r"[\u3400-\u9fff]")
_STOPS = re.compile(
    "|".join(sorted((w for w in STOPWORDS["zh"] if len(w) > 1 or w in "和与及的"), key=len, reverse=True))
)


def queries_of(texts: Sequence[str], question: str, most: int, *, web: bool, clause: str = "") -> tuple[str, ...]:
    """Best first: the first text with the names that the question is about, then each text in its own words.

    Args:
        texts: a clause and its facets.
        question: the whole of it, for the names.
        most: queries at most.
        web: add the names to every query. On the web a bare "risk" finds anything; in the user's own documents a name
            that all of them repeat only hides the particular word (file recall 0.96 without, 0.86 with).
        clause: what the texts are parts of; the first text where it is left out.
    """
    names = _by_weight(named(question), question)
    plain = [_in_script(keywords(text), clause or texts[0]) for text in texts]
    rest = [_with_names(text, names) for text in plain] if web else plain
    return tuple(_distinct([_with_names(plain[0], names), *rest])[:most])


def other_words(text: str, question: str, tried: Iterable[str]) -> tuple[str, ...]:
    """One query in other words than those that were tried: words of asking replaced by words of answering."""
    names = _by_weight(named(question), question)
    own = keywords(text)
    added = [word for word in related_words(text) if word not in own]
    kept = [word for word in own.split() if not _is_asking(word)]
    candidates = [_with_names(" ".join([*kept, *added]), names), _with_names(" ".join(added), names), own]
    known = {" ".join(sorted(content_terms(query))) for query in tried}
    fresh = [q for q in _distinct(candidates) if " ".join(sorted(content_terms(q))) not in known]
    return tuple(fresh[:1])


def related_words(text: str) -> tuple[str, ...]:
    """Words in which documents answer what ``text`` asks (``lexicon.RELATED``)."""
    said = set(terms(text))
    return tuple(
        dict.fromkeys(
            word
            for asking, answering in RELATED
            if any(set(terms(word)) <= said if word.isascii() else word in text for word in asking)
            for word in answering
        )
    )


def expanded(text: str) -> Query:
    """The query of a facet, with the words in which documents answer it at a fifth of the weight."""
    query = as_query(text)
    weights = dict(query.weights)
    for word in related_words(text):
        for term in content_terms(word):
            weights.setdefault(term, RELATED_WEIGHT)
    return Query(weights, query.pairs)


def keywords(text: str) -> str:
    """The content words of a text as they stand, at most twelve; Chinese runs stay whole."""
    found: list[str] = []
    for match in _WORD.finditer(text):
        word = match[0]
        if word.lower().replace("’", "'") in STOPWORDS["en"] or not content_terms(word):
            continue
        found.append(word)
    return " ".join(dict.fromkeys(found[:MOST_WORDS])) or text


def _in_script(query: str, clause: str) -> str:
    """A query of names only, for a Chinese clause, with its Chinese words: else documents in English come first."""
    if _HAN.search(query) or not _HAN.search(clause):
        return query
    return " ".join([query, *re.findall(r"[\u3400-\u9fff]{2,}", _STOPS.sub(" ", clause))[:3]])


def _by_weight(names: Sequence[str], question: str) -> list[str]:
    """The names that the question repeats, alone or within longer ones, first."""
    lowered = question.lower()
    return sorted(names, key=lambda name: -lowered.count(name.lower()))


def _with_names(query: str, names: Sequence[str]) -> str:
    have = set(terms(query))
    missing = [name for name in names if not set(terms(name)) <= have]
    has_name = len(missing) < len(names)
    return " ".join([query, *missing[: NAMES - has_name]]).strip()


def _is_asking(word: str) -> bool:
    return any(word.lower() in asking for asking, _ in RELATED)


def _distinct(queries: Iterable[str]) -> list[str]:
    """Without queries that hold the same terms as an earlier one."""
    kept: dict[str, str] = {}
    for query in queries:
        key = " ".join(sorted(set(content_terms(query))))
        if key:
            kept.setdefault(key, query)
    return list(kept.values())
