"""What a source repeats in order to deny it, and what it only passes on as hearsay: by plain signs in its words.

"X claims that the tower is 400 m high. This is false." holds no support for 400 m. What irony, a photograph or a later
chapter take back is not seen.
"""

from __future__ import annotations

import re

from research_agent.domain import Document
from research_agent.text.sentences import sentence_spans

_AFTER = re.compile(
    r"\W*(?:(?:but|however|in fact|actually)\W+)?"
    r"(?:(?:this|that|the|such an?|these|such|both)(?: \w+)? (?:claims?|statements?|stor(?:y|ies)|rumou?rs?|"
    r"reports?|figures?|ideas?|beliefs?|assertions?|notions?)|this|that|it|which)"
    r" (?:is|are|was|were|has been|have been|turned out to be|proved to be)(?: \w+)?? "
    r"(?:false|wrong|untrue|incorrect|not true|not correct|not the case|a myth|a hoax|misleading|inaccurate|debunked|"
    r"disproved|disproven|refuted|retracted|unfounded|baseless|nonsense)"
    r"(?=\W*$|[.!,;:)—–]| ?[-—–] | because\b| since\b| and\b| \()|"
    r"\W*(?:但|但是|然而|其实|事实上)?[，,]?(?:这|此|该|上述|这种|这一|这个)(?:一|种|个|些)?"
    r"(?:说法|观点|传言|传闻|消息|数字|结论|报道|信息)?(?:其实|完全|并|显然|已被证明)?(?:是)?"
    r"(?:错误的?|错的|不实|不正确|不准确|不属实|谣言|假的|虚假|误解|误导|没有根据|站不住脚|被证伪)(?:的)?(?=[。，；！,.]|$)",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"\b(?:it is|it's|it was) (?:a (?:common )?(?:myth|misconception|hoax|fallacy)|"
    r"(?:false|untrue|wrong|incorrect|not true)) that\b|"
    r"\b(?:falsely|wrongly|incorrectly|mistakenly|erroneously) "
    r"(?:claim|claims|claimed|state|states|stated|say|says|said|report|reports|reported|assume|assumes|assumed|believe|believed|suggests?|suggested)\b|"
    r"\bcontrary to (?:popular belief|(?:the )?claims?|reports?|rumou?rs?|what \w+)|"
    r"\bthe (?:claim|myth|rumou?r|idea|belief|statement) that\b.{1,200}\b(?:is|was) "
    r"(?:false|wrong|untrue|incorrect|a myth|unfounded|baseless|not true)\b|"
    r"(?:误传|误称|谎称|错误地(?:认为|声称)|并非如.{1,10}所说)",
    re.IGNORECASE,
)
_HEARSAY = re.compile(
    r"\b(?:reportedly|allegedly|purportedly|supposedly|rumou?red|is said to|are said to|was said to|unconfirmed|"
    r"according to rumou?rs?|it is (?:believed|rumou?red|said)|hearsay|some (?:people )?(?:say|claim|believe))\b|"
    r"据称|据说|据传|传闻|有传言|坊间|疑似|未经证实|有人(?:说|称|认为)",
    re.IGNORECASE,
)
_NEXT = 220


def rebutted(document: Document, start: int, end: int, claim: str = "") -> bool:
    """Whether the document denies what stands at the span: there itself, or in the sentence that follows.

    Args:
        claim: what is claimed with the span as its quote. A claim that says itself that it is false is none.
    """
    said = document.text[start:end]
    following = document.text[end : end + _NEXT].lstrip()
    spans = sentence_spans(following)
    after = following[slice(*spans[0])] if spans else ""
    if _AFTER.match(after) or any(_AFTER.match(said, first) for first, _ in sentence_spans(said)[1:]):
        return not _denies(claim)
    return bool(_INSIDE.search(said)) and not _denies(claim)


def rebuttal_end(document: Document, end: int) -> int:
    """Where the sentence ends that denies what ends at ``end``: the two are quoted together. Else ``end`` itself."""
    rest = document.text[end : end + _NEXT]
    following = rest.lstrip()
    spans = sentence_spans(following)
    if not spans or not _AFTER.match(following[slice(*spans[0])]):
        return end
    return end + len(rest) - len(following) + spans[0][1]


def _denies(claim: str) -> bool:
    return bool(claim) and (
        bool(_INSIDE.search(claim)) or any(_AFTER.match(claim, first) for first, _ in sentence_spans(claim))
    )


def hearsay(text: str) -> bool:
    """Whether the text says that it only passes on what others say."""
    return bool(_HEARSAY.search(text))
