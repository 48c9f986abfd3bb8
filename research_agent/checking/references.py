"""A report's reference list: which address a number or a key stands for.

Lists are found by their heading in several languages, and without one by their form: lines that begin with a number in
brackets and hold an address, definitions (``[1]: ...``, ``[^1]: ...``), or a numbered list of addresses at the end.
Where a number is given twice, the list that follows the citation next decides; within one list, both are candidates.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from research_agent.checking.addresses import addresses_in, paths_in, unescaped
from research_agent.checking.labels import RAISED
from research_agent.checking.lines import heading_of

_TITLES = frozenset(
    """references|reference list|list of references|reference|sources|source list|sources cited|sources and references|
    references and sources|bibliography|works cited|literature|literature cited|citations|cited sources|
    citations and sources|footnotes|endnotes|notes|notes and references|references and notes|links|further reading|
    key citations|web sources|
    参考文献|参考资料|参考来源|参考链接|参考|引用|引用来源|引用文献|
    来源|信息来源|资料来源|数据来源|主要来源|来源列表|
    文献|注释|脚注|尾注|
    引文|參考文獻|參考資料|資料來源|來源|出典|参照|引用元|참고문헌|출처|quellen|quellenverzeichnis|literatur|literaturverzeichnis|
    einzelnachweise|nachweise|fußnoten|belege|références|bibliographie|sources et références|fuentes|
    referencias|bibliografía|fonti|riferimenti|bibliografia|fontes|referências|bronnen|referenties|źródła|
    источники|список литературы|литература|ссылки|kaynaklar|kilder|källor|referenser|lähteet|المراجع|المصادر""".replace(
        "\n", ""
    )
    .replace("    ", "")
    .split("|")
)
_DEFINED = re.compile(r"\s{0,3}(?:[-*+]\s+)?\\?\[\^?([^\[\]\n]{1,60}?)\\?\]\s*:\s*(\S.*)$")
_BRACKETED = re.compile(
    r"\s*(?:[-*+•]\s+)?(?:\*\*)?(?:\\?\[\\?\[?\^?(\w[\w.:+-]{0,60})\\?\]?\\?\]|【(\d{1,4})】|［(\d{1,4})］)(?:\*\*)?(?!\()[:.、]?\s*(\S.*)$"
)
_LINKED = re.compile(r"\s*(?:[-*+•]\s+)?(?:\[\[(\d{1,4})\]\]|\[(\d{1,4})\])(\(\S+\)?.*)$")
_NUMBERED = re.compile(
    r"\s*(?:[-*+]\s+)?(?:\*\*)?(?:(\d{1,4})[.)、:]|\((\d{1,4})\)|（(\d{1,4})）|\^(\d{1,4})\^?|([⁰¹²³⁴-⁹]{1,4}))(?:\*\*)?\s+(\S.*)$"
)
_BARE = re.compile(r"\s*(?:[-*+]\s+)?(\d{1,4})\s+(\S.*)$")
_BULLET = re.compile(r"\s*[-*+•·]\s+(\S.*)$")
_LINK = re.compile(r"\]\(\s*<?([^()\s<>]*+(?:\([^()\s]*+\)[^()\s<>]*+)*+)>?(?:\s+\"[^\"\n]*\")?\s*\)")
_LOOSE_LINK = re.compile(r"\]\(([^()\n]{1,400})\)")
_LABEL_WORDS = re.compile(r"^(?:\d+[.)]?|[ivxlc]+[.)]|[A-Z][.)])\s+|^[^\w]+|[\s:：*_.]+$")
_PARTS = re.compile(r"\s+[·—–|]\s+|\s+-\s+|;\s+|\t")
_CITES = re.compile(r"[\[(（【［^†]\s?\^?\d{1,3}(?!\d)|[⁰¹²³⁴-⁹]|<sup>|[.!?。！？”\"]\d{1,3}(?:\s|$)")
"""What cites a number, in whatever notation."""
_LONGEST_ENTRY = 60
"""Lines of one entry; quotes below it count to it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a list."""

    label: str
    """Its number or key; empty where it has none."""
    addresses: tuple[str, ...]
    """What could be its address, the likeliest first: links, paths, and for a document its title."""
    text: str
    line: int
    list: int
    """Number of the list that it stands in."""


@dataclass(frozen=True, slots=True)
class References:
    """All entries of a report."""

    entries: tuple[Entry, ...] = ()
    body: tuple[str, ...] = ()
    """The report's lines without its lists; those of a list are empty."""
    labels: dict[str, tuple[Entry, ...]] = field(default_factory=dict)

    def at(self, label: str, line: int) -> tuple[Entry, ...]:
        """The entries that a label means at a line: of the next list that has it, else of the last one before."""
        found = self.labels.get(key(label), ())
        if len(found) < 2:
            return found
        after = [entry for entry in found if entry.line > line]
        wanted = (after[0] if after else found[-1]).list
        return tuple(entry for entry in found if entry.list == wanted)

    @property
    def numbered(self) -> frozenset[int]:
        return frozenset(int(label) for label in self.labels if label.isdigit())


def key(label: str) -> str:
    """A label as it is looked up: without the marks of a footnote, in lower case; ``007`` is ``7``."""
    bare = label.strip().strip("[]^").strip().casefold().translate(RAISED)
    return str(int(bare)) if bare.isdecimal() else bare


def find_references(lines: Sequence[str]) -> References:
    """The lists of a report and what is left of it."""
    body = list(lines)
    entries: list[Entry] = []
    number = 0
    for start, end in _sections(lines):
        found = _entries(lines[start:end], start, number, in_list=True)
        if any(entry.addresses for entry in found) or sum(bool(entry.label) for entry in found) > 1:
            entries += found
            number += 1
            body[start:end] = [""] * (end - start)
    loose = _entries(body, 0, number, in_list=False)
    for entry, end in zip(loose, _ends(body, loose), strict=True):
        body[entry.line : end] = [""] * (end - entry.line)
    entries += _separated(loose, number)
    if not entries:
        entries += _closing_list(body, number)
    labels: dict[str, list[Entry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda each: each.line):
        if entry.label:
            labels[key(entry.label)].append(entry)
    return References(tuple(entries), tuple(body), {label: tuple(found) for label, found in labels.items()})


def _sections(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """First and last line of what stands under a heading of a reference list."""
    headings = [
        (at, *found)
        for at, line in enumerate(lines)
        if line.strip()
        and (found := heading_of(line, lines[at + 1] if at + 1 < len(lines) else "") or _plain_title(line))
    ]
    for place, (at, level, title) in enumerate(headings):
        if is_list_title(title) and not _opens_the_report(lines, at, headings[:place]):
            below = headings[place + 1 :]
            end = next((start for start, other, _ in below if other <= level), len(lines))
            yield at + 1, end


def _opens_the_report(lines: Sequence[str], at: int, before: Sequence[tuple[int, int, str]]) -> bool:
    """Whether nothing but headings stands before the line: "# Notes" is then the title of what follows."""
    titles = {number for number, _, _ in before}
    return not any(line.strip(" \t=-") for number, line in enumerate(lines[:at]) if number not in titles)


def _plain_title(line: str) -> tuple[int, str] | None:
    """``References:`` or ``Sources`` alone on a line."""
    return (7, line.strip()) if len(line) < 40 and is_list_title(line) else None


def is_list_title(title: str) -> bool:
    bare = _LABEL_WORDS.sub("", _LABEL_WORDS.sub("", title.strip().strip("*_#").strip()))
    bare = re.sub(r"\s*[(（].*[)）]$", "", bare)
    return bare.casefold() in _TITLES or any(
        part.casefold() in _TITLES for part in re.split(r"\s*[/(（|]\s*", bare)[:1]
    )


def _entries(lines: Sequence[str], offset: int, number: int, *, in_list: bool) -> list[Entry]:
    forms = (_bracketed, _numbered, _bare) if in_list else (_bracketed,)
    starts: list[tuple[int, str, str]] = []
    for form in forms:
        found = [(at, form(line, in_list)) for at, line in enumerate(lines) if line.strip()]
        starts = starts or [(at, *start) for at, start in found if start]
    if in_list and not starts:
        starts = _unnumbered(lines)
    entries = []
    for place, (at, label, text) in enumerate(starts):
        end = starts[place + 1][0] if place + 1 < len(starts) else len(lines)
        rest = _continuation(lines[at + 1 : end], in_list=in_list)
        entries.append(_entry(label, text, rest, offset + at, number))
    return entries


def _unnumbered(lines: Sequence[str]) -> list[tuple[int, str, str]]:
    """The bullets of a list, or its lines, numbered by their place."""
    bullets = [(at, found[1]) for at, line in enumerate(lines) if (found := _BULLET.match(line))]
    listed = bullets or [(at, line.strip()) for at, line in enumerate(lines) if line.strip()]
    return [(at, str(place), text) for place, (at, text) in enumerate(listed, 1)]


_Start = tuple[str, str] | None
"""Label and text of a line with which an entry begins."""


def _bracketed(line: str, in_list: bool) -> _Start:
    if found := _DEFINED.match(line):
        plain = in_list or "^" in line[: found.end(1)] or _addressed(found[2])
        return (found[1], found[2]) if plain else None
    if found := _BRACKETED.match(line):
        label, text = found[1] or found[2] or found[3], found[4]
        return (label, text) if in_list or (label.isdigit() and _is_entry(text)) else None
    if in_list and (found := _LINKED.match(line)):
        return found[1] or found[2], f"[]{found[3]}"
    return None


def _numbered(line: str, in_list: bool) -> _Start:
    found = _NUMBERED.match(line)
    if found is None:
        return None
    *numbers, text = found.groups()
    return next(number for number in numbers if number).translate(RAISED), text


def _bare(line: str, in_list: bool) -> _Start:
    found = _BARE.match(line)
    return (found[1], found[2]) if found else None


def _is_entry(text: str) -> bool:
    """Whether what follows a number in brackets is an entry rather than a sentence that begins with its citation."""
    if not _addressed(text):
        return False
    without = re.sub(r"\[[^\]]*\]\([^)]*\)|https?://\S+", "", text)
    return len(re.findall(r"\[\^?\d{1,3}\]", without)) == 0


def _addressed(text: str) -> bool:
    return next(addresses_in(text), None) is not None or bool(_LINK.search(text)) or next(paths_in(text), "") != ""


def _continuation(lines: Sequence[str], *, in_list: bool) -> list[str]:
    """The lines that still belong to an entry: indented ones, and in a list all up to the next."""
    kept: list[str] = []
    for line in lines[:_LONGEST_ENTRY]:
        if not in_list and (not line.strip() or not line.startswith((" ", "\t"))):
            break
        kept.append(line)
    return kept


def _ends(lines: Sequence[str], entries: Sequence[Entry]) -> list[int]:
    """The line behind each entry that stands outside a section."""
    ends = []
    for place, entry in enumerate(entries):
        following = entries[place + 1].line if place + 1 < len(entries) else len(lines)
        ends.append(entry.line + 1 + len(_continuation(lines[entry.line + 1 : following], in_list=False)))
    return ends


def _separated(entries: Sequence[Entry], number: int) -> list[Entry]:
    """Entries outside a section, in lists: one ends where twenty lines hold none."""
    found: list[Entry] = []
    last = -100
    for entry in entries:
        number += entry.line - last > 20
        last = entry.line
        found.append(Entry(entry.label, entry.addresses, entry.text, entry.line, number))
    return found


def _closing_list(body: list[str], number: int) -> list[Entry]:
    """A numbered list of addresses with which the report ends, taken out of ``body``."""
    at = len(body)
    while at > 0 and (not body[at - 1].strip() or body[at - 1].startswith("   ") or _NUMBERED.match(body[at - 1])):
        at -= 1
    entries = _entries(body[at:], at, number, in_list=True) if any(map(str.strip, body[at:])) else []
    if not any(_CITES.search(line) for line in body[:at]):
        return []  # the list is the report
    if len(entries) < 2 or not all(entry.addresses and _addressed(entry.text) and entry.label for entry in entries):
        return []
    if [key(entry.label) for entry in entries] != [str(place) for place in range(1, len(entries) + 1)]:
        return []
    body[at:] = [""] * (len(body) - at)
    return entries


def _entry(label: str, text: str, rest: Sequence[str], line: int, number: int) -> Entry:
    quoted = next((at for at, each in enumerate(rest) if each.lstrip().startswith(">")), len(rest))
    own = " ".join([text, *(each.strip() for each in rest[:quoted])])
    return Entry(label.strip(), tuple(dict.fromkeys(_candidates(own))), own[:2000], line, number)


def _candidates(text: str) -> Iterator[str]:
    """What may be the entry's address, likeliest first."""
    links = [unescaped(found[1]) for found in _LINK.finditer(text)]
    bare = [address for _, _, address in sorted(addresses_in(_LINK.sub(" ", text)))]
    yield from (address for address in (*links, *map(unescaped, bare)) if address and not address.startswith("#"))
    yield from (unescaped(found[1]) for found in _LOOSE_LINK.finditer(text) if " " in found[1].strip())
    plain = _without_marks(text)
    parts = [part.strip() for part in _PARTS.split(plain) if part.strip()]
    yield from (part for part in parts if ": " not in part and "://" not in part and _ends_as_path(part))
    yield from paths_in(re.sub(r"https?://\S+", " ", plain))
    yield from (part.strip('"“”《》.,') for part in (*parts[:2], plain) if len(part) < 300 and "://" not in part)


def _ends_as_path(part: str) -> bool:
    """Whether a part of an entry is a path, maybe with spaces in it."""
    return "/" in part and part.endswith(tuple(paths_in(part)) or ("\0",))


def _without_marks(text: str) -> str:
    """An entry's text without Markdown: emphasis, links, escapes."""
    plain = re.sub(r"\[([^\[\]\n]{0,300})\]\([^()\n]*\)", r"\1", text)
    plain = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", re.sub(r"(?<!\\)\*+|`", "", plain))
    return plain.strip()
