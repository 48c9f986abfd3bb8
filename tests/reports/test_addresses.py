"""Only addresses of the web become links, in a spelling that every reader takes."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.reports.addresses import link_target
from tests.reports.hostile import BAD_ADDRESSES


@pytest.mark.parametrize("address", BAD_ADDRESSES)
def test_what_is_no_address_of_the_web_is_no_link(address: str) -> None:
    assert link_target(address) == ""


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("https://a.example/x?y=1&z=%20#f", "https://a.example/x?y=1&z=%20#f"),
        ("HTTP://a.example", "HTTP://a.example"),
        ("https://zh.example/维基", "https://zh.example/%E7%BB%B4%E5%9F%BA"),
        ('https://a.example/"{x}|`', "https://a.example/%22%7Bx%7D%7C%60"),
        ("https://[2001:db8::1]/x", "https://[2001:db8::1]/x"),
    ],
)
def test_the_rest_is_percent_encoded(address: str, target: str) -> None:
    assert link_target(address) == target


@given(st.text(max_size=40))
def test_a_target_is_ascii_and_means_the_same(tail: str) -> None:
    target = link_target(f"https://a.example/{tail}")
    assert target.isascii()
    assert target == "" or unquote(target) == unquote(f"https://a.example/{tail}")
