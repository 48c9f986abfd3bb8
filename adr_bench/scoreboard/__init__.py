"""What a judged batch adds up to: figures with intervals, and the pages that show them.

    batch.json + tasks + results + verdicts -> rows (one a task) -> Board -> scoreboard.md | .json | .html

``rows`` joins the files, one task at a time; ``reckon`` works out the figures (``board``); ``sheet`` lays them out as
parts that ``research_agent.adr_bench.pages`` renders.
"""

from research_agent.adr_bench.scoreboard.board import Board
from research_agent.adr_bench.scoreboard.files import write_scoreboard
from research_agent.adr_bench.scoreboard.reckon import boards_of, tell_boards_apart

__all__ = ["Board", "boards_of", "tell_boards_apart", "write_scoreboard"]
