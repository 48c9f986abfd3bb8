"""HTML inside a Markdown report, turned into the Markdown that says the same; the rest of it is left out.

Nothing of a report is ever rendered here: scripts, styles and comments go, links become Markdown links, raised numbers
become raised digits, blocks become lines.
"""

from __future__ import annotations

import html
import re

_COMMENT = (re.compile(r"<!--"), re.compile(r"-->"))
_SCRIPT = (
    re.compile(r"<(?:script|style|head|template|svg)\b[^<>]{0,500}>", re.IGNORECASE),
    re.compile(r"</(?:script|style|head|template|svg)\s*>", re.IGNORECASE),
)
_ANCHOR = re.compile(
    r"<a\b[^<>]{0,2000}?\bhref\s*=\s*(?:\"([^\"<>]{0,2000})\"|'([^'<>]{0,2000})'|([^\s\"'<>]{1,2000}))[^<>]{0,500}>"
    r"([^\n]{0,500}?)</a\s*>",
    re.IGNORECASE,
)
_RAISED = re.compile(r"<sup\b[^<>]{0,200}>\s*([\d,;\s–-]{1,40})\s*</sup\s*>", re.IGNORECASE)
_CITE = re.compile(r"<(cite|ref|citation)\b[^<>]{0,200}>\s*\[?([\w,;\s:.-]{1,60})\]?\s*</\1\s*>", re.IGNORECASE)
_LINE = re.compile(r"<(?:/?(?:p|div|section|article|ul|ol|table|tbody|thead|blockquote|br|hr))\b[^<>]{0,500}>", re.I)
_ITEM = re.compile(r"<li\b[^<>]{0,500}>", re.IGNORECASE)
_HEADING = re.compile(r"<h([1-6])\b[^<>]{0,500}>", re.IGNORECASE)
_ROW = re.compile(r"<tr\b[^<>]{0,500}>", re.IGNORECASE)
_CELL = re.compile(r"</t[dh]\s*>", re.IGNORECASE)
_OTHER = re.compile(
    r"(?<!\]\()</?(?:a|abbr|b|big|body|caption|center|cite|code|col|colgroup|dd|del|details|dfn|dl|dt|em|figcaption|figure|font|"
    r"footer|form|h[1-6]|header|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|object|ol|pre|q|ref|s|"
    r"samp|small|span|strong|sub|summary|sup|tbody|td|tfoot|th|thead|time|title|tr|u|var|video|wbr|citation)\b"
    r"[^<>]{0,2000}/?>",
    re.IGNORECASE,
)
RAISED_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_HTML = re.compile(r"<[A-Za-z!/]")


def plain_markup(text: str) -> str:
    """The text without HTML, in as many steps as its length asks for: every pattern is bounded."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    if _HTML.search(text):
        for bounds in (_COMMENT, _SCRIPT):
            text = _cut(text, *bounds)
        text = _ANCHOR.sub(lambda found: f"[{found[4]}]({html.unescape(found[1] or found[2] or found[3] or '')})", text)
        text = _RAISED.sub(lambda found: found[1].strip().translate(RAISED_DIGITS), text)
        text = _CITE.sub(lambda found: f"[{found[2].strip()}]", text)
        text = _LINE.sub("\n", _HEADING.sub(lambda found: f"\n\n{'#' * int(found[1])} ", text))
        text = _CELL.sub(" | ", _ROW.sub("\n| ", _ITEM.sub("\n- ", text)))
        text = _OTHER.sub("", text)
    return text


def _cut(text: str, opens: re.Pattern[str], closes: re.Pattern[str]) -> str:
    """The text without what stands between an opening and the next closing mark; without one, only the mark goes."""
    kept: list[str] = []
    at = 0
    while (found := opens.search(text, at)) is not None:
        kept.append(text[at : found.start()])
        end = closes.search(text, found.end())
        if end is None:
            return "".join([*kept, opens.sub("", text[found.start() :])])
        at = end.end()
    return "".join([*kept, text[at:]])
