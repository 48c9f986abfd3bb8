"""Words and index terms of a text, for every script.

``terms`` is what the search index and its queries are made of; ``words`` is what overlap is counted in. Both fold
full-width and other compatibility forms (Unicode NFKC), so that ``ＰＤＦ`` is ``pdf``.

Scripts without spaces between words (Han, kana, Hangul, Thai ...) become character bigrams, which for Chinese
beats word segmentation on the CMRC 2018 passages (``docs/search.md``) and needs no dictionary.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Character class (without brackets) of the scripts that write no space between words, Hangul included."""

# A word starts with a letter, digit or underscore; marks may follow that belong to the letter before them.
_START = rf"[^\W{UNSPACED}]"
_WORD = rf"{_START}(?:{_START}|[\u0300-\u036f\u0591-\u05c7\u0610-\u065f\u0900-\u0963\u0966-\u0dff])*"
_CHUNK = re.compile(rf"([{UNSPACED}]+)|{_WORD}(?:['’.]{_WORD})*")
_PLAIN = re.compile(  # "v15.2" is "v" and "15.2"
    rf"[{UNSPACED}]|\d+(?:[.,]\d+)*|{_START}{{1,24}}?(?=\d{{1,9}}\.\d)|{_WORD}(?:['’]{_WORD})*"
)
_PIECE = re.compile(r"\d+(?:\.\d+)*|(?:(?![\d_])\w|[\u0300-\u036f])+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_VERSION = re.compile(r"v?(\d+(?:\.\d+)+)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_LONGEST = 64
"""Longer runs (keys, hashes, encoded data) are no words that anybody searches for by their end."""

_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i", "ð": "d", "þ": "th"})

_ENGLISH = """
a about above after again against all also am an and any are aren't as at be because been before being below between
both but by can can't cannot could did didn't do does doesn't doing don't down during each either else ever every few
for from further get gets give given gives had has have having he her here hers him his how however i if in into is
isn't it it's its itself just let let's like made make makes many may me might more most much must my no nor not of off
often on once one ones only or other our ours out over own per please same say says shall she should so some such tell
than that that's the their theirs them then there these they this those through to too under until up upon us use used
using very was wasn't way we well were what what's when where whether which while who whom whose why will with within
without would you your yours
"""
_CHINESE = """
的 了 和 与 及 或 是 在 有 也 都 而 并 但 就 不 被 把 对 从 到 为 以 于 之 其 这 那 这些 那些 这个 那个 什么
怎么 怎样 如何 为什么 为何 哪 哪些 哪个 哪里 哪种 谁 多少 几 吗 呢 吧 啊 请 请问 可以 能 能否 是否 有没有
应该 应当 需要 会 要 将 已 已经 一个 一种 以及 还是 还有 因为 所以 如果 那么 关于 中 上 下 时 后 前 之间 各
各自 分别 我 我们 你 你们 他 她 它 他们
"""
STOPWORDS: Mapping[str, frozenset[str]] = {"en": frozenset(_ENGLISH.split()), "zh": frozenset(_CHINESE.split())}
"""Words that a query can do without, by language; unstemmed, lower case."""


def terms(text: str) -> list[str]:
    """Index terms in text order: lower case, Latin words stemmed, diacritics folded, no stop words removed.

    An identifier is there whole and in its parts (``pg_upgrade`` -> ``pg_upgrade pg upgrad``, ``JavaScript`` ->
    ``javascript java script``), a version whole and by its prefixes (``15.2.1`` -> ``15.2.1 15.2 15``), and a run
    of an unspaced script as overlapping pairs of characters (alone, a character is its own term).
    """
    found: list[str] = []
    for match in _CHUNK.finditer(_normal(text)):
        run = match[1]
        if run is None:
            found.extend(_chunk_terms(match[0]))
        elif len(run) == 1:
            found.append(run)
        else:
            found.extend(run[i : i + 2] for i in range(len(run) - 1))
    return found


@cache
def function_terms() -> frozenset[str]:
    """The index terms of all ``STOPWORDS``."""
    return frozenset(term for listed in STOPWORDS.values() for word in listed for term in terms(word))


def words(text: str) -> list[str]:
    """Lower-case words in text order, unstemmed; each character of an unspaced script and each number is one."""
    return [word.replace("’", "'") for word in _PLAIN.findall(_normal(text).lower())]


def _normal(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


@lru_cache(maxsize=200_000)
def _chunk_terms(chunk: str) -> tuple[str, ...]:
    """Terms of one run of word characters that single dots and apostrophes hold together."""
    chunk = _POSSESSIVE.sub("", chunk)
    if chunk.isascii() and chunk.isalpha() and (chunk.islower() or chunk[1:].islower() or chunk.isupper()):
        return (_stem(chunk.lower()[:_LONGEST]),)  # nearly every word: nothing to fold, nothing to split
    return tuple(term for part in re.split("['’]", chunk) for term in _part_terms(part[:_LONGEST]))


def _part_terms(part: str) -> tuple[str, ...]:
    version = _VERSION.fullmatch(part)
    if version:
        return _prefixes(version[1])
    pieces: list[str] = []
    for piece in _PIECE.findall(part):
        if piece[0].isdecimal():
            pieces.extend(_prefixes(piece))
        else:
            pieces.extend(_stem(_fold(hump)) for hump in _HUMP.split(piece))
    if not pieces:
        return ()  # underscores only
    whole = _fold(part)
    if whole.isalpha():
        whole = _stem(whole)
    return (whole,) if pieces == [whole] else (whole, *pieces)


def _prefixes(version: str) -> tuple[str, ...]:
    """A dotted number and what it is a refinement of: ``3.12.1`` -> ``3.12.1 3.12 3``."""
    numbers = version.split(".")
    return tuple(".".join(numbers[:n]) for n in range(len(numbers), 0, -1))


def _fold(word: str) -> str:
    """Lower case without the diacritics of Latin and Greek letters; other scripts keep their marks."""
    lower = word.lower()
    if lower.isascii():
        return lower
    kept: list[str] = []
    for char in unicodedata.normalize("NFD", lower):
        base = kept[-1] if kept else ""
        if unicodedata.combining(char) and (base.isascii() or "\u0370" <= base <= "\u03ff"):
            continue
        kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept)).translate(_LETTERS)


def _stem(word: str) -> str:
    stemmed = _analyze()(word)
    return stemmed[0] if stemmed else word


@cache
def _analyze() -> Callable[[str], list[str]]:
    """The Snowball English stemmer (Porter 2) that tantivy ships; imported when the first word needs it."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    analyzer = TextAnalyzerBuilder(Tokenizer.raw()).filter(Filter.stemmer("english")).build()
    analyze: Callable[[str], list[str]] = analyzer.analyze
    return analyze
