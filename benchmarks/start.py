"""How fast `research --help` starts, beside what it cannot do without: `python -c "import typer"`.

    python benchmarks/start.py [--runs 15]

The two take turns, so that a busy machine slows both; the medians and their ratio are printed.
Targets: at most 0.35 s warm, at most twice the import.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

COMMANDS = {
    "research --help": [sys.executable, "-c", "from research_agent.cli.main import run; run()", "--help"],
    "import typer": [sys.executable, "-c", "import typer"],
    "python -c pass": [sys.executable, "-c", "pass"],
}


def seconds(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15, help="measured runs of each command")
    runs = parser.parse_args().runs
    for command in COMMANDS.values():
        seconds(command)  # warm: byte code compiled, files in the page cache
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, command in COMMANDS.items():
            taken[name].append(seconds(command))
    medians = {name: statistics.median(times) for name, times in taken.items()}
    for name, median in medians.items():
        print(f"{name:<16} {median:.3f} s (median of {runs}, least {min(taken[name]):.3f} s)")
    print(f"ratio            {medians['research --help'] / medians['import typer']:.2f}")


if __name__ == "__main__":
    main()
