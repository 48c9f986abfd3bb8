"""The manuscript's blocks as HTML: for the parts of the page that are printed as Markdown prints them.

Everything is escaped here, word by word; the only markup is this module's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from research_agent.reports.addresses import is_web
from research_agent.reports.blocks import (
    Address,
    Anchor,
    Block,
    Bullets,
    Cite,
    Heading,
    Inline,
    Line,
    Paragraph,
    Style,
    Table,
)
from research_agent.reports.labels import Labels
from research_agent.reports.plain import visible

if TYPE_CHECKING:
    from markupsafe import Markup

_TAGS = {Style.STRONG: "strong", Style.EMPHASIS: "em"}


def blocks_html(blocks: Iterable[Block], words: Labels) -> Markup:
    """The blocks but for second-level headings, which the page prints itself."""
    from markupsafe import Markup

    return Markup("\n").join(_block(block, words) for block in blocks if not _is_title(block))


def _is_title(block: Block) -> bool:
    return isinstance(block, Heading) and block.level < 3


def _block(block: Block, words: Labels) -> Markup:
    from markupsafe import Markup

    if isinstance(block, Heading):
        return Markup("<h3>{}</h3>").format(_line(block.line, words))
    if isinstance(block, Paragraph):
        return Markup("<p{}>{}</p>").format(_id(block.line), _line(block.line, words))
    if isinstance(block, Bullets):
        items = Markup("\n").join(Markup("<li{}>{}</li>").format(_id(item), _line(item, words)) for item in block.items)
        return Markup("<ul>\n{}\n</ul>").format(items)
    if isinstance(block, Table):
        return _table(block, words)
    raise TypeError(f"{type(block).__name__} has no place in this part of the page")


def _table(table: Table, words: Labels) -> Markup:
    from markupsafe import Markup

    head = Markup("").join(Markup('<th scope="col">{}</th>').format(_line(cell, words)) for cell in table.columns)
    rows = Markup("\n").join(
        Markup("<tr{}>{}</tr>").format(
            _id(tuple(one for cell in row for one in cell)),
            Markup("").join(Markup('<td dir="auto">{}</td>').format(_line(cell, words)) for cell in row),
        )
        for row in table.rows
    )
    frame = '<div class="table" tabindex="0" role="region" aria-label="{}"><table>\n<thead><tr>{}</tr></thead>\n'
    label = " / ".join(_text(cell) for cell in table.columns)
    return Markup(frame + "<tbody>\n{}\n</tbody></table></div>").format(label, head, rows)


def _text(line: Line) -> str:
    return "".join(one.text for one in line if not isinstance(one, Anchor | Cite)).strip()


def _id(line: Line) -> Markup:
    """The name of the first place in a line, on the element that holds it."""
    from markupsafe import Markup

    anchor = next((one.name for one in line if isinstance(one, Anchor)), "")
    return Markup(' id="{}"').format(anchor) if anchor else Markup("")


def _line(line: Line, words: Labels) -> Markup:
    from markupsafe import Markup

    return Markup("").join(_inline(one, words) for one in line if not isinstance(one, Anchor))


def _inline(one: Inline, words: Labels) -> Markup:
    from markupsafe import Markup, escape

    if isinstance(one, Cite):
        links = Markup("").join(
            Markup('<a href="#{}" aria-label="{}">{}</a>').format(name, words("source_number", name=label), label)
            for name, label in one.passages
        )
        return Markup('<sup class="cites">{}</sup>').format(links)
    text = escape(visible(one.text)) if not isinstance(one, Anchor) else Markup("")
    if isinstance(one, Address):
        if not is_web(one.text):
            return text
        return Markup('<a href="{}" rel="noopener noreferrer nofollow">{}</a>').format(one.text, text)
    style = _TAGS.get(one.style) if not isinstance(one, Anchor) else None
    return Markup(f"<{style}>{{}}</{style}>").format(text) if style and text else text
