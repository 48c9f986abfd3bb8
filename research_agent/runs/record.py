"""run.json: what a run is, how it stands, and what its folder must hold.

Everything that a clock or a machine puts into a run stands here (``started``, ``finished``, ``resumed``, ``versions``)
and not in ``report.json``, so that a replay gives the same report byte for byte.
"""

from __future__ import annotations

import os
import platform
import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

from pydantic import SecretStr, ValidationError

from research_agent.codec import dump, load
from research_agent.domain import EngineInfo, Outcome, Plan, Question
from research_agent.errors import RunError
from research_agent.runs.canonical import canonical, digest
from research_agent.runs.folder import FORMAT_VERSION, RECORD, RunFolder
from research_agent.settings import Settings, load_settings

DISTRIBUTION = "research-agent-cited"

_TOLD = ("langgraph", "openai", "trafilatura", "pypdfium2", "tantivy", "rapidfuzz")
"""Distributions whose version may change what a run reads or writes."""

_USERINFO = re.compile(r"(?<=://)[^/@\s]+@")

GOES_ON_WITH = frozenset(
    {
        *("engine", "depth", "language", "asked", "formats", "unverified", "approve_plan", "judge", "rubric"),
        *("documents", "search", "urls", "only_sites", "exclude_sites", "since", "until"),
        *("model", "small_model", "planner_model", "reader_model", "verifier_model", "writer_model", "judge_model"),
        *("context_tokens", "budget_usd", "budget_tokens", "budget_seconds"),
    }
)
"""The recorded settings that a resumed run takes over. Never an endpoint or a fetch permission: a run folder that came
from somebody else must not be able to send a key elsewhere."""

RunStatus = Literal["running", "finished", "interrupted", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    question: Question
    settings: dict[str, Any]
    """The settings of the run, without secrets; enough to resume it."""
    format_version: int = FORMAT_VERSION
    release: str = ""
    """The version of this package that made the run."""
    started: str = ""
    """ISO 8601, UTC; so are the other clocks."""
    finished: str | None = None
    resumed: tuple[str, ...] = ()
    status: RunStatus = "running"
    outcome: Outcome | None = None
    engine: EngineInfo | None = None
    versions: dict[str, str] = field(default_factory=dict)
    plan_sha256: str | None = None
    """Of the plan that ran, as canonical JSON: the plan that was approved is the plan that runs."""
    replay_of: str | None = None
    """The name of the run that this one plays back."""
    files: dict[str, str] = field(default_factory=dict)
    """SHA-256 of every report and source file, by name, once the run is finished."""
    journal_sha256: str | None = None
    """The journal's ``content_digest``, once the run is finished."""


def new_record(question: Question, settings: Settings, *, replay_of: str | None = None) -> RunRecord:
    """The record of a run that starts now."""
    return RunRecord(
        question=question,
        settings=public_settings(settings),
        release=release(),
        started=now(),
        versions=versions(),
        replay_of=replay_of,
    )


def resumed(record: RunRecord) -> RunRecord:
    """The record of a run that goes on now; its earlier end no longer holds."""
    return replace(
        record,
        resumed=(*record.resumed, now()),
        status="running",
        outcome=None,
        finished=None,
        files={},
        journal_sha256=None,
    )


def write_record(folder: RunFolder, record: RunRecord) -> None:
    """
    Raises:
        RunError: ``disk_full`` or ``not_writable``.
    """
    folder.write_json(RECORD, dump(record))


def read_record(folder: RunFolder) -> RunRecord:
    """
    Raises:
        RunError: ``missing`` or ``tampered``.
    """
    try:
        return load(RunRecord, folder.read_json(RECORD))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise RunError(
            f"{folder.path / RECORD} is not the record of a run: {where}: {first['msg']}.",
            kind="tampered",
            next_step="Restore it from a copy, or ask the question again.",
        ) from error


def public_settings(settings: Settings) -> dict[str, Any]:
    """The settings as JSON, without keys, passwords in addresses, or paths that depend on the working folder."""
    secret = {name for name, value in settings if isinstance(value, SecretStr)}
    shown = settings.model_dump(mode="json", exclude=secret)
    shown["documents"] = [os.path.abspath(path) for path in settings.documents]
    shown["sources_file"] = settings.sources_file and str(settings.sources_file.absolute())
    shown["output"] = str(settings.output.absolute())
    return {name: _USERINFO.sub("", value) if isinstance(value, str) else value for name, value in shown.items()}


def settings_of(record: RunRecord, **flags: Any) -> Settings:
    """The settings that a recorded run goes on with: the flags over its own (``GOES_ON_WITH``); endpoints and keys come
    from the environment again.

    Raises:
        ConfigError: a recorded setting no longer fits.
    """
    given = {name: value for name, value in flags.items() if value is not None and value != () and value != []}
    own = {name: value for name, value in record.settings.items() if name in GOES_ON_WITH}
    return load_settings(**{**own, **given})


def plan_hash(plan: Plan) -> str:
    return digest(canonical(dump(plan)))


def release() -> str:
    """The version of this package; ``unknown`` when it runs from a folder that was never installed."""
    return _version_of(DISTRIBUTION) or "unknown"


def versions() -> dict[str, str]:
    """Python, the platform, and the libraries that may change what a run gives."""
    told = {"python": platform.python_version(), "platform": platform.platform()}
    return told | {name: found for name in _TOLD if (found := _version_of(name)) is not None}


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _version_of(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None
