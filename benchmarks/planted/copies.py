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
from pathlib import Path

from research_agent.domain import Document
from research_agent.reading.extract import extract
from research_agent.reading.reader import to_document

from .controls import CONTROLS, controls
from .pages import PROSE, SITES, Case, address_of, page, paragraph, stretch, subject_of
from .pairs import unversioned
from .sources import Entry, Piece, entries, read, sentences
from .wordings import spot_of, wordings

COPIES = (
    "syndicated", "edited", "shortened", "agency", "retold, linked", "retold, named", "versions, mirrors",
    "versions, files", "translation, marked", "translation, unmarked",
)  # fmt: skip
_TWINS = (
    ("debian-faq-11.1/{}.en.html", "debian-faq-zh-cn-11.1/{}.zh-cn.html"),
    ("debian-handbook-11.20220922/{}.html", "debian-handbook-zh-11.20220922/{}.html"),
    ("debian-reference-en-2.100/{}.en.html", "debian-reference-zh-cn-2.100/{}.zh-cn.html"),
    ("linux-doc-admin-guide-6.1.192/{}.html", "linux-doc-zh_CN-admin-guide-6.1.192/{}.html"),
    ("linux-doc-process-6.1.192/{}.html", "linux-doc-zh_CN-process-6.1.192/{}.html"),
)
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


def cases(corpus: Path, kind: str, seed: int, count: int) -> Iterator[Case]:
    """So many cases of one of ``COPIES`` or ``CONTROLS``; fewer where the corpus holds fewer."""
    chance = random.Random(f"copies/{kind}/{seed}")
    made = {
        "retold, linked": _retold,
        "retold, named": _retold, "versions, mirrors": _versions, "versions, files": _versions,
        "translation, marked": _translations, "translation, unmarked": _translations,
    }.get(kind, controls if kind in CONTROLS else _copies)  # fmt: skip
    for _, case in zip(range(count), made(corpus, kind, chance), strict=False):
        yield case


# ---------------------------------------------------------------- copies of one text


def _copies(corpus: Path, kind: str, chance: random.Random) -> Iterator[Case]:
    listed = [entry for entry in entries(corpus) if entry.language == "en"]
    for entry in chance.sample(listed, len(listed)):
        text = read(corpus, entry)
        story = stretch(text, chance) if text else []
        if text and story:
            sites = chance.sample(SITES, 2)
            address = address_of(sites[0], text.title)
            first = page(text.title, story, sites[0], chance, text.language)
            changed = _copy(story, kind, sites[0], address, chance)
            second = page(chance.choice(_HEADLINES).format(subject_of(text)), changed, sites[1], chance, text.language)
            yield Case(kind, False, (first, second), entry.file)


def _copy(story: Sequence[Piece], kind: str, site: tuple[str, str], address: str, chance: random.Random) -> list[Piece]:
    if kind == "syndicated":
        return list(story)
    if kind == "edited":
        share = chance.uniform(0.10, 0.25)
        return [paragraph(chance.choice(_LEADS)), *_told(story, lambda one: _edited(one, share, chance))]
    if kind == "shortened":
        return _told(story, lambda one: one if chance.random() < 1 / 3 else "") or list(story)
    kept = _told(story, lambda one: _edited(one, 0.3, chance) if chance.random() < 0.5 else "") or list(story)
    line = chance.choice(("({0}) - {1}", "{1} ({0})", "By {0}. {1}"))
    return [paragraph(line.format(site[0], kept[0].text)), *kept[1:], paragraph(f"Copyright {site[0]}.")]


def _told(story: Sequence[Piece], tell: Callable[[str], str]) -> list[Piece]:
    """The story with each sentence as ``tell`` gives it; what is empty goes."""
    told = [
        Piece(piece.kind, " ".join(filter(None, map(tell, sentences(piece.text)))), piece.level)
        for piece in story
        if piece.kind in PROSE
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
        sites = chance.sample(SITES, 2)
        address = address_of(sites[0], spot.text.title)
        first = page(spot.text.title, spot.text.pieces, sites[0], chance, spot.text.language)
        told = ("" if chinese else " ").join(by_file[file])
        cited = (
            ("据", "报道，", "原文") if chinese else ("According to ", ", things stand like this. ", "The full text")
        )
        body = f'<p>{cited[0]}<a href="{address}">{sites[0][0]}</a>{cited[1]}{told}</p>'
        if kind == "retold, linked":
            body += f'\n<p>{cited[2]}: <a href="{address}">{address}</a></p>'
        second = page(
            chance.choice(_HEADLINES).format(subject_of(spot.text)), body, sites[1], chance, spot.text.language
        )
        yield Case(kind, False, (first, second), file)


def _versions(corpus: Path, kind: str, chance: random.Random) -> Iterator[Case]:
    works: dict[str, list[Entry]] = {}
    for entry in entries(corpus):
        works.setdefault(unversioned(entry.file), []).append(entry)
    several = [works[name] for name in sorted(works) if len(works[name]) > 1]
    for releases in chance.sample(several, len(several)):
        sites = chance.sample(SITES, len(releases))
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
        sites = chance.sample(SITES, 2)
        original = page(texts[0].title, texts[0].pieces, sites[0], chance, "en")
        note = f"本文译自 {sites[0][0]}：{address_of(sites[0], texts[0].title)}"
        marked = [paragraph(note)] if kind == "translation, marked" else []
        translated = page(texts[1].title, [*marked, *texts[1].pieces], sites[1], chance, "zh")
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
