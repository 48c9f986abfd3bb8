"""How well pages are read: ours beside plain trafilatura, and how much of the corpus's text is kept.

    python benchmarks/extraction.py [--data ../shared/data] [--no-corpus]

First table: token F1 on articles with gold text; the share of segments that must be there and are (recall), and of
segments that must not be there and are (false positives). Plain trafilatura is ``trafilatura.extract()`` with its
defaults. Second table: for the HTML documents of the corpus, the share of the page's visible characters that each
keeps (all text below ``body`` except scripts and styles, navigation included, so that 1 is not the aim), how many
documents keep less than three quarters, and the time on one core.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from research_agent.errors import ReadError
from research_agent.reading.charset import decode
from research_agent.reading.extract import extract
from research_agent.reading.html.parse import parse

Read = Callable[[bytes, str], str]


def ours(data: bytes, address: str) -> str:
    try:
        return extract(data, address=address).text
    except ReadError:
        return ""


def plain(data: bytes, address: str) -> str:
    import trafilatura

    return trafilatura.extract(data, url=address if address.startswith("http") else None) or ""


READERS: dict[str, Read] = {"ours": ours, "trafilatura": plain}


def rows(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def token_f1(found: str, gold: str) -> float:
    """F1 of the multisets of words."""
    one, other = (Counter(re.findall(r"\w+", text.lower())) for text in (found, gold))
    both = sum((one & other).values())
    return 2 * both / (one.total() + other.total()) if both else 0.0


def folded(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def quality(read: Read, data: Path) -> tuple[float, float, float, float]:
    """Mean token F1, segment recall, false positives, seconds."""
    start = perf_counter()
    scores = [
        token_f1(read((data / row["file"]).read_bytes(), row["url"]), row["article_body"])
        for row in rows(data / "articles.jsonl")
    ]
    wanted: list[bool] = []
    unwanted: list[bool] = []
    for row in rows(data / "segments.jsonl"):
        text = folded(read((data / row["file"]).read_bytes(), row["url"]))
        wanted += [folded(segment) in text for segment in row["with"]]
        unwanted += [folded(segment) in text for segment in row["without"]]
    seconds = perf_counter() - start
    return sum(scores) / len(scores), sum(wanted) / len(wanted), sum(unwanted) / len(unwanted), seconds


def visible(data: bytes) -> int:
    """Characters without white space below ``body``, scripts and styles left out."""
    tree = parse(decode(data).text)
    if tree is None:
        return 0
    body = tree.find("body")
    parts = [] if body is None else body.xpath(".//text()[not(ancestor::script or ancestor::style)]")
    return len("".join("".join(parts).split()))


def completeness(read: Read, files: list[Path], totals: dict[Path, int]) -> tuple[float, int, float]:
    """Share of all visible characters kept, documents that keep less than three quarters, seconds."""
    start = perf_counter()
    kept = {path: len("".join(read(path.read_bytes(), path.as_uri()).split())) for path in files}
    seconds = perf_counter() - start
    poor = sum(kept[path] < 0.75 * totals[path] for path in files)
    return sum(kept.values()) / sum(totals.values()), poor, seconds


def whole_corpus(corpus: Path) -> tuple[int, float, int]:
    """Documents of all formats, seconds, and how many could not be read."""
    failed = 0
    start = perf_counter()
    files = [corpus / row["file"] for row in rows(corpus / "manifest.jsonl")]
    for path in files:
        failed += not ours(path.read_bytes(), path.as_uri())
    return len(files), perf_counter() - start, failed


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[1] / "../shared/data")
    options.add_argument("--no-corpus", action="store_true")
    given = options.parse_args()
    for read in READERS.values():  # imports and compiled expressions are no part of the times
        read(
            b"<html><body><article><p>" + b"Some words of a page. " * 40 + b"</p></article></body></html>",
            "https://x.test/a",
        )
    print("| reader | token F1, articles | segment recall | false positives | s |\n| --- | --- | --- | --- | --- |")
    for name, read in READERS.items():
        print("| {} | {:.4f} | {:.4f} | {:.4f} | {:.1f} |".format(name, *quality(read, given.data / "extraction")))
    if given.no_corpus:
        return
    corpus = given.data / "corpus"
    files = [corpus / row["file"] for row in rows(corpus / "manifest.jsonl") if row["format"] == "html"]
    totals = {path: visible(path.read_bytes()) for path in files}
    print(f"\n| reader, {len(files)} HTML documents | visible characters kept | below 75 % | s |")
    print("| --- | --- | --- | --- |")
    for name, read in READERS.items():
        print("| {} | {:.3f} | {} | {:.1f} |".format(name, *completeness(read, files, totals)))
    print("\nAll {} documents of the corpus: {:.1f} s on one core, {} not readable.".format(*whole_corpus(corpus)))


if __name__ == "__main__":
    main()
