"""The benchmark: tasks, a runner and results. Nothing in the core imports this package."""
