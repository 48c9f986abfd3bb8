"""Pieces of text as a file that a reader would meet: Markdown, HTML or plain text, with or without metadata."""

from __future__ import annotations

import html
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from research_agent.domain import BlockKind

from .sources import Piece

FORMATS = ("md", "html", "txt")


@dataclass(frozen=True, slots=True)
class About:
    """What a document says about itself; empty fields are left out."""

    publisher: str = ""
    published: str = ""
    canonical: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class File:
    """One file of a pair's folder."""

    name: str
    data: bytes


def render(title: str, pieces: Sequence[Piece], about: About, language: str, form: str) -> bytes:
    """The document as bytes in one of ``FORMATS``."""
    write = {"md": _markdown, "html": _html, "txt": _plain}[form]
    return write(title, pieces, about, language).encode()


def _runs(pieces: Sequence[Piece]) -> list[tuple[BlockKind, list[Piece]]]:
    return [(kind, list(run)) for kind, run in itertools.groupby(pieces, key=lambda piece: piece.kind)]


def _html(title: str, pieces: Sequence[Piece], about: About, language: str) -> str:
    tag = "zh-CN" if language == "zh" else language
    metas = (
        ("property", "og:site_name", about.publisher),
        ("property", "article:published_time", about.published),
        ("name", "author", about.author),
    )
    head = [f'<meta {key}="{name}" content="{html.escape(value)}">' for key, name, value in metas if value]
    if about.canonical:
        head.append(f'<link rel="canonical" href="{html.escape(about.canonical)}">')
    body = "\n".join(_html_run(kind, run) for kind, run in _runs(pieces))
    return (
        f'<!DOCTYPE html>\n<html lang="{tag}">\n<head>\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n'
        + "\n".join(head)
        + f"\n</head>\n<body>\n<article>\n<h1>{html.escape(title)}</h1>\n{body}\n</article>\n</body>\n</html>\n"
    )


def _html_run(kind: BlockKind, run: Sequence[Piece]) -> str:
    texts = [html.escape(piece.text) for piece in run]
    if kind is BlockKind.ITEM:
        return "<ul>\n" + "\n".join(f"<li>{text}</li>" for text in texts) + "\n</ul>"
    if kind is BlockKind.ROW:
        rows = ("</td><td>".join(text.split(" | ")) for text in texts)
        return "<table>\n" + "\n".join(f"<tr><td>{row}</td></tr>" for row in rows) + "\n</table>"
    if kind is BlockKind.HEADING:
        return "\n".join(f"<h2>{text}</h2>" for text in texts)
    tag = {BlockKind.CODE: "pre", BlockKind.QUOTE: "blockquote"}.get(kind, "p")
    return "\n".join(f"<{tag}>{text}</{tag}>" for text in texts)


def _markdown(title: str, pieces: Sequence[Piece], about: About, language: str) -> str:
    fields = (("publisher", about.publisher), ("date", about.published), ("author", about.author))
    front = [f"{name}: {value}" for name, value in fields if value]
    head = ["---", f"title: {title!r}", *front, "---", ""] if front else []
    body = [_markdown_run(kind, run) for kind, run in _runs(pieces)]
    return "\n".join([*head, f"# {title}", "", "\n\n".join(body), ""])


def _markdown_run(kind: BlockKind, run: Sequence[Piece]) -> str:
    if kind is BlockKind.ITEM:
        return "\n".join("- " + piece.text.replace("\n", " ") for piece in run)
    if kind is BlockKind.ROW:
        width = run[0].text.count(" | ") + 1
        rows = [f"| {piece.text} |" for piece in run]
        return "\n".join([rows[0], "|" + " --- |" * width, *rows[1:]])
    marks = {BlockKind.HEADING: ("## ", ""), BlockKind.CODE: ("```\n", "\n```"), BlockKind.QUOTE: ("> ", "")}
    before, after = marks.get(kind, ("", ""))
    return "\n\n".join(before + piece.text + after for piece in run)


def _plain(title: str, pieces: Sequence[Piece], about: About, language: str) -> str:
    fields = (("Publisher", about.publisher), ("Date", about.published), ("Author", about.author))
    head = [f"{name}: {value}" for name, value in fields if value]
    body = []
    for piece in pieces:
        if piece.kind is BlockKind.HEADING:
            body.append(f"{piece.text}\n{'-' * min(len(piece.text) * (2 if language == 'zh' else 1), 70)}")
        else:
            body.append(("* " if piece.kind is BlockKind.ITEM else "") + piece.text)
    rule = "=" * min(len(title) * (2 if language == "zh" else 1), 70)
    return "\n\n".join([f"{title}\n{rule}", *(["\n".join(head)] if head else []), *body, ""])
