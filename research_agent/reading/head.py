"""Fields that stand as lines at the head of a document: ``Published: 2008-01-15``, ``作者：张三``.

Only the head is looked at: title lines, then a run of fields, before the first long paragraph and before a heading that
follows the fields. A run counts while it has no more unknown labels than known ones, so that the box of facts
about a mountain (``Height: ...``, ``Date: ...``) is not taken for facts about the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from research_agent.domain import BlockKind
from research_agent.reading.compose import HARD_BREAK, Piece
from research_agent.reading.dates import parse_date

FIELD = re.compile(
    r"^\s*(?P<label>[A-Za-z][\w()/'’.-]*(?: [\w()/'’.-]+){0,3}|[\u3400-\u9fff]{1,8})\s*[:：]\s*(?P<value>\S.*)$"
)
"""``Label: value`` on one line."""
_MARKS = re.compile(r"^[*_]{1,2}([^*_]{1,40}?)(?:[:：][*_]{1,2}|[*_]{1,2}[:：])\s*")
"""A label in bold, as Markdown has it."""

_LABELS = {
    "title": "title headline 标题 题目 题名",
    "published": "date published publication_date date_published published_on publish_date date_of_publication pubdate "
    "datepublished published_at issued issue_date release_date posted posted_on date_posted publication_time "
    "发布日期 发布时间 发表日期 发表时间 出版日期 出版时间 刊发日期 发布于 发表于 日期 公布日期",
    "author": "author authors author(s) by byline written_by creator 作者 撰文 撰稿 编者 作者姓名",
    "publisher": "publisher published_by publication organization organisation source site site_name sitename "
    "出版 出版社 出版者 出版单位 出版机构 发布单位 发布机构 发布者 来源 稿件来源 文章来源",
    "language": "language lang 语言",
    "version": "version 版本",
    "canonical": "canonical canonical_url",
    "updated": "updated last_updated modified last_modified revised last_revised updated_on date_modified "
    "更新日期 更新时间 修改日期 最后更新 最后修改",
    "": "subject to from cc url link license licence copyright keywords tags categories category doi isbn issn status "
    "contact address revision accessed retrieved edition volume "
    "issue series place section editor editors translator abstract summary description layout slug "
    "主题 关键词 责任编辑 编辑 责编 译者 版权 网址 链接 摘要 分类 标签 校对 审核",
}
_FIELD_OF = {label: name for name, labels in _LABELS.items() for label in labels.split()}
"""What a label stands for; empty for labels that are known and say nothing that is kept here."""

_TITLE_LINES = 3
_LONG = 160
"""Characters of a paragraph that is no title or subtitle: two lines of print."""
_FIELD_LINES = 12
_VALUE = 120
"""A longer value is a sentence that happens to begin with a label."""


def field_of(label: str) -> str | None:
    """``published`` for ``Publication date``; empty for a known label that says nothing here; None if it is unknown."""
    return _FIELD_OF.get(re.sub(r"[\s_-]+", "_", label.strip().lower()))


def keep_field(about: dict[str, str], label: str, value: str) -> None:
    """Add a field to ``about`` (keys as in ``Extracted``); the first statement stays, an impossible one is left out."""
    name, value = field_of(label), value.strip()
    if name == "publisher" and label.strip() == "出版" and parse_date(value):
        name = "published"
    if not name or not value or name in about or not _may_be(name, value):
        return
    about[name] = value


def _may_be(name: str, value: str) -> bool:
    if name in ("published", "updated"):
        return parse_date(value) is not None
    if name == "version":
        return re.fullmatch(r"v?\d+(?:\.\d+)+[\w.-]*", value) is not None
    return name == "canonical" or "://" not in value


def split_head(pieces: Sequence[Piece]) -> tuple[list[Piece], dict[str, str]]:
    """The pieces with each field of the head as an item of its own, and what the fields say."""
    about: dict[str, str] = {}
    head: list[Piece] = []
    known = unknown = titles = 0
    for number, piece in enumerate(pieces):
        lines = list(_lines(piece))
        if piece.kind not in (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.ITEM) or known + unknown > _FIELD_LINES:
            return [*head, *pieces[number:]], about
        if piece.kind is not BlockKind.HEADING and (at := _first_known(lines)) is not None:
            head += [Piece(BlockKind.PARAGRAPH, line) for line in lines[:at]]
            fields, rest = _run(lines[at:])
            head += [Piece(BlockKind.ITEM, line, 1) for line in fields]
            if rest:
                head.append(Piece(piece.kind, "\n".join(rest), piece.level))
            known, unknown = _take(fields, about, known, unknown)
            if rest or unknown > known:
                return [*head, *pieces[number + 1 :]], about
            continue
        head.append(piece)
        unknown += piece.kind is BlockKind.ITEM
        titles += piece.kind is not BlockKind.ITEM
        if (known and piece.kind is not BlockKind.ITEM) or unknown > known or titles > _TITLE_LINES or _is_long(piece):
            return [*head, *pieces[number + 1 :]], about
    return head, about


def head_fields(pieces: Sequence[Piece]) -> dict[str, str]:
    """What the fields of the head say, for formats whose pieces must stay as they are."""
    return split_head(pieces[: _FIELD_LINES + _TITLE_LINES])[1]


def _lines(piece: Piece) -> Iterator[str]:
    for line in piece.text.replace(HARD_BREAK, "\n").split("\n"):
        if line.strip():
            yield line


def _is_long(piece: Piece) -> bool:
    return sum(1 + (character >= "\u2e80") for character in piece.text) > _LONG


def as_field(line: str) -> tuple[str, str] | None:
    """Label and value of a line that is a field."""
    found = FIELD.match(_MARKS.sub(r"\1: ", line.strip(), count=1))
    return (found["label"], found["value"]) if found and len(found["value"]) <= _VALUE else None


def _first_known(lines: Sequence[str]) -> int | None:
    """The number of the first line that is a field with a known label, at most one title line before it."""
    for number, line in enumerate(lines[:2]):
        field = as_field(line)
        if field and field_of(field[0]) is not None:
            return number
    return None


def _run(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """The fields, a line that is indented joined to the one it continues, and what comes after them."""
    fields: list[str] = []
    for number, line in enumerate(lines):
        if as_field(line):
            fields.append(line)
        elif line[:1] in " \t" and fields and lines[0][:1] not in " \t\u3000":
            fields[-1] = f"{fields[-1]}\n{line}"
        else:
            return fields, list(lines[number:])
    return fields, []


def _take(fields: Sequence[str], about: dict[str, str], known: int, unknown: int) -> tuple[int, int]:
    """Keep the fields up to where unknown labels prevail; the numbers of known and unknown ones so far."""
    for line in fields:
        field = as_field(" ".join(line.split()))
        if field is None or field_of(field[0]) is None:
            unknown += 1
        else:
            known += 1
            if unknown < known:
                keep_field(about, *field)
    return known, unknown
