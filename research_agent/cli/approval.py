"""Asks a person what to do with the plan: approve, edit or reject. Typed answers only.

On a terminal: a prompt, and the editor for an edit. Elsewhere: one line on standard input, ``approve``, ``reject
[REASON]`` or a JSON object ``{"decision": "edit", "sub_questions": [{"text": ..., "queries": [...]}, ...]}``.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import select
import shlex
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from research_agent.cli import streams
from research_agent.errors import ConfigError

if TYPE_CHECKING:
    from research_agent.domain import Plan
    from research_agent.nodes.approve import Approval


class Answers(Protocol):
    """Where the answers come from."""

    @property
    def terminal(self) -> bool: ...

    async def line(self) -> str:
        """The next line with its end; empty at the end of the input."""
        ...


_NUMBER = re.compile(r"^\s{0,3}(\d+(?:\.\d+)*)[.)]\s+(.*)$")

_HOW = """\
# The plan. A sub-question stands on a line of its own, its search queries below it, each after "- ".
# Change, add, remove or move what you like; a number in front keeps a sub-question's place in the outline.
# Lines with # are left out. A plan without sub-questions is not run.
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One sub-question as a person wrote it."""

    text: str
    queries: tuple[str, ...] = ()
    old_id: str = ""
    """The number that stood before it."""


class Approver:
    """Asks on behalf of a display that must make room for it."""

    def __init__(
        self,
        *,
        answers: Answers,
        pause: Callable[[], None],
        go_on: Callable[[], None],
        edit: Callable[[str], str] | None = None,
    ) -> None:
        self._answers = answers
        self._pause, self._go_on = pause, go_on
        self._edit = edit or edit_text

    async def __call__(self, plan: Plan) -> Approval:
        self._pause()
        try:
            streams.tell(plan_text(plan))
            return await (self._ask(plan) if self._answers.terminal else self._take(plan))
        finally:
            self._go_on()

    async def _ask(self, plan: Plan) -> Approval:
        from research_agent.nodes.approve import Approve, Edit, Reject

        while True:
            sys.stderr.write("Run this plan? [a]pprove, [e]dit, [r]eject: ")
            sys.stderr.flush()
            line = await self._answers.line()
            answer = line.strip().lower()
            if not line or answer in ("r", "reject"):
                return Reject("" if line else "end of input")
            if answer in ("a", "approve"):
                return Approve()
            if answer in ("e", "edit"):
                try:
                    return Edit(edited(plan, parse_plan(await asyncio.to_thread(self._edit, plan_text(plan)))))
                except ConfigError as error:
                    streams.tell(f"research: {error}")
                    continue
            streams.tell("Answer with a, e or r.")

    async def _take(self, plan: Plan) -> Approval:
        line = await self._answers.line()
        if not line.strip():
            raise no_decision()
        return parse_decision(line, plan)


def parse_decision(line: str, plan: Plan) -> Approval:
    """The decision that a line of standard input states.

    Raises:
        ConfigError: kind ``bad_decision``; anything that is not exactly one of the three is none of them.
    """
    from research_agent.nodes.approve import Approve, Edit, Reject

    word, _, rest = line.strip().partition(" ")
    if word == "approve" and not rest:
        return Approve()
    if word == "reject":
        return Reject(rest.strip())
    match _json(line):
        case {"decision": "approve"}:
            return Approve()
        case {"decision": "reject", **rest_of_it}:
            return Reject(str(rest_of_it.get("reason", "")))
        case {"decision": "edit", "sub_questions": [*subs]} if subs and all(map(_is_sub_question, subs)):
            return Edit(edited(plan, [_entry(sub) for sub in subs]))
    raise ConfigError(
        f"The answer to the plan is none of approve, edit, reject: {streams.one_line(line, 80)!r}.",
        kind="bad_decision",
        next_step='Write approve, reject, or {"decision": "edit", "sub_questions": [{"text": "..."}]}.',
    )


def check_answerable(answers: StdinAnswers, question_from_stdin: bool) -> None:
    """Refuse ``--approve-plan`` where nobody can answer, before anything is paid for.

    Raises:
        ConfigError: kind ``no_decision``: standard input is at its end already, or gave the question.
    """
    if answers.terminal:
        return
    if question_from_stdin:
        raise ConfigError(
            "--approve-plan reads its answer from standard input, and the question came from there.",
            kind="no_decision",
            next_step="Give the question as an argument or as @FILE.",
        )
    if answers.at_end():
        raise no_decision()


def no_decision() -> ConfigError:
    return ConfigError(
        "--approve-plan needs a terminal, or an answer on standard input; there is neither.",
        kind="no_decision",
        next_step="Run it on a terminal, or answer ahead: echo approve | research ...",
    )


def plan_text(plan: Plan) -> str:
    """The plan as lines that ``parse_plan`` reads back."""
    lines = []
    for sub in plan.sub_questions:
        lines.append(f"{sub.id}. {streams.one_line(sub.text, 2000)}")
        lines += [f"   - {streams.one_line(query, 2000)}" for query in sub.queries]
    return "\n".join(lines)


def parse_plan(text: str) -> list[Entry]:
    """The sub-questions of an edited plan.

    Raises:
        ConfigError: kind ``bad_decision``, for a query above the first sub-question, or no sub-question at all.
    """
    entries: list[Entry] = []
    for line in text.splitlines():
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        if bare.startswith("- "):
            if not entries:
                raise ConfigError(f"A query stands above the first sub-question: {bare}", kind="bad_decision")
            entries[-1] = replace(entries[-1], queries=(*entries[-1].queries, bare[2:].strip()))
        elif numbered := _NUMBER.match(line):
            entries.append(Entry(numbered[2].strip(), old_id=numbered[1]))
        else:
            entries.append(Entry(bare))
    if not entries:
        raise ConfigError("The edited plan has no sub-question.", kind="bad_decision", next_step="Keep one, or reject.")
    return entries


def edited(plan: Plan, entries: Sequence[Entry]) -> Plan:
    """The plan with these sub-questions in this order; kept ones keep their id, so that the outline finds them.

    An entry whose words are unchanged keeps its queries where none are given; new words need new queries, and the
    sub-question's own text serves where none are given.
    """
    from research_agent.domain import SubQuestion

    old = {sub.id: sub for sub in plan.sub_questions}
    by_text = {sub.text: sub.id for sub in plan.sub_questions}
    used: set[str] = set()
    subs = []
    for position, entry in enumerate(entries, start=1):
        known = entry.old_id if entry.old_id in old else by_text.get(entry.text, "")
        kept = known if known and known not in used else f"new{position}"
        used.add(kept)
        same = kept in old and old[kept].text == entry.text
        queries = entry.queries or (old[kept].queries if same else (entry.text,))
        subs.append(SubQuestion(id=kept, text=entry.text, queries=queries))
    return replace(plan, sub_questions=tuple(subs), origin="edited", note="")


def edit_text(text: str) -> str:
    """What the user's editor ($VISUAL, $EDITOR, else vi) makes of the text.

    Raises:
        ConfigError: kind ``editor``, where it cannot be started or fails.
    """
    from research_agent.settings import editor_command

    command = shlex.split(editor_command())
    with tempfile.TemporaryDirectory(prefix="research-plan-") as folder:
        path = Path(folder) / "plan.txt"
        path.write_text(f"{_HOW}\n{text}\n", encoding="utf-8")
        try:
            subprocess.run([*command, str(path)], check=True)
            return path.read_text(encoding="utf-8")
        except (OSError, subprocess.CalledProcessError, UnicodeDecodeError) as error:
            raise ConfigError(
                f"The editor {command[0]} failed: {streams.one_line(str(error))}.",
                kind="editor",
                next_step="Set EDITOR to an editor that waits until you close the file.",
            ) from error


class StdinAnswers:
    """Lines of standard input, read past Python's own buffer: its lock would block the interpreter's end."""

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = descriptor
        self._pending = b""

    @property
    def terminal(self) -> bool:
        return self._file() is not None and os.isatty(self._fd())

    def at_end(self) -> bool:
        """Whether nothing can come. A pipe that is open and still empty may yet give an answer."""
        if self._file() is None:
            return True
        readable, _, _ = select.select([self._fd()], [], [], 0)
        if readable and not self._pending:
            self._pending = os.read(self._fd(), 1)
            return not self._pending
        return False

    async def line(self) -> str:
        """The next line with its end; empty at the end of the input.

        A thread that may be left behind reads it, so that Ctrl-C needs no Enter.
        """
        loop = asyncio.get_running_loop()
        result: asyncio.Future[str] = loop.create_future()

        def settle(text: str) -> None:
            if not result.done():
                result.set_result(text)

        def read() -> None:
            text = self._read_line()
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(settle, text)

        threading.Thread(target=read, name="plan-answer", daemon=True).start()
        return await result

    def _read_line(self) -> str:
        data, self._pending = self._pending, b""
        while not data.endswith(b"\n"):
            byte = os.read(self._fd(), 1)
            if not byte:
                break
            data += byte
        return data.decode("utf-8", errors="replace")

    def _file(self) -> object | None:
        """None where the process has no standard input at all."""
        return self._descriptor if self._descriptor is not None else sys.stdin

    def _fd(self) -> int:
        return self._descriptor if self._descriptor is not None else sys.stdin.fileno()


def _json(line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError:
        return None


def _is_sub_question(value: Any) -> bool:
    match value:
        case str() as text:
            return bool(text.strip())
        case {"text": str() as text, **rest}:
            queries = rest.get("queries", [])
            return bool(text.strip()) and isinstance(queries, list) and all(isinstance(one, str) for one in queries)
    return False


def _entry(value: Any) -> Entry:
    if isinstance(value, str):
        return Entry(value.strip())
    return Entry(value["text"].strip(), tuple(value.get("queries", ())), str(value.get("id", "")))
