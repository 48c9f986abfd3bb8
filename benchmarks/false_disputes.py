"""What the cross-check accuses of contradiction where nothing contradicts: different documents of one package.

    python benchmarks/false_disputes.py [--pairs 150] [--seed 1] [--list] [--data ../shared/data]

Two documents of one package and release, drawn at random, speak of different things in the same vocabulary, with shared
boilerplate, tables of options and lists of limits: the hardest strangers that the corpus has. Every sentence of the
first is held against the second (evidence/crossing.py), as if an engine had chosen it. Kin documents are told apart:
what differs there may be a true difference (a package holds eight versions of one constitution), so look with --list.
The second table chooses how much of the shorter document must be known for the two to be kin (aligning.SHARED).
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from planted.sources import Entry, entries, read

from research_agent.domain import Block, Document, Source
from research_agent.evidence import aligning
from research_agent.evidence.aligning import Tellings, says_something
from research_agent.evidence.crossing import compared
from research_agent.evidence.statements import Statements

SHARES = (0.1, 0.2, 0.3, 0.4, 0.5)
SENTENCES = 150
"""Of each document."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pairs", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="show what was accused")
    given = parser.parse_args()
    pairs = list(_pairs(given.data / "corpus", random.Random(given.seed), given.pairs))
    print("| shared, at least | kin pairs | accused in kin | accused among strangers | sentences |")
    for share in SHARES:
        aligning.SHARED = share
        kin, accused, strangers, asked = 0, 0, 0, 0
        for first, second in pairs:
            tellings = Tellings(Statements({"s1": first, "s2": second}))
            are_kin = tellings.kin("s1", "s2")
            kin += are_kin
            for statement in [each for each in tellings.statements.of("s1") if says_something(each)][:SENTENCES]:
                asked += 1
                for finding in compared(statement, tellings):
                    if finding.what is None:
                        continue
                    accused, strangers = accused + are_kin, strangers + (not are_kin)
                    if given.list and share == 0.3:
                        print(f"  {finding.what}\n    1: {finding.mine.text}\n    2: {finding.other.text}")
        print(f"| {share:.1f} | {kin} of {len(pairs)} | {accused} | {strangers} | {asked} |")


def _pairs(corpus: Path, chance: random.Random, count: int) -> Iterator[tuple[Document, Document]]:
    packages: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries(corpus):
        packages[entry.package, entry.version].append(entry)
    several = [key for key in sorted(packages) if len(packages[key]) > 1]
    while count:
        one, other = chance.sample(packages[chance.choice(several)], 2)
        first, second = _document(corpus, one, "s1"), _document(corpus, other, "s2")
        if first and second:
            count -= 1
            yield first, second


def _document(corpus: Path, entry: Entry, id: str) -> Document | None:
    found = read(corpus, entry)
    if found is None:
        return None
    text, blocks = "", []
    for piece in found.pieces:
        start = len(text) + 2 * bool(text)
        text += "\n\n" * bool(text) + piece.text
        blocks.append(Block(start, len(text), piece.kind, piece.level))
    source = Source(
        id=id,
        address=f"file:///{entry.file}",
        path=f"/{entry.file}",
        title=found.title,
        retrieved="",
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        length=len(text),
        format="html",
        version=entry.version,
    )
    return Document(source=source, text=text, blocks=tuple(blocks))


if __name__ == "__main__":
    main()
