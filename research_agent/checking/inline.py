"""A block's inline Markdown to plain text with marks: which citation stands where.

One pass over the text; every alternative is bounded, so that a line of a million brackets costs no more than its
length. A mark is kept as a place in the plain text: whatever stood there (a number, a link's label where it only names
the source, the brackets around it) is no longer part of the sentence.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from research_agent.checking.addresses import addresses_in, paths_in, unescaped
from research_agent.checking.labels import NUMBERS, RAISED, Notation, labels_in

MARK, LABEL, END = "\x00", "\x01", "\x02"
"""Stand in the text for a mark, and around a link's words, until it is clean."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing cited in a text."""

    at: int
    """Offset in the plain text behind which it stands."""
    raw: str
    """As the report prints it, or the number: ``[3]``, an address."""
    label: str = ""
    """A number or key of the reference list; empty for an address."""
    address: str = ""


_LABEL = r"(?:[^\[\]\n\x00-\x02]|\[[^\[\]\n]{0,200}+\]){0,400}+"
_TARGET = (
    r"\(\s*+(?:<([^<>\n]{0,2000})>|([^()\s<>]*+(?:\([^()\s]*+\)[^()\s<>]*+)*+)|([^()\n<>]{1,300}?))"
    r"(?:\s+[\"'(][^\"'\n]{0,300}[\"')])?\s*\)"
)
"""Where a link leads: in angle brackets, plain with brackets in pairs, or (against the rules) with spaces in it."""
_TOKENS = re.compile(
    rf"(?P<code>`[^`\n]{{1,300}}`)|(?P<image>!\[[^\[\]\n]{{0,300}}\]\([^()\n]{{0,2000}}\))"
    rf"|(?P<cite>\\(?:cite\w{{0,12}}|upcite|footcite)\*?(?:\[[^\[\]\n]{{0,80}}\])?\{{(?P<keys>[^{{}}\n]{{1,300}})\}})"
    rf"|(?P<openai>\ue200(?P<parts>[^\ue200\ue201\n]{{1,300}})\ue201|\bcite(?P<turns>(?:turn\d+\w+\d+)+))"
    rf"|(?P<link>\[(?P<words>{_LABEL})\]{_TARGET})"
    rf"|(?P<reference>\[(?P<of>[^\[\]\n]{{1,200}}+)\]\s?\[(?P<id>[^\[\]\n]{{0,80}})\])"
    rf"|(?P<lens>【(?P<inside>[^【】\n]{{1,120}})】)|(?P<wide>［(?P<number>[\d,，、;\s–-]{{1,40}})］)"
    rf"|(?P<bracket>\[(?P<content>[^\[\]\n]{{1,200}}+)\])|(?P<auto><(?P<url>(?:https?|file)://[^<>\s]{{1,2000}})>)"
    rf"|(?P<raised>[⁰¹²³⁴-⁹]++(?:\s?[,⁻˒ ،]\s?[⁰¹²³⁴-⁹]++)*+)"
    r"|(?P<round>[(（](?P<file>[^()（）\[\]\n]{1,200}?\.(?:md|markdown|txt|html?|pdf|docx|rst|adoc|jsonl?|csv)"
    r"(?:#[\w=.-]{1,40})?)[)）])"
    rf"|(?P<caret>\^\[?(?P<power>\d{{1,3}}(?:[,，]\s?\d{{1,3}})*)\]?\^)"
)
_NAMES_ONLY = re.compile(
    r"(?:\[?\^?[\d,\s–-]+\]?|sources?|links?|here|url|website|web|ref(?:erence)?s?|citations?|"
    r"read more|more|archived?|pdf|"
    r"来源|链接|原文|出处|参考|引用|详见|查看|此处|这里|quelle|fuente|fonte|↗|🔗|↩︎?|\W+|https?://\S+|(?:www\.)?(?:[\w-]+\.)+[a-z]{2,10}(?:/\S*)?"
    r"|citation:.*)\Z",
    re.IGNORECASE,
)
_LEAD = (
    r"(?:(?:see(?: also)?|sources?|via|from|cf\.?|e\.g\.,?|ref(?:erence)?s?\.?|according to|cited in|"
    r"参见|参考|见|来源|出处|引自|资料来源|数据来源|quellen?|siehe|voir|fuentes?|fonti?)\s*[:：]?\s*)?"
)
_LABELLED = rf"{LABEL}[^{LABEL}{END}]{{0,400}}+{END}{MARK}"
_BETWEEN = r"(?:\s|[,;，；、&·|/]|\band\b|和|及)"
_GROUP = re.compile(rf"\s*[(（\[]\s*{_LEAD}(?:{_LABELLED}|{MARK}|{_BETWEEN})*+\s*[)）\]]", re.IGNORECASE)
_LEADING = re.compile(
    rf"\s*(?:[-–—|]\s*)?\b(?:sources?|references?|via|来源|出处|资料来源|数据来源|参考|引自|quellen?|fuentes?|fonti?)\s*[:：]\s*"
    rf"(?=(?:{_LABELLED}|{MARK}|{_BETWEEN})+\s*[.。]?\s*\Z)|"
    rf"(?<=[。！？])(?:来源|出处|资料来源|数据来源|参考|引自)\s*[:：]\s*(?=(?:{_LABELLED}|{MARK}|{_BETWEEN})+\s*[.。]?\s*\Z)",
    re.IGNORECASE,
)
_LABELS = rf"{_LABELLED}(?:{_BETWEEN}*+(?:{_LABELLED}|{MARK}))*+"
_AFTER_STOP = re.compile(rf"(?<=[.!?。！？…”\"’)])\s*(?:[-–—]\s*)?{_LABELS}(?=[.。]?\s*\Z|\s+[A-Z0-9“\"(À-Þ])")
_DASHED = re.compile(rf"\s*[–—]\s*{_LABELS}(?=[.。]?\s*\Z)")
_EMPHASIS = re.compile(
    r"(?P<dunder>(?<!\w)__[a-z][a-z0-9_]*__(?!\w))|(?<![\\\w*])\*{1,3}(?=\S)|(?<=[^\s\\])\*{1,3}(?![\w*])|\*{2,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)|~~|==(?=\S)"
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_UNITS = re.compile(r"(?:\d|(?<![A-Za-z])(?:k|c|m|d|n|µ)?(?:m|in|ft|s|cm|km|mm|yd|mi|sec)|[xyzrnabcσχR]|m/s|\))\Z")


def read_inline(text: str, notation: Notation) -> tuple[str, tuple[Mark, ...]]:
    """The plain text of a block and its marks, in order."""
    text = re.sub("[\x00-\x02]", "", text)
    if notation.escaped:
        text = re.sub(r"\\([\[\]])", r"\1", text)
    pieces: list[str] = []
    marks: list[Mark] = []
    at = 0
    for found in _TOKENS.finditer(text):
        if _is_escaped(text, found.start()) and not found["cite"]:
            continue
        said, cited = _token(found, notation, text[max(0, found.start() - 8) : found.start()])
        if said is None:
            continue
        pieces += [_bare_addresses(text[at : found.start()], marks), said, MARK * len(cited)]
        marks += cited
        at = found.end()
    pieces.append(_bare_addresses(text[at:], marks))
    return _placed("".join(pieces), marks)


def _is_escaped(text: str, at: int) -> bool:
    backslashes = 0
    while at - backslashes > 0 and text[at - backslashes - 1] == "\\":
        backslashes += 1
    return backslashes % 2 == 1


def _token(found: re.Match[str], notation: Notation, before: str) -> tuple[str | None, list[Mark]]:
    """What a token leaves of itself in the text, and what it cites; None where it is plain text after all."""
    kind = str(found.lastgroup)
    if kind == "code":
        return found[0].strip("`"), []
    if kind == "image":
        return "", []
    if kind == "cite":
        return "", [_keyed(part.strip()) for part in re.split(r"[,;]", found["keys"]) if part.strip()]
    if kind == "openai":
        parts = re.findall(r"turn\d+[a-z]+\d+", found[0]) or [found[0].strip("\ue200\ue201")]
        return "", [_keyed(part) for part in parts]
    if kind == "link":
        return _link(found, notation)
    if kind == "auto":
        return "", [Mark(0, found["url"], address=unescaped(found["url"]))]
    return _brackets(kind, found, notation, before)


def _brackets(kind: str, found: re.Match[str], notation: Notation, before: str) -> tuple[str | None, list[Mark]]:
    if kind == "reference":
        return _reference(found, notation)
    if kind == "raised":
        numbers = re.findall(r"\d+", found[0].translate(RAISED))
        known = all(notation.known(number) for number in numbers) and not _UNITS.search(before)
        return ("", [_keyed(number) for number in numbers]) if known else (None, [])
    if kind == "round":
        path = found["file"].strip()
        named = notation.names_source(path) or next(paths_in(path), "") == path
        return ("", [Mark(0, path, address=path)]) if named else (None, [])
    if kind == "caret":
        return "", [_keyed(number) for number in re.findall(r"\d+", found["power"])]
    inside = found["inside"] if kind == "lens" else found["number"] if kind == "wide" else found["content"]
    labels = labels_in(inside, notation, lens=kind == "lens")
    if labels:
        return "", [_keyed(label) for label in labels]
    path = next(paths_in(inside), "")
    if kind == "bracket" and ((path and path == inside.strip()) or notation.names_source(inside)):
        return "", [Mark(0, inside.strip(), address=inside.strip())]
    bare = next(addresses_in(inside), None)
    if kind == "bracket" and bare and bare[1] - bare[0] == len(inside.strip()):
        return "", [Mark(0, bare[2], address=bare[2])]
    return None, []


def _keyed(label: str) -> Mark:
    return Mark(0, f"[{label}]", label=label)


def _link(found: re.Match[str], notation: Notation) -> tuple[str | None, list[Mark]]:
    words = found["words"].strip()
    target = unescaped(next((found[n] for n in _target_groups(found) if found[n]), ""))
    inner = words.removeprefix("[").removesuffix("]").strip()
    if " " in target and "://" not in target and not next(paths_in(target), ""):
        return None, []
    labels = labels_in(inner, notation) if NUMBERS.match(inner) or inner.startswith("^") else []
    if target.startswith("#") or not target:
        if not labels and notation.known(target.lstrip("#")):
            labels = [target.lstrip("#")]
        return ("" if labels else words), [_keyed(label) for label in labels]
    if target.startswith(("mailto:", "tel:", "javascript:", "data:")):
        return words, []
    marks = [Mark(0, f"[{labels[0]}]" if len(labels) == 1 else target, address=target)]
    if not words or labels or _NAMES_ONLY.match(inner):
        return "", marks
    return f"{LABEL}{_plain(words)}{END}", marks


def _target_groups(found: re.Match[str]) -> Iterator[int]:
    first = found.re.groupindex["words"]
    yield from (first + 1, first + 2, first + 3)


def _reference(found: re.Match[str], notation: Notation) -> tuple[str | None, list[Mark]]:
    """``[words][id]``, or two numbers side by side."""
    one, other = found["of"], found["id"]
    first, second = labels_in(one, notation), labels_in(other, notation) if other else []
    if first and (second or NUMBERS.match(other.strip() or "x")):
        return "", [_keyed(label) for label in (*first, *second)]
    if second:
        said = "" if _NAMES_ONLY.match(one) else f"{LABEL}{_plain(one)}{END}"
        return said, [_keyed(label) for label in second]
    return None, []


def _bare_addresses(text: str, marks: list[Mark]) -> str:
    """A stretch of text with its escapes undone and its bare addresses as marks."""
    pieces: list[str] = []
    at = 0
    if "://" in text or "www." in text:
        for start, end, address in sorted(addresses_in(text)):
            if start >= at and re.match(r"https?://|file://|www\.", text[start:end]):
                pieces += [_plain(text[at:start]), MARK]
                marks.append(Mark(0, address, address=unescaped(address)))
                at = end
    return "".join([*pieces, _plain(text[at:])])


def _plain(text: str) -> str:
    """Without emphasis, escapes and entities."""
    if "*" in text or "_" in text or "~~" in text or "==" in text:
        text = _EMPHASIS.sub(lambda found: found.group() if found.lastgroup else "", text)
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    return html.unescape(text) if "&" in text else text


def _placed(text: str, marks: list[Mark]) -> tuple[str, tuple[Mark, ...]]:
    """The text without marks and what only introduced them, and the marks with their places in it."""

    def only_marks(found: re.Match[str]) -> str:
        return MARK * found.group().count(MARK)

    if marks:
        text = _GROUP.sub(lambda found: only_marks(found) if MARK in found.group() else found.group(), text)
        text = _LEADING.sub("", text)
        text = _AFTER_STOP.sub(only_marks, text)
        text = _DASHED.sub(only_marks, text)
        text = re.sub(rf"\s+(?=(?:{MARK}[\s,;，；、]*)+(?:[.,;:!?。，；：！？)）]|\Z))", "", text)
        text = re.sub(rf"(?<={MARK})\s*[,;，；、]\s*(?={MARK})", "", text)
    plain: list[str] = []
    places: list[int] = []
    length = 0
    for piece in re.split(r"(\x00|\s+)", text.replace(LABEL, "").replace(END, "")):
        if piece == MARK:
            places.append(length)
        elif piece.isspace():
            if plain and plain[-1] != " ":
                plain.append(" ")
                length += 1
        elif piece:
            plain.append(piece)
            length += len(piece)
    said = "".join(plain).rstrip()
    placed = zip(marks, places, strict=True)
    return said, tuple(Mark(min(at, len(said)), mark.raw, mark.label, mark.address) for mark, at in placed)
