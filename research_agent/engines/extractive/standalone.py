"""Which sentences can be quoted alone, which lean on the one before them, and which say nothing.

A quoted sentence must make sense without its page: no navigation, no link list, no table debris, no heading, no
question, no "see section 4". A sentence that starts with "This" or "However" may be quoted with the one before it.
"""

from __future__ import annotations

import re

from research_agent.engines.extractive.lexicon import DANGLING, LEANING_END, NAVIGATION, POINTING

SHORTEST, LONGEST = 30, 420
"""Code points of a quotable sentence; of Han text, which says more in each, a third and a half of that."""
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_END = re.compile(r"[.!。！…;；§][\"'”’»)）\]」』]*(?:\[\d+\])*$")
_VERB_LIKE = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|should|must|may|might|shall|need|needs"
    r"|use|uses|used|make|makes|get|gets|\w{3,}(?:ed|es|ize|ise|ing))\b",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?:the|an?)\b")
_NUMBER = re.compile(r"(?<!\S)\d+(?!\S)")
MOST_NUMBERS = 2
"""Numbers standing alone in something without an end: more, and it is a line of contents or a row of a table."""
_REFERENCE = re.compile(r"(?:\d{1,2}\s*日|\d{4}\s*年|\b(?:19|20)\d\d|\.[a-z]{2,4}(?:/\S*)?)$")
"""How a bibliographic line ends: a date or an address."""
_MARKER = re.compile(r"(?:[-*+•·‣▪–✩]|\(?\d{1,3}[.)]|\[\d{1,3}\]|（\d{1,3}）)\s+(?=\S)")
_LIST_DEBRIS = re.compile(r"(?:\s[|•·→»]\s.*){2,}|\.{4,}|_{4,}|(?:\s[-–—]\s\S+){4,}")
_IN_BRACKETS = re.compile(r"\([^()]*\)|（[^（）]*）")
_PAIRS = (("(", ")"), ("[", "]"), ("（", "）"), ("“", "”"), ("「", "」"), ("《", "》"))


def is_han(text: str) -> bool:
    """Whether a good part of the text is Chinese or Japanese."""
    return 4 * len(_HAN.findall(text)) >= len(text) > 0


def marker_length(text: str) -> int:
    """Code points of a list marker and the space after it at the start: a bullet, ``3.``, ``(13)``."""
    match = _MARKER.match(text)
    return match.end() if match else 0


def is_quotable(text: str, *, whole: bool = True) -> bool:
    """Whether a sentence says something that can be quoted, if need be together with the sentence before it.

    Args:
        whole: it must end like a sentence; list items and table rows need not.
    """
    text = text.strip()
    han = is_han(text)
    if not (SHORTEST // 3 if han else SHORTEST) <= len(text) <= (LONGEST // 2 if han else LONGEST):
        return False
    if text.endswith(("?", "？", ":", "：")) or NAVIGATION.search(text):
        return False
    if POINTING.search(_IN_BRACKETS.sub(" ", text)):  # "(see section 4)" in passing does no harm
        return False
    if _LIST_DEBRIS.search(text) or not balanced(text):
        return False
    if not _END.search(text) and (whole or _REFERENCE.search(text) or len(_NUMBER.findall(text)) > MOST_NUMBERS):
        return False
    return _is_han_prose(text) if han else _is_prose(text)


def leans(text: str) -> bool:
    """Whether a sentence leans on the one before it: a pronoun or a connective stands first."""
    text = text.strip()
    return bool(DANGLING.match(text) or LEANING_END.search(text))


def balanced(text: str) -> bool:
    """Whether every bracket and paired quotation mark that opens also closes."""
    return all(text.count(opening) == text.count(closing) for opening, closing in _PAIRS) and text.count('"') % 2 == 0


def _is_prose(text: str) -> bool:
    """Words rather than symbols, a verb-like word, a start and an end like a sentence's."""
    found = _WORD.findall(text)
    letters = sum(map(len, found))
    if len(found) < 5 or letters < 0.6 * len(text):
        return False
    if text[0].islower() and not re.match(r"\S*[\d_./A-Z-]\S*|\S+\s(?:is|was|does|can|will|must|should|has)\b", text):
        return False
    if _END.search(text):
        return len(found) >= 6 or bool(_VERB_LIKE.search(text))
    return len(found) >= 8 and bool(_VERB_LIKE.search(text) or _ARTICLE.search(text))


def _is_han_prose(text: str) -> bool:
    return len(_HAN.findall(text)) >= 6 and (bool(_END.search(text)) or len(text) >= 15)
