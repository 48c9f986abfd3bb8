"""The user's limits hold whatever spelling an address comes in."""

from __future__ import annotations

from datetime import date

import pytest

from research_agent.domain import Limits
from research_agent.limits import refusal


@pytest.mark.parametrize(
    ("site", "address"),
    [
        ("example.org", "https://example.org/a"),
        ("example.org", "https://docs.example.org/a"),
        ("Example.ORG.", "https://EXAMPLE.org./a"),
        ("*.example.org", "http://www.example.org"),
        (".example.org", "http://www.example.org"),
        ("https://example.org/", "https://example.org/a"),
        ("example.org:8080", "http://example.org:8080/a"),
        ("example.org", "http://example.org:8080/a"),
        ("bücher.example", "https://xn--bcher-kva.example/x"),
        ("xn--bcher-kva.example", "https://Bücher.example/x"),
        ("example.org/team", "https://example.org/team/page"),
        ("[::1]", "http://[::1]:8000/"),
        ("gov", "https://www.nasa.gov/x"),
    ],
)
def test_a_site_covers_its_host_and_those_below(site: str, address: str) -> None:
    assert refusal(Limits(only_sites=(site,)), address, None) is None
    assert refusal(Limits(exclude_sites=(site,)), address, None) is not None


@pytest.mark.parametrize(
    ("site", "address"),
    [
        ("example.org", "https://badexample.org/"),
        ("example.org", "https://example.org.evil.net/"),
        ("example.org", "https://evil.net/?example.org"),
        ("example.org", "https://example.org@evil.net/"),
        ("example.org:8080", "http://example.org/"),
        ("example.org/team", "https://example.org/teams"),
        ("docs.example.org", "https://example.org/"),
        ("", "https://example.org/"),
    ],
)
def test_a_site_does_not_cover_a_host_that_only_looks_alike(site: str, address: str) -> None:
    assert refusal(Limits(only_sites=(site,)), address, None) is not None
    assert refusal(Limits(exclude_sites=(site,)), address, None) is None


def test_an_exclusion_outweighs_a_permission() -> None:
    limits = Limits(only_sites=("example.org",), exclude_sites=("ads.example.org",))
    assert refusal(limits, "https://www.example.org/", None) is None
    why = refusal(limits, "https://ads.example.org/", None)
    assert why is not None
    assert "--exclude-site ads.example.org" in why


@pytest.mark.parametrize("address", ["nonsense", "http://[::1", "http://host:port/", "mailto:someone"])
def test_an_address_without_a_readable_host_is_not_allowed_under_site_limits(address: str) -> None:
    assert refusal(Limits(only_sites=("example.org",)), address, None) is not None


def test_site_limits_are_about_the_web_not_about_files() -> None:
    limits = Limits(only_sites=("example.org",), exclude_sites=("example.net",))
    assert refusal(limits, "file:///home/me/report.pdf", None) is None


def test_the_period_is_inclusive_at_both_ends() -> None:
    limits = Limits(since=date(2024, 1, 1), until=date(2024, 12, 31))
    assert refusal(limits, "https://a.example/", date(2024, 1, 1)) is None
    assert refusal(limits, "https://a.example/", date(2024, 12, 31)) is None
    assert "--since" in (refusal(limits, "https://a.example/", date(2023, 12, 31)) or "")
    assert "--until" in (refusal(limits, "file:///a.txt", date(2025, 1, 1)) or "")


def test_an_unknown_date_refuses_a_source_but_not_a_hit() -> None:
    limits = Limits(since=date(2024, 1, 1))
    assert refusal(limits, "https://a.example/", None) is None
    assert "no publication date known" in (refusal(limits, "https://a.example/", None, read=True) or "")
    assert refusal(Limits(), "https://a.example/", None, read=True) is None
