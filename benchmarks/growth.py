"""Time and memory of one question as the documents grow.

    python benchmarks/growth.py [--documents ../shared/data/corpus] [--times 10]

The documents are copied ``--times`` times under a temporary folder, with a share of the words of each copy replaced, so
that no copy is a duplicate. Then one question is asked of the original and of the larger folder, each with a warm
index, in processes of their own (for their peak memory), several times in turn.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

QUESTION = "Which methods are there to upgrade a PostgreSQL cluster to a new major version, and how do they compare?"
CHANGED = 0.1
"""Share of the words of a copy that are replaced by other words of the same document."""
ASK = """
import asyncio, json, resource, sys, time
from pathlib import Path
from research_agent import Settings, research

async def main(documents, folder, question):
    settings = Settings(engine="extractive", documents=(documents,), output=Path(folder) / "runs",
                        cache_dir=Path(folder) / "cache")
    await research("warm up: " + question, settings)
    started, used = time.monotonic(), time.process_time()
    report = await research(question, settings)
    print(json.dumps({"wall": time.monotonic() - started, "cpu": time.process_time() - used,
                      "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "outcome": report.outcome}))

asyncio.run(main(*sys.argv[1:]))
"""


def perturbed(text: str, chance: random.Random) -> str:
    """The text with some of its words replaced by others of its own."""
    words = re.findall(r"[A-Za-z]{4,}", text)
    if not words:
        return text
    return re.sub(
        r"[A-Za-z]{4,}", lambda found: chance.choice(words) if chance.random() < CHANGED else found.group(), text
    )


def enlarge(documents: Path, target: Path, times: int) -> int:
    """Copy text documents ``times`` times; returns the number of files. PDF files are copied as they are, once."""
    chance = random.Random(1)
    count = 0
    for path in sorted(each for each in documents.rglob("*") if each.is_file()):
        inside = path.relative_to(documents)
        for copy in range(times):
            place = target / f"copy{copy}" / inside
            if path.suffix.lower() == ".pdf" and copy:
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            count += 1
            if copy == 0 or path.suffix.lower() == ".pdf":
                shutil.copy(path, place)
            else:
                text = path.read_text(encoding="utf-8", errors="replace")
                body = re.sub(r">[^<]+<", lambda found: perturbed(found.group(), chance), text)
                place.write_text(body if "<" in text else perturbed(text, chance), encoding="utf-8")
    return count


def ask(documents: Path, folder: Path) -> dict[str, float]:
    command = [sys.executable, "-c", ASK, str(documents), str(folder), QUESTION]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=Path, default=Path("../shared/data/corpus"))
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        large = Path(scratch) / "large"
        count = enlarge(given.documents, large, given.times)
        print(f"{count} files in the enlarged folder")
        sides = {"1x": given.documents, f"{given.times}x": large}
        found: dict[str, list[dict[str, float]]] = {name: [] for name in sides}
        for _ in range(given.rounds):
            for name, documents in sides.items():
                found[name].append(ask(documents, Path(scratch) / f"work-{name}"))
    for name, runs in found.items():
        middle = {part: statistics.median(run[part] for run in runs) for part in ("wall", "cpu", "mb")}
        print(f"{name}: wall {middle['wall']:.1f} s, processor {middle['cpu']:.1f} s, peak {middle['mb']:.0f} MB")
    one, more = (statistics.median(run["cpu"] for run in runs) for runs in found.values())
    wall = [statistics.median(run["wall"] for run in runs) for runs in found.values()]
    print(f"ratio: wall {wall[1] / wall[0]:.2f}, processor {more / one:.2f}")


if __name__ == "__main__":
    main()
