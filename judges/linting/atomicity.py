"""Atomicity: an item asks for one thing.

Two demands show by a second verb of reporting ("States ..., and explains ..."), by a second sentence, by a semicolon
or by a numbered list. An "and" between nouns is one demand on a set ("dump, pg_upgrade and replication") and is no
finding: in code it cannot be told from two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from research_agent.judges.linting.findings import Finding, unquoted
from research_agent.judges.rubric import Item

LONGEST_WORDS = 60
LONGEST_CHARACTERS = 90
"""Of Chinese; beyond it an item is worth a look. The longest of the 141 positive items of the project's own questions
has 21 words, so the bound stands far from usual wording."""

_VERBS = """
acknowledge address advise analyse analyze argue assess calculate cite clarify compare compute conclude contrast define
demonstrate derive describe detail differentiate discuss distinguish emphasise emphasize enumerate estimate evaluate
explain explore give highlight identify illustrate include indicate
justify list mention name note outline present propose
provide quote recommend reference report say show specify state suggest summarise summarize warn
"""
_THIRD = "|".join(f"{verb[:-1]}ies" if verb.endswith("fy") else f"{verb}s" for verb in _VERBS.split())
_BASE = "|".join(verb for verb in _VERBS.split())
_LEAD = r"(?:the (?:report|answer|response) )?(?:(?:must|should|clearly|explicitly|correctly|also) )*"
_THIRD_FIRST = re.compile(rf"\s*{_LEAD}(?:{_THIRD}|points out)\b", re.IGNORECASE)
_BASE_FIRST = re.compile(rf"\s*(?:【[^】]*】|\[[^\]]*\])?\s*{_LEAD}(?:{_BASE}|point out)\b", re.IGNORECASE)
_JOIN = (
    r"(?:,? and|,? as well as|, (?=also|then))(?: (?:also|then|further|clearly|explicitly|correctly|it|should|must|"
    r"the (?:report|answer|response)))* "
)
_THIRD_NEXT = re.compile(rf"{_JOIN}(?:{_THIRD}|points out)\b", re.IGNORECASE)
_BASE_NEXT = re.compile(rf"{_JOIN}(?:{_BASE}|point out)\b(?! (?:of|for|in)\b)", re.IGNORECASE)
_SUBORDINATE = re.compile(r"\b(?:how|to|can|could|which|who|whether|must|should|will|would|may|that)\b", re.IGNORECASE)
_ALSO = re.compile(r"\band also\b|\bin addition\b|\badditionally\b|\bfurthermore\b|\bmoreover\b", re.IGNORECASE)
_AS_WELL = re.compile(r"\bas well as\b", re.IGNORECASE)

_ZH_VERBS = (
    "说明|指出|写明|写出|给出|列出|列举|解释|引用|比较|对比|分析|讨论|论述|阐述|阐明|推荐|建议|注明|标明|标出|计算|算出|"
    "提供|点出|描述|介绍|评估|评价|总结|概述|提出|提到|提及|区分|界定|定义|识别|强调|展示|提醒|明确"
)
_ZH_NEXT = re.compile(
    rf"(?:并且|并|以及|同时|而且|还要|还需|还应|也要|且要|且需|，还|，再|，也)(?:要|需|应)?(?:{_ZH_VERBS})"
)
_ZH_LAST = re.compile(rf"(?:{_ZH_VERBS})\Z")
_ZH_BOTH = re.compile(rf"既(?:要|应|须)?(?:{_ZH_VERBS})[^。；]{{1,30}}?又(?:要|应|须)?(?:{_ZH_VERBS})")
_ZH_FIRST = re.compile(rf"(?:{_ZH_VERBS})")
_ZH_ALSO = re.compile(r"，(?:同时|此外|另外|并且|而且)|[，、]?并附")

_NUMBERED = re.compile(r"[①②③④⑤]|[（(](?:[1-9]|[一二三四五]|i{1,3})[)）]|(?:^|\s)[1-9][.、)]\s?(?=\D)")
_SENTENCE = re.compile(r"[.!?]\s+[A-Z]\w+ |[。！？](?=\s*\S)")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|al|Dr|Mr|Mrs|Ms|St|No|Art|Sec|Fig|Inc|Ltd|Co|approx|U\.S|U\.K)|(?<![A-Za-z])[A-Z])\Z"
)
_SEMICOLON = re.compile(r"[;；](?=\s*\S)")
_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")


def atomicity(item: Item) -> Iterator[Finding]:
    """Findings on one item."""
    text = unquoted(item.text)
    shown = _two_demands(text)
    if shown:
        yield _finding(item, f"It asks for two things (“{shown}”): make two items of it.")
    elif joined := (_ALSO.search(text) or _ZH_ALSO.search(text) or _AS_WELL.search(text)):
        yield _finding(item, f"It may ask for two things (“{joined[0].strip(' ，')}”).", error=False)
    if len(_NUMBERED.findall(text)) >= 2:
        yield _finding(item, "It holds a numbered list of demands: make an item of each.")
    if _long(item.text):
        yield _finding(item, "It is very long for one demand.", error=False)


def _two_demands(text: str) -> str:
    """The words that join two demands; empty when there is but one."""
    for ended in _SENTENCE.finditer(text):
        if not _ABBREVIATED.search(text[: ended.start()]):
            return text[max(0, ended.start() - 12) : ended.end()].strip()
    bare = _BRACKETS.sub(lambda part: " " * len(part[0]), text)
    if found := _SEMICOLON.search(bare):
        return text[max(0, found.start() - 12) : found.end() + 12].strip()
    return _second_verb(bare)


def _second_verb(text: str) -> str:
    if found := _ZH_BOTH.search(text):
        return found[0]
    for first_verb, next_verb in ((_ZH_FIRST, _ZH_NEXT), (_THIRD_FIRST, _THIRD_NEXT), (_BASE_FIRST, _BASE_NEXT)):
        first = first_verb.search(text) if first_verb is _ZH_FIRST else first_verb.match(text)
        found = next_verb.search(text, first.end()) if first else None
        if first is None or found is None:
            continue
        between = text[first.end() : found.start()].strip("了 ")
        if not between or _ZH_LAST.search(between):  # "analyse and explain X" is one demand
            return ""
        subordinate = first_verb is _BASE_FIRST and _SUBORDINATE.search(between)
        return "" if subordinate else found[0].strip(" ,，")
    return ""


def _long(text: str) -> bool:
    return len(text.split()) > LONGEST_WORDS or (
        not text.isascii() and " " not in text[:40] and len(text) > LONGEST_CHARACTERS
    )


def _finding(item: Item, message: str, *, error: bool = True) -> Finding:
    return Finding(item=item.id, principle="atomicity", message=message, severity="error" if error else "warning")
