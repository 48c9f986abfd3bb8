"""From the settings to the search providers of a run."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from urllib.parse import urlsplit

import httpx
from pydantic import SecretStr

from research_agent.errors import ConfigError
from research_agent.search.base import SearchProvider
from research_agent.settings import Settings


def open_providers(settings: Settings, *, client: httpx.AsyncClient | None = None) -> tuple[SearchProvider, ...]:
    """The providers that the settings name, or else ``chosen_names``. Close each with ``aclose``.

    Args:
        client: used by all web providers, and closed by the first that is closed; one is made if not given.

    Raises:
        ConfigError: kinds ``unknown_provider``, ``provider_not_set_up`` (the message names the variable),
            ``local_only`` (the provider would leave this machine).
    """
    names = chosen_names(settings)
    unknown = [name for name in names if name not in _OPENERS]
    if unknown:
        raise ConfigError(
            f"There is no search provider named {unknown[0]!r}.",
            kind="unknown_provider",
            next_step=f"Known: {', '.join(_OPENERS)}.",
        )
    opening = _Opening(settings, client)
    return tuple(_OPENERS[name](opening) for name in names)


def chosen_names(settings: Settings) -> tuple[str, ...]:
    """Those that were named; else ``local`` where documents are given, else the web ones that are set up, else
    ``duckduckgo``."""
    if settings.search:
        return tuple(dict.fromkeys(name.strip().lower() for name in settings.search))
    if settings.documents:
        return ("local",)
    set_up = {
        "searxng": settings.searxng_url,
        "tavily": settings.tavily_api_key,
        "brave": settings.brave_api_key,
    }
    return tuple(name for name, value in set_up.items() if value) or ("duckduckgo",)


class _Opening:
    """What the providers of one run share: settings, and one client that is made when the first needs it."""

    def __init__(self, settings: Settings, client: httpx.AsyncClient | None) -> None:
        self.settings = settings
        self._client = client

    def client(self) -> httpx.AsyncClient:
        if self._client is None:
            agent = {"User-Agent": self.settings.user_agent}
            self._client = httpx.AsyncClient(headers=agent, timeout=self.settings.fetch_timeout, follow_redirects=False)
        return self._client


def _local(opening: _Opening) -> SearchProvider:
    from research_agent.search.local.documents import LocalDocuments

    settings = opening.settings
    if not settings.documents:
        raise _not_set_up("local", "--documents (or RESEARCH_DOCUMENTS)")
    return LocalDocuments(settings.documents, settings.cache_dir)


def _duckduckgo(opening: _Opening) -> SearchProvider:
    from research_agent.search.duckduckgo import DuckDuckGoSearch

    if opening.settings.local_only:
        raise _leaves("duckduckgo")
    return DuckDuckGoSearch(opening.settings.fetch_timeout, proxy=opening.settings.ddgs_proxy)


def _searxng(opening: _Opening) -> SearchProvider:
    from research_agent.search.asking import Service
    from research_agent.search.searxng import NAME, REMEDY, SearxngSearch

    url = opening.settings.searxng_url
    if not url:
        raise _not_set_up(NAME, "SEARXNG_URL")
    _require_address(opening.settings, NAME, "SEARXNG_URL", url)
    service = Service("SearXNG", REMEDY, opening.client(), opening.settings.fetch_timeout)
    return SearxngSearch(service, url)


def _tavily(opening: _Opening) -> SearchProvider:
    from research_agent.search.asking import Service
    from research_agent.search.tavily import NAME, REMEDY, TavilySearch

    settings = opening.settings
    key = _key(settings.tavily_api_key, NAME, "TAVILY_API_KEY")
    _require_address(settings, NAME, "RESEARCH_TAVILY_URL", settings.tavily_url)
    service = Service("Tavily", REMEDY, opening.client(), settings.fetch_timeout)
    return TavilySearch(service, settings.tavily_url, key)


def _brave(opening: _Opening) -> SearchProvider:
    from research_agent.search.asking import Service
    from research_agent.search.brave import NAME, REMEDY, BraveSearch

    settings = opening.settings
    key = _key(settings.brave_api_key, NAME, "BRAVE_API_KEY")
    _require_address(settings, NAME, "RESEARCH_BRAVE_URL", settings.brave_url)
    service = Service("Brave", REMEDY, opening.client(), settings.fetch_timeout)
    return BraveSearch(service, settings.brave_url, key)


_OPENERS: dict[str, Callable[[_Opening], SearchProvider]] = {
    "local": _local,
    "duckduckgo": _duckduckgo,
    "searxng": _searxng,
    "tavily": _tavily,
    "brave": _brave,
}


def _key(key: SecretStr | None, name: str, variable: str) -> str:
    value = key.get_secret_value().strip() if key is not None else ""
    if not value or not value.isascii() or not value.isprintable():
        raise _not_set_up(name, variable)
    return value


def _not_set_up(name: str, variable: str) -> ConfigError:
    return ConfigError(
        f"The search provider {name} is not set up.", kind="provider_not_set_up", next_step=f"Set {variable}."
    )


def _leaves(name: str) -> ConfigError:
    return ConfigError(
        f"The search provider {name} would leave this machine, and only local addresses are allowed.",
        kind="local_only",
        next_step="Search your own documents (--documents), or do without --local-only.",
    )


def _require_address(settings: Settings, name: str, variable: str, url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError(
            f"{variable} is no http(s) address: {url!r}.", kind="provider_not_set_up", next_step=f"Correct {variable}."
        )
    if settings.local_only and not _is_loopback(parts.hostname):
        raise _leaves(name)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
