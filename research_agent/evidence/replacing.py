"""One word in the place of another, or two that changed places, in a sentence that is otherwise the same.

Copies do not change words by chance. So where two documents share their sentences word for word and two of these part
in one place only, the words in that place are a difference to report, whatever they are: a name in lower case, a
trade's term, a noun. What copy editors change is none: another form or spelling of the word, another word for it
(``meanings``), a short form, and the number of a section or a page, which says where something stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz.distance import Indel

from research_agent.evidence.difference import Difference
from research_agent.evidence.figure_conflicts import POINTER
from research_agent.evidence.gaps import Gap, Overlay, Token, words_of
from research_agent.evidence.meanings import one_meaning, opposite_meaning
from research_agent.evidence.name_conflicts import one_name
from research_agent.evidence.names import Wording, identifiers, names
from research_agent.text.tokens import UNSPACED, terms

ONE_CHANGE = 0.85
"""Share of tokens in common order from which on only one thing was changed, whatever its words look like."""
_MOST_WORDS = 3
_MOST_CHARACTERS = 6
_FEWEST_SHARED = 3
"""Content words (characters of an unspaced script: twice as many) that tell what the sentence is about."""
_ALIKE = 0.8
"""Likeness of two words from which on they may be one with another spelling."""
_STEM = 5
"""Letters with which forms of one word begin alike (``configure``, ``configuration``)."""
_DENYING = re.compile(r"(?:un|in|im|ir|il|dis|non-?|de|anti-?|a|mis)(?=\w{3})", re.IGNORECASE)
_POINTED = re.compile(r"\W{0,2}(?:\b(?:sections?|chapters?|above|below)\b|第?\d*[章节页])", re.IGNORECASE)
_EXAMPLE = re.compile(r"(?:\b(?:e\.g\.|for (?:example|instance)|such as)|例如|比如)\W{0,3}\Z", re.IGNORECASE)
_NOTE = re.compile(
    r"\s?[(（](?:see(?: also)?|参见|参看|见)\b[^()（）]*[)）]|\[\d{1,3}\]|"
    r"(?:(?<=\D[.!?])|(?<=[)\]”\"]))(?:\d{1,3}|[¹²³⁰⁴-⁹]+)\s*\Z",
    re.IGNORECASE,
)
_HAN = re.compile(f"[{UNSPACED}]")
_WINDOW = 3
"""Characters of an unspaced script around a gap in which the word that it is a part of may begin or end."""
_MUTUAL = re.compile(
    r"\b(?:and|or|nor|with|between|equals?|same|both|either|versus|vs|compatib\w+|incompatib\w+|conflicts?|differs?|"
    r"different|similar\w*|like|unlike|alongside|together|identical|equivalent|related|adjacent|combin\w+|mix\w*)\b|[,;/|&、和与及或同跟]",
    re.IGNORECASE,
)


def is_pointer(gap: Gap, first: str, second: str) -> bool:
    """Whether a gap only says where something stands: the number or name of a section, a page, another document."""
    sides = ((gap.first, first), (gap.second, second))
    return any(
        listed and (POINTER.search(text[: listed[0].start]) or _POINTED.match(text[listed[-1].end :]))
        for listed, text in sides
    )


def without_notes(text: str) -> str:
    """The sentence without the numbers of its footnotes and without references in brackets."""
    return _NOTE.sub("", text)


def word_replaced(laid: Overlay, first: str, second: str) -> Difference | None:
    """The words that stand in the one place where the two sentences part; None where that is no other word."""
    gaps = [gap for gap in laid.gaps if content_of(gap.first) or content_of(gap.second)]
    if laid.share < ONE_CHANGE or len(gaps) != 1 or not _tells(first, gaps[0].first):
        return None
    gap = gaps[0]
    one, other = content_of(gap.first), content_of(gap.second)
    if not one or not other or any(token.figure for token in (*one, *other)) or is_pointer(gap, first, second):
        return None
    han = any(_HAN.match(token.text) for token in (*one, *other))
    if _EXAMPLE.search(first[: gap.first[0].start]):
        return None
    if max(len(one), len(other)) > (_MOST_CHARACTERS if han else _MOST_WORDS):
        return None
    a, b = words_of(one, first), words_of(other, second)
    if _same_characters(gap, first, second) if han else _same_words(a, b, first, second):
        return None
    return Difference("word", a, b)


def places_swapped(laid: Overlay, first: str, second: str) -> Difference | None:
    """Two words that changed places around the word that relates them: "A requires B", "B requires A"."""
    gaps = [gap for gap in laid.as_laid if content_of(gap.first) or content_of(gap.second)]
    if len(gaps) != 2 or any(content_of(gap.first) + content_of(gap.second) for gap in laid.gaps):
        return None
    (left, right), swapped = gaps, _keys(gaps[0].first) != _keys(gaps[0].second)
    if not swapped or _keys(left.first) != _keys(right.second) or _keys(left.second) != _keys(right.first):
        return None
    if not all((left.first, left.second, right.first, right.second)):
        return None
    between = first[left.first[-1].end : right.first[0].start]
    if _MUTUAL.search(between) or not any(terms(between)) or _MUTUAL.search(first[: left.first[0].start][-24:]):
        return None
    return Difference("word", words_of(left.first, first), words_of(left.second, second))


def content_of(listed: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens that carry meaning: no function words, no signs."""
    return tuple(token for token in listed if not token.light and any(char.isalnum() for char in token.text))


def _keys(listed: Sequence[Token]) -> tuple[str, ...]:
    return tuple(token.key for token in content_of(listed))


def _tells(text: str, gap: Sequence[Token]) -> bool:
    rest = text[: gap[0].start] + " " + text[gap[-1].end :] if gap else text
    words = re.findall(r"[^\W\d_]{3,}", _HAN.sub(" ", rest))
    return len(words) + len(_HAN.findall(rest)) // 2 >= _FEWEST_SHARED + 1


def _same_words(a: str, b: str, first: str, second: str) -> bool:
    """Whether two runs of words are forms, spellings or synonyms of one another."""
    one, other = a.lower(), b.lower()
    if re.sub(r"[\W_]+", "", one) == re.sub(r"[\W_]+", "", other) and not a.startswith("-"):
        return True
    if denies_prefix(one, other):
        return False
    if Wording(second).names(a) or Wording(first).names(b):
        return True
    if _named(a, first) and _named(b, second):
        return one_name(a, b)
    mine, theirs = terms(one), terms(other)
    if any(opposite_meaning(x, y) for x in mine for y in theirs):
        return False
    if set(mine) <= set(theirs) or set(theirs) <= set(mine):
        return True
    if any(one_meaning(x, y) or _one_form(x, y) for x in mine for y in theirs):
        return True
    return Indel.normalized_similarity(one, other) >= _ALIKE


def _named(words: str, text: str) -> bool:
    listed = {name.text.lower() for name in names(text)} | set(identifiers(words))
    return all(word.lower() in listed for word in words.split())


def denies_prefix(one: str, other: str) -> bool:
    """Whether one is the other with a prefix that denies it (``stable``, ``unstable``)."""
    short, long = sorted((one, other), key=len)
    found = _DENYING.match(long)
    return found is not None and long[found.end() :] == short


def _one_form(one: str, other: str) -> bool:
    """Whether two stems are of one word: the longer begins as the shorter does, but for its last letters."""
    short, long = sorted((one, other), key=len)
    if len(short) >= 3 and long.startswith(short) and not short.isdigit():
        return True
    same = next((at for at, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    return same >= _STEM and same >= len(short) - 2


def _same_characters(gap: Gap, first: str, second: str) -> bool:
    """Whether a word around the gap in the one sentence means what one around it in the other does."""
    one, other = _words_around(gap.first, first), _words_around(gap.second, second)
    return any(one_meaning(a, b) for a in one for b in other)


def _words_around(listed: Sequence[Token], text: str) -> list[str]:
    """The runs of two to four characters that hold a part of the gap."""
    start, end = listed[0].start, listed[-1].end
    low, high = max(0, start - _WINDOW), min(len(text), end + _WINDOW)
    runs = (text[at : at + size] for size in (2, 3, 4) for at in range(low, high - size + 1))
    return [run for run in runs if not run.isspace()]
