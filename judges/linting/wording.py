"""Verifiability and unambiguity: words by which two readers cannot agree.

What an item wants said ("States that the evidence is not sufficient") and what it names in quotation marks is its
matter, and may be as vague as its source. Only what it asks of the report is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from research_agent.judges.linting.findings import Finding, Principle, demanded, unquoted
from research_agent.judges.rubric import Item, Rubric

_DEED = (
    r"\b(?:analy[sz]\w*|explanation\w*|explain\w*|discuss\w*|overview|coverage|cover\w*|account|description|describ\w*|"
    r"treatment|summary|summari[sz]\w*|review\w*|comparison|compar\w*|evaluat\w*|assess\w*|justif\w*|evidence|detail\w*|"
    r"depth|insight\w*|support\w*|argument\w*|report\w*|answer\w*|structure\w*|data|sources?|citations?|references?|"
    r"information|explor\w*|address\w*|present\w*|recommendation\w*|list\w*|context|background|research\w*|language|"
    r"tone|format\w*|estimates?|organi[sz]\w*)"
)
_VAGUE = (
    "sufficient(?:ly)?|comprehensive(?:ly)?|adequate(?:ly)?|appropriate(?:ly)?|thorough(?:ly)?|in[- ]depth|"
    "insightful(?:ly)?|"
    "suitabl[ey]|proper(?:ly)?|reasonabl[ey]|good|excellent|high[- ]quality|deep(?:ly)?|rich|effective(?:ly)?|"
    "coherent(?:ly)?|logically|meaningful(?:ly)?|convincing(?:ly)?|nuanced|robust|solid|enough|detailed|extensive(?:ly)?|"
    "engaging|professional(?:ly)?|useful|helpful|satisfactor(?:y|ily)|"
    "concise(?:ly)?|easy[- ]to[- ](?:read|follow|understand)"
)
_ALWAYS = re.compile(
    r"\b(?:well[- ](?:structured|written|organi[sz]ed|argued|reasoned|supported|researched|justified|founded|"
    r"developed|balanced|presented)|"
    r"in (?:sufficient|enough|adequate|appropriate) (?:detail|depth)|in (?:great )?depth|of good quality|"
    r"all (?:the )?(?:relevant|important|necessary|essential|major|key) (?:aspects|points|details|information|issues|"
    r"facts|factors|topics)|(?:reliable|authoritative|credible|reputable|trustworthy)(?:,? (?:and )?\w+)? (?:sources?|"
    r"references?|citations?|data|information|evidence)|reads well|easy to (?:read|follow|understand))\b",
    re.IGNORECASE,
)
_OF_A_DEED = re.compile(
    rf"\b(?:{_VAGUE})\b(?:,? (?:and )?(?:\w+ly|{_VAGUE}))? {_DEED}\b|{_DEED} (?:\w+ )?(?:{_VAGUE})\b"
    rf"|\b(?:is|are|be|remains) (?:\w+ly )?(?:clear|{_VAGUE})(?:\s*[.,;]|\s+(?:and|enough)\b|\s*$)",
    re.IGNORECASE,
)
_SOMEWHAT = re.compile(
    r"\b(?:sufficient|comprehensive|adequate|appropriate|thorough|in[- ]depth|insightful|suitable|proper|reasonable|"
    r"good|high[- ]quality|detailed|convincing|useful|helpful|enough|relevant)(?:ly)?\b"
    r"|\bclear(?!ly (?:state|indicat|specif|mention|cite|list))(?:ly)?\b",
    re.IGNORECASE,
)

_ZH_WORDS = (
    "充分|全面|深入|合理|清晰|清楚|详细|详尽|恰当|适当|妥当|翔实|丰富|完善|系统|有效|严谨|深刻|到位|流畅|良好|充足|足够|"
    "准确|客观|专业|通顺|连贯"
)
_ZH_CORE = "充分|全面|深入|合理|清晰|清楚|详细|详尽|恰当|适当|翔实|严谨|深刻|足够|充足"
_ZH_DEED = (
    "说明|指出|给出|列出|解释|引用|比较|对比|分析|讨论|论述|论证|阐述|阐明|描述|介绍|评估|评价|总结|概述|综述|覆盖|呈现|"
    "展示|回答|探讨|研究|挖掘|梳理|归纳|支持|支撑"
)
_ZH_NOUN = (
    "结构|逻辑|条理|内容|论证|论据|语言|表述|表达|分析|层次|排版|格式|证据|资料|数据|覆盖|回答|报告|文字|行文|解释|"
    "说明|论述|表格|图表|标题"
)
_ZH_OF_A_DEED = re.compile(
    rf"(?!(?:清晰|清楚)地?(?:列出|指出|给出|说明|呈现|展示))(?:较为|足够|更加|非常|十分)?(?:{_ZH_WORDS})(?:、(?:{_ZH_WORDS}))*(?:而(?:{_ZH_WORDS}))?地?(?:{_ZH_DEED})"
    rf"|(?:{_ZH_WORDS})的(?:{_ZH_DEED}|结构|逻辑|论据|语言|证据|覆盖|报告|回答|内容)"
    rf"|(?:{_ZH_NOUN})(?:要|应|须|是否|比较|较为|较|足够|很|十分|非常|上)?(?:{_ZH_WORDS})(?!地)"
    rf"|(?:{_ZH_CORE})的[^，。；、的]{{1,6}}(?:数据|估计|预测|分析|说明|解释|比较|论证|证据|资料|理由|描述|介绍)"
    r"|(?:权威|可靠|可信)(?:[、且而](?:权威|可靠|可信))?的?(?:来源|资料|出处|文献|信源|证据)|有条理|逻辑严密"
    r"|有(?:深度|见地|洞察力?|说服力)|高质量|言之有物|易于阅读|易读|可读性(?:好|强|高)"
)
_ZH_SOMEWHAT = re.compile(rf"(?:{_ZH_WORDS})地|较好|比较好|尽量|尽可能|酌情")

_OPEN_END = re.compile(
    r"\betc\b\.?|\band so (?:on|forth)\b|\band the like\b|\bamong others\b|\.\.\.\s*$|…+\s*$", re.IGNORECASE
)
_ZH_OPEN_END = re.compile(
    r"等等|等[。.]?\s*$|、[^、，。；（）]{1,15}等(?:方面|问题|内容|因素|措施|情况|信息|要素|角度|指标|要点)(?!之一)"
)
_ZH_CLOSED = re.compile(r"等[\d一二两三四五六七八九十]+|至少|任[一意]|之一|其中一")
_OPEN_LIST = re.compile(
    r"\bsuch as\b|\bfor example\b|\be\.g\.|\bfor instance\b|\bsome\b|\bseveral\b|\bvarious\b|\ba few\b|\bnumerous\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:at least|at most|exactly|a|an|one|two|three|four|five|\d+|any|each|every|no|either)\b", re.IGNORECASE
)
_ZH_OPEN_LIST = re.compile(r"一些|若干|某些|诸多|种种|多方面|各方面|各种|相关(?:情况|内容|问题|信息|方面|因素)")
_NO_REFERENT = re.compile(
    r"^\s*(?:It|They|This|These|Those|He|She|Such|Its|Their)\b(?! (?:report|answer|response)\b)"
    r"|\b(?:the above|above-mentioned|aforementioned|as above|"
    r"(?:the )?(?:previous|preceding|next|same) (?:item|criterion|point)s?|see item)\b",
    re.IGNORECASE,
)
_ZH_NO_REFERENT = re.compile(
    r"^\s*(?:它|它们|他们|其(?!中|他|余|次)|这(?!一?些?报告)|此(?!外))|同上|上述|前述|上一[条项]|前一[条项]|下一[条项]|该(?:条目|检查项|评分项)"
)
_ITS_MATTER = re.compile(r"^\s*\w+ that (?:it|they|this|these|he|she)\b", re.IGNORECASE)
_AND_OR = re.compile(r"\band\s?/\s?or\b|[和及与]\s?[/／]\s?或|或者?/和", re.IGNORECASE)
_WHERE_FIT = re.compile(
    r"\b(?:where|when|as|if) (?:appropriate|applicable|possible|needed|necessary|relevant)\b|\bideally\b|\bpreferably\b"
    r"|尽量|尽可能|酌情|视情况|如适用|如有可能",
    re.IGNORECASE,
)


def verifiability(item: Item, rubric: Rubric) -> Iterator[Finding]:
    """Findings on one item. A word that the question itself uses is at most worth a look."""
    if item.kind == "negative":
        return  # a flaw may be that something lacks depth; what it claims is its matter
    text = demanded(item.text)
    found = _ALWAYS.search(text) or _OF_A_DEED.search(text) or _ZH_OF_A_DEED.search(text)
    if found:
        # "Comprehensively analyse and point out that X": what is judged is X
        asked = found[0].casefold() in rubric.question.casefold() or text != unquoted(item.text)
        message = f"“{found[0].strip()}” is a matter of opinion: name what a reader can point at."
        yield _finding(item, "verifiability", message, error=not asked)
        return
    found = _SOMEWHAT.search(text) or _ZH_SOMEWHAT.search(text)
    if found and found[0].casefold() not in rubric.question.casefold():
        yield _finding(item, "verifiability", f"“{found[0]}” may be a matter of opinion.", error=False)


def unambiguity(item: Item) -> Iterator[Finding]:
    """Findings on one item."""
    text, asked = unquoted(item.text), demanded(item.text)
    if found := _OPEN_END.search(asked) or _open_end(text):
        yield _finding(item, "unambiguity", f"“{found[0].strip()}” leaves open what is enough.")
    elif found := _open_list(asked):
        yield _finding(item, "unambiguity", f"“{found[0]}” does not say how many are enough.", error=False)
    if found := _NO_REFERENT.search(text) or _ZH_NO_REFERENT.search(text):
        yield _finding(item, "unambiguity", f"“{found[0].strip()}” has no referent in an item that stands alone.")
    elif found := _ITS_MATTER.search(text):
        yield _finding(item, "unambiguity", f"“{found[0].strip()}”: who or what?", error=False)
    if found := _AND_OR.search(asked):
        yield _finding(item, "unambiguity", f"“{found[0]}” leaves open whether one is enough.")
    elif found := _WHERE_FIT.search(asked):
        yield _finding(item, "unambiguity", f"“{found[0]}” leaves open when it is asked for.")


def _open_list(asked: str) -> re.Match[str] | None:
    found = _OPEN_LIST.search(asked)
    return _ZH_OPEN_LIST.search(asked) if found is None or _COUNTED.search(asked[: found.start()]) else found


def _open_end(text: str) -> re.Match[str] | None:
    found = _ZH_OPEN_END.search(text)
    return None if found is None or _ZH_CLOSED.search(text) else found


def _finding(item: Item, principle: Principle, message: str, *, error: bool = True) -> Finding:
    return Finding(item=item.id, principle=principle, message=message, severity="error" if error else "warning")
