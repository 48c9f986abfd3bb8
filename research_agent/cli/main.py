"""The entry point of the ``research`` command.

Nothing heavy is imported before a command runs: ``research --help`` loads typer and no more.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from research_agent.cli import streams
from research_agent.cli.ask import ask
from research_agent.cli.bench.group import bench_app
from research_agent.cli.check import check
from research_agent.cli.completion import route_completion
from research_agent.cli.doctor import doctor
from research_agent.cli.exit_codes import MEANINGS, ExitCode, Interrupted
from research_agent.cli.failures import Manner, report_failure
from research_agent.cli.judge import judge
from research_agent.cli.list_runs import list_runs
from research_agent.cli.read import read
from research_agent.cli.replay import replay
from research_agent.cli.resume import resume
from research_agent.cli.routing import COMMANDS, GROUP, route
from research_agent.cli.rubric import rubric
from research_agent.cli.show import show
from research_agent.cli.verify import verify
from research_agent.errors import ConfigError

PROGRAM = "research"

_ABOUT = """Deep research whose every citation can be checked.

\b
  research "QUESTION" --documents PATH   over your documents; no key needed
  research "QUESTION"                    over the web

A question needs no command; `research ask --help` lists its options, which may stand before or after it."""

_SHORT = {
    "ask": "Research a question; the same as leaving `ask` out.",
    "read": "Show what the reader makes of one document.",
    "resume": "Go on with a run that did not end.",
    "replay": "Make a run again from its journal, offline.",
    "verify": "Check every citation of a run again, offline.",
    "check": "Check any report: do its sources say what it says?",
    "judge": "Score a report against a checklist.",
    "rubric": "Check the checklists that reports are judged by.",
    "bench": "Benchmark a system: run, judge, show, compare.",
    "show": "Print the report of a finished run.",
    "list": "List the runs, newest first.",
    "doctor": "Say what works now, and what to do about the rest.",
}
_FUNCTIONS: dict[str, Callable[..., int]] = {
    "ask": ask,
    "read": read,
    "resume": resume,
    "replay": replay,
    "verify": verify,
    "check": check,
    "judge": judge,
    "rubric": rubric,
    "show": show,
    "list": list_runs,
    "doctor": doctor,
}
_HELP = ["--help", "-h"]


def run() -> None:
    """The console script: ``main`` on the process's own words, then the end of the process."""
    streams.prepare()
    code = main(sys.argv[1:])
    streams.flush()
    if code in (ExitCode.INTERRUPTED, ExitCode.OUTPUT_CLOSED, ExitCode.TERMINATED):
        os._exit(code)  # a thread of a library may still wait for the network; the interpreter would wait for it
    sys.exit(code)


def main(argv: Sequence[str]) -> int:
    """Run one command line (without the program's name) and give its exit code. Raises nothing on purpose."""
    words = list(argv)
    manner = Manner.of(words)
    try:
        app = build_app()
        command = typer.main.get_command(app)
        options = value_options(command)
        completing = route_completion(options, PROGRAM)
        arguments = [] if completing else route(words, options)
        if not arguments and not completing:
            return _nothing_asked(command)
        return int(command.main(arguments, prog_name=PROGRAM, standalone_mode=False) or 0)
    except typer.TyperException as error:
        return report_failure(_usage(error, words), manner)
    except Interrupted as interrupted:
        return interrupted.exit_code
    except (KeyboardInterrupt, typer.Abort):
        streams.tell("research: interrupted before anything was started.")
        return ExitCode.INTERRUPTED
    except streams.OutputClosed:
        return ExitCode.OK
    except Exception as error:  # noqa: BLE001 - the outermost edge: told, with the trace under --debug
        return report_failure(error, manner)


def build_app() -> typer.Typer:
    """The typer application, one command for each function."""
    app = typer.Typer(
        name=PROGRAM,
        help=_ABOUT,
        epilog=epilog(),
        rich_markup_mode=None,  # rich's help costs more than twice the import of typer
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": _HELP, "max_content_width": 100},
    )
    app.callback()(_root)
    for name in COMMANDS:
        if name == GROUP:
            app.add_typer(bench_app(_HELP), name=name, short_help=_SHORT[name])
        else:
            app.command(name, short_help=_SHORT[name])(_FUNCTIONS[name])
    return app


def epilog() -> str:
    """The exit codes, as the help prints them."""
    return "\n".join(["\b", "Exit codes:", *(f"  {int(code):>3}  {meaning}" for code, meaning in MEANINGS.items())])


def value_options(command: Any) -> frozenset[str]:
    """The options of ``ask`` that take a value."""
    params = command.commands["ask"].params
    return frozenset(name for param in params if not getattr(param, "is_flag", True) for name in param.opts)


def _show_version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        streams.write(f"research-agent-cited {version('research-agent-cited')}\n")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def _nothing_asked(command: Any) -> int:
    with command.make_context(PROGRAM, ["--help"], resilient_parsing=True) as context:
        streams.tell(command.get_help(context))
    return ExitCode.USAGE


def _usage(error: typer.TyperException, words: list[str]) -> ConfigError:
    """A complaint of typer's in our words: what is wrong, and what to do."""
    format_message = getattr(error, "format_message", lambda: str(error))
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else PROGRAM
    message = format_message().replace("Value error, ", "")  # typer hands pydantic's words on
    if "extra argument" in message and words and words[0] in COMMANDS:
        step = f'If this is a question, put it in quotes: research "{" ".join(words)}"'
    else:
        step = f"See {path} --help."
    return ConfigError(message if message.endswith((".", "?")) else f"{message}.", kind="usage", next_step=step)
