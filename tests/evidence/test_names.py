"""What counts as a name, and when evidence holds it."""

from __future__ import annotations

import pytest

from research_agent.domain import DraftSentence
from research_agent.evidence.names import Wording, names, quoted
from research_agent.evidence.support import check_support
from tests.evidence.building import quote


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
        ("They used it (Frobnicate) first.", ["Frobnicate"]),
        ("They used it (Frobnicate for short) first.", ["Frobnicate"]),
        ("The tool – Frobnicate – is old.", ["Frobnicate"]),
        ("They call it “Frobnicate” there.", ["Frobnicate"]),
        ("He said “no” Frobnicate too.", ["Frobnicate"]),
        ("It is easy. (Upgrading is not.)", []),
        ("It is easy (Upgrading is not.)", []),
        ("He said “Upgrading is easy.”", []),
        ("See below (Note that it fails) first.", []),
        ("- Upgrading is easy.", []),
        ("Yes | Optional | No", []),
        ("对预依赖（Frobnicate）其他软件包", ["Frobnicate"]),
        ("对预依赖（frobnicate dependency）其他软件包", ["frobnicate", "dependency"]),
        ("Frobnicate 会升级系统。", ["Frobnicate"]),
        ("升级很简单（see below），需要 5 GB。", []),
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


@pytest.mark.parametrize(
    ("text", "evidence", "holds"),
    [
        ("dpkg 拒绝解压缩预依赖（Frobnicate）其他软件包的软件包。", "dpkg 拒绝解压缩预依赖其他软件包的软件包。", False),
        (
            "dpkg 拒绝解压缩预依赖（Pre-Depends）其他软件包。",
            "dpkg 拒绝解压缩预依赖 (Pre-Depends) 其他软件包的软件包。",
            True,
        ),
        ("They used the instrument (Frobnicate) first.", "They used the instrument first, in May.", False),
        ("They used the instrument (a theodolite) first.", "They used the instrument, a theodolite, in May.", True),
    ],
)
def test_an_original_in_brackets_is_held_to_its_quotes(text: str, evidence: str, holds: bool) -> None:
    assert (check_support(DraftSentence(text=text), [quote(evidence)], []) == ()) is holds


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("用 XƎLATEX 编译", "XeLaTeX"),
        ("the XƎTEX engine", "XeTeX"),
        ("the oﬃce of Müller", "Muller"),
        ("ＯｐｅｎＳＳＨ 的配置", "OpenSSH"),
    ],
)
def test_print_varies_a_name_without_naming_another_thing(printed: str, name: str) -> None:
    assert Wording(printed).names(name)


def test_a_turned_letter_makes_no_other_name_equal() -> None:
    assert not Wording("用 XƎLATEX 编译").names("LuaLaTeX")
