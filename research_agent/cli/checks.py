"""What ``research doctor`` checks: each part is asked the smallest real thing, and its answer is put in words.

``failed`` is something that was set up, or named, and does not work; ``off`` is something that nobody set up, or that
cannot be told. Only the first is a reason for a bad exit code: documents can be researched without either.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from research_agent.cli.board import count
from research_agent.errors import ConfigError, ModelError, ResearchError
from research_agent.events import ignore
from research_agent.settings import Settings

if TYPE_CHECKING:
    from research_agent.llm.endpoint import Endpoint
    from research_agent.search.base import SearchProvider

Status = Literal["works", "off", "failed"]

PAGE = "https://example.com/"
"""A page that exists to be fetched (RFC 2606)."""
QUERY = "encyclopedia"
PATIENCE = 20.0
"""Seconds for one check; long enough for a model to load its first token, short enough to wait for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One part, and how it stands."""

    name: str
    status: Status
    what: str
    next_step: str = ""


async def run_checks(settings: Settings) -> tuple[Check, ...]:
    """All checks, side by side, in the order in which they are told."""
    hurried = settings.model_copy(
        update={"model_timeout": min(settings.model_timeout, PATIENCE), "model_retries": 0, "fetch_timeout": PATIENCE}
    )
    groups = await asyncio.gather(
        check_model(hurried), check_search(hurried), check_network(hurried), asyncio.to_thread(check_folders, settings)
    )
    return (*(check for group in groups for check in group), *check_exports())


async def check_model(settings: Settings) -> list[Check]:
    """The endpoint, the key and each model that a role would ask, by one tiny call each."""
    if settings.openai_api_key is None and not settings.openai_base_url:
        what = "no key and no base URL are set, so --engine auto is the extractive engine: no language model"
        step = "Set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own, and RESEARCH_MODEL."
        return [Check(name="model", status="off", what=what, next_step=step)]
    from research_agent.llm.endpoint import Endpoint

    endpoint = Endpoint(settings, ignore)
    where = settings.openai_base_url or "https://api.openai.com/v1"
    try:
        names = await _model_names(settings, endpoint)
        return [await _ask_model(settings, endpoint, name, where) for name in names]
    except ResearchError as error:
        return [_failed("model", f"{where}: {error.message}", error.next_step)]
    finally:
        await endpoint.aclose()


async def check_search(settings: Settings) -> list[Check]:
    """Every provider that a run without more flags would ask, by one query."""
    from research_agent.search.providers import chosen_names, open_providers

    named = bool(settings.search or settings.searxng_url or settings.tavily_api_key or settings.brave_api_key)
    try:
        names, providers = chosen_names(settings), open_providers(settings)
    except ConfigError as error:
        status: Status = "failed" if named else "off"
        return [Check(name="search", status=status, what=error.message, next_step=error.next_step)]
    try:
        found = await asyncio.gather(*(_ask_provider(one, named or one.name == "local") for one in providers))
    finally:
        for provider in providers:
            await provider.aclose()
    if "local" not in names:
        hint = 'Use them: research "QUESTION" --documents PATH'
        found.append(Check(name="documents", status="off", what="none are named", next_step=hint))
    return list(found)


async def check_network(settings: Settings) -> list[Check]:
    """Whether a public web page can be fetched: through the proxies and certificates that runs use."""
    import httpx

    if settings.local_only:
        return [Check(name="network", status="off", what="--local-only: no page outside this machine is fetched")]
    try:
        async with httpx.AsyncClient(timeout=PATIENCE, headers={"User-Agent": settings.user_agent}) as client:
            reply = await client.get(PAGE)
    except (httpx.HTTPError, OSError) as error:
        what = f"{PAGE} cannot be fetched ({str(error) or type(error).__name__}); documents work without it"
        step = "Check the connection, and HTTPS_PROXY and SSL_CERT_FILE where your network needs them."
        return [Check(name="network", status="off", what=what, next_step=step)]
    return [Check(name="network", status="works", what=f"{PAGE} answered {reply.status_code}")]


def check_folders(settings: Settings) -> list[Check]:
    """The folders that runs and the cache are written to."""
    return [
        _folder("cache", settings.cache_dir, "RESEARCH_CACHE_DIR"),
        _folder("runs", settings.output, "--output or RESEARCH_OUTPUT"),
    ]


def check_exports() -> list[Check]:
    """The formats that need a library which a plain installation leaves out."""
    from research_agent.reports.extras import NEEDS, require

    checks = []
    for name in NEEDS:
        try:
            require((name,))
            checks.append(Check(name=f"export {name}", status="works", what=f"--format {name} is installed"))
        except ConfigError as error:
            checks.append(Check(name=f"export {name}", status="off", what=error.message, next_step=error.next_step))
    return checks


def works_now(settings: Settings, checks: Iterable[Check]) -> list[str]:
    """What a user can do at this moment, in sentences."""
    status = {check.name.split(" ")[0]: check.status for check in checks}
    if "failed" in (status.get("runs"), status.get("cache")):
        return ["Nothing can be researched before the folders can be written."]
    engine = "with a language model" if status.get("model") == "works" else "without a language model"
    lines = [f'Documents, {engine}: research "QUESTION" --documents PATH']
    web = [check for check in checks if check.name.startswith("search ") and check.name != "search local"]
    if status.get("network") == "works" and any(check.status == "works" for check in web):
        lines.append(f'The web, {engine}: research "QUESTION"')
    if status.get("model") == "failed":
        lines.append("--engine auto chooses the model and would fail; --engine extractive works.")
    return lines


async def _model_names(settings: Settings, endpoint: Endpoint) -> list[str]:
    from research_agent.llm.roles import named_models

    names = list(dict.fromkeys(named_models(settings).values()))
    if names:
        return names
    served = await endpoint.models()
    if len(served) == 1:
        return list(served)
    what = f"it serves {len(served)} models" if served else "it lists no model"
    raise ConfigError(
        f"No model is named, and {what}.",
        kind="no_model",
        next_step="Set RESEARCH_MODEL (or --model) to the model to use.",
    )


async def _ask_model(settings: Settings, endpoint: Endpoint, name: str, where: str) -> Check:
    request = {
        "model": name,
        "messages": [{"role": "user", "content": 'Reply with the JSON object {"ok": true}.'}],
        "name": "ok",
        "schema": _SCHEMA,
        "limit": 256,
    }
    try:
        exchange = await endpoint.chat(request)
    except ModelError as error:
        return _failed(f"model {name}", f"{where}: {error.message}", error.next_step)
    return Check(
        name=f"model {name}",
        status="works",
        what=f"{where} answered in {exchange.seconds:.1f} s; structured output by {exchange.profile.mode}; "
        f"{_price_words(name, settings)}",
    )


_SCHEMA = {
    "type": "object",
    "properties": {"ok": {"type": "boolean"}},
    "required": ["ok"],
    "additionalProperties": False,
}


def _price_words(name: str, settings: Settings) -> str:
    from research_agent.llm.prices import price_of

    if price_of(name, settings) is None:
        return "price unknown (RESEARCH_PRICE_PROMPT and RESEARCH_PRICE_COMPLETION give one)"
    return "price known"


async def _ask_provider(provider: SearchProvider, wanted: bool) -> Check:
    from research_agent.domain import Limits
    from research_agent.search.base import Query

    name = f"search {provider.name}"
    query = Query(text=QUERY, language="en", limits=Limits(), limit=3)
    try:
        hits = await asyncio.wait_for(provider.search(query), None if provider.name == "local" else 2 * PATIENCE)
    except TimeoutError:
        return Check(name=name, status="failed" if wanted else "off", what=f"no answer within {2 * PATIENCE:.0f} s")
    except ResearchError as error:
        return Check(name=name, status="failed" if wanted else "off", what=error.message, next_step=error.next_step)
    if provider.name == "local":
        unreadable = len(getattr(provider, "problems", ()))
        rest = f"; {count(unreadable, 'problem')} with files" if unreadable else ""
        return Check(name=name, status="works", what=f"the documents are indexed{rest}")
    return Check(name=name, status="works", what=f"{count(len(hits), 'hit')} for {QUERY!r}")


def _folder(name: str, path: Path, setting: str) -> Check:
    try:
        existing = next(folder for folder in (path, *path.absolute().parents) if folder.is_dir())
        with tempfile.TemporaryFile(dir=existing) as probe:
            probe.write(b"x" * 4096)
    except OSError as error:
        return _failed(name, f"{path} cannot be written: {error.strerror}", f"Name another folder with {setting}.")
    made = "" if path.is_dir() else " (made when needed)"
    return Check(name=name, status="works", what=f"{path}{made} can be written")


def _failed(name: str, what: str, next_step: str) -> Check:
    return Check(name=name, status="failed", what=what, next_step=next_step)
