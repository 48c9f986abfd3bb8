"""Which quotes may be left out: gold quotes beside the sentences that stand next to them.

    python benchmarks/pruning.py [../shared/data]

For each gold fact of the questions: the fact's own quotes should be kept, and the sentences before and after them in
the same document, which a hasty reader cites as well, should go. A neighbour may really bear on the fact, so not all
of them can go; the table shows where gold quotes begin to be lost.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from research_agent.domain import Quote
from research_agent.evidence.pruning import carrying
from research_agent.reading.cache import ExtractionCache
from research_agent.settings import load_settings
from research_agent.text.sentences import sentence_spans

SHARES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)


def cases(data: Path) -> list[tuple[str, list[Quote], set[str]]]:
    """Fact, quotes (gold ones and their neighbours), ids of the gold ones."""
    cache = ExtractionCache(load_settings().cache_dir)
    found = []
    for line in (data / "questions" / "dev.jsonl").read_text(encoding="utf-8").splitlines():
        for item in json.loads(line)["checklist"]:
            for evidence in item.get("gold", {}).get("evidence", ()):
                extracted = cache.extract_file(data / "corpus" / evidence["file"])
                spans = sentence_spans(extracted.text, extracted.blocks)
                texts = [" ".join(extracted.text[start:end].split()) for start, end in spans]
                wanted = " ".join(evidence["quote"].split())
                at = next((place for place, text in enumerate(texts) if wanted[:60] in text), None)
                if at is None:
                    continue
                chosen = [place for place in range(at - 2, at + 3) if 0 <= place < len(texts)]
                quotes = [Quote(id=f"q{p}", source="s", start=0, end=len(texts[p]), text=texts[p]) for p in chosen]
                found.append((item["gold"]["fact"] + ". " + item["text"], quotes, {f"q{at}"}))
    return found


def main() -> None:
    listed = cases(Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data"))
    print(f"{len(listed)} gold facts")
    print("| fair share | gold quotes lost | neighbours cited all the same |\n| --- | --- | --- |")
    for share in SHARES:
        lost = cited = neighbours = 0
        for fact, quotes, gold in listed:
            kept = {quote.id for quote in carrying(fact, quotes, fair_share=share)}
            lost += len(gold - kept)
            neighbours += len(quotes) - len(gold)
            cited += len(kept - gold)
        print(f"| {share} | {lost / len(listed):.1%} | {cited / neighbours:.1%} |")


if __name__ == "__main__":
    main()
