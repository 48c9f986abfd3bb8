"""What the pairwise verdicts add up to: win, tie and lose by dimension, position bias, ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from research_agent.adr_bench.comparing.pair_lines import PairJudged
from research_agent.adr_bench.estimates import Estimate, share
from research_agent.domain import Usage
from research_agent.judges.ratings import (
    Game,
    Rated,
    Tally,
    bootstrap,
    bradley_terry,
    davidson,
    elo,
    games_of,
    head_to_head,
)
from research_agent.judges.ratings.games import Compared
from research_agent.judges.rubric import DIMENSIONS

WHOLE = "overall"
_ROUNDS, _FEWEST, _WORK = 500, 100, 500_000
"""Bootstrap draws: fewer for many games, never fewer than a hundred."""
_PERMUTATIONS = 4
"""Of Elo, in each bootstrap draw; the rating itself takes a hundred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """One system against one other, on the whole (``overall``) or in one dimension."""

    left: str
    right: str
    dimension: str
    wins: int
    ties: int
    losses: int
    biased: int
    """Of the ties, those where the verdict followed the reports' places."""
    undecided: int
    rate: Estimate
    """Wins and half of the ties, of what was decided; the interval is Wilson's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """One system's, under one model of ratings."""

    system: str
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """``elo``, ``bradley_terry`` (a tie is half a win) or ``davidson`` (a tie is an outcome of its own)."""

    name: str
    ratings: tuple[Rating, ...]
    """Best first."""
    tie_parameter: float | None
    regularised: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairwise:
    models: Mapping[str, int]
    """Model -> verdicts."""
    prompts: Mapping[str, tuple[str, ...]]
    pairs: int
    undecided: int
    """Pairs without a verdict, or of which only one order was judged."""
    bias: Estimate
    """Share of the decided pairs whose winner changed with the places."""
    favoured_first: int
    """Of those, how often the place that gained was the first."""
    tables: tuple[HeadToHead, ...]
    ratings: tuple[Ratings, ...]
    usage: Usage
    errors: Mapping[str, int]
    """What went wrong, in words -> pairs."""


def add_up(lines: Sequence[PairJudged]) -> Pairwise:
    """The sums of a comparison's pairs."""
    compared: list[Compared] = [
        (line.task, line.left, line.right, line.verdict) for line in lines if line.verdict is not None
    ]
    decided = [verdict for *_, verdict in compared if verdict.outcome is not None]
    biased = [verdict for verdict in decided if verdict.position_bias]
    prompts: dict[str, set[str]] = {}
    for *_, verdict in compared:
        for name, digest in verdict.prompts.items():
            prompts.setdefault(name, set()).add(digest)
    return Pairwise(
        models=dict(sorted(Counter(verdict.model for *_, verdict in compared).items())),
        prompts={name: tuple(sorted(prompts[name])) for name in sorted(prompts)},
        pairs=len(lines),
        undecided=len(lines) - len(decided),
        bias=share(len(biased), len(decided)),
        favoured_first=sum(verdict.favoured == "first" for verdict in biased),
        tables=tuple(one for name in (WHOLE, *DIMENSIONS) for one in _tables(lines, compared, name)),
        ratings=_ratings(games_of(compared)),
        usage=_usage(lines),
        errors=dict(sorted(Counter(line.error for line in lines if line.error).items())),
    )


def _tables(lines: Sequence[PairJudged], compared: Sequence[Compared], dimension: str) -> list[HeadToHead]:
    order = dict.fromkeys((line.left, line.right) for line in lines)
    lost = Counter((line.left, line.right) for line in lines if line.verdict is None)
    tallies = head_to_head(compared, "" if dimension == WHOLE else dimension)
    return [_table(pair, dimension, tallies.get(pair, Tally()), lost[pair]) for pair in order]


def _table(pair: tuple[str, str], dimension: str, tally: Tally, lost: int) -> HeadToHead:
    return HeadToHead(
        left=pair[0],
        right=pair[1],
        dimension=dimension,
        wins=tally.wins,
        ties=tally.ties,
        losses=tally.losses,
        biased=tally.biased,
        undecided=tally.undecided + lost,
        rate=share(tally.wins + tally.ties / 2, tally.decided),
    )


def _ratings(games: Sequence[Game]) -> tuple[Ratings, ...]:
    if not games:
        return ()
    models: dict[str, tuple[Callable[[Sequence[Game]], Rated], Callable[[Sequence[Game]], Rated]]] = {
        "elo": (elo, partial(elo, permutations=_PERMUTATIONS)),
        "bradley_terry": (bradley_terry, bradley_terry),
        "davidson": (davidson, davidson),
    }
    return tuple(_rated(name, games, *rates) for name, rates in models.items())


def _rated(
    name: str,
    games: Sequence[Game],
    rate: Callable[[Sequence[Game]], Rated],
    again: Callable[[Sequence[Game]], Rated],
) -> Ratings:
    rated = rate(games)
    rounds = max(_FEWEST, min(_ROUNDS, _WORK // (len(games) * _PERMUTATIONS)))
    intervals = bootstrap(games, again, rounds=rounds)
    found = [
        Rating(
            system=system,
            value=value,
            low=intervals[system].low if system in intervals else None,
            high=intervals[system].high if system in intervals else None,
        )
        for system, value in rated.ratings.items()
    ]
    return Ratings(
        name=name,
        ratings=tuple(sorted(found, key=lambda one: (-one.value, one.system))),
        tie_parameter=rated.tie_parameter,
        regularised=rated.regularised,
        notes=rated.notes,
    )


def _usage(lines: Sequence[PairJudged]) -> Usage:
    usages = [line.usage for line in lines]
    unknown = any(one.usd is None and one.calls for one in usages)
    return Usage(
        calls=sum(one.calls for one in usages),
        prompt_tokens=sum(one.prompt_tokens for one in usages),
        completion_tokens=sum(one.completion_tokens for one in usages),
        usd=None if unknown else sum(one.usd or 0.0 for one in usages),
        seconds=sum(one.seconds for one in usages),
    )
