"""What a document says against itself: that it was retracted, superseded, is out of date, or is a joke.

Only where such notices stand: the title, the head, boxes that a page sets apart, and for satire the end. The words must
be said of the document itself ("this article"), or be a field of its head ("Obsoleted by: 9110"): an article about
somebody else's retraction was not retracted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from research_agent.domain import Standing

_HEAD, _END = 2_500, 800
"""Characters of a text that are its head and its end."""
_LONGEST = 300
_THIS = (
    r"\bthis\s+(?:[\w-]+\s+){0,2}?(?:article|paper|page|document|documentation|manual|guide|post|version|edition|standard|"
    r"specification|draft|memo|rfc|report|publication|preprint|tutorial|content|information|wiki|how-?to|faq|site|release|handbook|text|file)\b"
)
_KIND = r"(?:article|paper|page|document(?:ation)?|manual|guide|tutorial|specification|how-?to|version|edition)"
_ZH_THIS = r"(?:本|该|此)(?:文章?|页面?|文档|论文|标准|规范|版本|手册|指南|条目|办法|规定|法规|文件|内容)"
_IS = r"\s+(?:is|was|has\s+been|have\s+been)\s+(?:now\s+|since\s+|formally\s+|officially\s+)?"

_SAYINGS: tuple[tuple[Standing, str], ...] = (
    ("retracted", rf"{_THIS}{_IS}(?:retracted|withdrawn)\b"),
    ("retracted", r"^\W{0,3}(?:retracted(?:\s+article)?|withdrawn)\b\W{0,3}(?=[:\]\s])(?!\s+(?:from|by|to)\b)"),
    ("retracted", rf"{_ZH_THIS}(?:现)?已?(?:被|经)?(?:作者|期刊)?(?:撤稿|撤回)|^\W{{0,3}}(?:已撤稿|已撤回|撤稿[:：])"),
    ("superseded", rf"{_THIS}{_IS}(?:superseded|replaced|obsoleted)\b"),
    ("superseded", rf"{_THIS}[^.\n]{{0,80}},?\s+(?:and|but){_IS}(?:superseded|replaced|obsoleted)\s+by\b"),
    ("superseded", r"^\W{0,3}(?:obsoleted|superseded|replaced)[ -]by\s*:?\s+(?=\S)"),
    ("superseded", r"^\W{0,3}status\s*:\s*(?:superseded|obsolete|withdrawn|historic|replaced|retired)\b"),
    (
        "superseded",
        r"\b(?:rewrite|rewritten\s+version|successor|replacement|newer\s+version)\s+(?:of|to|for)\s+this\s+(?:[\w-]+\s+){0,2}?"
        rf"{_KIND}\b.{{0,120}}\bis\s+(?:now\s+)?available\b",
    ),
    (
        "superseded",
        rf"\buse\s+(?:this|the)\s+new(?:er)?\s+(?:[\w-]+\s+){{0,2}}?{_KIND}\s+(?:instead|as\s+(?:the|your)\s+primary)\b",
    ),
    (
        "superseded",
        rf"{_ZH_THIS}(?:现)?已?(?:被.{{1,30}}(?:取代|代替|替代)|(?:废止|作废|失效))|^\W{{0,3}}已(?:废止|作废|失效)",
    ),
    (
        "outdated",
        rf"{_THIS}(?:{_IS}(?:out[ -]?dated|out\s+of\s+date|obsolete|deprecated|archived)\b|"
        r"(?:\s+is|\s+are)?\s+no\s+longer\s+(?:being\s+)?(?:maintained|updated|supported|current|valid|accurate)|"
        r"\s+is\s+for\s+an?\s+(?:[\w-]+\s+){0,2}?(?:old|older|unsupported|insecure|outdated|obsolete|previous)\b)",
    ),
    (
        "outdated",
        rf"{_THIS}\s+is\s+(?:very\s+|quite\s+|rather\s+)?old\b(?=\s*(?:[.,;!]|and\b))|"
        r"\bthis\s+is\s+(?:an?|the)\s+(?:old|older|out-?dated|obsolete|historical|previous)\s+(?:version|edition|revision|copy)\b(?!\s+(?:number|string|scheme|control))|"
        r"\byou\s+are\s+(?:now\s+|currently\s+)?(?:viewing|reading|looking\s+at)\s+[^.\n]{0,60}\b(?:old|older|outdated|previous)\s+"
        r"(?:version|release|edition)\b|"
        rf"{_THIS}\s+is\s+kept\s+[^.\n]{{0,30}}\bfor\s+historical\b|^\W{{0,3}}historical\s+version\s+of\b",
    ),
    ("outdated", rf"(?:这是|{_ZH_THIS}(?:是|为)).{{0,8}}(?:旧版|老版本|历史版本)"),
    (
        "outdated",
        rf"\b(?:parts?|sections?|much|most|some)\s+of\s+{_THIS[2:]}\s+(?:(?:are|is)\s+not|aren't|isn't|(?:are\s+|is\s+)?no\s+longer)\s+"
        r"(?:applicable|valid|accurate|current|correct|apply|applies)\b",
    ),
    (
        "outdated",
        rf"{_ZH_THIS}(?:内容)?(?:可能)?已(?:经)?(?:过时|过期|不再维护|停止更新|不再更新)|^\W{{0,3}}(?:内容)?已过时",
    ),
)
_JOKES = (
    rf"{_THIS}{_IS}(?:a\s+(?:work|piece)\s+of\s+)?(?:satire|satirical|parody|(?:entirely|purely)?\s*fictional)\b",
    r"\bthis\s+is\s+(?:a\s+)?(?:work\s+of\s+|piece\s+of\s+)?(?:satire|parody)\b",
    r"\b(?:is\s+a|a)\s+satir(?:e|ical)\s+(?:news\s*paper|news|web\s?site|site|publication|magazine)\b",
    r"^\W{0,3}(?:satire|parody|humou?r)\s*(?:[:|]|$)",
    rf"{_ZH_THIS}(?:为|是|系)?(?:一篇)?(?:讽刺|恶搞|戏仿)|^\W{{0,3}}(?:讽刺|恶搞)(?:作品|文章)?\s*(?:[:：]|$)",
    r"(?:以上内容|本文)纯属虚构",
)
_FLAGS = re.IGNORECASE | re.MULTILINE
_PATTERNS = tuple((standing, re.compile(pattern, _FLAGS)) for standing, pattern in _SAYINGS)
_JOKE = re.compile("|".join(_JOKES), _FLAGS)
_SATIRE_TITLE = re.compile(r"(?:[|\[(]|\s[-–—]\s)\s*(?:satire|parody|讽刺)\s*[\])]?\s*$", re.IGNORECASE)


def find_standing(title: str, text: str, notices: Sequence[str] = ()) -> tuple[Standing, str]:
    """The document's standing and its own words for it, verbatim; both empty where it says nothing against itself.

    Args:
        notices: what a page sets apart from its text, such as a banner, each on its own.
    """
    for standing, pattern in _PATTERNS:  # the graver first: "use the new one" tells more than "this is old"
        for place in (title, *notices, *_lines(text[:_HEAD])):
            if found := pattern.search(place):
                return standing, _words(place, found)
    joke = _SATIRE_TITLE.search(title)
    if joke:
        return "satire", title[:_LONGEST]
    for place in (title, *notices, *_lines(text[:_HEAD]), *_lines(text[-_END:])):
        if found := _JOKE.search(place):
            return "satire", _words(place, found)
    return "", ""


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.split("\n") if line.strip())


def _words(place: str, found: re.Match[str]) -> str:
    """The sentence of the notice, or what of it fits."""
    stops = [stop.end() for stop in re.finditer(r"[.!?](?=\s)|[。！？]", place)]
    start = max((stop for stop in stops if stop <= found.start()), default=0)
    end = min((stop for stop in stops if stop >= found.end()), default=len(place))
    return place[start:end].strip()[:_LONGEST]
