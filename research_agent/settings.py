"""Settings: the only place that reads the environment.

Flags (keyword arguments) over environment over the user's configuration file over defaults. A
``research.toml`` in the working folder may set taste (``TASTE``), never an endpoint, a key, a
budget or a fetch permission: a cloned repository must not be able to send a key elsewhere.
"""

from __future__ import annotations

import os
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic.aliases import AliasChoices
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from research_agent.errors import ConfigError

TASTE = frozenset({"depth", "language", "formats", "unverified"})
"""Settings that a ``research.toml`` in the working folder may set."""


class Depth(StrEnum):
    QUICK = "quick"
    STANDARD = "standard"
    DEEP = "deep"


class EngineChoice(StrEnum):
    AUTO = "auto"
    LLM = "llm"
    EXTRACTIVE = "extractive"


class Unverified(StrEnum):
    """What happens to a sentence that fails an evidence rule after one repair."""

    DROP = "drop"
    MARK = "mark"


def _also(name: str, variable: str) -> AliasChoices:
    """The field's own name, or a variable without our prefix that the field is known by."""
    return AliasChoices(name, variable)


class Settings(BaseSettings):
    """Everything that can be set. Immutable; make another with ``model_copy(update=...)``."""

    model_config = SettingsConfigDict(env_prefix="RESEARCH_", frozen=True, extra="forbid", populate_by_name=True)

    # what is asked for
    engine: EngineChoice = EngineChoice.AUTO
    depth: Depth = Depth.STANDARD
    language: str | None = None
    """BCP-47 tag of the report; None: the question's own language."""
    asked: str | None = None
    """ISO date of the day as of which the question is asked; None: today."""
    formats: Annotated[tuple[str, ...], NoDecode] = ("md", "html", "json")
    """``docx`` and ``pdf`` need the extras of these names."""
    unverified: Unverified = Unverified.DROP
    approve_plan: bool = False
    judge: bool = False
    """Judge the report against a checklist: that of ``rubric``, else one derived from the question."""
    rubric: Path | None = None
    """Rubric file (``docs/rubrics.md``); the task with the run's question, or its only one, is taken."""
    output: Path = Path("runs")
    """Folder in which run folders are made."""

    # where to look
    documents: Annotated[tuple[str, ...], NoDecode] = ()
    """Folders, files and globs of local documents."""
    search: Annotated[tuple[str, ...], NoDecode] = ()
    """Provider names; empty: ``local`` where documents are given, else the configured web ones, else duckduckgo."""
    urls: Annotated[tuple[str, ...], NoDecode] = ()
    only_sites: Annotated[tuple[str, ...], NoDecode] = ()
    exclude_sites: Annotated[tuple[str, ...], NoDecode] = ()
    since: str | None = None
    """ISO date."""
    until: str | None = None
    sources_file: Path | None = None
    """TOML file of what the user decided about sources (``docs/sources.md``)."""
    same_sources: Annotated[tuple[str, ...], NoDecode] = ()
    """Each ``A,B``: sources that count as one, by host, address or path. In the environment with ``;`` between them."""
    independent_sources: Annotated[tuple[str, ...], NoDecode] = ()
    """As ``same_sources``, for sources that are independent whatever the rules say."""
    searxng_url: str | None = Field(None, validation_alias=_also("searxng_url", "SEARXNG_URL"))
    tavily_api_key: SecretStr | None = Field(None, validation_alias=_also("tavily_api_key", "TAVILY_API_KEY"))
    tavily_url: str = "https://api.tavily.com"
    brave_api_key: SecretStr | None = Field(None, validation_alias=_also("brave_api_key", "BRAVE_API_KEY"))
    brave_url: str = "https://api.search.brave.com"
    ddgs_proxy: str | None = Field(None, validation_alias=_also("ddgs_proxy", "DDGS_PROXY"))
    """Proxy for DuckDuckGo alone, whose transport is its own; None: that of the usual variables."""

    # the model
    openai_api_key: SecretStr | None = Field(None, validation_alias=_also("openai_api_key", "OPENAI_API_KEY"))
    openai_base_url: str | None = Field(None, validation_alias=_also("openai_base_url", "OPENAI_BASE_URL"))
    model: str | None = None
    small_model: str | None = None
    planner_model: str | None = None
    reader_model: str | None = None
    verifier_model: str | None = None
    writer_model: str | None = None
    judge_model: str | None = None
    model_timeout: float = Field(default=180.0, gt=0)
    """Seconds for one model call."""
    model_retries: int = Field(default=4, ge=0)
    """Transport retries of one model call (429, 5xx, connection), with back-off."""
    context_tokens: int | None = Field(default=None, ge=1024)
    """The context window that prompts are cut to fit; None: what the endpoint tells, else 65,536."""
    concurrency: int = Field(default=8, ge=1)
    """Model calls under way at once."""
    shared_limits: Path | None = None
    """Folder through which processes of one machine keep ``concurrency``, ``host_delay`` and pauses after a 429
    together; None: each keeps its own."""
    price_prompt: float | None = Field(default=None, ge=0)
    """US dollars for a million prompt tokens, for models that the price table does not know."""
    price_completion: float | None = Field(default=None, ge=0)

    # budgets
    budget_usd: float | None = Field(default=None, gt=0)
    budget_tokens: int | None = Field(default=None, gt=0)
    budget_seconds: float | None = Field(default=None, gt=0)

    # fetching
    fetch_allow: Annotated[tuple[str, ...], NoDecode] = ()
    """Hosts and networks (``wiki.intranet``, ``10.1.0.0/16``, ``127.0.0.1:8080``) to be fetched though not public."""
    fetch_timeout: float = Field(default=20.0, gt=0)
    """Seconds for one download, all redirects included."""
    fetch_max_bytes: int = Field(default=20_000_000, gt=0)
    fetch_concurrency: int = Field(default=8, ge=1)
    host_delay: float = Field(default=0.5, ge=0)
    """Seconds between two requests to one host."""
    respect_robots: bool = True
    user_agent: str = "research-agent/0.1 (research-agent-cited)"
    ca_bundle: Path | None = Field(
        default=None, validation_alias=AliasChoices("ca_bundle", "RESEARCH_CA_BUNDLE", "REQUESTS_CA_BUNDLE")
    )
    """Certificates (PEM) to trust in the place of the usual ones; ``SSL_CERT_FILE`` works too."""
    local_only: bool = False
    """Refuse every address that is not loopback, search providers included."""

    cache_dir: Path = Field(default_factory=lambda: Path(platformdirs.user_cache_dir("research-agent")))
    debug: bool = False
    tracing: bool = False
    """Let LangSmith trace this process's runs, where its variables ask for it; they are ignored otherwise."""

    @property
    def model_set_by(self) -> str:
        """The variable that names a model server: OPENAI_API_KEY, OPENAI_BASE_URL; empty where none does."""
        if self.openai_api_key is not None and self.openai_api_key.get_secret_value().strip():
            return "OPENAI_API_KEY"
        return "OPENAI_BASE_URL" if self.openai_base_url else ""

    @field_validator("same_sources", "independent_sources", mode="before")
    @classmethod
    def _split_rulings(cls, value: Any) -> Any:
        """Semicolons part them: each is itself a list with commas."""
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(";") if part.strip())
        return value

    @field_validator(
        "formats", "documents", "search", "urls", "only_sites", "exclude_sites", "fetch_allow", mode="before"
    )
    @classmethod
    def _split(cls, value: Any) -> Any:
        """A comma-separated string (from the environment) as a tuple."""
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        taste = _toml(Path("research.toml"))
        foreign = sorted(set(taste) - TASTE)
        if foreign:
            raise ConfigError(
                f"./research.toml sets {', '.join(foreign)}, and a file in the working folder may only set "
                f"{', '.join(sorted(TASTE))}.",
                kind="foreign_setting",
                next_step=f"Move it to {user_config_file()} or to a flag.",
            )
        return (
            init_settings,
            env_settings,
            InitSettingsSource(settings_cls, taste),
            InitSettingsSource(settings_cls, _toml(user_config_file())),
        )


def user_config_file() -> Path:
    """The user's configuration file (TOML, the field names of ``Settings``)."""
    return Path(platformdirs.user_config_dir("research-agent")) / "config.toml"


def load_settings(**flags: Any) -> Settings:
    """Settings from flags, environment and files; flags that are None or empty count as not given.

    Raises:
        ConfigError: a value does not fit, in words that name the setting.
    """
    given = {name: value for name, value in flags.items() if value is not None and value != () and value != []}
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise ConfigError(
            f"The setting {name} is wrong: {first['msg'].removeprefix('Value error, ').rstrip('.')}.",
            kind="bad_setting",
            next_step=f"Change the flag, the variable RESEARCH_{name.upper()} or {user_config_file()}.",
        ) from error


def editor_command() -> str:
    """The user's editor as a shell would start it: $VISUAL, $EDITOR, else vi."""
    return os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"The configuration file {path} cannot be read: {error}.", kind="bad_file") from error
