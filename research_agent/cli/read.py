"""``research read PATH|URL``: what the reader makes of one document."""

from __future__ import annotations

from typing import Annotated

import typer

from research_agent.cli import options
from research_agent.cli.exit_codes import ExitCode

Address = Annotated[str, typer.Argument(metavar="PATH|URL", help="A local file, or an http(s) address.")]


def read(
    address: Address, local_only: options.LocalOnly = False, json: options.Json = False, debug: options.Debug = False
) -> int:
    """Show what the reader makes of one document: metadata and text, or the error."""
    return ExitCode.OK
