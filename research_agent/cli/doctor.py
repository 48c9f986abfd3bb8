"""``research doctor``: what works now."""

from __future__ import annotations

from research_agent.cli import options
from research_agent.cli.exit_codes import ExitCode


def doctor(
    documents: options.Documents = None,
    search: options.Search = None,
    local_only: options.LocalOnly = False,
    json: options.Json = False,
    debug: options.Debug = False,
) -> int:
    """Check key, endpoint, model, search, network and cache, and say what works now."""
    return ExitCode.OK
