"""Bradley-Terry ratings: the strengths under which the games were most likely, whatever their order.

``bradley_terry``: P(i beats j) = p_i / (p_i + p_j), a tie as half a win for each (Bradley and Terry 1952).
``davidson``: a third outcome with P(tie) proportional to nu sqrt(p_i p_j) (Davidson 1970, On extending the
Bradley-Terry model to accommodate ties in paired comparison experiments). Both on the scale of Elo: 400 points are
odds of ten to one, the mean is 1000.

Finite ratings exist only if everybody can be reached from everybody along wins (Ford 1957), where a half win is one;
for Davidson's model along whole wins. Where not, as for a system that never lost, every pair is given one more game:
a tie, for Davidson's model a third each of win, tie and loss. ``regularised`` says so. Such ratings order the systems,
but how far they lie apart depends on that game: read the table of wins beside them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations

from research_agent.judges.ratings.games import Game, systems_of
from research_agent.judges.ratings.newton import Cell, maximise
from research_agent.judges.ratings.rated import BASE, Rated, on_scale

Counts = dict[tuple[int, int], tuple[float, float, float]]
"""(i, j) with i < j -> wins of i, ties, wins of j."""
TIED, THIRDS = (0.0, 1.0, 0.0), (1 / 3, 1 / 3, 1 / 3)


def bradley_terry(games: Sequence[Game]) -> Rated:
    """Ratings; a tie is half a win for each side. No games, no ratings."""
    names = systems_of(games)
    counts = _counts(games, names)
    edges = {pair for pair, (won, tied, _) in counts.items() if won or tied}
    edges |= {(j, i) for (i, j), (_, tied, lost) in counts.items() if lost or tied}
    regularised = len(_mutual(len(names), edges)) > 1
    cells: list[Cell] = [
        [({i: 1.0}, won + tied / 2), ({j: 1.0}, lost + tied / 2)]
        for (i, j), (won, tied, lost) in _more(counts, len(names), TIED if regularised else None).items()
    ]
    values = maximise(cells, len(names), len(names)) if names else []
    return _rated(names, values, counts, regularised)


def davidson(games: Sequence[Game]) -> Rated:
    """Ratings with ties as an outcome of their own; ``tie_parameter`` is nu. Without a tie, Bradley-Terry's."""
    if not any(game.score == 0.5 for game in games):
        return bradley_terry(games)
    names = systems_of(games)
    counts, nu = _counts(games, names), len(names)
    edges = {pair for pair, (won, _, _) in counts.items() if won}
    edges |= {(j, i) for (i, j), (_, _, lost) in counts.items() if lost}
    regularised = len(_mutual(len(names), edges)) > 1
    cells: list[Cell] = [
        [({i: 1.0}, won), ({i: 0.5, j: 0.5, nu: 1.0}, tied), ({j: 1.0}, lost)]
        for (i, j), (won, tied, lost) in _more(counts, len(names), THIRDS if regularised else None).items()
    ]
    values = maximise(cells, len(names) + 1, len(names))
    return _rated(names, values[:-1], counts, regularised, math.exp(values[-1]))


def _counts(games: Sequence[Game], names: Sequence[str]) -> Counts:
    places = {name: place for place, name in enumerate(names)}
    counts: Counts = {}
    for game in games:
        i, j = places[game.left], places[game.right]
        pair, score = ((i, j), game.score) if i < j else ((j, i), 1 - game.score)
        won, tied, lost = counts.get(pair, (0.0, 0.0, 0.0))
        counts[pair] = (won + (score == 1), tied + (score == 0.5), lost + (score == 0))
    return dict(sorted(counts.items()))


def _more(counts: Counts, systems: int, game: tuple[float, float, float] | None) -> Counts:
    """With one more such game for every pair; None: as they are."""
    if game is None:
        return counts
    had = {pair: counts.get(pair, (0.0, 0.0, 0.0)) for pair in combinations(range(systems), 2)}
    return {pair: (won + game[0], tied + game[1], lost + game[2]) for pair, (won, tied, lost) in had.items()}


def _mutual(systems: int, edges: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The sets of systems that reach each other along the edges, in order of their first."""
    onward: dict[int, set[int]] = {place: {place} for place in range(systems)}
    for i, j in edges:
        onward[i].add(j)
    reach = {place: _reached(place, onward) for place in onward}
    sets = {tuple(sorted(j for j in reach[i] if i in reach[j])) for i in onward}
    return sorted(sets)


def _reached(start: int, onward: dict[int, set[int]]) -> set[int]:
    found, left = {start}, [start]
    while left:
        fresh = onward[left.pop()] - found
        found |= fresh
        left += fresh
    return found


def _rated(
    names: Sequence[str], values: Sequence[float], counts: Counts, regularised: bool, tie_parameter: float | None = None
) -> Rated:
    met = _mutual(len(names), [*counts, *((j, i) for i, j in counts)])
    groups = tuple(tuple(names[place] for place in group) for group in met)
    notes = []
    if regularised:
        notes.append(
            "The games alone fix no finite ratings, since some systems lost nothing to others or never met them: every "
            "pair was given one more game, so that the order stands, but not the distances."
        )
    if len(groups) > 1:
        listed = "; ".join(", ".join(group) for group in groups)
        notes.append(f"These groups never met, so ratings across them say nothing: {listed}.")
    return Rated(
        ratings={name: BASE + on_scale(value) for name, value in zip(names, values, strict=True)},
        tie_parameter=tie_parameter,
        regularised=regularised,
        groups=groups,
        notes=tuple(notes),
    )
