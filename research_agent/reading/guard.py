"""Which addresses may be fetched, decided from what a name resolves to and not from how it is written.

A page can link to anything. So only http and https are fetched, and only from public hosts, unless the setting
``fetch_allow`` names the host, the host with its port, or the network. The decision is made at the moment of
connecting, and the connection goes to the very address that was checked (``transport``), so that a name which
resolves differently a moment later gains nothing.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from research_agent.errors import ReadError

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Host name and port to numeric addresses; raises OSError when there are none."""

_NUMERIC = re.compile(r"^(?:0[xX][0-9a-fA-F]*|\d+)(?:\.(?:0[xX][0-9a-fA-F]*|\d+)){0,3}\.?$")
_HOST = re.compile(r"^[A-Za-z0-9._-]+$")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_COMPATIBLE = ipaddress.ip_network("::/96")
_REFUSED_THOUGH_PUBLIC = (
    (ipaddress.ip_network("168.63.129.16/32"), "a cloud platform's metadata address"),
    (ipaddress.ip_network("64:ff9b:1::/48"), "a local translation network"),
    (ipaddress.ip_network("fec0::/10"), "a site-local address"),
    (ipaddress.ip_network("192.0.0.0/24"), "an address for protocol assignments"),
    (ipaddress.ip_network("192.88.99.0/24"), "a relay address"),
)
_CARRIER = ipaddress.ip_network("100.64.0.0/10")


_NO_SUCH_NAME = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """The system's answer, IPv4 and IPv6, in its order of preference."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


@dataclass(frozen=True, slots=True)
class _Allowed:
    """One entry of ``fetch_allow``."""

    host: str = ""
    network: ipaddress.IPv4Network | ipaddress.IPv6Network | None = None
    port: int | None = None

    def covers(self, host: str, address: IpAddress, port: int) -> bool:
        if self.port is not None and self.port != port:
            return False
        if self.network is not None:
            return address.version == self.network.version and address in self.network
        return self.host == host


class AddressGuard:
    """The rule for one set of settings.

    Args:
        allow: hosts, ``host:port`` and networks that may be fetched though they are not public.
        local_only: refuse all that is not loopback (and loopback too, unless ``allow`` names it).
        resolve: how names are looked up; tests hand in their own.
    """

    def __init__(
        self, allow: Sequence[str] = (), *, local_only: bool = False, resolve: Resolve = system_resolver
    ) -> None:
        self._allowed = tuple(_parse_allowed(entry) for entry in allow)
        self._local_only = local_only
        self._resolve = resolve

    def check_form(self, scheme: str, host: str, userinfo: bool, address: str) -> None:
        """What can be decided without looking a name up; ``host`` in the form that DNS uses.

        Raises:
            ReadError: kind ``blocked_address``.
        """
        if scheme not in ("http", "https"):
            raise blocked(address, f"{scheme or 'no scheme'} is not http or https", "Only web pages are fetched.")
        if not host:
            raise blocked(address, "it names no host", "Check the address.")
        if ":" not in host and not _HOST.match(host):
            raise blocked(address, f"{host!r} is no host name", "Check the address.")
        if userinfo:
            raise blocked(address, "it carries a user name or a password", "Give the address without them.")

    async def resolve(self, host: str, port: int) -> tuple[str, ...]:
        """The numeric addresses of a host, all of them checked.

        Raises:
            ReadError: kind ``unknown_host`` when there is no such name, ``unreachable`` when it cannot be looked up
                or has no address, ``blocked_address`` when any address
                that it resolves to may not be fetched: a host with one public and one private address is an attack.
        """
        host = host.strip("[]").rstrip(".").lower()
        literal = literal_address(host)
        found = [str(literal)] if literal is not None else await self._look_up(host, port)
        for one in found:
            self.require(host, parse_address(one), port)
        return tuple(found)

    async def check_through_proxy(self, host: str, port: int) -> None:
        """The rule where a proxy makes the connection: on what the name resolves to here, if it does, else on the
        literal address; a name that only the proxy can resolve is the proxy's to judge.

        Raises:
            ReadError: kind ``blocked_address``.
        """
        host = host.strip("[]").rstrip(".").lower()
        try:
            await self.resolve(host, port)
        except ReadError as error:
            if error.kind not in ("unreachable", "unknown_host"):
                raise
            if self._local_only or host == "localhost" or host.endswith(".localhost"):
                raise blocked(host, "it is not known to be public", _ALLOW) from error

    async def _look_up(self, host: str, port: int) -> Sequence[str]:
        try:
            found = await self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            unknown = isinstance(error, socket.gaierror) and error.errno in _NO_SUCH_NAME
            raise ReadError(
                f"The host {host} cannot be found: {error}.",
                kind="unknown_host" if unknown else "unreachable",
                next_step="Check the address and the connection.",
                retryable=isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN,
            ) from error
        if not found:
            raise ReadError(f"The host {host} has no address.", kind="unreachable", next_step="Check the address.")
        return found

    def require(self, host: str, address: IpAddress, port: int) -> None:
        """Refuse an address that is neither public nor allowed.

        Raises:
            ReadError: kind ``blocked_address``.
        """
        inner = embedded_address(address)
        allowed = any(entry.covers(host, inner, port) or entry.covers(host, address, port) for entry in self._allowed)
        if self._local_only and not inner.is_loopback:
            raise blocked(
                f"{host} ({address})",
                "--local-only is set and it is not loopback",
                "Leave --local-only out to fetch it.",
            )
        why = not_public(inner)
        if why and not allowed:
            raise blocked(f"{host} ({address})" if str(address) != host else host, f"it is {why}", _ALLOW)


_ALLOW = "If it should be read, name the host or network in RESEARCH_FETCH_ALLOW."


def blocked(what: str, why: str, next_step: str) -> ReadError:
    return ReadError(f"{what} is not fetched: {why}.", kind="blocked_address", next_step=next_step)


def literal_address(host: str) -> IpAddress | None:
    """The address that a host name is, in every way in which the C library reads one: decimal, octal, hexadecimal,
    with fewer than four parts, IPv6 with a zone. None for a name."""
    if _NUMERIC.match(host):
        try:
            return ipaddress.IPv4Address(socket.inet_aton(host.rstrip(".")))
        except OSError as error:
            raise blocked(host, "it is no valid numeric address", "Check the address.") from error
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def parse_address(text: str) -> IpAddress:
    """A resolver's answer; one that is no address counts as blocked."""
    try:
        return ipaddress.ip_address(text)
    except ValueError as error:
        raise blocked(text, "the look-up gave no address", "Check the name server.") from error


def embedded_address(address: IpAddress) -> IpAddress:
    """The IPv4 address inside an IPv6 one (mapped, compatible, 6to4, Teredo, NAT64), or the address itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if address in _NAT64 or (address in _COMPATIBLE and int(address) > 0xFFFF):
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address


def not_public(address: IpAddress) -> str:
    """What kind of non-public address it is, in words; empty for a public one."""
    named = next(
        (why for network, why in _REFUSED_THOUGH_PUBLIC if address.version == network.version and address in network),
        "",
    )
    if named:
        return named
    checks = (
        (address.is_loopback, "a loopback address"),
        (address.is_link_local, "a link-local address (cloud metadata lives there)"),
        (address.is_multicast, "a multicast address"),
        (address.is_unspecified, "the unspecified address"),
        (address.version == 4 and address in _CARRIER, "a carrier's shared address"),
        (address.is_private, "a private address"),
        (address.is_reserved or not address.is_global, "a reserved address"),
    )
    return next((why for holds, why in checks if holds), "")


def _parse_allowed(entry: str) -> _Allowed:
    """``host``, ``host:port``, ``10.1.0.0/16``, ``10.1.2.3:8080``, ``[::1]:8080``, ``::1``."""
    entry = entry.strip().lower()
    host, port = entry, None
    if match := re.fullmatch(r"\[([^\]]+)\](?::(\d+))?|([^:]+):(\d+)", entry):
        host, port = match[1] or match[3], int(match[2] or match[4] or 0) or None
    try:
        return _Allowed(network=ipaddress.ip_network(host, strict=False), port=port)
    except ValueError:
        return _Allowed(host=host.rstrip("."), port=port)
