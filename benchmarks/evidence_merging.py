"""When are two claims one? Overlap of content terms, with and without the rules about where the rest stands.

    python benchmarks/evidence_merging.py [--data ../shared/data]

To be merged: pairs of statements in other words, as parallel readers of one document write them. To be left apart:
sentences of the corpus with one content word or one figure replaced, or a negation put in, and pairs of different
sentences of one document.

The second table chooses how much two statements must share to be rivals where one measured figure differs
(evidence/conflicts.py, LIKE_MATTER): pairs in freer words, with another quantity or percentage (to be found), and all
pairs of sentences of one document (to be left alone).
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
from pathlib import Path

from research_agent.evidence import conflicts, sameness
from research_agent.evidence.content import content_terms
from research_agent.evidence.names import is_latin
from research_agent.reading.extract import extract
from research_agent.text.sentences import sentence_spans
from research_agent.text.tokens import STOPWORDS

MATTERS = (0.4, 0.5, 0.6, 0.65, 0.7, 0.8)
OVERLAPS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9)
DOCUMENTS = 40
PAIRS = 300
SAME = (
    (
        "The lake is 74 m deep and covers 18 km² since the dam was closed in 1962.",
        "Since the dam was closed in 1962 the lake has been 74 m deep and has covered 18 km².",
    ),
    (
        "The city council announced on 3 May 2021 that the tram line will be 12 km long.",
        "On 3 May 2021 the city council said that the tram line will be 12 km long.",
    ),
    ("The service keeps backups for 30 days and deletes them afterwards.", "The service keeps backups for 30 days."),
    (
        "Version 4.2 removes the option --fast, which version 4.1 had deprecated.",
        "In version 4.2 the option --fast, which version 4.1 had deprecated, is removed.",
    ),
    (
        "Bees visited 61% of the flowers in the open field, whereas beetles visited 9%.",
        "Bees visited 61% of the flowers in the open field and beetles visited 9%.",
    ),
    (
        "The report measured 140 mg of nitrate per litre at the northern well in 2019.",
        "At the northern well 140 mg of nitrate per litre were measured in 2019, according to the report.",
    ),
    (
        "Members may borrow ten books for four weeks and extend the loan twice.",
        "Members may borrow ten books for four weeks.",
    ),
    (
        "The bridge was closed because its steel cables had corroded.",
        "Because its steel cables had corroded, the bridge was closed.",
    ),
    (
        "The index is rebuilt at night, which takes about 40 minutes on the main server.",
        "On the main server the index is rebuilt at night, which takes about 40 minutes.",
    ),
    (
        "In the Norwegian survey of 1998 the glacier was 310 m thick, with an error of 5 m, over 12 km.",
        "The thickness of the glacier in the survey of 1998 by Norway was 310 m, with an error of 5 m, over 12 km.",
    ),
    (
        "The parser reads the file line by line and stops at the first error, as the manual explains.",
        "The parser reads the file line by line and stops at the first error.",
    ),
    (
        "The museum owns 4,200 paintings, of which 300 are on display.",
        "Of the 4,200 paintings that the museum owns, 300 are on display.",
    ),
    (
        "The treaty entered into force on 1 July 2004 after eleven states had ratified it.",
        "After ratification by eleven states the treaty entered into force on 1 July 2004.",
    ),
    (
        "手册提醒该命令的复杂程度可能导致一些退步，如有疑问请使用旧命令。",
        "手册指出该命令的复杂程度可能导致一些退步，如有疑问请使用旧命令。",
    ),
    ("该水库建成于1962年，最深处为74米，面积为18平方公里。", "该水库最深处为74米，面积为18平方公里，建成于1962年。"),
    ("图书馆的会员可以借十本书，期限为四个星期，并可续借两次。", "图书馆的会员可以借十本书，期限为四个星期。"),
)

FREE = (
    (
        "The glacier above the village was 310 m thick in the year of the survey.",
        "In the year of the survey they measured 280 m for the glacier above the village.",
    ),
    (
        "The dam holds back 40 million litres of water for the city.",
        "For the city, 52 million litres of water are held back behind the dam.",
    ),
    ("The upgrade of the main server takes about 40 minutes.", "Upgrading the main server needs 90 minutes."),
    ("Solar panels lose 0.5% of their output every year.", "The yearly loss of output of solar panels is 0.8%."),
    ("The old bridge could carry a load of 12 tonnes.", "A load of 15 tonnes was what the old bridge could bear."),
    (
        "About 61% of the voters took part in the election of the mayor.",
        "In the election of the mayor the turnout of voters was 54%.",
    ),
    ("The summit sank by 2.5 cm in the earthquake of April.", "The April earthquake lowered the summit by 3 cm."),
    ("The museum paid 3 million euros for the painting.", "The painting cost the museum 4 million euros."),
    ("A marathon runner burns 2,600 kcal on the way.", "On the way, 3,100 kcal are burnt by a runner of a marathon."),
    ("该水库最深处为74米，是本省最深的水库。", "本省最深的水库是该水库，水深达81米。"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    chance = random.Random(20261130)
    documents = _documents(parser.parse_args().data / "corpus", chance)
    sentences = [text for listed in documents for text in listed]
    words = sorted({word for text in sentences for word in re.findall(r" ([a-z]{5,})\b", text)} - STOPWORDS["en"])
    chance.shuffle(sentences)
    apart = {
        "other word": [(text, _other_word(text, words, chance)) for text in sentences[:PAIRS]],
        "other figure": [
            (text, _other_number(text)) for text in sentences if re.search(r"(?<![\w.])\d+(?![\w.])", text)
        ],
        "negated": [(text, re.sub(r" (is|are|can|will) ", r" \1 not ", text, count=1)) for text in sentences[:PAIRS]],
        "one document": [pair for listed in documents for pair in itertools.pairwise(listed)],
    }
    apart = {name: [(a, b) for a, b in pairs if a != b][:PAIRS] for name, pairs in apart.items()}
    print("| overlap | rules | same, merged | " + " | ".join(f"{name}, merged" for name in apart) + " |")
    for overlap in OVERLAPS:
        sameness.SAME_CLAIM = overlap
        for name, rule in (("overlap only", _overlap_only), ("all", sameness.same_claim)):
            cells = [f"{sum(rule(a, b) for a, b in pairs)} of {len(pairs)}" for pairs in (SAME, *apart.values())]
            print(f"| {overlap:.2f} | {name} | " + " | ".join(cells) + " |")
    _rivals(documents)


def _rivals(documents: list[list[str]]) -> None:
    apart = [pair for listed in documents for pair in itertools.combinations(listed[:100], 2)]
    print("| like matter | measured figure changed, found | sentences of one document, accused |")
    for matter in MATTERS:
        conflicts.LIKE_MATTER = matter
        found = sum(conflicts.contradiction(a, b) is not None for a, b in FREE)
        accused = sum(conflicts.contradiction(a, b) is not None for a, b in apart)
        print(f"| {matter:.2f} | {found} of {len(FREE)} | {accused} of {len(apart)} |")


def _overlap_only(first: str, second: str) -> bool:
    """The rule without a look at where the rest stands: overlap, figures and polarity."""
    one, other = content_terms(first), content_terms(second)
    if not one or len(one & other) < sameness.SAME_CLAIM * len(one | other):
        return False
    same = sameness._figures_agree(first, second, some=False)
    return same and not sameness._polarity_differs(first, second)


def _documents(corpus: Path, chance: random.Random) -> list[list[str]]:
    files = [path for path in sorted(corpus.rglob("*.html")) if "-fr-" not in str(path) and "-zh" not in str(path)]
    found = []
    for path in chance.sample(files, DOCUMENTS):
        read = extract(path.read_bytes(), address=path.resolve().as_uri())
        spans = sentence_spans(read.text, read.blocks)
        texts = [" ".join(read.text[start:end].split()) for start, end in spans if 60 <= end - start <= 250]
        found.append([text for text in dict.fromkeys(texts) if is_latin(text) and text.endswith(".")])
    return found


def _other_word(text: str, words: list[str], chance: random.Random) -> str:
    """One content word replaced by one of another sentence."""
    places = [found for found in re.finditer(r" ([a-z]{5,})\b", text) if found[1] not in STOPWORDS["en"]]
    if not places:
        return text
    place = chance.choice(places)
    return f"{text[: place.start(1)]}{chance.choice(words)}{text[place.end(1) :]}"


def _other_number(text: str) -> str:
    return re.sub(r"(?<![\w.])\d+(?![\w.])", lambda found: str(int(found[0]) + 3), text, count=1)


if __name__ == "__main__":
    main()
