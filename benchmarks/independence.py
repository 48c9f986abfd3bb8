"""What chooses the thresholds of evidence/copying.py and works.py: copies against strangers, twins against others.

    python benchmarks/independence.py [--data ../shared/data] [--seed N]

- *Texts*: stretches of 400 words of English corpus documents, and the same with a share of the words replaced at
  random; strangers are stretches of documents of other packages.
- *Passages*: 90 words, likewise; strangers are passages that share a subject word that few documents have.
- *Translations*: documents whose Chinese, French or Japanese twin the corpus has (same file name in the folder of the
  same package), against documents of other packages.

Words that descend from one another are told apart by hand (``KIN``): they are no strangers.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from pathlib import Path

from planted.sources import Entry, Text, entries, read

from research_agent.evidence.copying import shared_passage, shared_text
from research_agent.evidence.works import _runs

LEVELS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
EDITS = (0.05, 0.1, 0.15, 0.2)
KIN = ({"ntp", "ntpsec"}, {"maint", "debmake", "debian", "doc"}, {"openssh"}, {"linux"}, {"python3"}, {"r"})
_LANGUAGE = re.compile(r"[-_.](?:zh[-_]cn|zh|ja|fr|en)(?=[-_./])|(?<=/)(?:zh_CN|fr|ja)-", re.IGNORECASE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--seed", type=int, default=20261130)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    corpus = given.data / "corpus"
    english = [(entry, text) for entry in entries(corpus) if (text := read(corpus, entry))]
    chance.shuffle(english)
    for title, length, share in (("texts", 400, shared_text), ("passages", 90, shared_passage)):
        originals = [(e, some) for e, text in english if (some := _stretch(text, length, chance))][:150]
        rows = {f"{rate:.0%} of words": [share(t, _edited(t, rate, chance)) for _, t in originals] for rate in EDITS}
        rows["strangers"] = [
            share(text, other)
            for at, (entry, text) in enumerate(originals)
            for near, other in originals[at + 1 :]
            if not _kin(entry, near)
        ]
        _print(title, rows)
    _print("translations", _translations(corpus, english, chance))


def _stretch(text: Text, length: int, chance: random.Random) -> str:
    words = " ".join(piece.text for piece in text.pieces).split()
    if len(words) < length:
        return ""
    start = chance.randrange(len(words) - length + 1)
    return " ".join(words[start : start + length])


def _edited(text: str, rate: float, chance: random.Random) -> str:
    return " ".join(f"other{chance.randrange(10**6)}" if chance.random() < rate else word for word in text.split())


def _kin(one: Entry, other: Entry) -> bool:
    a, b = one.package.partition("-")[0], other.package.partition("-")[0]
    return a == b or any(a in family and b in family for family in KIN)


def _translations(corpus: Path, english: list[tuple[Entry, Text]], chance: random.Random) -> dict[str, list[float]]:
    by_name: dict[str, list[str]] = defaultdict(list)
    texts = {entry.file: "\n\n".join(piece.text for piece in text.pieces) for entry, text in english}
    packages = {entry.file: entry.package for entry, _ in english}
    for file in texts:
        by_name[_plain(file)].append(file)
    rows: dict[str, list[float]] = {"twins": [], "strangers": []}
    for entry in entries(corpus, None):
        text = read(corpus, entry) if entry.language != "en" else None
        if text is None:
            continue
        foreign = "\n\n".join(piece.text for piece in text.pieces)
        rows["twins"] += [_share(foreign, texts[file]) for file in by_name[_plain(entry.file)]]
        stem = _plain(entry.package + "/").split("-")[0]
        others = [file for file in sorted(texts) if not packages[file].startswith(stem[:4])]
        rows["strangers"] += [_share(foreign, texts[file]) for file in chance.sample(others, 60)]
    return rows


def _plain(file: str) -> str:
    folder, _, rest = _LANGUAGE.sub("", file).partition("/")
    return f"{re.sub(r'-[0-9.]+$', '', folder)}/{rest}"


def _share(first: str, second: str) -> float:
    small, large = sorted((_runs(first), _runs(second)), key=len)
    return len(small & large) / len(small) if len(small) >= 8 else 0.0


def _print(title: str, rows: dict[str, list[float]]) -> None:
    print(f"\n{title}: share found at the level or above")
    print(f"{'':16}" + "".join(f"{level:>8}" for level in LEVELS))
    for name, shares in rows.items():
        found = (sum(share >= level for share in shares) / max(1, len(shares)) for level in LEVELS)
        print(f"{name:16}" + "".join(f"{share:8.1%}" for share in found) + f"  of {len(shares)}")


if __name__ == "__main__":
    main()
