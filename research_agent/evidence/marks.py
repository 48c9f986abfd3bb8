"""Words that set how far a statement goes: scope, bounds, obligation and direction, English and Chinese.

Each is a *sense* on an *axis*, however worded: "at least", "or more", "no fewer than" and 至少 are one sense. Two
senses of one axis that exclude each other are rivals. A mark counts only beside what it governs (its ``anchor``): "all
files are copied; some users complain" and "some files are copied" part over the files, not over the users.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from research_agent.evidence.content import content_terms, figures_of
from research_agent.evidence.opposites import DIRECTIONS, direction_of
from research_agent.text.tokens import words

Axis = Literal["bound", "quantity", "obligation", "direction"]

_SENSES: tuple[tuple[Axis, str, str], ...] = (
    (
        "bound",
        "at least",
        r"\bat (?:the very )?least\b|\b(?:no|not) (?:fewer|less) than\b|\b(?:a )?minimum of\b|≥|>=|(?<=\d)\+(?!\w)|"
        r"\b(?:or|and) (?:more|later|newer|higher|above|greater|longer)\b|"
        r"至少|不少于|不低于|不小于|最少|"
        r"(?:及|或)?以上|或更高|或更新|起码",
    ),
    (
        "bound",
        "at most",
        r"\bat (?:the very )?most\b|\b(?:no|not) more than\b|\bup to\b|\b(?:a )?maximum of\b|≤|<=|"
        r"\bnot exceed(?:ing)?\b|"
        r"\b(?:or|and) (?:less|fewer|earlier|lower|below|shorter)\b|"
        r"至多|最多|不超过|不多于|不高于|不大于|(?:及|或)?以下|以内|之内",
    ),
    (
        "bound",
        "more than",
        r"\b(?:more|greater|longer|higher) than(?= (?:an? |the )?[\d$€£])|"
        r"\b(?:over|above|exceed(?:s|ing)?)(?= [\d$€£])|"
        r"\bmore than (?:half|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|a)\b|超过|多于|大于|高于",
    ),
    (
        "bound",
        "less than",
        r"\b(?:less|fewer|shorter|lower) than(?= (?:an? |the )?[\d$€£])|\b(?:under|below)(?= [\d$€£])|"
        r"\b(?:less|fewer) than (?:half|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|a)\b|"
        r"不到|少于|小于|低于|不足",
    ),
    ("bound", "exactly", r"\b(?:exactly|precisely)\b|恰好|正好|刚好"),
    (
        "quantity",
        "all",
        r"\b(?:all|every|each|always|entire|entirely|everyone|everybody|everything|anyone|anybody|both|"
        r"without exception|"
        r"in all cases|any(?! (?:more|longer|other)))\b|所有|全部|每[个一位名种次]|任何|一切|全体|总是|始终|一律|人人",
    ),
    (
        "quantity",
        "most",
        r"\b(?:most of|(?<!the )(?<!at )most(?= [a-z]+s\b)|mostly|the majority of|a majority of|"
        r"usually|in most cases)\b|"
        r"大多数|大部分|绝大多数|多数|通常",
    ),
    (
        "quantity",
        "some",
        r"\b(?:some(?= (?:of\b|(?:[a-z]+ )?[a-z]+s\b))|"
        r"several|certain|a few|sometimes|occasionally|in some cases|part of|partially|partly)\b|"
        r"部分|某些|一些|有些|若干|有时|偶尔",
    ),
    (
        "quantity",
        "none",
        r"\b(?:none of|neither of|neither|never|nobody|no one|in no case)\b|从不|从未|绝不|没有任何|无一",
    ),
    ("quantity", "few", r"\b(?:(?<!a )few|rarely|seldom|hardly ever)\b|少数|很少|极少|个别"),
    ("quantity", "not only", r"\bnot (?:only|just|merely|solely)\b|不仅|不只|不止|并非只"),
    ("quantity", "only", r"\b(?<!not )(?:only|solely|exclusively)\b|(?<!不)[仅只](?![是要管能好])|只有|仅限|唯一"),
    (
        "obligation",
        "must",
        r"\b(?:must|shall|ha(?:s|ve|d) to|needs? to|(?:is|are|be) (?:required|obliged|obligatory|mandatory|compulsory|"
        r"necessary)|mandatory|compulsory|required to)\b|必须|务必|(?<![无不])需要|(?<![无不])必需|强制",
    ),
    (
        "obligation",
        "should",
        r"\b(?:should|ought to|(?:is|are) (?:recommended|advised|advisable))\b|"
        r"(?<!不)应该|(?<!不)应当|(?<!不)建议|(?<!不)推荐",
    ),
    (
        "obligation",
        "may",
        r"\b(?:may|might|can|could|(?:is|are|be) (?:optional|allowed to|permitted to|free to)|optional)\b|"
        r"(?<!不)可以|(?<!不)可选|(?<!不)允许",
    ),
)
_RIVALS: dict[Axis, frozenset[frozenset[str]]] = {
    "bound": frozenset(
        frozenset(pair)
        for pair in (
            *(("at least", "at most"), ("at least", "less than"), ("more than", "less than"), ("more than", "at most")),
            *(("exactly", "at least"), ("exactly", "at most"), ("exactly", "more than"), ("exactly", "less than")),
        )
    ),
    "quantity": frozenset(
        frozenset(pair)
        for pair in (
            *(("all", "most"), ("all", "some"), ("all", "none"), ("all", "only")),
            *(
                ("most", "some"),
                ("most", "none"),
                ("some", "none"),
                ("few", "all"),
                ("few", "most"),
                ("only", "not only"),
            ),
        )
    ),
    "obligation": frozenset(frozenset(pair) for pair in (("must", "should"), ("must", "may"), ("should", "may"))),
}
_PATTERN = re.compile("|".join(f"(?P<s{at}>{pattern})" for at, (_, _, pattern) in enumerate(_SENSES)), re.IGNORECASE)
_REACH = 60
"""Characters behind a mark in which what it governs must begin."""


@dataclass(frozen=True, slots=True)
class Mark:
    axis: Axis
    sense: str
    start: int
    end: int
    word: str
    anchor: frozenset[str]
    """Terms of the first content word behind it, or the value of the figure beside it."""


@lru_cache(maxsize=4096)
def marks(text: str) -> tuple[Mark, ...]:
    """The marks of a text in order, of every axis."""
    found: list[Mark] = []
    taken = {at for figure in figures_of(text) for at in range(figure.start, figure.end)}
    for match in _PATTERN.finditer(text):
        if match.start() in taken:
            continue  # the month of May
        axis, sense, _ = _SENSES[int((match.lastgroup or "s0")[1:])]
        anchor = _figure_beside(text, match.start(), match.end()) if axis == "bound" else _next_word(text, match.end())
        found.append(Mark(axis, sense, *match.span(), match.group(), anchor))
    for start, end, sense in direction_of(text):
        anchor = _next_word(text, end) | _word_before(text, start)
        found.append(Mark("direction", sense, start, end, text[start:end], anchor))
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end)))


def rival_marks(first: str, second: str) -> tuple[Mark, Mark] | None:
    """A mark of each text with the same anchor and senses that exclude each other, where neither has the other's."""
    one, other = marks(first), marks(second)
    for mark in one:
        for rival in other:
            if excludes(mark, rival) and mark.anchor & rival.anchor and not _balanced(mark, rival, one, other):
                return mark, rival
    return None


def rival_directions(first: str, second: str) -> tuple[Mark, Mark] | None:
    """A word of each text that stand against each other, whatever they govern: for two tellings of one sentence."""
    one, other = marks(first), marks(second)
    pairs = ((mark, rival) for mark in one for rival in other if mark.axis == "direction" and excludes(mark, rival))
    return next((pair for pair in pairs if not _balanced(*pair, one, other)), None)


def excludes(mark: Mark, rival: Mark) -> bool:
    """Whether the two are rivals on one axis, whatever they govern."""
    if mark.axis != rival.axis:
        return False
    if mark.axis == "direction":
        return rival.sense in DIRECTIONS.get(mark.sense, frozenset())
    return frozenset((mark.sense, rival.sense)) in _RIVALS[mark.axis]


def _balanced(mark: Mark, rival: Mark, one: tuple[Mark, ...], other: tuple[Mark, ...]) -> bool:
    """Whether each text holds the other's sense too: two statements in one sentence, in another order."""
    here = {(each.axis, each.sense) for each in one}
    there = {(each.axis, each.sense) for each in other}
    return (rival.axis, rival.sense) in here or (mark.axis, mark.sense) in there


def _next_word(text: str, end: int) -> frozenset[str]:
    """Terms of the first content word that follows in the same clause; of an unspaced script its first pairs."""
    clause = re.split(r"[.;。；！？]", text[end : end + _REACH], maxsplit=1)[0]
    taken: list[str] = []
    for word in words(clause):
        found = content_terms(word)
        if found and not found & _WEAK:
            return found
        taken.append(word)
    return content_terms("".join(words(clause)[:6])) if taken and not clause.isascii() else frozenset()


def _word_before(text: str, start: int) -> frozenset[str]:
    """Terms of the last content word that precedes it in the same clause; of an unspaced script its last pair."""
    clause = re.split(r"[.;,。；，！？]", text[max(0, start - _REACH) : start])[-1]
    for word in reversed(words(clause)):
        if not word.isascii():
            return content_terms("".join(words(clause)[-2:]))
        found = content_terms(word)
        if found and not found & _WEAK:
            return found
    return frozenset()


_WEAK = frozenset(("run", "be", "use"))


def _figure_beside(text: str, start: int, end: int) -> frozenset[str]:
    """The value of the figure next to the mark, behind it or before it."""
    for figure in figures_of(text):
        if 0 <= figure.start - end <= 12 or (0 <= start - figure.end <= 4):
            return frozenset((str(figure.value),))
    return frozenset()
