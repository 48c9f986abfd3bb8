"""Text that tries to be more than text, for every format that a report is written in."""

from __future__ import annotations

from dataclasses import replace

from research_agent.domain import NotFound, Report, Section, Sentence, SentenceKind
from tests.reports.sample import REPORT

HOSTILE = [
    "<w:p/><script>alert(1)</script> &amp; &#x3c;",
    '#include "/etc/passwd" #sys.inputs #panic("x") $x$ *bold* _it_ = heading <label> @ref',
    ']#link("https://evil.example")[click] \\ \\u{202e} // comment /* comment */',
    "nul \x00 escape \x1b[2J c1 \x9b bell \x07 nonchar \ufffe \uffff surrogate \ud800",
    "\u202egnp.exe \u2066isolate\u2069 \u200bzero \U000e0041tag",
    "x" * 400,
    "名" * 300,
    " \t\n\r\x0b\x0c\u2028\u2029 ",
    "{{ 7*7 }} {% raw %} ${7*7} %s %(x)s {title}",
    "e" + "\u0301" * 300,
    '"quoted" \'single\' -- --- ... \\"escaped\\" https://evil.example',
    "",
]
"""Parametrize with these."""


def hostile(text: str) -> Report:
    """The sample report with ``text`` wherever a source, a model or a user could put it."""
    sentence = Sentence(text=text, claims=("c1",), verified=False, note=text)
    row = Sentence(kind=SentenceKind.ROW, cells=(text, text), claims=("c2",))
    source = replace(REPORT.sources[0], title=text, publisher=text, author=text, notes=(text,))
    claim = replace(REPORT.claims[0], text=text, reason=text)
    return replace(
        REPORT,
        title=text,
        question=replace(REPORT.question, text=text),
        answer=(sentence, *REPORT.answer),
        sections=(Section(title=text, columns=(text, text), sentences=(sentence, row)), *REPORT.sections),
        claims=(claim, *REPORT.claims[1:]),
        quotes=(replace(REPORT.quotes[0], text=text), *REPORT.quotes[1:]),
        sources=(source, replace(REPORT.sources[1], path=text), REPORT.sources[2]),
        not_found=(NotFound(sub_question="1", text=text, searched=(text,)),),
    )


BAD_ADDRESSES = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "https://",
    "https://[::1",
    "https://a.example/x y",
    "https://a.example/\u202egnp.exe",
    "https://a.example/\x00",
    "//a.example/x",
    "vbscript:x",
    "mailto:a@b.example",
    "https://a.example/" + "x" * 2_100,
]
"""Addresses that must not become links."""
