"""Are mended sentences put where they belong? Anchors with slips, right and wrong ids, by threshold.

    python benchmarks/patching.py [--data ../shared/data] [RUN ...]

Drafts of 60 sentences are drawn from corpus documents by seed, neighbours of one document side by side, so that many
begin alike. For each of ten of them a patch is made: its first six words (CJK: twelve characters) as they are, or with
a slip, under its own id, another sentence's, or one that does not exist. A patch whose words begin no sentence of the
draft must be refused.

With folders of finished runs, the second table sets the tokens of their repair replies against those of the report that
each would have had to write anew.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from research_agent.evidence.names import is_latin
from research_agent.reading.extract import extract
from research_agent.text.anchors import meant
from research_agent.text.sentences import sentence_spans

THRESHOLDS = (0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
DRAFTS, SENTENCES, PATCHES = 20, 60, 10
SLIPS = ("none", "letter", "word left out", "word too many", "begins later")


def drafts(corpus: Path, chance: random.Random) -> Iterator[dict[str, str]]:
    """Sentences by id, from a few documents each, a third of the drafts Chinese."""
    files = [path for path in sorted(corpus.rglob("*.html")) if "-fr-" not in str(path)]
    chinese = [path for path in files if "-zh" in str(path)]
    for number in range(DRAFTS):
        texts: list[str] = []
        while len(texts) < SENTENCES:
            path = chance.choice(chinese if number % 3 == 0 else files)
            read = extract(path.read_bytes(), address=path.resolve().as_uri())
            found = [" ".join(read.text[s:e].split()) for s, e in sentence_spans(read.text, read.blocks) if e - s > 40]
            start = chance.randrange(max(1, len(found) - 12))
            texts += found[start : start + 12]
        yield {f"0/{place}": text for place, text in enumerate(dict.fromkeys(texts[:SENTENCES]))}


def anchor(text: str, slip: str, chance: random.Random) -> str:
    """The first words of a text as a hasty copyist gives them."""
    latin = is_latin(text)
    units = text.split()[:7] if latin else list(text[:13])
    kept = units[: max(1, len(units) - 1)]
    place = chance.randrange(1, max(2, len(kept)))
    if slip == "letter":
        word = kept[place % len(kept)]
        kept[place % len(kept)] = word[:-1] + ("x" if word[-1:] != "x" else "y")
    elif slip == "word left out":
        kept = [*kept[:place], *kept[place + 1 :]] if len(kept) > 2 else kept
    elif slip == "word too many":
        kept.insert(place, "the" if latin else "的")
    elif slip == "begins later":
        kept = units[1:] or units
    return (" " if latin else "").join(kept)


def placed(draft: dict[str, str], foreign: str, slip: str, alike: float, chance: random.Random) -> Counter[str]:
    """Outcomes of the patches of one draft."""
    counts: Counter[str] = Counter()
    ids = list(draft)
    for right in chance.sample(ids, PATCHES):
        words = anchor(draft[right], slip, chance)
        for kind, given in (("own id", right), ("other id", chance.choice(ids)), ("no such id", "9/99")):
            found = meant(given, words, draft, alike=alike)
            same = found is not None and draft[found] == draft[right]
            counts[f"{kind}: {'right' if same else 'refused' if found is None else 'wrong'}"] += 1
        counts["foreign: used"] += meant(right, anchor(foreign, "none", chance), draft, alike=alike) is not None
    return counts


def tokens(runs: list[Path]) -> None:
    """Reply tokens of repairs, and of the reports that they mended."""
    print("| run | report, tokens | repair, tokens | saved |\n| --- | --- | --- | --- |")
    for run in runs:
        connection = sqlite3.connect(f"file:{run / 'journal.sqlite'}?mode=ro", uri=True)
        query = "select meta, completion_tokens from calls where role = 'writer' and status = 'ok'"
        spent: Counter[str] = Counter()
        for meta, used in connection.execute(query):
            spent["repair" if json.loads(meta).get("prompt") == "repair" else "report"] += used
        connection.close()
        if spent["report"]:
            saved = 1 - spent["repair"] / spent["report"]
            print(f"| {run.name[11:40]} | {spent['report']:,} | {spent['repair']:,} | {saved:.0%} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("runs", type=Path, nargs="*")
    options = parser.parse_args()
    chance = random.Random(20261130)
    listed = list(drafts(options.data / "corpus", chance))
    columns = [f"{kind}: {end}" for kind in ("own id", "other id", "no such id") for end in ("right", "wrong")]
    print("| threshold | slip | " + " | ".join(columns) + " | foreign: used |")
    print("| --- " * (len(columns) + 3) + "|")
    for alike in THRESHOLDS:
        for slip in SLIPS:
            counts: Counter[str] = Counter()
            for place, draft in enumerate(listed):
                other = listed[(place + 3) % len(listed)]
                foreign = next(text for text in other.values() if text not in draft.values())
                counts += placed(draft, foreign, slip, alike, random.Random(place))
            total = DRAFTS * PATCHES
            cells = [f"{counts[name] / total:.1%}" for name in (*columns, "foreign: used")]
            print(f"| {alike:.2f} | {slip} | " + " | ".join(cells) + " |")
    if options.runs:
        tokens(options.runs)


if __name__ == "__main__":
    main()
