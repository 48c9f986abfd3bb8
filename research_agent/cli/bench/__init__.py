"""``research bench``: many tasks for one system, judged, shown and compared (docs/bench.md)."""
