"""The Word document around the text: styles, language, properties, page numbers, and a container without a clock."""

from __future__ import annotations

import zipfile
from datetime import date, datetime
from io import BytesIO
from typing import Any

from research_agent.domain import Report
from research_agent.reports.labels import labels
from research_agent.reports.plain import one_line

_EAST_ASIAN = {"zh": "zh-CN", "ja": "ja-JP", "ko": "ko-KR"}
_FONTS = {"zh-CN": "Microsoft YaHei", "zh-TW": "Microsoft JhengHei", "ja-JP": "Yu Gothic", "ko-KR": "Malgun Gothic"}
"""For East Asian text; a word processor without them takes its own."""
_RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur", "yi", "ps", "ug", "sd", "dv"})
_UNUSED = ("thumbnail", "customXml", "stylesWithEffects", "extended-properties")
"""Relations of the library's template to parts that say nothing about this document."""
_TITLE_LIMIT = 255
"""Characters of a core property."""


def prepared(report: Report) -> Any:
    """An empty document in the report's language, with its styles and properties."""
    from docx import Document

    document = Document()
    _drop_unused(document)
    _properties(document, report)
    _language(document, report.question.language)
    _styles(document)
    _page_numbers(document)
    return document


def _drop_unused(document: Any) -> None:
    for relations in (document.part.package.rels, document.part.rels):
        for name in [key for key, one in relations.items() if one.reltype.rsplit("/", 1)[-1] in _UNUSED]:
            del relations[name]


def _properties(document: Any, report: Report) -> None:
    day = datetime.combine(report.question.asked, datetime.min.time())
    properties = document.core_properties
    said = labels(report.question.language)
    properties.title = one_line(report.title)[:_TITLE_LIMIT] or said("report")
    properties.subject = one_line(report.question.text)[:_TITLE_LIMIT]
    properties.language = report.question.language
    properties.author = properties.last_modified_by = "research-agent"
    properties.comments = ""
    properties.created = properties.modified = day
    properties.revision = 1


def _language(document: Any, tag: str) -> None:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    primary = tag.split("-", 1)[0].lower()
    defaults = document.styles.element.find(qn("w:docDefaults"))
    for element in defaults.iter(qn("w:lang")):
        element.set(qn("w:val"), tag)
        if primary in _EAST_ASIAN:
            element.set(qn("w:eastAsia"), _east_asian(tag))
        if primary in _RIGHT_TO_LEFT:
            element.set(qn("w:bidi"), tag)
    if primary in _EAST_ASIAN:
        for fonts in document.styles.element.iter(qn("w:rFonts")):
            fonts.attrib.pop(qn("w:eastAsiaTheme"), None)
            fonts.set(qn("w:eastAsia"), _FONTS[_east_asian(tag)])
    if primary in _RIGHT_TO_LEFT:
        for properties in defaults.iter(qn("w:pPr")):
            properties.insert(0, OxmlElement("w:bidi"))


def _east_asian(tag: str) -> str:
    parts = tag.lower().split("-")
    traditional = parts[0] == "zh" and bool({"hant", "tw", "hk", "mo"} & set(parts[1:]))
    return "zh-TW" if traditional else _EAST_ASIAN[parts[0]]


def _styles(document: Any) -> None:
    from docx.enum.style import WD_STYLE_TYPE
    from docx.shared import Cm, Pt, RGBColor

    document.styles["Title"].font.size = Pt(22)
    for name, size, indent, after in (("Notice", 10, 0, 2), ("Cell", 10, 0, 2), ("Passage", 9.5, 1.0, 4)):
        style = document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        style.base_style = document.styles["Normal"]
        style.font.size = Pt(size)
        style.paragraph_format.left_indent = Cm(indent)
        style.paragraph_format.space_after = Pt(after)
    link = document.styles.add_style("Hyperlink", WD_STYLE_TYPE.CHARACTER)
    link.font.color.rgb = RGBColor(0x05, 0x4F, 0xA3)


def _page_numbers(document: Any) -> None:
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    paragraph = document.sections[0].footer.paragraphs[0]
    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), "PAGE")
    field.append(paragraph.add_run("1")._r)
    paragraph._p.append(field)


def packed(raw: bytes, day: date) -> bytes:
    """The container with every entry dated with the day, so that the same document has the same bytes."""
    made = BytesIO()
    when = (max(day.year, 1980), day.month, day.day, 0, 0, 0)
    with zipfile.ZipFile(BytesIO(raw)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            entry = zipfile.ZipInfo(name, when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0
            new.writestr(entry, old.read(name))
    return made.getvalue()
