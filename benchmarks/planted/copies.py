"""Copies of documents that are one voice, and controls that are two, as pages on the web with their metadata.

Originals are stretches of corpus documents (20 to 60 sentences) published as an HTML page of one site. The copies stand
on another site, of another publisher, under another headline:

- ``syndicated``: word for word, a later date;
- ``edited``: 10 to 25% of the sentences changed or cut, another first paragraph;
- ``shortened``: a third of the sentences, in order;
- ``agency``: half of the sentences, some edited, under a line that names the original publisher, as with a news agency;
- ``retold, linked`` and ``retold, named``: a text in wholly other words (the hand-written wordings) that says whom it
  retells; the one prints the address of the original, the other only links the publisher's name;
- ``versions, mirrors`` and ``versions, files``: two or three releases of one manual, as pages of different sites and as
  local files in different folders;
- ``translation, marked`` and ``translation, unmarked``: a document in English and Chinese on two sites, with and
  without a line that names the original.

Controls, each a pair of documents of different projects on one subject, on two sites:

- ``same subject``;
- ``shared quotation``: both quote one passage of a third document;
- ``link in passing``: one of them links to the other at its end, and says nothing that it says.

Which corpus documents count as independent is a table by hand (``SUBJECTS``); works that descend from one another
(NTPsec and NTP, the two packaging guides of one author) never face each other there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from research_agent.domain import BlockKind, Document
from research_agent.reading.extract import extract
from research_agent.reading.reader import to_document

from .pairs import unversioned
from .rendering import About, render
from .sources import Entry, Piece, Text, entries, read, sentences
from .wordings import spot_of, wordings

COPIES = (
    "syndicated", "edited", "shortened", "agency", "retold, linked", "retold, named", "versions, mirrors",
    "versions, files", "translation, marked", "translation, unmarked",
)  # fmt: skip
CONTROLS = ("same subject", "shared quotation", "link in passing")
SUBJECTS = (
    ("borgbackup-doc", "restic", "rdiff-backup"),
    ("chrony", "ntp-doc", "systemd-timesyncd"),
    ("postfix-doc", "exim4-doc-html"),
    ("postgresql-doc", "sqlite3-doc"),
    ("mdadm", "btrfs-progs", "cryptsetup-bin"),
    ("apache2-doc", "lighttpd-doc"),
    ("iptables", "nftables"),
    ("python3", "r-doc-html"),
)
"""Packages whose documents are on one subject and by different authors, as beginnings of package names."""
_TWINS = (
    ("debian-faq-11.1/{}.en.html", "debian-faq-zh-cn-11.1/{}.zh-cn.html"),
    ("debian-handbook-11.20220922/{}.html", "debian-handbook-zh-11.20220922/{}.html"),
    ("debian-reference-en-2.100/{}.en.html", "debian-reference-zh-cn-2.100/{}.zh-cn.html"),
    ("linux-doc-admin-guide-6.1.192/{}.html", "linux-doc-zh_CN-admin-guide-6.1.192/{}.html"),
    ("linux-doc-process-6.1.192/{}.html", "linux-doc-zh_CN-process-6.1.192/{}.html"),
)
_SITES = (
    ("Northfield Systems Review", "northfield-review.example"), ("Harbour Lane Press", "harbourlane.example"),
    ("The Open Shelf", "openshelf.example"), ("Quarry Hill Computing", "quarryhill.example"),
    ("Lantern Notes", "lantern-notes.example"), ("Beacon Technical Weekly", "beaconweekly.example"),
    ("Old Mill Documentation", "oldmill.example"), ("Riverside Admin Letters", "riverside-letters.example"),
)  # fmt: skip
_HEADLINES = (
    "{0}", "What you should know about {0}", "{0}: the long read", "Explained: {0}", "{0} in practice",
    "From the archive: {0}", "How it works: {0}",
)  # fmt: skip
_LEADS = (
    "Administrators keep asking us about this subject, and few texts put it as plainly as the one below.",
    "Readers of this column know that details matter; here is what is known at present, without the usual preamble.",
    "It has been a busy season for those who look after machines, and this is a question that came up again.",
    "We looked into a topic that is often treated in passing and seldom with the care that it deserves.",
)
_OTHER_WORDS = (
    ("However, ", "Still, "), ("For example", "For instance"), ("also ", "as well "), ("usually", "as a rule"),
    ("because", "since"), ("should", "ought to"), ("very ", "rather "), ("use ", "employ "), ("need to", "have to"),
    ("In order to", "To"), ("such as", "like"), ("many", "a good many"), ("often", "frequently"), ("must", "have to"),
)  # fmt: skip
_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM)


@dataclass(frozen=True, slots=True)
class Case:
    """Documents that are one voice (a copy) or one voice each (a control); the original comes first."""

    kind: str
    independent: bool
    documents: tuple[Document, ...]
    label: str
    """Which corpus documents they were made from."""


def cases(corpus: Path, kind: str, seed: int, count: int) -> Iterator[Case]:
    """So many cases of one of ``COPIES`` or ``CONTROLS``; fewer where the corpus holds fewer."""
    chance = random.Random(f"copies/{kind}/{seed}")
    made = {
        "retold, linked": _retold,
        "retold, named": _retold, "versions, mirrors": _versions, "versions, files": _versions,
        "translation, marked": _translations, "translation, unmarked": _translations,
    }.get(kind, _controls if kind in CONTROLS else _copies)  # fmt: skip
    for _, case in zip(range(count), made(corpus, kind, chance), strict=False):
        yield case


# ---------------------------------------------------------------- copies of one text


def _copies(corpus: Path, kind: str, chance: random.Random) -> Iterator[Case]:
    listed = [entry for entry in entries(corpus) if entry.language == "en"]
    for entry in chance.sample(listed, len(listed)):
        text = read(corpus, entry)
        story = _stretch(text, chance) if text else []
        if text and story:
            sites = chance.sample(_SITES, 2)
            address = _address(sites[0], text.title)
            first = _page(text.title, story, sites[0], chance, text.language)
            changed = _copy(story, kind, sites[0], address, chance)
            second = _page(chance.choice(_HEADLINES).format(_subject(text)), changed, sites[1], chance, text.language)
            yield Case(kind, False, (first, second), entry.file)


def _stretch(text: Text, chance: random.Random) -> list[Piece]:
    """Prose of 20 to 60 sentences from a place in the document; empty where it holds less."""
    wanted, count, story = chance.randint(20, 60), 0, []
    starts = [at for at, piece in enumerate(text.pieces) if piece.kind is BlockKind.HEADING] or [0]
    for piece in text.pieces[chance.choice(starts[: max(1, len(starts) // 2)]) :]:
        if piece.kind in _PROSE or piece.kind is BlockKind.HEADING:
            story.append(piece)
            count += len(sentences(piece.text)) if piece.kind in _PROSE else 0
        if count >= wanted:
            break
    return story if count >= 20 else []


def _copy(story: Sequence[Piece], kind: str, site: tuple[str, str], address: str, chance: random.Random) -> list[Piece]:
    if kind == "syndicated":
        return list(story)
    if kind == "edited":
        share = chance.uniform(0.10, 0.25)
        return [_paragraph(chance.choice(_LEADS)), *_told(story, lambda one: _edited(one, share, chance))]
    if kind == "shortened":
        return _told(story, lambda one: one if chance.random() < 1 / 3 else "") or list(story)
    kept = _told(story, lambda one: _edited(one, 0.3, chance) if chance.random() < 0.5 else "") or list(story)
    line = chance.choice(("({0}) - {1}", "{1} ({0})", "By {0}. {1}"))
    return [_paragraph(line.format(site[0], kept[0].text)), *kept[1:], _paragraph(f"Copyright {site[0]}.")]


def _told(story: Sequence[Piece], tell: Callable[[str], str]) -> list[Piece]:
    """The story with each sentence as ``tell`` gives it; what is empty goes."""
    told = [
        Piece(piece.kind, " ".join(filter(None, map(tell, sentences(piece.text)))), piece.level)
        for piece in story
        if piece.kind in _PROSE
    ]
    return [piece for piece in told if piece.text]


def _edited(sentence: str, share: float, chance: random.Random) -> str:
    """The sentence, or, in so many of the cases, nothing, or the sentence with other words."""
    if chance.random() >= share:
        return sentence
    if chance.random() < 0.4:
        return ""
    changed = re.sub(r" \([^)]*\)", "", sentence)
    for word, other in _OTHER_WORDS:
        changed = changed.replace(word, other)
    return changed if changed != sentence else f"In other words: {sentence[0].lower()}{sentence[1:]}"


# ---------------------------------------------------------------- retellings, versions, translations


def _retold(corpus: Path, kind: str, chance: random.Random) -> Iterator[Case]:
    by_file: dict[str, list[str]] = {}
    for one in wordings("dev"):
        by_file.setdefault(one.file, []).append(one.agree)
    for file in chance.sample(sorted(by_file), len(by_file)):
        spot = spot_of(corpus, next(one for one in wordings("dev") if one.file == file))
        if spot is None:
            continue
        chinese = spot.text.language == "zh"
        sites = chance.sample(_SITES, 2)
        address = _address(sites[0], spot.text.title)
        first = _page(spot.text.title, spot.text.pieces, sites[0], chance, spot.text.language)
        told = ("" if chinese else " ").join(by_file[file])
        cited = (
            ("据", "报道，", "原文") if chinese else ("According to ", ", things stand like this. ", "The full text")
        )
        body = f'<p>{cited[0]}<a href="{address}">{sites[0][0]}</a>{cited[1]}{told}</p>'
        if kind == "retold, linked":
            body += f'\n<p>{cited[2]}: <a href="{address}">{address}</a></p>'
        second = _page(
            chance.choice(_HEADLINES).format(_subject(spot.text)), body, sites[1], chance, spot.text.language
        )
        yield Case(kind, False, (first, second), file)


def _versions(corpus: Path, kind: str, chance: random.Random) -> Iterator[Case]:
    works: dict[str, list[Entry]] = {}
    for entry in entries(corpus):
        works.setdefault(unversioned(entry.file), []).append(entry)
    several = [works[name] for name in sorted(works) if len(works[name]) > 1]
    for releases in chance.sample(several, len(several)):
        sites = chance.sample(_SITES, len(releases))
        files = kind == "versions, files"
        documents = tuple(
            _local(corpus, entry) if files else _mirrored(corpus, entry, site)
            for entry, site in zip(releases, sites, strict=True)
        )
        yield Case(kind, False, documents, releases[0].file)


def _translations(corpus: Path, kind: str, chance: random.Random) -> Iterator[Case]:
    known = {entry.file: entry for entry in entries(corpus, None)}
    pairs = [
        (known[english.format(name)], entry)
        for english, chinese in _TWINS
        for file, entry in sorted(known.items())
        if (name := _between(file, chinese)) and english.format(name) in known
    ]
    for first, second in chance.sample(pairs, len(pairs)):
        texts = read(corpus, first), read(corpus, second)
        if texts[0] is None or texts[1] is None:
            continue
        sites = chance.sample(_SITES, 2)
        original = _page(texts[0].title, texts[0].pieces, sites[0], chance, "en")
        note = f"本文译自 {sites[0][0]}：{_address(sites[0], texts[0].title)}"
        marked = [_paragraph(note)] if kind == "translation, marked" else []
        translated = _page(texts[1].title, [*marked, *texts[1].pieces], sites[1], chance, "zh")
        yield Case(kind, False, (original, translated), second.file)


def _between(file: str, pattern: str) -> str:
    before, _, after = pattern.partition("{}")
    return file[len(before) : -len(after)] if file.startswith(before) and file.endswith(after) else ""


def _local(corpus: Path, entry: Entry) -> Document:
    path = (corpus / entry.file).resolve()
    address = path.as_uri()
    return to_document(extract(path.read_bytes(), address=address), address=address, requested=address, path=path)


def _mirrored(corpus: Path, entry: Entry, site: tuple[str, str]) -> Document:
    address = f"https://{site[1]}/{entry.file}"
    found = extract((corpus / entry.file).read_bytes(), address=address)
    return to_document(found, address=address, requested=address)


# ---------------------------------------------------------------- controls


def _controls(corpus: Path, kind: str, chance: random.Random) -> Iterator[Case]:
    while True:
        subject = chance.choice(SUBJECTS)
        texts = [_any_of(corpus, package, chance) for package in chance.sample(subject, 2)]
        stories = [_stretch(text, chance) if text else [] for text in texts]
        if texts[0] is None or texts[1] is None or not all(stories):
            continue
        sites = chance.sample(_SITES, 2)
        if kind == "shared quotation":
            stories = _with_quotation(corpus, stories, subject, chance)
        if kind == "link in passing":
            stories[1].append(_paragraph(f"Other views: {_address(sites[0], texts[0].title)} ({sites[0][0]})."))
        documents = tuple(
            _page(text.title, story, site, chance, "en")
            for text, story, site in zip((texts[0], texts[1]), stories, sites, strict=True)
        )
        yield Case(kind, True, documents, f"{texts[0].file} and {texts[1].file}")


def _with_quotation(
    corpus: Path, stories: list[list[Piece]], subject: Sequence[str], chance: random.Random
) -> list[list[Piece]]:
    """Both stories with one passage of three sentences from a document on another subject, in quotation marks."""
    other = chance.choice([package for group in SUBJECTS if group != subject for package in group])
    text = _any_of(corpus, other, chance)
    said = " ".join([one for piece in _stretch(text, chance) for one in sentences(piece.text)][3:6]) if text else ""
    quotation = Piece(BlockKind.QUOTE, f"“{said}”")
    return [[*story[:3], *([quotation] if said else []), *story[3:]] for story in stories]


def _any_of(corpus: Path, package: str, chance: random.Random) -> Text | None:
    listed = [e for e in entries(corpus) if e.package.startswith(package) and e.language == "en"]
    return read(corpus, chance.choice(listed)) if listed else None


# ---------------------------------------------------------------- pages


def _page(
    title: str, story: Sequence[Piece] | str, site: tuple[str, str], chance: random.Random, language: str
) -> Document:
    """The page as the extractor reads it. A story may be HTML already."""
    address = _address(site, title)
    day = f"{chance.randint(2019, 2025)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    about = About(publisher=site[0], published=day, canonical=address)
    pieces = [] if isinstance(story, str) else story
    data = render(title, pieces, about, language, "html")
    if isinstance(story, str):
        data = data.replace(b"</article>", story.encode() + b"\n</article>")
    return to_document(extract(data, address=address), address=address, requested=address)


def _address(site: tuple[str, str], title: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "text"
    return f"https://www.{site[1]}/{slug}"


def _paragraph(text: str) -> Piece:
    return Piece(BlockKind.PARAGRAPH, text)


def _subject(text: Text) -> str:
    return re.split(r" [-—|–] ", text.title)[0]
