"""The runner: tasks to worker processes, results to the disk.

    run_batch -> a station for each task under way -> its worker process -> System.answer(task, workspace, limits)
        ^                                                                             |
        +---- results.jsonl, progress <--- Outcome (a report, or why there is none) <-+

``run`` decides what is started and writes what became of it; ``spending`` holds the batch's budget; ``stations`` keep
one worker each and replace it when it died, hung or grew; ``process`` is the supervisor's end of a worker, ``worker``
the worker's own. ``adr_bench.ray_backend`` has stations on a Ray cluster.
"""
