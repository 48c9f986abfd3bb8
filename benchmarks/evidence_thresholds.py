"""Which floors the evidence rules need: content shared by sentence and quote, and by two rival claims.

    python benchmarks/evidence_thresholds.py [--data ../shared/data]

Support (evidence/support.py, COVERAGE): the gold facts of the development questions are short statements in other
words than their quotes. For each floor: the share of facts refused with their own quotes (false alarms), and the share
accepted with the quotes of another item of the same question, and of another question.

Conflicts (evidence/conflicts.py, SAME_MATTER): pairs of corpus sentences with one figure or one negation changed (to
be found), the same pairs unchanged but in another order of words (to be left alone), and random pairs of sentences
from different works (to be left alone).
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterable
from pathlib import Path

from research_agent.evidence import conflicts
from research_agent.evidence.content import content_terms, share_in
from research_agent.evidence.names import is_latin
from research_agent.reading.extract import extract
from research_agent.text.sentences import sentence_spans

FLOORS = (0.0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
MATTERS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
DOCUMENTS = 60
PAIRS = 300


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    data = parser.parse_args().data
    _support(data)
    _conflicts(data)


def _support(data: Path) -> None:
    items: list[tuple[str, str, str]] = []
    for line in (data / "questions/dev.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        for item in question["checklist"]:
            if "gold" in item:
                quotes = "\n".join(evidence["quote"] for evidence in item["gold"]["evidence"])
                items.append((question["id"], item["gold"]["fact"], quotes))
    chance = random.Random(20261130)
    own, sibling, foreign = [], [], []
    for question_id, fact, quotes in items:
        own += _share(fact, quotes)
        others = [entry for entry in items if entry[0] == question_id and entry[2] != quotes]
        sibling += _share(fact, chance.choice(others)[2])
        foreign += _share(fact, chance.choice([entry for entry in items if entry[0] != question_id])[2])
    print(
        f"Support: {len(own)} facts. | floor | own quotes refused | sibling's accepted | another question's accepted |"
    )
    for floor in FLOORS:
        refused = sum(share < floor for share in own) / len(own)
        print(f"| {floor:.2f} | {refused:.1%} | {_at_least(sibling, floor):.1%} | {_at_least(foreign, floor):.1%} |")


def _share(fact: str, quotes: str) -> list[float]:
    """The share of the fact's terms in the quotes; nothing where the rule does not apply."""
    terms = content_terms(fact)
    return [share_in(terms, content_terms(quotes))] if len(terms) >= 4 and is_latin(fact) == is_latin(quotes) else []


def _at_least(shares: list[float], floor: float) -> float:
    return sum(share >= floor for share in shares) / len(shares) if shares else 0.0


def _conflicts(data: Path) -> None:
    chance = random.Random(20261130)
    sentences = _sentences(data / "corpus", chance)
    numbered = [text for _, text in sentences if re.search(r"(?<![\w.])\d{1,4}(?![\w.%])", text)][:PAIRS]
    plain = [text for _, text in sentences if re.search(r" (?:is|are|can|will|must) [a-z]", text)][:PAIRS]
    changed = [(text, _turned(_other_number(text, chance))) for text in numbered]
    denied = [
        (text, _turned(re.sub(r" (is|are|can|will|must) (?=[a-z])", r" \1 not ", text, count=1))) for text in plain
    ]
    agreeing = [(text, _turned(text)) for text in (*numbered, *plain)]
    strangers = [
        (a, b) for (work, a), (other, b) in zip(sentences, sentences[1:] + sentences[:1], strict=True) if work != other
    ]
    print(
        "Conflicts: | same matter | figure changed, found | negated, found | agreeing, accused | strangers, accused |"
    )
    for matter in MATTERS:
        conflicts.SAME_MATTER = matter
        found = [f"{_found(pairs):.1%} of {len(pairs)}" for pairs in (changed, denied, agreeing, strangers)]
        print(f"| {matter:.1f} | " + " | ".join(found) + " |")


def _sentences(corpus: Path, chance: random.Random) -> list[tuple[str, str]]:
    """Sentences of random English documents, each with its work (folder), shuffled."""
    files = [path for path in sorted(corpus.rglob("*.html")) if "-fr-" not in str(path) and "-zh" not in str(path)]
    found = []
    for path in chance.sample(files, DOCUMENTS):
        read = extract(path.read_bytes(), address=path.resolve().as_uri())
        spans = sentence_spans(read.text, read.blocks)
        texts = [read.text[start:end] for start, end in spans if 60 <= end - start <= 250]
        found += [(path.parent.name, text) for text in texts if is_latin(text) and text.endswith(".")]
    chance.shuffle(found)
    return found


def _other_number(text: str, chance: random.Random) -> str:
    return re.sub(
        r"(?<![\w.])\d{1,4}(?![\w.%])", lambda found: str(int(found[0]) + chance.randint(1, 9)), text, count=1
    )


def _turned(text: str) -> str:
    """The clauses in another order: the last one first."""
    clauses = text.rstrip(".").split(", ")
    return ", ".join([*clauses[-1:], *clauses[:-1]]) + "."


def _found(pairs: Iterable[tuple[str, str]]) -> float:
    pairs = list(pairs)
    accused = sum(conflicts.contradiction(a, b) is not None for a, b in pairs)
    return accused / len(pairs) if pairs else 0.0


if __name__ == "__main__":
    main()
