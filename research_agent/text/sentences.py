"""Where sentences begin and end, in English, Chinese, Japanese and the languages of Latin script.

Rules, not a model: a stop ends a sentence unless what stands around it says otherwise (an abbreviation, an
initial, a list number, a lower-case continuation, an open bracket). In doubt two sentences stay one: half a
sentence misleads as a quote, a sentence too many does not. Every stop is looked at once, through a window
of bounded size, so the time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from research_agent.domain import Block, BlockKind

Span = tuple[int, int]

_CLOSERS = "\"'”’»›)\\]}」』】）》〉〕］｝"
_STOP = re.compile(rf"(?P<cjk>[。！？；｡]+[{_CLOSERS}]*)|(?P<latin>(?:[.!?؟।]+|…+|．)(?:[{_CLOSERS}]|\[\d{{1,3}}\])*)")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_OPENERS = "\"'“‘«‹([{「『【（《〈〔"
_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
_MARKER = re.compile(r"[ \t]*(?:[-*+•·‣▪–]|\d{1,3}[.)]|\(?[a-z]\)|（?[一二三四五六七八九十]{1,3}[、）])[ \t]+")
_LONE_MARKER = re.compile(r"\W*(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\W*\Z")
_WORD_BEFORE = re.compile(r"[\w.'’-]*\w\Z")
_WORD_AFTER = re.compile(r"\w[\w'’-]*(?:[.(/]\w*)*")
_WINDOW = 64
_BRACKET_WINDOW = 300
_UNIT_BEFORE = re.compile(r"\d[ \u00a0\u202f]?(?:m|mm|sec|min)\Z")
"""A quantity: its unit is an abbreviation that may well end a sentence (``8,850 m. In 2020``)."""
_FIELD = re.compile(
    r"[ \t]*(?::[A-Za-z][\w -]{0,30}:|[A-Z][\w()/-]*(?: [\w()/-]+){0,3}:|[\u3400-\u9fff]{1,8}[：:])[ \t]*\S"
)
"""A line ``Label: value`` or ``:label: value``."""
_FIELD_LINE = 120
_LABEL = re.compile(r"(?<!\S)[A-Z][a-z]+(?: [a-z]+){0,2}: (?=\S)")
_LABELS = 3
"""So many labels in one paragraph without a stop are a run of fields (``Height: 8,848 m Position: 27 degrees``)."""
_SHORT_LINE = 40
_SHORT_LINES = 4
"""So many short lines without a stop, each beginning anew, are labels and values, not wrapped prose."""
_TITLE_MARKS = (("“", "”"), ("《", "》"), ("«", "»"))


def _words(spaced: str) -> frozenset[str]:
    return frozenset(spaced.split())


_NEVER_LAST = _words(
    "e.g i.e eg ie vs cf viz al fig figs eq eqs ref refs sec sect chap ch vol vols pp p ed eds dr mr mrs ms prof st "
    "sr sra gen col capt lt sgt rev hon approx ca resp incl excl esp max min avg dept est art nr bzw z.b d.h u.a usw "
    "vgl ggf p.ex par.ex env m mm mme mlle ee.uu núm pág jan feb mar apr jun jul aug sep sept oct nov dec"
)
_BEFORE_NUMBER = _words("no nos nr art p pp sec ch vol fig eq para")
_MAYBE_LAST = _words("etc inc ltd co corp jr bros a.m p.m u.s u.k u.n e.u ph.d b.c a.d d.c")
_STARTERS = _words(
    "The This That These Those It Its If In On At As An A And But Or So Then There They He She We You When While "
    "Where What Why How For From By To With Without However Note See Use After Before Because Since Until Most Some "
    "All Each Both Here Now Not No Only Otherwise Also Thus Therefore Instead"
)


def sentence_spans(text: str, blocks: Sequence[Block] = ()) -> tuple[Span, ...]:
    """The sentences of ``text`` as code point spans, in order, disjoint, without surrounding white space.

    Args:
        text: a source's stored text, or any text.
        blocks: its structure. A sentence never crosses a block; a table row is one unit; headings and code
            are no sentences. Without blocks, blank lines, list markers and table lines are looked for in the text.
    """
    spans: list[Span] = []
    for start, end, whole in _regions(text, blocks):
        if whole:
            _append(spans, text, start, end)
        else:
            _split(spans, text, start, end)
    return tuple(spans)


def _regions(text: str, blocks: Sequence[Block]) -> Iterator[tuple[int, int, bool]]:
    """Stretches of text that hold sentences; the flag says that the stretch is one unit."""
    if not blocks:
        for start, end, whole in _lines(text):
            yield from ((start, end, True),) if whole else _listed(text, start, end)
        return
    at = 0
    for block in blocks:
        yield from _paragraphs(text, at, block.start)
        if block.kind is BlockKind.ROW:
            yield block.start, block.end, True
        elif block.kind not in (BlockKind.HEADING, BlockKind.CODE):
            yield from _paragraphs(text, block.start, block.end)
        at = max(at, block.end)
    yield from _paragraphs(text, at, len(text))


def _paragraphs(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    for gap in _BLANK_LINE.finditer(text, start, max(start, end)):
        yield from _listed(text, start, gap.start())
        start = gap.end()
    if start < end:
        yield from _listed(text, start, end)


def _listed(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """A paragraph; where it is a list of labels and values, line by line."""
    lines = _line_spans(text, start, end)
    labels = [found.start() for found in _LABEL.finditer(text, start, end)]
    if len(labels) >= _LABELS and not re.search(r"[.!?。！？]\s+[A-Z]", text[start:end]):
        bounds = [start, *(at for at in labels if at > start), end]
        yield from ((first, last, True) for first, last in pairwise(bounds))
    elif len(lines) < 2 or not (_are_short(text, lines) or all(_is_field(text, line) for line in lines[:2])):
        yield start, end, False
    elif _are_short(text, lines):
        yield from ((first, last, True) for first, last in lines)
    else:
        prose = next((at for at, line in enumerate(lines) if not _is_field(text, line)), len(lines))
        yield from ((first, last, True) for first, last in lines[:prose])
        if prose < len(lines):
            yield lines[prose][0], end, False


def _line_spans(text: str, start: int, end: int) -> list[Span]:
    spans: list[Span] = []
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        if text[start:stop].strip():
            spans.append((start, stop))
        start = stop + 1
    return spans


def _is_field(text: str, line: Span) -> bool:
    return line[1] - line[0] <= _FIELD_LINE and _FIELD.match(text, *line) is not None


def _are_short(text: str, lines: Sequence[Span]) -> bool:
    if len(lines) < _SHORT_LINES or any(end - start > _SHORT_LINE for start, end in lines):
        return False
    stripped = [text[start:end].strip() for start, end in lines]
    return all(line[0].isupper() or line[0].isdigit() for line in stripped) and not any(
        line[-1] in ".,;:!?-–—。，；：！？" or _CJK.search(line) for line in stripped
    )


def _lines(text: str) -> Iterator[tuple[int, int, bool]]:
    """Regions of a text without known structure, from what Markdown and plain text have in common."""
    start = at = 0
    fenced = False
    for line in text.splitlines(keepends=True):
        end = at + len(line)
        bare = line.strip()
        fence = bare.startswith(("```", "~~~"))
        row = bare.startswith("|") or bare.count(" | ") >= 2
        if fence or fenced or row or not bare or _is_heading(bare):
            yield start, at, False
            if row and not (fenced or fence) and bare.strip("|-: "):
                yield at, end, True
            start = end
            fenced ^= fence
        elif _MARKER.match(line):
            yield start, at, False
            start = at
        at = end
    yield start, at, False


def _is_heading(line: str) -> bool:
    return line.startswith("#") and line.lstrip("#").startswith(" ")


def _split(spans: list[Span], text: str, start: int, end: int) -> None:
    for stop in _STOP.finditer(text, start, end):
        if stop.start() >= start and _ends_here(text, start, stop, end):
            _append(spans, text, start, stop.end())
            start = stop.end()
    _append(spans, text, start, end)


def _append(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))


def _ends_here(text: str, start: int, stop: re.Match[str], end: int) -> bool:
    after = stop.end()
    if after >= end:
        return True
    if _inside_brackets(text, start, stop.start(), end) or _inside_title(text, start, stop, end):
        return False
    if stop["cjk"] or _CJK.match(text, after):
        return not _is_dots(stop.group()) and (bool(stop["cjk"]) or not _continues(text, stop.start()))
    if not text[after].isspace():
        return False
    before = text[max(start, stop.start() - _WINDOW) : stop.start()]
    following = text[after : min(end, after + _WINDOW)].lstrip()
    return _ends_latin(before, stop.group(), following)


def _is_dots(stop: str) -> bool:
    return stop.startswith(("…", ".."))


def _continues(text: str, stop: int) -> bool:
    """A Latin stop before a CJK character: a stop after a CJK character ends, one after Latin (``a.b中``) does not."""
    return stop == 0 or not _CJK.match(text, stop - 1)


def _inside_brackets(text: str, start: int, stop: int, end: int) -> bool:
    """Whether the stop stands in a bracket that opened in this sentence and closes soon."""
    before = text[max(start, stop - _BRACKET_WINDOW) : stop]
    if sum(map(before.count, "([（")) <= sum(map(before.count, ")]）")):
        return False
    after = text[stop : min(end, stop + _BRACKET_WINDOW)]
    closes = [at for at in map(after.find, ")]）") if at > 0]
    opens = [at for at in map(after.find, "([（") if at > 0]
    # The bracket closes directly after the stop: that is the sentence's own end, decided by the other rules.
    return bool(closes) and min(closes) > 1 and min(closes) < min(opens, default=len(after) + 1)


def _inside_title(text: str, start: int, stop: re.Match[str], end: int) -> bool:
    """Whether the stop is a question or exclamation mark amid a title (``“K2 or Everest? The surveys” says``)."""
    if stop.group()[0] not in "!?！？":
        return False
    before = text[max(start, stop.start() - _BRACKET_WINDOW) : stop.start()]
    after = text[stop.end() : min(end, stop.end() + _BRACKET_WINDOW)]
    for opener, closer in _TITLE_MARKS:
        closes = after.find(closer)
        if before.count(opener) > before.count(closer) and closes > 0:
            # a title goes on in its sentence; speech in quotation marks may end with it
            behind = after[closes + 1 :].lstrip()[:1]
            return not _STOP.search(after, 0, closes) and (behind.islower() or behind in ",;，、》") and behind != ""
    return False


def _ends_latin(before: str, stop: str, following: str) -> bool:
    first = following.lstrip(_OPENERS)[:1]
    if _LONE_MARKER.fullmatch(before + stop[:1]):
        return False
    if stop[0] in "!?؟।":
        return not first.islower()
    if _is_dots(stop):
        return first.isupper()
    word = _last_word(before)
    return not _is_abbreviation(word, before, following) and (not first.islower() or _may_start_lower(word, following))


def _last_word(before: str) -> str:
    found = _WORD_BEFORE.search(before)
    return found.group() if found else ""


def _is_abbreviation(word: str, before: str, following: str) -> bool:
    lower = word.lower()
    if _UNIT_BEFORE.search(before) and (following[:1].isupper() or _CJK.match(following)):
        return False
    if lower in _NEVER_LAST:
        return (
            word[:1].isupper()
            or lower not in {"max", "min", "art", "mar", "sec", "est", "col", "gen"}
            or (not following[:1].isupper())
        )
    if lower in _BEFORE_NUMBER:
        return following[:1].isdigit()
    next_word = _first_word(following)
    if lower in _MAYBE_LAST or re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]", word):
        return next_word not in _STARTERS
    if len(word) == 1 and word.isupper() and not _CJK.match(word):
        return bool(next_word[:1].isupper()) and next_word not in _STARTERS
    return False


def _first_word(following: str) -> str:
    found = _WORD_AFTER.match(following.lstrip(_OPENERS))
    return found.group() if found else ""


def _may_start_lower(word: str, following: str) -> bool:
    """Whether a sentence may begin with this lower-case word: a command or file name (``pg_upgrade``, ``iptables``)."""
    if re.search(r"[_(\d./]", _first_word(following)):
        return True
    return len(word) >= 4 and word.isalpha() and word.islower()
