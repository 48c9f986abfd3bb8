"""What stands in a document and tells nothing of its subject: lists of sources, the title again, date and author lines.

It is not shown to a model, which would read it for evidence: a quarter of some passages was such.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from research_agent.domain import Document
from research_agent.text.tokens import words

HEAD = 400
"""Characters at a document's start within which date and author lines are looked for."""
LINE = 120
"""Characters of such a line, at most."""

LONG_CODE = 26
"""Lines of a code block that is shown whole."""
CODE_HEAD, CODE_TAIL = 18, 4
"""Lines that are shown of a longer one."""

_DATE_WORDS = """
january february march april may june july august september october november december jan feb mar apr jun jul aug sep
sept oct nov dec by on published updated date author last modified 年 月 日 作 者 发 布 更 新 于
"""
DATE_WORDS = frozenset(_DATE_WORDS.split())

_REFERENCES = re.compile(
    r"[\d.\s]*(?:sources?|references?|bibliography|works cited|literature cited|further reading|see also|external links"
    r"|related (?:pages|articles)|notes and references|footnotes"
    r"|参考文献|参考资料|参考|参见|另见|资料来源|来源|延伸阅读|外部链接|脚注|出典|関連項目|外部リンク)\W*",
    re.IGNORECASE,
)
_MARK = r"[\[(（【]\s*\d{1,3}\s*[\])）】]"
_POINTER = re.compile(
    rf"{_MARK}|(?:{_MARK}\s*)?[(（]?(?:(?:see(?: also)?|cf\.?|refer to) (?!.*(?:\b(?:is|are|was|has)\b|:))"
    r"|参见|另见|请参阅|详见)[^。!?！？]+。?[)）]?",
    re.IGNORECASE,
)
_ANCHOR = re.compile(r"(?:\s*[§¶])+\s*$|(?<=\S)\s+#\s*$")
_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’」』）)]*$")


def is_reference_list(headings: Sequence[str]) -> bool:
    """Whether the innermost heading announces a list of sources."""
    return bool(headings) and _REFERENCES.fullmatch(headings[-1].strip()) is not None


def is_head_line(document: Document, start: int, end: int) -> bool:
    """Whether a unit only repeats the title, or says when and by whom the document was published."""
    if start > HEAD or end - start > LINE:
        return False
    text = document.text[start:end].strip()
    source = document.source
    if text.casefold() == source.title.strip().casefold():
        return True
    if _SENTENCE_END.search(text):
        return False
    known = {*DATE_WORDS, *words(f"{source.title} {source.publisher} {source.author}")}
    return all(word.isdigit() or word in known for word in words(text))


def is_pointer(text: str) -> bool:
    """Whether a unit is a footnote's mark, or only says where else to look: ``[14]``, ``(See patch(1).)``."""
    return len(text) <= LINE and _POINTER.fullmatch(text.strip()) is not None


def abridged(lines: Sequence[str]) -> list[str]:
    """The lines of a code block as they are shown: a long one, mostly a program's output, without its middle."""
    if len(lines) <= LONG_CODE:
        return list(lines)
    left_out = len(lines) - CODE_HEAD - CODE_TAIL
    return [*lines[:CODE_HEAD], f"[... {left_out} lines ...]", *lines[-CODE_TAIL:]]


def without_anchor(text: str) -> str:
    """A heading or sentence without the link marks that a page's template hangs on it."""
    return _ANCHOR.sub("", text)
