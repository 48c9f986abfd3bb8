"""Check the citations of finished runs with the standard library alone: nothing is imported from the project.

    python benchmarks/independent_check.py runs/*

For every run: each source's hash, each quote's text at its offsets, each sentence's claims and their quotes, and each
number of a sentence in the quotes that it cites. The numbers are compared as digits only (thousands separators
removed), so a number that is worded otherwise in the quote ("three", "1.5 GB" for "1,536 MB") is listed for a look and
counted apart, as is a derived number.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def numbers(text: str) -> set[str]:
    """Numbers as digits: ``8,848.86`` and ``8848.86`` are one; a version counts with its prefixes (3, 3.12)."""
    found: set[str] = set()
    for raw in NUMBER.findall(text):
        plain = re.sub(r",(?=\d{3}(?!\d))", "", raw)
        parts = plain.split(".")
        found |= {".".join(parts[: n + 1]) for n in range(len(parts))} | {plain.rstrip("0").rstrip(".")}
    return found


def sentences(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [*report["answer_sentences"], *(each for section in report["sections"] for each in section["sentences"])]


def check(folder: Path) -> tuple[int, int, list[str], list[str]]:
    """Sentences and quotes checked, violations, numbers to look at."""
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    texts = {}
    wrong: list[str] = []
    for source in report["sources"]:
        raw = (folder / "sources" / f"{source['id']}.txt").read_bytes()
        texts[source["id"]] = raw.decode("utf-8")
        if hashlib.sha256(raw).hexdigest() != source["sha256"]:
            wrong.append(f"source {source['id']}: hash differs")
    quotes = {quote["id"]: quote for quote in report["quotes"]}
    for quote in quotes.values():
        if texts[quote["source"]][quote["start"] : quote["end"]] != quote["text"]:
            wrong.append(f"quote {quote['id']}: is not what stands at its offsets")
    claims = {claim["id"]: claim for claim in report["claims"]}
    look: list[str] = []
    for sentence in sentences(report):
        text = sentence.get("text") or " | ".join(sentence.get("cells", ()))
        cited = [claims.get(name) for name in sentence["claims"]]
        if not cited or not all(claim and claim["quotes"] for claim in cited):
            wrong.append(f"no claim with quotes: {text[:80]}")
            continue
        held = " ".join(quotes[name]["text"] for claim in cited if claim for name in claim["quotes"])
        missing = {raw for raw in NUMBER.findall(text) if not numbers(raw) & numbers(held)}
        if missing:
            look.append(f"{sorted(missing)} in: {text[:100]}")
    return len(sentences(report)), len(quotes), wrong, look


def main() -> int:
    folders = [Path(name) for name in sys.argv[1:] if (Path(name) / "report.json").is_file()]
    total_sentences = total_quotes = total_wrong = total_look = 0
    for folder in folders:
        count, quotes, wrong, look = check(folder)
        total_sentences, total_quotes = total_sentences + count, total_quotes + quotes
        total_wrong, total_look = total_wrong + len(wrong), total_look + len(look)
        for line in wrong:
            print(f"WRONG {folder.name}: {line}")
        for line in look:
            print(f"LOOK  {folder.name}: {line}")
    print(
        f"{len(folders)} runs, {total_sentences} sentences, {total_quotes} quotes: {total_wrong} violations, "
        f"{total_look} sentences with a number worded otherwise in its quotes"
    )
    return 1 if total_wrong or not folders else 0


if __name__ == "__main__":
    raise SystemExit(main())
