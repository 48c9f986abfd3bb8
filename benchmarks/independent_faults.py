"""How much ``independent_check.py`` would find: one token of each sentence of finished runs is changed, by seed.

    python benchmarks/independent_faults.py tests/recordings/*

A digit becomes another digit; the letters of a name become their successors. Sentences that fail unchanged are left
out. Prints changes found by kind of token, and some that were missed. The standard library alone.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from pathlib import Path

from independent_check import Run, Tally, check_sentence
from independent_tokens import Token, figures, names, normal


def changed(token: Token, rng: random.Random) -> str:
    """The token with one digit changed, or with all its letters."""
    if token.kind == "name":
        return re.sub("[A-Za-z]", lambda one: chr((ord(one[0]) & ~31) + (ord(one[0]) & 31) % 26 + 1), token.raw)
    at = rng.choice([found.start() for found in re.finditer(r"\d", token.raw)])
    return f"{token.raw[:at]}{(int(token.raw[at]) + rng.randint(1, 9)) % 10}{token.raw[at + 1 :]}"


def faults(run: Run, sentence: dict[str, object]) -> int:
    tally = Tally()
    check_sentence(run, sentence, tally)
    return len(tally.wrong)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    rng, made, found, missed = random.Random(options.seed), Counter[str](), Counter[str](), list[str]()
    for run in (Run(folder) for folder in options.runs if (folder / "report.json").is_file()):
        for sentence in run.sentences():
            text = normal(" | ".join(sentence.get("cells", ())) or sentence.get("text", ""))
            tokens = [*(one for one in figures(text) if re.search(r"\d", one.raw)), *names(text)]
            if not tokens or faults(run, sentence):
                continue
            token = rng.choice(tokens)
            new = changed(token, rng)
            other = text[: token.start] + new + text[token.start + len(token.raw) :]
            made[token.kind] += 1
            if faults(run, {**sentence, "cells": [], "text": other}):
                found[token.kind] += 1
            else:
                missed.append(f"{token.kind} {token.raw!r} -> {new!r}: {other[:120]}")
    print(", ".join(f"{kind} {found[kind]}/{made[kind]}" for kind in sorted(made)), end="")
    print(f"; together {found.total()}/{made.total()} ({found.total() / max(made.total(), 1):.1%})")
    for line in missed[:10]:
        print(f"  missed {line}")


if __name__ == "__main__":
    main()
