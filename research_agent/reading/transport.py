"""An httpx transport that connects to nothing that the guard has not checked.

``httpcore`` asks a network backend for each new connection; ours resolves the name, has every address checked and
connects to a checked one, while the request keeps its host name for the Host header and for TLS. Proxies from the usual
variables are used (``HTTP_PROXY``, ``HTTPS_PROXY``, ``ALL_PROXY``, ``NO_PROXY``); then the guard is asked before the
request, and the proxy makes the connection.
"""

from __future__ import annotations

import asyncio
import ssl
import typing
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from urllib.request import getproxies, proxy_bypass

import httpcore
import httpx

from research_agent.reading.guard import AddressGuard

_Option = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


class PinnedBackend(httpcore.AsyncNetworkBackend):
    """Connects to the addresses that the guard returns, one after the other until one answers."""

    def __init__(self, guard: AddressGuard) -> None:
        self._guard = guard
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the base class has it
        local_address: str | None = None,
        socket_options: Iterable[_Option] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        addresses = await self._guard.resolve(host, port)
        for address in addresses[:-1]:
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await self._inner.connect_tcp(addresses[-1], port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 - the base class has it
        socket_options: Iterable[_Option] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        raise httpcore.ConnectError("sockets in the file system are not fetched from")

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


class GuardedTransport(httpx.AsyncBaseTransport):
    """See the module. Raises httpcore's errors, and the guard's ReadErrors as they are."""

    def __init__(self, guard: AddressGuard, *, connections: int = 16, ca_bundle: Path | None = None) -> None:
        self._guard = guard
        self._connections = connections
        self._ca_bundle = ca_bundle
        self._pools: dict[tuple[str, str], httpcore.AsyncConnectionPool] = {}
        self._context: ssl.SSLContext | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        proxy = proxy_for(url)
        if proxy:
            await self._guard.check_through_proxy(url.raw_host.decode("ascii"), url.port or _default_port(url))
        pool = await self._pool(proxy, url.scheme)
        response = await pool.handle_async_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                content=typing.cast("AsyncIterator[bytes]", request.stream),
                extensions=request.extensions,
            )
        )
        return httpx.Response(
            status_code=response.status,
            headers=response.headers,
            stream=_Body(response),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        for pool in self._pools.values():
            await pool.aclose()

    async def _pool(self, proxy: str, scheme: str) -> httpcore.AsyncConnectionPool:
        # Reading the certificates takes a tenth of a second: off the event loop, and only where TLS is spoken.
        tls = scheme == "https" or proxy.startswith("https:")
        context = await asyncio.to_thread(self._ssl) if tls and self._context is None else self._context
        if (proxy, scheme) not in self._pools:
            self._pools[proxy, scheme] = httpcore.AsyncConnectionPool(
                ssl_context=context,
                proxy=_proxy(proxy) if proxy else None,
                max_connections=self._connections,
                max_keepalive_connections=self._connections,
                keepalive_expiry=15.0,
                http1=True,
                http2=True,
                network_backend=None if proxy else PinnedBackend(self._guard),
            )
        return self._pools[proxy, scheme]

    def _ssl(self) -> ssl.SSLContext:
        if self._context is None:
            if self._ca_bundle is not None:
                self._context = ssl.create_default_context(cafile=str(self._ca_bundle))
            else:
                self._context = httpx.create_ssl_context()  # honours SSL_CERT_FILE and SSL_CERT_DIR
        return self._context


class _Body(httpx.AsyncByteStream):
    """A response's raw bytes."""

    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._response.aiter_stream():
            yield part

    async def aclose(self) -> None:
        await self._response.aclose()


def proxy_for(url: httpx.URL) -> str:
    """The proxy that the usual variables name for an address; empty for a direct connection."""
    proxies = getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all") or ""
    if not proxy or proxy_bypass(url.host):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def _proxy(address: str) -> httpcore.Proxy:
    url = httpx.URL(address)
    bare = url.copy_with(username=None, password=None)
    auth = (url.username, url.password) if url.username or url.password else None
    return httpcore.Proxy(str(bare), auth=auth)


def _default_port(url: httpx.URL) -> int:
    return 443 if url.scheme == "https" else 80
