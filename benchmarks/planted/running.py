"""One pair through `research` with the extractive engine, and what its report makes of it."""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from research_agent.api import research_sync
from research_agent.settings import Depth, EngineChoice, Settings

from .pairs import Pair


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the report of one pair says."""

    pair: Pair
    hit: bool
    """A conflict was found as this dispute; an agreeing pair has some dispute."""
    disputes: int
    quoted: bool
    """Whether both statements are quoted in the report at all."""
    told: tuple[str, ...]
    """The disputed claims, as their positions state them."""
    seconds: float


def run_pair(pair: Pair, depth: str = "standard", keep: Path | None = None) -> Outcome:
    """Write the pair's folder, research its question there, read report.json. Folders go away unless kept."""
    if keep is not None:
        return _run(pair, depth, keep / pair.id)
    with tempfile.TemporaryDirectory() as folder:
        return _run(pair, depth, Path(folder))


def _run(pair: Pair, depth: str, folder: Path) -> Outcome:
    documents = folder / "documents"
    for file in pair.files:
        path = documents / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
    settings = Settings(
        engine=EngineChoice.EXTRACTIVE,
        depth=Depth(depth),
        documents=(str(documents),),
        local_only=True,
        output=folder / "runs",
        cache_dir=folder / "cache",
        formats=("json",),
    )
    started = time.perf_counter()
    research_sync(pair.question, settings)
    seconds = time.perf_counter() - started
    [report] = sorted((folder / "runs").glob("*/report.json"))
    return judged(pair, json.loads(report.read_text("utf-8")), seconds)


def judged(pair: Pair, report: dict[str, Any], seconds: float = 0.0) -> Outcome:
    """What a report.json says of a pair."""
    paths = {source["id"]: source["path"] or "" for source in report["sources"]}
    quotes = {quote["id"]: (paths.get(quote["source"], ""), quote["text"]) for quote in report["quotes"]}
    disputed = [claim for claim in report["claims"] if claim["status"] == "disputed"]
    found = any(_is_the_dispute(pair, claim["positions"], quotes) for claim in disputed)
    return Outcome(
        pair=pair,
        hit=found if pair.conflict else bool(disputed),
        disputes=len(disputed),
        quoted=all(_says(pair, side, quotes.values()) for side in (0, 1)),
        told=tuple(" | ".join(position["statement"] for position in claim["positions"]) for claim in disputed),
        seconds=seconds,
    )


def _is_the_dispute(pair: Pair, positions: list[dict[str, Any]], quotes: dict[str, tuple[str, str]]) -> bool:
    """Whether one position quotes the first statement and another one the second."""
    sides = [
        {at for at, position in enumerate(positions) if _says(pair, side, (quotes[id] for id in position["quotes"]))}
        for side in (0, 1)
    ]
    return any(first != second for first in sides[0] for second in sides[1])


def _says(pair: Pair, side: int, quotes: Iterable[tuple[str, str]]) -> bool:
    """Whether one of the quotes is from this side's document and holds the fact in its statement."""
    statement, name = _plain(pair.statements[side]), pair.files[side].name
    fact = _plain(pair.facts[side])
    return any(
        path.endswith("/" + name) and fact in _plain(text) and _shares(_plain(text), statement) for path, text in quotes
    )


def _shares(quote: str, statement: str) -> bool:
    """One lies within the other; a quote may be a clause of the statement or several sentences around it."""
    return bool(statement) and (statement in quote or (quote in statement and len(quote) * 3 >= len(statement)))


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().rstrip(".。；;")
