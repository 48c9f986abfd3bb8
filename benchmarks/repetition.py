"""When does a sentence only say again what an earlier one says? Shared content words, by threshold.

    python benchmarks/repetition.py [--data ../shared/data]

To be left out: the pairs in other words of ``evidence_merging.py``, the longer sentence first. To be printed: corpus
sentences with one content word or figure replaced or a negation put in, and neighbouring sentences of one document.
All pairs count as resting on the same claim, which is what the rule asks first.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
from pathlib import Path

import evidence_merging as merging

from research_agent.reports.repetition import Said, says_again
from research_agent.text.tokens import STOPWORDS

SHARES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.99)
SHARED = frozenset({"c1"})


def again(earlier: str, later: str, share: float) -> bool:
    return says_again(Said(later, SHARED), Said(earlier, SHARED), share)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    chance = random.Random(20261130)
    documents = merging._documents(parser.parse_args().data / "corpus", chance)
    sentences = [text for listed in documents for text in listed]
    words = sorted({word for text in sentences for word in re.findall(r" ([a-z]{5,})\b", text)} - STOPWORDS["en"])
    chance.shuffle(sentences)
    changed: dict[str, list[tuple[str, str]]] = {
        "same, in other words": [(max(pair, key=len), min(pair, key=len)) for pair in merging.SAME],
        "other word": [(text, merging._other_word(text, words, chance)) for text in sentences[: merging.PAIRS]],
        "other figure": [(text, merging._other_number(text)) for text in sentences if re.search(r"\d", text)],
        "negated": [(text, re.sub(r" (is|are|can|will) ", r" \1 not ", text, count=1)) for text in sentences],
        "neighbours": [pair for listed in documents for pair in itertools.pairwise(listed)],
    }
    pairs = {name: [(a, b) for a, b in found if a != b][: merging.PAIRS] for name, found in changed.items()}
    print("| share | " + " | ".join(f"{name}, left out" for name in pairs) + " |")
    for share in SHARES:
        cells = [f"{sum(again(a, b, share) for a, b in found)} of {len(found)}" for found in pairs.values()]
        print(f"| {share:.2f} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
