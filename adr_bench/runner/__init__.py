"""The runner: tasks to worker processes, results to the disk.

    run_batch -> a station for each task under way -> its worker process -> System.answer(task, workspace, limits)
        ^                                                                             |
        +---- results.jsonl, progress <--- Outcome (a report, or why there is none) <-+

``run`` hands out tasks and ``shift`` writes down what became of them; ``spending`` holds the batch's budget;
``stations`` keep one worker each and replace it when it died, hung or grew; ``process`` is the supervisor's end of a
worker, ``worker`` the worker's own. ``adr_bench.ray_backend`` has stations on a Ray cluster.
"""

from research_agent.adr_bench.runner.orders import Isolation
from research_agent.adr_bench.runner.progress import Progress
from research_agent.adr_bench.runner.run import run_batch

__all__ = ["Isolation", "Progress", "run_batch"]
