"""How high the threshold of a near match must be (evidence/locate.py, NEAR).

    python benchmarks/quote_locator.py [--data ../shared/data]

Takes the gold quotes of the development questions, makes slips that a model makes (to be found) and changes of what
is said (to be refused), looks both up in the text of the quote's document, and prints for each threshold the share
of slips missed and of changes accepted.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from research_agent.evidence.locate import locate
from research_agent.reading.extract import extract

Perturb = Callable[[str, random.Random], str | None]
THRESHOLDS = (0.80, 0.84, 0.88, 0.90, 0.92, 0.94, 0.96, 0.98)
ARTICLES = re.compile(r"\b(?:the|a|an|that|of|to|is)\b ?|的|了", re.IGNORECASE)


def _at(pattern: str, text: str, chance: random.Random) -> re.Match[str] | None:
    return chance.choice(found) if (found := list(re.finditer(pattern, text))) else None


def _replaced(text: str, found: re.Match[str] | None, by: str) -> str | None:
    return None if found is None else text[: found.start()] + by + text[found.end() :]


def swapped_letters(text: str, chance: random.Random) -> str | None:
    found = _at(r"[a-z]{5,}", text, chance)
    if found is None:
        return None
    word = found.group()
    return _replaced(text, found, f"{word[:2]}{word[3]}{word[2]}{word[4:]}")


def dropped_comma(text: str, chance: random.Random) -> str | None:
    return _replaced(text, _at("[,，、]", text, chance), "")


def dropped_article(text: str, chance: random.Random) -> str | None:
    return _replaced(text, _at(ARTICLES.pattern, text, chance), "")


def inserted_article(text: str, chance: random.Random) -> str | None:
    return _replaced(text, _at(r"(?<=[a-z]) (?=[a-z]{4})", text, chance), " the ")


def other_number(text: str, chance: random.Random) -> str | None:
    found = _at(r"[a-z]{4,}s\b", text, chance)
    return None if found is None else _replaced(text, found, found.group()[:-1])


def other_case(text: str, chance: random.Random) -> str | None:
    return text[0].swapcase() + text[1:] if text[0].isascii() and text[0].isalpha() else None


def dropped_ending(text: str, chance: random.Random) -> str | None:
    return text.rstrip(".。") + ", and" if len(text) > 40 else None


def two_slips(text: str, chance: random.Random) -> str | None:
    once = swapped_letters(text, chance)
    return dropped_article(once, chance) if once else None


def changed_number(text: str, chance: random.Random) -> str | None:
    found = _at(r"\d+", text, chance)
    return None if found is None else _replaced(text, found, str(int(found.group()) + chance.randint(1, 9)))


def negated(text: str, chance: random.Random) -> str | None:
    return _replaced(text, _at(r"(?<= is| be|can|ill|are|was) (?=[a-z])", text, chance), " not ") or _replaced(
        text, _at(r"(?<=[\u4e00-\u9fff])(?=[可能会是])", text, chance), "不"
    )


def affirmed(text: str, chance: random.Random) -> str | None:
    return _replaced(text, _at(r" not\b|不", text, chance), "")


def other_word(text: str, chance: random.Random) -> str | None:
    """A content word of the same text in another's place."""
    words = re.findall(r"\b[a-z]{5,}\b", text)
    found = _at(r"\b[a-z]{5,}\b", text, chance)
    others = [word for word in words if found and word != found.group()]
    return _replaced(text, found, chance.choice(others)) if others else None


def other_name(text: str, chance: random.Random) -> str | None:
    found = _at(r"\b(?:[A-Z][a-z]+[A-Z]\w+|[A-Z]{2,}|[a-z]+_[a-z_]+)\b", text, chance)
    return _replaced(text, found, chance.choice(["MySQL", "XFS", "pg_dumpall", "OpenBSD"]))


def opposite(text: str, chance: random.Random) -> str | None:
    for word, other in (("before", "after"), ("must", "may"), ("more", "less"), ("always", "never"), ("必须", "可以")):
        if word in text:
            return text.replace(word, other, 1)
    return None


SLIPS: tuple[Perturb, ...] = (
    swapped_letters,
    dropped_comma,
    dropped_article,
    inserted_article,
    other_number,
    other_case,
    dropped_ending,
    two_slips,
)
CHANGES: tuple[Perturb, ...] = (changed_number, negated, affirmed, opposite, other_name, other_word)


def quotes(data: Path) -> list[tuple[str, str]]:
    """Gold quotes with the extracted text that they stand in."""
    texts: dict[str, str] = {}
    found = []
    for line in (data / "questions/dev.jsonl").read_text(encoding="utf-8").splitlines():
        for item in json.loads(line)["checklist"]:
            for evidence in item.get("gold", {}).get("evidence", ()):
                path = data / "corpus" / evidence["file"]
                if evidence["file"] not in texts:
                    texts[evidence["file"]] = extract(path.read_bytes(), address=path.resolve().as_uri()).text
                found.append((evidence["quote"], texts[evidence["file"]]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    known = [(quote, text) for quote, text in quotes(parser.parse_args().data)]
    unperturbed = [locate(text, quote) for quote, text in known]
    print(
        f"{len(known)} gold quotes; {sum(bool(p and p.exact) for p in unperturbed)} located exactly, "
        f"{sum(bool(p and not p.exact) for p in unperturbed)} nearly, {sum(p is None for p in unperturbed)} not at all"
    )
    known = [pair for pair, place in zip(known, unperturbed, strict=True) if place]
    scores: dict[str, list[float]] = defaultdict(list)
    chance = random.Random(20261130)
    for perturb in (*SLIPS, *CHANGES):
        for quote, text in known:
            changed = perturb(quote, chance)
            if changed and changed != quote:
                place = locate(text, changed, least=0.6)
                scores[perturb.__name__].append(place.score if place else 0.0)
    print("| perturbation | n | " + " | ".join(f"{t:.2f}" for t in THRESHOLDS) + " |")
    print("| --- | --- |" + " --- |" * len(THRESHOLDS))
    for title, group in (("slips missed", SLIPS), ("changes accepted", CHANGES)):
        everything = [score for perturb in group for score in scores[perturb.__name__]]
        _row(f"**{title}**", everything, group is SLIPS)
        for perturb in group:
            _row(perturb.__name__.replace("_", " "), scores[perturb.__name__], group is SLIPS)


def _row(name: str, scores: list[float], missed: bool) -> None:
    shares = [sum((score < t) == missed for score in scores) / len(scores) if scores else 0.0 for t in THRESHOLDS]
    print(f"| {name} | {len(scores)} | " + " | ".join(f"{share:.1%}" for share in shares) + " |")


if __name__ == "__main__":
    main()
