"""The question taken apart by rules: intent, clauses, entities, sides, versions, dates.

A question is a few sentences; a sentence either asks (or tells us to do something) or sets the scene. What asks becomes
sub-questions; what sets the scene belongs to the first one. Every clause, enumerated item and bracket is a *facet*: a
small query of its own, because in one long query the most frequent words drown the particular ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import add

from research_agent.domain import Constraint, Intent
from research_agent.evidence.retrieval import content_terms
from research_agent.text.tokens import STOPWORDS

_SENTENCE = re.compile(r"(?<=[.?!;])[\"')\]]*\s+|(?<=[。？！；])|\n+")
_FRAGMENT = re.compile(
    r"[,:;?!，。？！：；、()（）\[\]\"“”]|\.(?=\s|$)|\s[-–—]+\s|[—–]|\s(?:and|or|but|nor|versus|vs\.?)\s|以及|还是|或者"
    r"|(?<=[A-Za-z0-9])\s*[和与或]\s*(?=[A-Za-z0-9])",
    re.IGNORECASE,
)
_ASKING = (
    r"what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|should|would|will|may|has|have"
)
_TELLING = (
    r"compare|explain|describe|tell|list|show|give|note|summari[sz]e|discuss|name|find|identify|outline|recommend|say"
    r"|evaluate|assess|advise|report|check|verify|include|distinguish|state|mention|please|help"
)
_CLAUSE = re.compile(
    rf"(?:[,;]|\s[-–—]|—)\s*(?:and|or|but|also|then)?\s*(?=(?:in which|to what|{_ASKING}|{_TELLING})\b)"
    rf"|\s(?:and|but|or)\s+(?=(?:{_ASKING}|{_TELLING})\b)|:\s+(?=(?:{_ASKING})\b)|[，；：]",
    re.IGNORECASE,
)
_WH = r"what|which|who|whom|whose|when|where|why|how"
_STARTS_ASKING = re.compile(
    rf"(?:(?:in|to|for|by|on|at|from|with|under|since) )?(?:{_ASKING}|{_TELLING})\b", re.IGNORECASE
)
_STARTS_TELLING = re.compile(rf"(?:(?:in|to|for|by|on|at|from) )?(?:{_WH}|{_TELLING})\b", re.IGNORECASE)
_POINTS_BACK = re.compile(rf"(?:{_ASKING}) (?:that|this|it|they|these|those)\b(?! (?:\w+ )?to\b)", re.IGNORECASE)
_ALTERNATIVES = re.compile(r"^\S+(?:, \S+)* or \S+$")
_ASKS_ZH = re.compile(r"[？?]|什么|怎么|怎样|如何|为什么|为何|哪|多少|几|是否|能否|吗|请|比较|说明|解释|列出|介绍|应该")
_NAMED = re.compile(
    r"(?<![\w-])(?:[A-Z][\w.+-]*[\w+](?:['’]?s?['’]? [A-Z][a-z][\w-]+)*|[a-z]+[A-Z0-9]\w*|\w+[_./-]\w[\w./-]*"
    r"|\d+(?:\.\d+)+)(?:\s+\d+(?:\.\d+)*\b)?"
)
_VERSION = re.compile(r"(?<![\w.])v?\d+(?:\.\d+)+(?![\w])|(?<=[A-Za-z] )\d{1,3}(?![\w.]*\d|\s*(?:GB|MB|TB|%|percent))")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b|(?:19|20)\d\d\s*年")
_HAN = re.compile(r"[\u3400-\u9fff]")
_ITEM = r"(?:[^\WA-Za-z0-9]|[.+-]){0,40}[A-Za-z0-9][\w.+-]{0,60}"
"""A name in a list. Bounded, and with one way to match it: a question may be one word of 20,000 letters."""
_LISTED = re.compile(
    rf"({_ITEM}(?:(?:,\s+|、){_ITEM}){{0,20}})(?:,?\s+(?:or|versus|vs\.?)\s+|\s*(?:还是|和|与|或)\s*)({_ITEM})",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w")
_UNITS = frozenset(["GB", "MB", "TB", "KB", "GHz", "MHz", "kB", "GiB", "MiB", "TiB", "USD", "EUR"])
_INTENTS: tuple[tuple[Intent, str], ...] = (
    (Intent.CONTRADICTION, r"contradict|conflict|disagree|inconsistent|another .{0,30}says|still (?:good|true|valid)"
                           r"|矛盾|不一致|说法不|冲突|互相"),
    (Intent.COMPARISON, r"\bcompare|comparison|differences?\b|\bversus\b|\bvs\b|比较|对比|区别|差异|不同|异同"),
    (Intent.DECISION, r"\bshould (?:we|i|one|they)\b|\bwhich\b.{0,80}\b(?:should|best|better|choose|use)\b|worth"
                      r"|recommend|is it safe|应该|选哪|选择|哪种|值得|推荐|哪个好"),
    (Intent.HOW_TO, r"\bhow (?:do|should|can|could|would|to)\b|\bsteps?\b|set ?up|怎么|如何|怎样|步骤|设置|搭建|安装"),
    (Intent.TIMELINE, r"\btimeline|history of|over time|chronolog|时间线|历史|沿革|发展过程"),
    (Intent.EXPLANATION, r"\bwhy\b|\bexplain|how does|how do .{0,40} work|reasons?\b|为什么|为何|原因|原理|解释"),
    (Intent.SURVEY, r"\boverview|what are|which .{0,40} are there|state of|list\b|哪些|概述|综述|有什么"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of the question that can be looked into on its own."""

    text: str
    """As the question has it, tidied: it heads a section."""
    facets: tuple[str, ...]
    """Its smallest fragments, each with a content word, in order; the clause itself where it has but one."""
    scene: tuple[str, ...] = ()
    """Fragments of what the question tells before it asks; of the first clause only."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What the rules make of a question."""

    intent: Intent
    clauses: tuple[Clause, ...]
    """At least one."""
    constraints: tuple[Constraint, ...]


def decompose(text: str, most: int) -> Parts:
    """The parts of a question, at most ``most`` clauses (neighbours are joined where it has more)."""
    asking, scene = _sorted(text)
    groups = _grouped(asking, max(1, most))
    clauses = [Clause(_heading(group), fragments(group)) for group in groups]
    if scene:
        first = clauses[0]
        clauses[0] = Clause(first.text, first.facets, fragments(scene))
    return Parts(intent_of(text), tuple(clauses), _constraints(text))


def _sorted(text: str) -> tuple[list[str], list[str]]:
    """The clauses that ask (never none), and those that set the scene."""
    asking: list[str] = []
    scene: list[str] = []
    for sentence in _SENTENCE.split(text):
        is_question = sentence.rstrip().endswith(("?", "？"))
        before = ""
        for part in filter(content_terms, map(_tidy, _CLAUSE.split(sentence))):
            if not _asks(part, is_question):
                scene.append(part)
                before = part
            elif before and _POINTS_BACK.match(part):
                scene.remove(before)
                asking.append(f"{before}{_comma(part)}{part}")
                before = ""
            elif asking and len(content_terms(part)) < 2:  # "in which release" is no question of its own
                asking[-1] = f"{asking[-1]}{_comma(part)}{part}"
            else:
                asking.append(part)
    return (asking, scene) if asking else (scene or [_tidy(text) or text], [])


def intent_of(text: str) -> Intent:
    """The shape of answer that a question asks for; the first rule that fits, else a fact."""
    for intent, pattern in _INTENTS:
        if re.search(pattern, text, re.IGNORECASE):
            return intent
    return Intent.FACT


def named(text: str) -> tuple[str, ...]:
    """Names, identifiers and versions in order of appearance: what a query must not lose."""
    found: dict[str, None] = {}
    for match in _NAMED.finditer(text):
        word = " ".join(part for part in match[0].rstrip(".,-").split() if part not in _UNITS)
        starts = match.start() == 0 or text[: match.start()].rstrip()[-1:] in ".?!:;("
        if (
            word.lower() in STOPWORDS["en"]
            or word in _UNITS
            or (starts and word[1:].islower() and not _repeats(word, text))
        ):
            continue
        found.setdefault(word)
    return tuple(found)


def _repeats(word: str, text: str) -> bool:
    """Whether a capitalised first word is a name: it stands capitalised elsewhere too."""
    found, at = 0, text.find(word)
    while at >= 0 and found < 2:
        end = at + len(word)
        found += not _WORD.search(text[at - 1 : at] + text[end : end + 1])
        at = text.find(word, end)
    return found > 1


def _asks(part: str, in_question: bool) -> bool:
    """Whether a clause asks or tells us to do something; auxiliaries ask only within a question ("he has used ...")."""
    if _HAN.search(part):
        return bool(_ASKS_ZH.search(part))
    if in_question:
        return bool(_STARTS_ASKING.match(part) or _ALTERNATIVES.match(part))
    return bool(_STARTS_TELLING.match(part))


def _tidy(part: str) -> str:
    part = re.sub(r"\s+", " ", part).strip(" \t,.;:，。；：、?？!！-–—")
    return re.sub(r"^(?:(?:and|but|or|so|then|also|please)\s+|请)(?=\S)", "", part, flags=re.IGNORECASE)


def _comma(text: str) -> str:
    return "，" if _HAN.search(text) else ", "


def _grouped(parts: list[str], most: int) -> list[list[str]]:
    """Neighbours joined until there are at most ``most`` groups; the shortest first."""
    groups = [[part] for part in parts]
    lengths = [len(part) + 1 for part in parts]
    while len(groups) > most:
        sizes = list(map(add, lengths, lengths[1:]))
        at = sizes.index(min(sizes))
        groups[at : at + 2] = [groups[at] + groups[at + 1]]
        lengths[at : at + 2] = [sizes[at]]
    return groups


def _heading(group: list[str]) -> str:
    text = _comma(group[0]).join(group)
    first = text.split(" ", 1)[0]
    return text[:1].upper() + text[1:] if first in STOPWORDS["en"] or _STARTS_ASKING.match(first) else text


def fragments(parts: Sequence[str]) -> tuple[str, ...]:
    """The smallest parts of some texts that still hold a content word, each once, in order."""
    found = (fragment.strip() for part in parts for fragment in _FRAGMENT.split(part))
    return tuple(dict.fromkeys(fragment for fragment in found if content_terms(fragment))) or tuple(parts)


def _constraints(text: str) -> tuple[Constraint, ...]:
    found = [Constraint(kind="version", text=m[0]) for m in _VERSION.finditer(text)]
    found += [Constraint(kind="time", text=m[0]) for m in _YEAR.finditer(text)]
    found += [Constraint(kind="side", text=side) for side in sides("; ".join(_sorted(text)[0]))]
    found += [Constraint(kind="entity", text=name) for name in named(text)]
    return tuple(dict.fromkeys(found))


def sides(text: str) -> tuple[str, ...]:
    """What a question sets side by side: the named items of its first list with 'or', 'and', 'versus', 、 or 和."""
    names = set(named(text))
    for match in _LISTED.finditer(text):
        items = [*re.split(r",\s+|、", match[1]), match[2]]
        known = sum(item in names or not item.isalpha() or bool(_HAN.search(text)) for item in items)
        if len(items) >= 2 and 2 * known >= len(items):
            return tuple(dict.fromkeys(items))
    return ()
