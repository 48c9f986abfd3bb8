"""Judges of reports, and the rubric format that they judge by. Nothing in the core imports this package."""
