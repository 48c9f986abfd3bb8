"""Pages of figures: one description of what to show, rendered as Markdown and as one HTML file.

The terminal's rendering is the command line's (``research_agent.cli.bench.lines``).
"""
