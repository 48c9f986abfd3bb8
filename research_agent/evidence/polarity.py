"""Whether a text affirms or denies: cues of negation and opposed directions, in English and Chinese.

Two strengths. A *strict* cue denies what it stands beside (``not``, ``never``, 不, 未). A *broad* cue may carry a
denial in other words (``unable``, ``without``, ``prevents``, ``inaccessible``); where one stands, two texts that
differ in strict cues may still say the same, so nobody is accused of turning a statement round.
"""

from __future__ import annotations

import re

_NOT_A_DENIAL = re.compile(
    # "No, because ...", "No if ...": an answer, whose sentence says the thing itself
    r"(?:^|(?<=[.!?:;|] ))no(?=[,;:.—–]| (?:if|unless|because|when|where|as|since|for)\b)|"
    r"\bnot (?:only|just|merely|necessarily|to mention)\b|\bwhether or not\b|\bif not\b|\bor not\b|\bno doubt\b|"
    r"\bno\.? ?\d|\bno matter\b|\bnone the less\b|\bnonetheless\b|"
    r"不仅|不但|不只|不断|不同|不过|不少|不管|不论|不妨|不错|差不多|不久|不得不|无论|无线|无限|无需多|非常|未来|否则|是否|除非|并非只",
    re.IGNORECASE,
)
# "does not start until" affirms that it starts: the denial is only of the time before.
_UNTIL = re.compile(r"\b(?:not|never|cannot|no longer)\b|n['’]t\b|不|没有?|未")
_UNTIL_WORDS = re.compile(r"\b(?:until|till|unless)\b|直到|除非", re.IGNORECASE)
UN = r"un(?!der|til|it|iq|ion|ix|ic|iv|less)"
"""The prefix that denies, not the beginning of ``under`` or ``union``."""
_STRICT = re.compile(
    r"\b(?:not|never|no|none|neither|nor|nothing|nowhere|nobody|cannot|without|no longer)\b|n['’]t\b|"
    r"不|没|未|无|勿|非|莫",
    re.IGNORECASE,
)
_BROAD = re.compile(
    r"\b(?:leaves? out|left out|leaving out|omit\w*|apart from|unable|"
    r"fails?|failed|failing|failure|lacks?|lacking|missing|absent|hardly|rarely|seldom|barely|only|except|excluding|"
    r"excludes?|instead|rather|unless|until|before|otherwise|avoids?|prevents?|prevented|"
    r"refuses?|refused|rejects?|rejected|denies|denied|ignores?|ignored|disables?|disabled|removes?|removed|drops?|dropped|"
    r"deprecated|obsolete|forbidden|forbids?|prohibits?|prohibited|impossible|invalid|unlike|stops?|stopped|former|formerly|"
    rf"previously|zero|too|little|few|{UN}[a-z]{{4,}}|"
    r"in(?:access|compat|correct|complete|secur|suffic|activ|abilit|elig|effic|consist|advis|capab|depend)[a-z]*|"
    r"im(?:poss|prop)[a-z]*|irrelevant|illegal|dis(?:allow|agree|card|contin|courag|miss)[a-z]*|non-?[a-z]{4,})\b|"
    r"否|禁止|拒绝|缺乏|缺少|失败|防止|避免|停止|移除|删除|忽略|取消|除了|只有|仅|而非|难以|以前|曾经",
    re.IGNORECASE,
)

_OPPOSED = (
    ("increase", "decrease"),
    ("increases", "decreases"),
    ("increased", "decreased"),
    ("rise", "fall"),
    ("rises", "falls"),
    ("rose", "fell"),
    ("raise", "lower"),
    ("higher", "lower"),
    ("more", "less"),
    ("more", "fewer"),
    ("faster", "slower"),
    ("larger", "smaller"),
    ("before", "after"),
    ("enable", "disable"),
    ("enables", "disables"),
    ("enabled", "disabled"),
    ("allow", "forbid"),
    ("allowed", "forbidden"),
    ("allows", "forbids"),
    ("minimum", "maximum"),
    ("always", "never"),
    ("must", "may"),
    ("required", "optional"),
    ("supported", "unsupported"),
    ("safe", "unsafe"),
    ("possible", "impossible"),
    ("true", "false"),
    ("above", "below"),
    ("first", "last"),
    ("all", "some"),
    ("at least", "at most"),
    ("read", "write"),
    ("success", "failure"),
    ("succeeds", "fails"),
    ("增加", "减少"),
    ("上升", "下降"),
    ("提高", "降低"),
    ("启用", "禁用"),
    ("允许", "禁止"),
    ("最大", "最小"),
    ("至少", "至多"),
    ("必须", "可以"),
    ("之前", "之后"),
    ("更快", "更慢"),
    ("支持", "反对"),
)
_OPPOSITES: dict[str, frozenset[str]] = {}
for _one, _other in _OPPOSED:
    _OPPOSITES[_one] = _OPPOSITES.get(_one, frozenset()) | {_other}
    _OPPOSITES[_other] = _OPPOSITES.get(_other, frozenset()) | {_one}
_POLAR = re.compile(
    rf"\b(?:{'|'.join(sorted((word for word in _OPPOSITES if word.isascii()), key=len, reverse=True))})\b|"
    rf"{'|'.join(word for word in _OPPOSITES if not word.isascii())}",
    re.IGNORECASE,
)


_CLAUSE = re.compile(
    r"[,;:，；：、—–]|\b(?:and|but|while|whereas|although|though|which|who)\b|但是?|而且?|并且?", re.IGNORECASE
)


def denials(text: str) -> tuple[str, ...]:
    """The strict cues of negation in ``text``, in order; those of ``not only`` and ``not ... until`` left out."""
    return tuple(word for _, _, word in strict_cues(text))


def strict_cues(text: str) -> tuple[tuple[int, int, str], ...]:
    """``denials`` with where each stands: start, end, the word in lower case."""
    cleared = _NOT_A_DENIAL.sub(lambda found: "\x00" * len(found.group()), text)
    found = (cue for cue in _STRICT.finditer(cleared) if not _only_until(cleared, cue))
    return tuple((cue.start(), cue.end(), cue.group().lower()) for cue in found)


def negative_words(text: str) -> int:
    """How many strict cues the text holds, those of conditions and of ``not ... until`` included."""
    return len(_STRICT.findall(_NOT_A_DENIAL.sub(lambda found: "\x00" * len(found.group()), text)))


def _only_until(text: str, cue: re.Match[str]) -> bool:
    if not _UNTIL.fullmatch(cue.group()):
        return False
    clause = re.split(r"[.;。；！？!?]", text[cue.end() : cue.end() + 160], maxsplit=1)[0]
    return bool(_UNTIL_WORDS.search(clause))


def denying_clause(text: str) -> str:
    """The part of the text, between commas and connectives, that holds its first strict cue; without one, the text."""
    clauses = _CLAUSE.split(text)
    return next((clause for clause in clauses if denials(clause)), text)


def denied_parts(text: str) -> tuple[str, ...]:
    """What each strict cue denies: the words from it to the end of its clause; where none follow, the whole clause."""
    parts: list[str] = []
    cleared = _NOT_A_DENIAL.sub(lambda found: "\x00" * len(found.group()), text)
    bounds = [0, *(edge for found in _CLAUSE.finditer(cleared) for edge in found.span()), len(text)]
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        for cue in _STRICT.finditer(cleared, start, end):
            behind = text[cue.end() : end].strip(" .!?。！？")
            if not _only_until(cleared, cue):
                parts.append(behind or text[start:end])
    return tuple(parts)


def denies(text: str) -> bool:
    """Whether the text is, on the whole, a denial: an odd number of strict cues."""
    return len(denials(text)) % 2 == 1


def cues(text: str) -> frozenset[str]:
    """Everything in the text that may carry a denial, however worded, in lower case."""
    return frozenset(found.group().lower() for pattern in (_STRICT, _BROAD) for found in pattern.finditer(text))


def may_deny(text: str, other: str = "") -> bool:
    """Whether the text holds a cue, of whatever strength, that ``other`` does not hold: a denial in other words."""
    return bool(cues(text) - cues(other))


def polar_words(text: str) -> frozenset[str]:
    """Words of the text that have an opposite (``before``, ``at least``, 增加)."""
    return frozenset(found.group().lower() for found in _POLAR.finditer(text))


def without_polarity(text: str) -> str:
    """The text without cues of negation and without words that have an opposite: what it is about."""
    return _POLAR.sub(" ", _STRICT.sub(" ", text))


def opposed(first: str, second: str) -> tuple[str, str] | None:
    """A word of ``first`` whose opposite stands in ``second`` in its place, where neither text holds both."""
    one, other = polar_words(first), polar_words(second)
    for word in sorted(one - other):
        for opposite in sorted(_OPPOSITES[word] & (other - one)):
            return word, opposite
    return None
