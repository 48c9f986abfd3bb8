"""The report as PDF (typst, tagged as PDF/UA-1): outline, page numbers, links from citations to passages and back.

The same report gives the same bytes on a machine with the same fonts: the file is dated with the day of the question.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any

from research_agent.domain import Report
from research_agent.errors import ConfigError
from research_agent.reports.blocks import Notice, Words
from research_agent.reports.extras import require
from research_agent.reports.labels import Labels, labels
from research_agent.reports.manuscript import manuscript
from research_agent.reports.pdf.data import BlockData
from research_agent.reports.pdf.fonts import families, letters, not_shown, scripts
from research_agent.reports.plain import one_line

_PACKAGE = "research_agent.reports"
_ROUNDS = 4
"""Of finding characters without a font. One is enough but where a font shows signs only in company."""


def render_pdf(report: Report) -> bytes:
    """The report as a PDF file.

    Raises:
        ConfigError: ``extra_missing``: typst is not installed; ``no_font``: no font here shows the report's own words.
            Characters of quotes that no font shows stand as ``U+`` and their number, and the first page says so.
    """
    require(("pdf",))
    import typst

    said = labels(report.question.language)
    fonts = typst.Fonts()
    compiler = typst.Compiler(font_paths=fonts, root=str(files(_PACKAGE).joinpath("templates")))
    missing: frozenset[str] = frozenset()
    for _ in range(_ROUNDS):
        data = _data(report, said, families(report.question.language, fonts.families()), missing)
        try:
            return bytes(_compiled(compiler, report, data))
        except typst.TypstError as error:
            found = not_shown(error.diagnostic)
            if not found - missing:
                raise
            missing |= found
            _refuse(letters(_own_words(report), missing))
    raise AssertionError("characters without a font were replaced, and others had none: fonts that change under way")


def _compiled(compiler: Any, report: Report, data: dict[str, Any]) -> bytes:
    day = datetime.combine(report.question.asked, datetime.min.time(), UTC)
    given = {"report": json.dumps(data, ensure_ascii=False)}
    made: bytes = compiler.compile(_template(), sys_inputs=given, format="pdf", pdf_standards=["ua-1"], timestamp=day)
    return made


def _data(report: Report, said: Labels, fonts: tuple[str, ...], missing: frozenset[str]) -> dict[str, Any]:
    blocks = [*manuscript(report)]
    if missing:
        note = said("pdf_no_font", count=len(missing), scripts=scripts(sorted(missing)))
        blocks.insert(2, Notice(((Words(note),),)))
    writer = BlockData(said, lambda text: _shown(text, missing))
    language, region, script = _tag(report.question.language)
    return {
        "title": _shown(one_line(report.title), missing) or said("report"),
        "question": _shown(one_line(report.question.text), missing),
        "day": [report.question.asked.year, report.question.asked.month, report.question.asked.day],
        "lang": language,
        "region": region,
        "script": script,
        "fonts": list(fonts),
        "blocks": [writer.block(block) for block in blocks],
    }


def _shown(text: str, missing: frozenset[str]) -> str:
    """The text with the number of each character that no font shows in the place of a box."""
    if not missing:
        return text
    return "".join(f"[U+{ord(letter):04X}]" if letter in missing else letter for letter in text)


def _own_words(report: Report) -> Iterator[str]:
    """What the report itself says, in contrast to what it quotes and lists."""
    yield from (report.title, report.question.text)
    yield from (text for one in report.answer for text in (one.text, *one.cells))
    for section in report.sections:
        yield from (section.title, *section.columns)
        yield from (text for one in section.sentences for text in (one.text, *one.cells))


def _refuse(unseen: str) -> None:
    """
    Raises:
        ConfigError: ``no_font``, when there are letters that cannot be shown.
    """
    if unseen:
        raise ConfigError(
            f"No font on this machine shows the report's letters {unseen[:8]!r} ({scripts(unseen)}), so it was not "
            "written as PDF.",
            kind="no_font",
            next_step="Install a font that has them (on Debian, fonts-noto-cjk for Chinese, Japanese and Korean, "
            "fonts-noto-core for most others), or export to DOCX or HTML.",
        )


def _tag(language: str) -> tuple[str, str | None, str]:
    """Language, region and script of a BCP-47 tag, as the typesetter takes them."""
    first, *rest = language.split("-")
    region = next((part.upper() for part in rest if len(part) == 2), None)
    script = next((part.lower() for part in rest if len(part) == 4 and part.isalpha()), "auto")
    return first.lower(), region, script


@cache
def _template() -> bytes:
    return files(_PACKAGE).joinpath("templates/report.typ").read_bytes()
