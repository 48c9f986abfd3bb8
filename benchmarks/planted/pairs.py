"""Pairs of documents, drawn by seed: one fact changed, or nothing that contradicts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from research_agent.domain import BlockKind
from research_agent.reading.extract import extract

from .matters import Matter, agreements, conflicts
from .rendering import FORMATS, About, File, render
from .sources import LARGEST, Entry, Piece, Spot, Text, entries, read
from .telling import copied, excerpted, neighbour, retold, section, title_for

PARTS = {"dev": 40, "unseen": 20}
"""Conflicting pairs of each part, and as many agreeing ones."""
SEEDS = {"dev": 20261130, "unseen": 77310412}
_PUBLISHERS = (
    "Northfield Systems Review", "Harbour Lane Press", "The Open Shelf", "Quarry Hill Computing", "Lantern Notes",
    "Beacon Technical Weekly", "Old Mill Documentation", "Riverside Admin Letters",
)  # fmt: skip
_NAMED = {".html": "html", ".md": "md", ".txt": "txt", ".adoc": "adoc"}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two documents, a question, and what is true about them."""

    id: str
    conflict: bool
    kind: str
    """The kind of the changed fact, or one of ``AGREEMENTS``."""
    form: str
    """One of ``FORMS``; of an agreeing pair also ``version``."""
    language: str
    question: str
    files: tuple[File, File]
    statements: tuple[str, str]
    """What each says of the matter; the second is empty where it says nothing of it."""
    facts: tuple[str, str]
    """The words that differ, each a part of its statement; empty where nothing differs."""
    about: str
    """Which metadata the documents carry: ``none``, ``dates``, ``publishers``, ``both``."""


def draw(corpus: Path, part: str, seed: int | None = None, count: int | None = None) -> tuple[Pair, ...]:
    """The conflicting pairs of a part, then the agreeing ones.

    Args:
        seed: another draw of the same part; never one sentence of the other part.
        count: pairs of each sort, where fewer are wanted.
    """
    wanted = PARTS[part] if count is None else count
    start = SEEDS[part] if seed is None else seed
    used: set[str] = set()
    return tuple(
        pair
        for conflict in (True, False)
        for at in range(wanted)
        for pair in _pair(corpus, part, conflict, at, random.Random(f"{part}/{start}/{conflict}/{at}"), used)
    )


def holds(pair: Pair) -> bool:
    """Whether the extractor finds each statement in its own document, and the differing ones not in the other."""
    texts = [_read_back(file) for file in pair.files]
    if not all(statement in text for statement, text in zip(pair.statements, texts, strict=True)):
        return False
    return not pair.conflict or (pair.statements[1] not in texts[0] and pair.statements[0] not in texts[1])


def _read_back(file: File) -> str:
    return extract(file.data, address=file.name).text


def _pair(corpus: Path, part: str, conflict: bool, at: int, chance: random.Random, used: set[str]) -> Iterator[Pair]:
    """One pair; none where the corpus holds no more facts."""
    id = f"{part}-{'conflict' if conflict else 'agree'}-{at:02}"
    language = "zh" if at % 4 == 3 else "en"
    matters = conflicts if conflict else agreements
    for matter in matters(corpus, part, language, at, chance, used):
        pair = _versions(corpus, id, matter) if matter.kind == "versions" else _written(corpus, id, matter, chance)
        if pair is not None and holds(pair):
            used.add(matter.spot.sentence)
            yield pair
            return


# ---------------------------------------------------------------- documents


def _written(corpus: Path, id: str, matter: Matter, chance: random.Random) -> Pair | None:
    spot = matter.spot
    mode = chance.choice(("none", "none", "dates", "publishers", "both"))
    abouts = _abouts(mode, chance)
    second, statement = _second(matter, chance)
    if not second:
        return None
    first = _first(corpus, matter, abouts[0], mode, chance)
    title = spot.text.title if matter.form == "copy" else title_for(spot, chance)
    form = chance.choice(FORMATS)
    data = render(title, second, abouts[1], spot.text.language, form)
    return Pair(
        id=id,
        conflict=bool(matter.facts[0]),
        kind=matter.kind,
        form=matter.form,
        language=spot.text.language,
        question=matter.question,
        files=(first, File(f"{_slug(title, first.name)}.{form}", data)),
        statements=(spot.sentence, statement),
        facts=matter.facts,
        about=mode,
    )


def _second(matter: Matter, chance: random.Random) -> tuple[list[Piece], str]:
    """The second text, and what it says of the matter."""
    if matter.kind == "neighbour":
        other = _another(matter.spot, chance)
        return (neighbour(matter.spot, other, chance), "") if other else ([], "")
    if matter.form == "copy":
        return copied(matter.spot, matter.statement), matter.statement
    tell = excerpted if matter.form == "excerpt" else retold
    return tell(matter.spot, matter.statement, chance), matter.statement


def _another(spot: Spot, chance: random.Random) -> Spot | None:
    """A sentence with a figure elsewhere in the document, of the same part's kind of prose."""
    listed = [
        Spot(spot.text, at, piece.text)
        for at, piece in enumerate(spot.text.pieces)
        if piece.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM)
        and at != spot.piece
        and re.search(r"\d", piece.text)
        and 40 < len(piece.text) < 900
    ]
    return chance.choice(listed) if listed else None


def _first(corpus: Path, matter: Matter, about: About, mode: str, chance: random.Random) -> File:
    """The original: the corpus file itself, the whole text in another format, or its section."""
    spot = matter.spot
    path = Path(spot.text.file)
    raw = (corpus / spot.text.file).read_bytes()
    short = matter.kind == "more" or len(raw) > LARGEST
    if mode == "none" and not short and path.suffix in _NAMED:
        return File(path.name, raw)
    pieces = section(spot, 3 if matter.kind == "more" else 30) if short else list(spot.text.pieces)
    form = chance.choice(FORMATS)
    return File(f"{path.stem}.{form}", render(spot.text.title, pieces, about, spot.text.language, form))


def _abouts(mode: str, chance: random.Random) -> tuple[About, About]:
    days = [
        f"{year}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}" for year in chance.sample(range(2015, 2026), 2)
    ]
    names = chance.sample(_PUBLISHERS, 2)
    dated, published = mode in ("dates", "both"), mode in ("publishers", "both")
    first, second = (
        About(publisher=name if published else "", published=day if dated else "")
        for name, day in zip(names, days, strict=True)
    )
    return first, second


def _slug(title: str, taken: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40] or "text"
    return f"{slug}-2" if taken.startswith(slug + ".") else slug


# ---------------------------------------------------------------- versions of one manual


def _versions(corpus: Path, id: str, matter: Matter) -> Pair | None:
    """The document and the same one of another release, as they stand in the corpus."""
    text = matter.spot.text
    other = _other_release(corpus, text)
    if other is None:
        return None
    files = (
        File(text.file, (corpus / text.file).read_bytes()),
        File(other.file, (corpus / other.file).read_bytes()),
    )
    return Pair(id, False, "versions", "version", text.language, matter.question, files, (matter.spot.sentence, ""),
                ("", ""), "none")  # fmt: skip


def _other_release(corpus: Path, text: Text) -> Entry | None:
    plain = unversioned(text.file)
    others: Sequence[Entry] = [
        entry
        for entry in entries(corpus)
        if entry.file != text.file and unversioned(entry.file) == plain and read(corpus, entry) is not None
    ]
    return others[-1] if others else None


def unversioned(file: str) -> str:
    """The file's path without the release of its package: the same for all releases of one document."""
    folder, _, rest = file.partition("/")
    return re.sub(r"[\d.]*-?\d[\w.]*$", "", folder) + "/" + rest
