"""Ratings of systems from pairs of their reports: Elo, Bradley-Terry, Davidson, intervals by bootstrap, tables."""

from research_agent.judges.ratings.bootstrap import Interval, bootstrap
from research_agent.judges.ratings.bradley_terry import bradley_terry, davidson
from research_agent.judges.ratings.elo import elo, expected_score
from research_agent.judges.ratings.games import Game, games_of
from research_agent.judges.ratings.rated import Rated
from research_agent.judges.ratings.tables import Tally, head_to_head, overall

__all__ = [
    "Game",
    "Interval",
    "Rated",
    "Tally",
    "bootstrap",
    "bradley_terry",
    "davidson",
    "elo",
    "expected_score",
    "games_of",
    "head_to_head",
    "overall",
]
