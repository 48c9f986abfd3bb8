"""What counts as a name, and when evidence holds it."""

from __future__ import annotations

import pytest

from research_agent.evidence.names import Wording, names, quoted


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The Debian Policy Manual requires it.", ["Debian", "Policy", "Manual"]),
        ("Upgrading is easy.", []),
        ("Debian is a system.", []),  # one capital at the beginning may be any word
        ("Use pg_hba.conf and --link on OpenSSH 9.2p1 (see WAL).", ["pg_hba.conf", "--link", "OpenSSH", "WAL"]),
        ("It is WAL-based and speaks IPv6 with AES-XTS.", ["WAL", "IPv6", "AES", "XTS"]),
        ("In January and on Monday it cost 5 GB, e.g. here.", []),
        ("Run `apt full-upgrade` now.", ["apt full-upgrade"]),
        ("It fixes CVE-2024-3094.", ["CVE-2024-3094"]),
        ("使用 pg_upgrade 升级 PostgreSQL。", ["pg_upgrade", "PostgreSQL"]),
        ("It works: Debian's kernel.", []),
    ],
)
def test_names(sentence: str, expected: list[str]) -> None:
    assert [name.text for name in names(sentence)] == expected


@pytest.mark.parametrize(
    ("name", "evidence", "holds"),
    [
        ("PostgreSQL", "postgresql server", True),
        ("PostgreSQL", "Postgres server", False),
        ("JSON", "JSONs", True),
        ("pg_upgrade", "run pg_upgrade", True),
        ("pg_upgrade", "run pg upgrade", True),
        ("Wi-Fi", "wifi and Wi-Fi", True),
        ("SQL", "PostgreSQL", False),
        ("--link", "the --link option", True),
        ("PostgreSQL", "使用PostgreSQL数据库", True),
        ("Debian", "Debian's policy", True),
    ],
)
def test_wording(name: str, evidence: str, holds: bool) -> None:
    assert Wording(evidence).holds(name) is holds


def test_quoted_words() -> None:
    assert quoted('He said "one two" and “three”, 《四》 「五」.') == ("one two", "three", "四", "五")
