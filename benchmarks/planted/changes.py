"""One fact of a sentence changed, by kind. Written without the project's own figure parser, which is under test."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from research_agent.text.tokens import STOPWORDS

KINDS = ("number", "unit", "date", "version", "negation", "name", "scope")


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence with one span replaced: ``fact`` stood where ``other`` stands."""

    text: str
    fact: str
    other: str
    at: int
    """Where in the sentence."""


_UNITS = (
    ("bytes", "kilobytes"), ("KB", "MB"), ("kB", "MB"), ("KiB", "MiB"), ("MB", "GB"), ("MiB", "GiB"), ("GB", "TB"),
    ("GiB", "TiB"), ("bits", "bytes"), ("milliseconds", "seconds"), ("ms", "s"), ("seconds", "minutes"),
    ("minutes", "hours"), ("hours", "days"), ("days", "weeks"), ("weeks", "months"), ("months", "years"),
    ("second", "minute"), ("minute", "hour"), ("hour", "day"), ("day", "week"), ("year", "month"), ("years", "months"),
    ("字节", "位"), ("秒", "分钟"), ("分钟", "小时"), ("小时", "天"), ("天", "个月"), ("周", "天"), ("个月", "年"),
)  # fmt: skip
_UNIT_OF = dict(_UNITS)
_UNIT_NAMES = "|".join(sorted(map(re.escape, _UNIT_OF), key=len, reverse=True))
_QUANTITY = re.compile(rf"(?<![\w.,:/-])(?!0[ -])\d+(?:[.,]\d+)*[ -]?(?P<fact>{_UNIT_NAMES})(?![A-Za-z])")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DATES = (
    re.compile(rf"(?P<fact>{'|'.join(_MONTHS)})(?= \d{{1,2}}(?:st|nd|rd|th)?\b| (?:19|20)\d\d\b)"),
    re.compile(rf"(?<=\d )(?P<fact>{'|'.join(_MONTHS)})\b"),
    re.compile(r"(?<![\w.,:/“-])(?P<fact>(?:19[6-9]|20[0-3])\d)(?![\w.:/-]|,\d| ?[-–] ?\d)"),
    re.compile(r"(?P<fact>(?:19|20)\d\d)(?= ?年)"),
    re.compile(r"(?<!\d)(?P<fact>\d{1,2})(?= ?月)"),
)
_VERSION = re.compile(
    r"(?:\b[Vv]ersions? |\bv|\b[Rr]elease |\b[Ss]ince |\b[A-Z][A-Za-z]+ |\bkernel |版本 ?)"
    r"(?P<fact>\d+(?:\.\d+){1,3})(?![\w%]|\.\d| ?[KMGT]i?B)"
)
_NUMBER = re.compile(
    r"(?<![\w.,:/#<>=$“\"'\[(–-])(?P<fact>[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,5})(?![\w:/.-]*[A-Za-z0-9_/])"
    rf"(?! ?(?:{_UNIT_NAMES}|年|月|日))"
)
_CITED = re.compile(r"(?:[Ss]ections?|[Cc]hapters?|[Tt]ables?|[Pp]ages?|RFC|CVE|POSIX|SHA|UTF|IPv|第)[ -]?\Z")
_NEGATIONS = {
    "en": (
        ("must not be", "must be"), ("must not", "must"), ("should not", "should"), ("cannot", "can"),
        ("can not", "can"), ("will not", "will"), ("does not need", "needs"), ("is not", "is"), ("are not", "are"),
        ("was not", "was"), ("were not", "were"), ("may not", "may"), ("isn't", "is"), ("can be", "cannot be"),
        ("should be", "should not be"), ("must be", "must not be"), ("will be", "will not be"), ("is", "is not"),
        ("are", "are not"), ("was", "was not"), ("has been", "has never been"),
    ),
    "zh": (
        ("不能", "能"), ("不会", "会"), ("不是", "是"), ("不需要", "需要"), ("不可以", "可以"), ("没有被", "已被"),
        ("没有", "有"), ("无法", "可以"), ("不必", "必须"), ("可以", "不可以"), ("应该", "不应该"), ("必须", "不必"),
        ("将会", "不会"), ("需要", "不需要"), ("能够", "不能"),
    ),
}  # fmt: skip
_SCOPES = {
    "en": (
        ("all of", "only some of"), ("all", "only some"), ("All", "Only some"), ("always", "only sometimes"),
        ("every", "only one"), ("Every", "Only one"), ("any", "only one"), ("most", "few"), ("Most", "Few"),
        ("only", "not only"), ("Only", "Not only"), ("at least", "at most"), ("at most", "at least"), ("must", "may"),
        ("before", "after"), ("required", "optional"), ("optional", "required"), ("minimum", "maximum"),
        ("maximum", "minimum"), ("usually", "rarely"), ("both", "neither of"),
    ),
    "zh": (
        ("所有", "部分"), ("任何", "某些"), ("总是", "有时"), ("只能", "不只能"), ("只有", "不只有"), ("只", "不只"),
        ("至少", "至多"), ("必须", "可以"), ("大多数", "少数"), ("全部", "一部分"), ("仅", "不仅"), ("每个", "个别"),
        ("通常", "很少"), ("最大", "最小"),
    ),
}  # fmt: skip
_NAME = re.compile(r"(?<=[a-z,] )(?P<fact>[A-Z][A-Za-z]+[A-Za-z0-9-]*(?: [A-Z][a-z][A-Za-z]+)?)(?![\w./(])")
_CHINESE_NAME = re.compile(
    r"(?<=[\u4e00-\u9fff，、 ])(?P<fact>[A-Z][A-Za-z]+[A-Za-z0-9-]*(?: [A-Z][a-z][A-Za-z]+)?)(?![A-Za-z0-9_./(])"
)
_TOOL = re.compile(
    r"(?<![A-Za-z0-9_./-])(?P<fact>--?[a-z][a-z-]{2,}|[a-z]+(?:_[a-z]+)+|[A-Z][a-z]+[A-Z][A-Za-z]+)(?![A-Za-z0-9_./-])"
)
_LOW = frozenset({"english", "chinese", "debian", "linux"})
_DENIES = re.compile(r"\b(?:no|not|never|none|nor|neither|without|cannot|nothing)\b|n't|n’t|\b[Nn]o\b|[不没无非未]")


def change(sentence: str, kind: str, language: str, names: Sequence[str], chance: random.Random) -> Change | None:
    """The sentence with one fact of this kind changed; nothing where it states none.

    Args:
        names: names of the same document, of which one stands in for another.
    """
    if kind in ("negation", "scope"):
        return _by_table(sentence, (_NEGATIONS if kind == "negation" else _SCOPES)[language], language, chance)
    found = _found(sentence, kind, language, names)
    if not found:
        return None
    span = chance.choice(found)
    other = _other(span.group("fact"), kind, sentence, names, chance)
    return replaced(sentence, span.start("fact"), span.group("fact"), other) if other else None


def replaced(sentence: str, at: int, fact: str, other: str) -> Change:
    """The sentence with ``other`` instead of ``fact`` at this place."""
    return Change(sentence[:at] + other + sentence[at + len(fact) :], fact, other, at)


def names_in(text: str, language: str) -> list[str]:
    """Names that a text mentions and never writes as a common word, in order of first mention."""
    spans = sorted((m.start("fact"), m.group("fact")) for p in _names(language) for m in p.finditer(text))
    small = set(re.findall(r"\b[a-z]{2,}\b", text)) | STOPWORDS["en"]
    return [name for name in dict.fromkeys(name for _, name in spans) if name.split()[0].lower() not in small | _LOW]


def _names(language: str) -> tuple[re.Pattern[str], ...]:
    return (_CHINESE_NAME if language == "zh" else _NAME, _TOOL)


def _found(sentence: str, kind: str, language: str, names: Sequence[str]) -> list[re.Match[str]]:
    if kind == "name":
        listed = [match for pattern in _names(language) for match in pattern.finditer(sentence)]
        return [match for match in listed if match.group("fact") in names]
    patterns = {"number": (_NUMBER,), "unit": (_QUANTITY,), "date": _DATES, "version": (_VERSION,)}[kind]
    found = [match for pattern in patterns for match in pattern.finditer(sentence)]
    if kind == "number":
        dated = {match.start("fact") for pattern in _DATES for match in pattern.finditer(sentence)}
        return [m for m in found if m.start() not in dated and not _CITED.search(sentence[: m.start()])]
    return found


def _other(fact: str, kind: str, sentence: str, names: Sequence[str], chance: random.Random) -> str:
    if kind == "unit":
        return _UNIT_OF[fact]
    if kind == "name":
        like = [name for name in names if _sort(name) == _sort(fact) and name not in sentence and fact not in name]
        return chance.choice(like) if like else ""
    if kind == "version":
        head, _, last = fact.rpartition(".")
        return f"{head}.{int(last) + chance.randint(1, 6)}"
    if kind == "date" and fact in _MONTHS:
        return chance.choice([month for month in _MONTHS if month != fact])
    if kind == "date":
        value = int(fact)
        return str(value + chance.choice((-3, -2, 2, 3))) if value > 12 else str(value % 12 + 1)
    return _number(fact, chance)


def _sort(name: str) -> str:
    """What a name looks like: an option, a snake, a camel, one word or two."""
    if name.startswith("-"):
        return "option"
    if "_" in name:
        return "snake"
    return "two" if " " in name else "acronym" if name.isupper() else "word"


def _number(fact: str, chance: random.Random) -> str:
    value = int(fact.replace(",", ""))
    other = value + chance.randint(1, 4) if value < 10 else round(value * chance.choice((0.5, 0.75, 1.5, 2, 3)))
    if other == value:
        other += 1
    return f"{other:,}" if "," in fact else str(other)


def _by_table(sentence: str, table: Sequence[tuple[str, str]], language: str, chance: random.Random) -> Change | None:
    """One word of the table replaced, where the longest entry at that place is the one that applies."""
    taken: set[int] = set()
    found: list[tuple[int, str, str]] = []
    for fact, other in sorted(table, key=lambda row: -len(row[0])):
        pattern = (
            rf"(?<![\w'-]){fact}(?![\w'-])(?! (?:not|never|no|once|other|time|of)\b)" if language == "en" else fact
        )
        if (fact == "any" or _adds_denial(fact, other)) and _DENIES.search(sentence):
            continue
        for match in re.finditer(pattern, sentence):
            if not taken & set(range(*match.span())) and not _denied(sentence, match.start()):
                taken |= set(range(*match.span()))
                found.append((match.start(), fact, other))
    return replaced(sentence, *chance.choice(found)) if len(found) == 1 or (found and language == "zh") else None


def _denied(sentence: str, at: int) -> bool:
    """Whether a word before the place denies it, is a part of a set phrase, or asks."""
    return bool(re.search(r"(?:\b(?:not|if|that|which|there|when|whether)|不|是否|如果|但|几乎) ?\Z", sentence[:at]))


def _adds_denial(fact: str, other: str) -> bool:
    return bool(_DENIES.search(other)) and not _DENIES.search(fact)
