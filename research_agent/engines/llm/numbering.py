"""Sentences get ids to be shown to a model; the ids that it answers with become spans. No model ever types a quote.

    # PostgreSQL 15 documentation: pg_upgrade (version 15; published 2023-11-09; official)
    ## Passage 3. Upgrading > Link mode
    [3.1] If you use link mode, the upgrade will be much faster.
    ### Clone mode
    [3.2] ...
    [...]

An id is the passage's number and the sentence's place in it. Code blocks and table rows are shown, and cited, whole;
headings are shown and cannot be cited. ``[...]`` stands where the document has text that is not shown. Whoever cites a
table row cites the table's header with it: code adds it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from research_agent.domain import Authority, Block, BlockKind, Document, QuoteProposal, Source
from research_agent.engines.llm.furniture import abridged, is_head_line, is_pointer, is_reference_list, without_anchor
from research_agent.engines.llm.scale import worth
from research_agent.text.passages import Passage
from research_agent.text.sentences import sentence_spans
from research_agent.text.tokens import words

Span = tuple[int, int]
_Place = tuple[str, Span]
"""A source and a span of it."""

_ID = re.compile(r"(\d+)\.(\d+)(?:\s*(?:-|–|—|to)\s*(?:(\d+)\.)?(\d+))?")
_JOINTS = re.compile(r"(?<!\d)[\s_-]+|[\s_-]+(?!\d)")
CUT = "[...]"
"""Stands where a document has text that is not shown."""
LIST_MARKS = " \t\n-*+•·|0123456789.)"
"""What may stand between two sentences that are neighbours all the same."""
REPEATED = 25
"""Characters, spaces not counted, from which on a sentence that was shown before counts as a repetition."""
MOST_IN_RANGE = 6
"""Sentences that one range such as 3.2-3.5 may name; a longer one is a slip."""


LONGEST_NOTICE = 600
"""Characters of the line with a document's notice on itself, up to which it is shown whole."""
MOST_NAMED = 3
"""Sources that are named behind a sentence which they hold, too."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """One passage with its citable units."""

    number: int
    source: str
    span: Span
    units: tuple[Span, ...]
    """Sentences, table rows and code blocks, in text order and disjoint."""
    path: tuple[str, ...] = ()
    """The headings that it stands under, outermost first."""
    inner: tuple[tuple[int, str], ...] = ()
    """The headings inside it, with their offsets."""
    lead: str = ""
    """A table's header row that stands before the passage: shown, and not citable."""


class Numbering:
    """Passages as they are shown, and the way back from ids to spans."""

    def __init__(
        self,
        passages: Sequence[Passage],
        documents: Mapping[str, Document],
        *,
        once: bool = False,
    ) -> None:
        """Number ``passages``: sources in order of first appearance, passages of a source in text order, touching
        ones joined.

        Args:
            once: a sentence that stands word for word in a source shown before is left out: three versions of a manual
                need not be read three times. The one that is shown says which others hold it, and stands for them.
        """
        self.documents = documents
        self._fresh = _Fresh() if once else None
        shown = [*passages, *_notices(passages, documents)]
        self.passages: tuple[Numbered, ...] = tuple(_number(_joined(shown, documents), documents, self._fresh))
        self._by_number = {passage.number: passage for passage in self.passages}
        self._ids = {
            (passage.source, unit): f"{passage.number}.{place}"
            for passage in self.passages
            for place, unit in enumerate(passage.units, start=1)
        }

    def text(self) -> str:
        """All passages as the model sees them."""
        lines: list[str] = []
        source = ""
        for passage in self.passages:
            document = self.documents[passage.source]
            if passage.source != source:
                source = passage.source
                lines.append(f"\n# {describe(document.source)}")
            lines += _lines(passage, document, self._fresh.also if self._fresh else {})
        return "\n".join(lines).strip()

    @property
    def worth(self) -> int:
        """Characters of all units shown, counted as Latin text."""
        units = ((self.documents[each.source].text, unit) for each in self.passages for unit in each.units)
        return sum(worth(text[start:end]) for text, (start, end) in units)

    def proposals(self, ids: Iterable[str]) -> tuple[QuoteProposal, ...]:
        """The quotes behind sentence ids: neighbours of one passage joined into one span; unknown ids are left out."""
        named: dict[int, set[int]] = {}
        for number, place in self._places(ids):
            named.setdefault(number, set()).add(place)
        found: list[QuoteProposal] = []
        for number in sorted(named):
            passage = self._by_number[number]
            for first, last in _runs(sorted(named[number]), passage, self.documents[passage.source].text):
                document = self.documents[passage.source]
                span = (passage.units[first - 1][0], passage.units[last - 1][1])
                header = _header_of(document, span[0])
                found += [_proposal(document, each) for each in (header, span) if each is not None]
        return tuple(dict.fromkeys(found))

    def ids_of(self, source: str, span: Span) -> tuple[str, ...]:
        """The ids of the units that a span of a source touches, or that stand for these."""
        shown = (
            (unit, f"{passage.number}.{place}")
            for passage in self.passages
            if passage.source == source and passage.span[0] < span[1] and span[0] < passage.span[1]
            for place, unit in enumerate(passage.units, start=1)
        )
        left_out = self._fresh.left_out.get(source, ()) if self._fresh else ()
        standing = ((unit, self._ids.get(first, "")) for unit, first in left_out)
        touched = sorted((unit, id) for unit, id in (*shown, *standing) if unit[0] < span[1] and span[0] < unit[1])
        return tuple(dict.fromkeys(id for _, id in touched if id))

    def twins(self, source: str, span: Span) -> tuple[QuoteProposal, ...]:
        """The sentences of other sources that those in ``span`` stand for: the same, word for word."""
        found: dict[QuoteProposal, None] = {}
        for other, left_out in (self._fresh.left_out if self._fresh else {}).items():
            for unit, (first, (start, end)) in left_out:
                if first == source and start < span[1] and span[0] < end:
                    found[_proposal(self.documents[other], unit)] = None
        return tuple(found)

    def passage(self, number: int) -> Numbered | None:
        return self._by_number.get(number)

    def _places(self, ids: Iterable[str]) -> Iterable[tuple[int, int]]:
        for text in ids:
            for match in _ID.finditer(text):
                number, first = int(match[1]), int(match[2])
                last = int(match[4]) if match[4] and match[3] in (None, match[1]) else first
                passage = self._by_number.get(number)
                if passage is None or not first <= last < first + MOST_IN_RANGE:
                    last = first
                for place in range(first, last + 1):
                    if passage is not None and 1 <= place <= len(passage.units):
                        yield number, place


def _proposal(document: Document, span: Span) -> QuoteProposal:
    return QuoteProposal(source=document.source.id, span=span, text=document.text[span[0] : span[1]])


def describe(source: Source) -> str:
    """A source in one line: title, and what tells its statements from those of others."""
    known = [flat(source.work) if source.work.casefold() != source.title.casefold() else ""]
    known.append(f"version {flat(source.version)}" if source.version else "")
    known.append(f"published {source.published}" if source.published else "")
    known.append(flat(source.publisher))
    known.append(str(source.authority) if source.authority is not Authority.UNKNOWN else "")
    known.append(f"{source.standing} by its own words" if source.standing else "")
    details = "; ".join(part for part in known if part)
    title = flat(source.name) if source.title else source.address.rsplit("/", 1)[-1]
    return f"{title} ({details})" if details else title


def _lines(passage: Numbered, document: Document, also: Mapping[_Place, Sequence[Source]]) -> Iterator[str]:
    title = flat(document.source.name if document.source.title else "")
    path = " > ".join(heading for heading in passage.path if heading != title)
    yield f"## Passage {passage.number}." + (f" {path}" if path else "")
    if passage.lead:
        yield f"(table header: {passage.lead})"
    headings = [(offset, heading) for offset, heading in passage.inner if heading != title]
    end = _section_start(document, passage.units[0][0])
    for place, unit in enumerate(passage.units, start=1):
        above = [heading for offset, heading in headings if offset <= unit[0]]
        headings = headings[len(above) :]
        if not passage.lead and _text_between(document, end, unit[0]):
            yield CUT
        if above:
            yield f"### {' > '.join(above)}"
        same = _same_in(document.source, also.get((passage.source, unit), ()))
        yield f"[{passage.number}.{place}] {_shown(document.text[unit[0] : unit[1]])}{same}"
        end = unit[1]
    if _text_between(document, end, _section_end(document, end)):
        yield CUT


def _same_in(own: Source, sources: Sequence[Source]) -> str:
    """Behind a sentence: where else it stands word for word."""
    names = list(dict.fromkeys(_other_name(own, each) for each in sources))
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f" (word for word also in: {'; '.join(names[:MOST_NAMED])}{more})" if names else ""


def _other_name(own: Source, other: Source) -> str:
    """Its version where that tells it from the source shown, else its title."""
    return f"version {flat(other.version)}" if other.version and other.version != own.version else flat(other.title)


def _section_start(document: Document, offset: int) -> int:
    """Where the heading ends under which an offset stands."""
    return next(
        (
            block.end
            for block in reversed(document.blocks[: bisect_left(document.blocks, offset, key=lambda b: b.start)])
            if block.kind is BlockKind.HEADING
        ),
        0,
    )


def _section_end(document: Document, offset: int) -> int:
    """Where the next heading starts."""
    first = bisect_left(document.blocks, offset, key=lambda block: block.start)
    found = (block.start for block in document.blocks[first:] if block.kind is BlockKind.HEADING)
    return next(found, len(document.text))


def _text_between(document: Document, start: int, end: int) -> bool:
    """Whether text stands between two offsets that belongs to the subject; headings and list marks are none."""
    if end <= start or not document.text[start:end].strip(LIST_MARKS):
        return False
    if not document.blocks:
        return True
    between = (block for block in _blocks_at(document, (start, end)) if block.kind is not BlockKind.HEADING)
    spans = ((max(start, block.start), min(end, block.end)) for block in between)
    return any(document.text[s:e].strip(LIST_MARKS) and not is_head_line(document, s, e) for s, e in spans)


def _notices(passages: Sequence[Passage], documents: Mapping[str, Document]) -> Iterator[Passage]:
    """What the documents say against themselves, as passages: a reader who sees a manual's page must see its banner
    "this is out of date, use the other one", and be able to cite it."""
    for source in dict.fromkeys(passage.source for passage in passages):
        document = documents[source]
        told = document.source.standing_words
        start = document.text.find(told) if told else -1
        if start >= 0:
            start, end = _paragraph(document.text, start, start + len(told))
            yield Passage(source, start, end, document.text[start:end], (), BlockKind.PARAGRAPH)


def _paragraph(text: str, start: int, end: int) -> Span:
    """The line that a notice stands in, which often names what to read instead, unless it is a long one."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    last = len(text) if last < 0 else last
    return (first, last) if last - first <= LONGEST_NOTICE else (start, end)


def _joined(passages: Sequence[Passage], documents: Mapping[str, Document]) -> list[tuple[str, Span]]:
    """(source, span): sources in order of first appearance, spans in text order, touching ones made one."""
    by_source: dict[str, list[Span]] = {}
    for passage in passages:
        by_source.setdefault(passage.source, []).append((passage.start, passage.end))
    joined: list[tuple[str, Span]] = []
    for source, found in by_source.items():
        text = documents[source].text
        for start, end in sorted(found):
            last = joined[-1] if joined and joined[-1][0] == source else None
            if last and _touch(text, last[1][1], start):
                joined[-1] = (source, (last[1][0], max(last[1][1], end)))
            else:
                joined.append((source, (start, end)))
    return joined


def _touch(text: str, end: int, start: int) -> bool:
    return start <= end or not text[end:start].strip()


class _Fresh:
    """Tells sentences that no other source has shown yet."""

    def __init__(self) -> None:
        self._seen: dict[str, _Place] = {}
        self.also: dict[_Place, list[Source]] = {}
        """Sentence shown first -> the other sources that hold it."""
        self.left_out: dict[str, list[tuple[Span, _Place]]] = {}
        """By source: the sentences that are not shown, each with the one that stands for it."""

    def units(self, document: Document, units: Sequence[Span]) -> tuple[Span, ...]:
        return tuple(unit for unit in units if self._is_new(document, unit))

    def _is_new(self, document: Document, unit: Span) -> bool:
        said = _same_words(document.text[unit[0] : unit[1]])
        first = self._seen.setdefault(said, (document.source.id, unit))
        if len(said) < REPEATED or first[0] == document.source.id:
            return True
        self.also.setdefault(first, []).append(document.source)
        self.left_out.setdefault(document.source.id, []).append((unit, first))
        return False


def _same_words(text: str) -> str:
    """A text as what makes two of them the same, word for word: case, spaces and hyphens do not count, but between
    digits."""
    return _JOINTS.sub("", text.casefold())


def _number(
    joined: Iterable[tuple[str, Span]], documents: Mapping[str, Document], fresh: _Fresh | None
) -> Iterator[Numbered]:
    number = 0
    for source, span in joined:
        document = documents[source]
        units = citable(document, span)
        units = _telling(document, units)
        if fresh is not None:
            units = fresh.units(document, units)
        if units:
            number += 1
            first = units[0][0]
            yield Numbered(
                number=number,
                source=source,
                span=span,
                units=units,
                path=_path_to(document, first),
                inner=tuple(each for each in _inner(document, span) if each[0] >= first),
                lead=_table_header(document, units[0]),
            )


def _telling(document: Document, units: Sequence[Span]) -> tuple[Span, ...]:
    """The units that tell something of the subject: no lists of sources, no title, date and author lines."""
    if not units:
        return ()
    path = _path_to(document, units[0][0])
    inner = [each for each in _inner(document, (units[0][0], units[-1][1]))]
    found = []
    for start, end in units:
        while inner and inner[0][0] <= start:
            path = (inner.pop(0)[1],)
        said = document.text[start:end]
        told = words(said) and not is_pointer(said)
        if told and not is_reference_list(path) and not is_head_line(document, start, end):
            found.append((start, end))
    return tuple(found)


def _path_to(document: Document, offset: int) -> tuple[str, ...]:
    """The headings open at an offset, outermost first; one that starts there is inside, not above."""
    path: list[str] = []
    level = 7
    for place in range(bisect_left(document.blocks, offset, key=lambda block: block.start) - 1, -1, -1):
        block = document.blocks[place]
        if block.kind is BlockKind.HEADING and block.level < level:
            path.append(_heading(document, block))
            level = block.level
        if level <= 1:
            break
    return tuple(reversed(path))


def _inner(document: Document, span: Span) -> tuple[tuple[int, str], ...]:
    return tuple(
        (block.start, _heading(document, block))
        for block in _blocks_at(document, span)
        if block.kind is BlockKind.HEADING and block.start >= span[0]
    )


def citable(document: Document, span: Span) -> tuple[Span, ...]:
    """What can be cited of a span of a document, in text order: sentences, table rows and code blocks that start in it.

    Only the blocks around the span are looked at, so that a passage of a long document costs no more than its length.
    """
    blocks = _blocks_at(document, span)
    start = min([span[0], *(block.start for block in blocks)])
    end = max([span[1], *(block.end for block in blocks)])
    moved = [replace(block, start=block.start - start, end=block.end - start) for block in blocks]
    sentences = sentence_spans(document.text[start:end], moved)
    code = [(block.start, block.end) for block in moved if block.kind is BlockKind.CODE and block.start < block.end]
    found = sorted({*sentences, *code})
    text = document.text
    return tuple(
        (s + start, e + start)
        for s, e in found
        # A code block may begin with the indent of its first line, which no quote of it has.
        if s + start < span[1]
        and (span[0] <= s + start or (not text[s + start : span[0]].strip() and e + start > span[0]))
    )


def _blocks_at(document: Document, span: Span) -> tuple[Block, ...]:
    """The blocks that a span touches; blocks are in text order."""
    first = bisect_right(document.blocks, span[0], key=lambda block: block.end)
    last = bisect_left(document.blocks, span[1], key=lambda block: block.start)
    return document.blocks[first:last]


def _heading(document: Document, block: Block) -> str:
    return without_anchor(flat(document.text[block.start : block.end]))


def _table_header(document: Document, first: Span) -> str:
    """The header row of the table that a passage begins in the middle of; empty where there is none."""
    header = _header_of(document, first[0])
    return "" if header is None else flat(document.text[header[0] : header[1]])


def _header_of(document: Document, offset: int) -> Span | None:
    """The header row above the table row that starts at an offset; None for the header itself and outside tables."""
    blocks = document.blocks
    place = bisect_right(blocks, offset, key=lambda block: block.start) - 1
    while place >= 0 and blocks[place].kind is BlockKind.ROW:
        row = blocks[place]
        if row.level == 1:
            return None if row.start == offset else (row.start, row.end)
        place -= 1
    return None


def _runs(places: Sequence[int], passage: Numbered, text: str) -> list[Span]:
    """Ascending places as runs of neighbours, 1 2 4 -> (1, 2), (4, 4); what stands between two, such as a heading or
    a sentence that was left out, parts them."""
    runs: list[Span] = []
    for place in places:
        between = text[passage.units[place - 2][1] : passage.units[place - 1][0]] if place > 1 else ""
        if runs and place == runs[-1][1] + 1 and not between.strip(LIST_MARKS):
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs


def flat(text: str) -> str:
    """On one line, as prompts show it."""
    return " ".join(text.split())


def _shown(text: str) -> str:
    """A unit on its line: prose on one line, code with its line ends."""
    lines = [line.rstrip() for line in text.split("\n")]
    return without_anchor(flat(text)) if len(lines) <= 1 else "\n    ".join(abridged(lines))
