"""Which addresses may be fetched; no packet leaves the machine, since the resolver is a fake."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.errors import ReadError
from research_agent.reading.guard import AddressGuard, literal_address, not_public

NAMES = {
    "example.org": ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"),
    "intranet.corp": ("10.1.2.3",),
    "rebind.evil": ("93.184.215.14", "127.0.0.1"),
    "metadata.google.internal": ("169.254.169.254",),
    "mapped.evil": ("::ffff:10.0.0.1",),
    "localhost": ("127.0.0.1", "::1"),
    "empty.test": (),
    "odd.test": ("not an address",),
}


async def fake_resolver(host: str, port: int) -> Sequence[str]:
    if host not in NAMES:
        raise OSError("Name or service not known")
    return NAMES[host]


def guard(*allow: str, local_only: bool = False) -> AddressGuard:
    return AddressGuard(allow, local_only=local_only, resolve=fake_resolver)


async def decide(address: str, *allow: str, local_only: bool = False) -> str:
    """``allowed`` or the error's kind, as the fetcher decides it."""
    judge = guard(*allow, local_only=local_only)
    try:
        url = httpx.URL(address)
        judge.check_form(url.scheme, url.raw_host.decode(), bool(url.userinfo), address)
        await judge.resolve(url.raw_host.decode(), url.port or 443)
    except ReadError as error:
        return error.kind if error.next_step else "no next step"
    except httpx.InvalidURL:  # the fetcher takes it for blocked
        return "blocked_address"
    return "allowed"


BLOCKED = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0x0.0x0.0x1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://127.0.0.1./",
    "http://0.0.0.0/",
    "http://0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://100.100.100.200/",
    "http://168.63.129.16/",
    "http://192.0.0.192/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::a00:1]/",
    "http://[64:ff9b:1::1]/",
    "http://[2002:a00:1::]/",
    "http://[2001:0:53aa:64c:0:0:f5ff:fffe]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://intranet.corp/",
    "http://rebind.evil/",
    "http://metadata.google.internal/",
    "http://mapped.evil/",
    "http://odd.test/",
    "http://\uff11\uff12\uff17.0.0.1/",
    "http://user:secret@example.org/",
    "http://example.org@127.0.0.1/",
    "http://999.1.1.1/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://example.org/",
    "javascript:alert(1)",
    "http:///nohost",
]


@pytest.mark.parametrize("address", BLOCKED)
async def test_blocked(address: str) -> None:
    assert await decide(address) == "blocked_address"


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/",
        "https://example.org:8443/x",
        "http://93.184.215.14/",
        "http://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
        "http://[::ffff:93.184.215.14]/",
        "http://172.32.0.1/",
        "http://100.128.0.1/",
        "http://EXAMPLE.org./",
    ],
)
async def test_public_addresses_are_allowed(address: str) -> None:
    assert await decide(address) == "allowed"


@pytest.mark.parametrize(
    ("address", "allow"),
    [
        ("http://127.0.0.1:8080/", "127.0.0.1:8080"),
        ("http://127.0.0.1:8080/", "127.0.0.1"),
        ("http://2130706433:8080/", "127.0.0.1:8080"),
        ("http://10.1.2.3/", "10.1.0.0/16"),
        ("http://intranet.corp/", "10.1.0.0/16"),
        ("http://intranet.corp/", "intranet.corp"),
        ("http://intranet.corp:8080/", "Intranet.Corp:8080"),
        ("http://[::1]:8080/", "[::1]:8080"),
        ("http://[::1]/", "::1"),
        ("http://[fd12::1]/", "fd12::/16"),
        ("http://localhost/", "localhost"),
        ("http://[::ffff:10.1.0.1]/", "10.1.0.0/16"),
        ("http://169.254.169.254/", "169.254.169.254"),
        ("http://100.64.0.1/", "100.64.0.0/10"),
    ],
)
async def test_what_the_setting_names_is_allowed(address: str, allow: str) -> None:
    assert await decide(address) == "blocked_address"
    assert await decide(address, allow) == "allowed"


@pytest.mark.parametrize(
    ("address", "allow"),
    [
        ("http://127.0.0.1:9090/", "127.0.0.1:8080"),
        ("http://10.2.0.1/", "10.1.0.0/16"),
        ("http://rebind.evil/", "example.org"),
        ("http://intranet.corp/", "corp"),
        ("http://localhost/", "127.0.0.1"),
    ],
)
async def test_the_setting_allows_no_more_than_it_names(address: str, allow: str) -> None:
    assert await decide(address, allow) == "blocked_address"


async def test_local_only_refuses_all_but_allowed_loopback() -> None:
    assert await decide("http://example.org/", "example.org", local_only=True) == "blocked_address"
    assert await decide("http://10.1.2.3/", "10.0.0.0/8", local_only=True) == "blocked_address"
    assert await decide("http://127.0.0.1/", local_only=True) == "blocked_address"
    assert await decide("http://127.0.0.1/", "127.0.0.1", local_only=True) == "allowed"


@pytest.mark.parametrize("address", ["http://unknown.test/", "http://empty.test/"])
async def test_a_name_without_an_address_is_unreachable_and_not_blocked(address: str) -> None:
    assert await decide(address) == "unreachable"


async def test_through_a_proxy_a_name_that_resolves_is_judged_and_one_that_does_not_is_left_to_the_proxy() -> None:
    await guard().check_through_proxy("example.org", 443)
    await guard().check_through_proxy("only-the-proxy-knows.test", 443)
    for host in ("intranet.corp", "10.0.0.1", "0x7f000001", "[::1]", "sub.localhost"):
        with pytest.raises(ReadError) as caught:
            await guard().check_through_proxy(host, 443)
        assert caught.value.kind == "blocked_address"


@given(st.integers(0, 2**32 - 1))
def test_every_spelling_of_an_ipv4_address_is_the_same_address(number: int) -> None:
    address = ipaddress.IPv4Address(number)
    spellings = [
        str(number),
        hex(number),
        f"0{number:o}",
        str(address),
        ".".join(hex(int(part)) for part in str(address).split(".")),
    ]
    assert {literal_address(spelling) for spelling in spellings} == {address}


@given(
    st.ip_addresses(v=4, network="10.0.0.0/8")
    | st.ip_addresses(v=4, network="169.254.0.0/16")
    | st.ip_addresses(v=6, network="fc00::/7")
)
def test_no_address_of_a_private_network_is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    assert not_public(address)
