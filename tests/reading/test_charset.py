"""Bytes to text, whatever was declared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.reading.charset import decode

ZH = "数据库升级之前，应当先做完整的备份。这个文件包含了系统的配置，如果没有它，服务将不能启动。"
ZH_TW = "資料庫升級之前，應當先做完整的備份。這個檔案包含了系統的設定，如果沒有它，服務將不能啟動。"
JA = "サーバの設定を変更する場合は、必ず事前にバックアップを取ってください。これは重要です。"
KO = "데이터베이스를 업그레이드하기 전에 전체 백업을 하는 것이 좋습니다. 이 파일은 중요합니다."
FR = "Les données doivent être sauvegardées avant la mise à jour, même si elle paraît très sûre. Où est-elle gérée ?"


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (ZH, "gbk"),
        (ZH, "gb18030"),
        (ZH_TW, "big5"),
        (JA, "shift_jis"),
        (JA, "euc_jp"),
        (JA, "iso2022_jp"),
        (KO, "euc_kr"),
        (FR, "cp1252"),
        (ZH, "utf-16"),
        (FR, "utf-16-le"),
        (JA, "utf-8-sig"),
    ],
)
def test_undeclared_charsets_are_found(text: str, charset: str) -> None:
    assert decode((text * 3).encode(charset)).text == text * 3


def test_a_page_that_says_gb2312_and_means_gbk_is_read_as_gb18030() -> None:
    page = '<meta http-equiv="Content-Type" content="text/html; charset=gb2312"><p>朱镕基与囧'
    assert decode(page.encode("gbk")).text == page
    assert decode(page.encode("gbk")).charset == "gb18030"


def test_utf8_wins_over_a_wrong_declaration() -> None:
    page = '<meta charset="iso-8859-1"><p>naïve — “quoted”'
    assert decode(page.encode(), "text/html; charset=latin-1").text == page


def test_of_two_declarations_the_one_that_fits_is_taken() -> None:
    page = '<?xml version="1.0" encoding="UTF-8"?><meta content="text/html; charset=gb2312">' + ZH
    found = decode(page.encode("gbk"))
    assert found.text == page
    assert found.note == ""


def test_the_servers_charset_is_used_where_the_page_has_none() -> None:
    assert decode("Škoda přišla".encode("cp1250"), "text/html; charset=windows-1250").text == "Škoda přišla"


def test_a_utf8_text_cut_inside_a_character_loses_only_that_character() -> None:
    assert decode("größer ü".encode()[:-1]).text == "größer "


def test_unknown_and_wrong_charset_names_are_survived() -> None:
    assert decode(b'<meta charset="klingon"><p>caf\xe9 au lait', "text/html; charset=none").text.endswith(
        "café au lait"
    )


@given(st.binary(max_size=400))
def test_any_bytes_become_text(data: bytes) -> None:
    assert isinstance(decode(data).text, str)


@given(st.text())
def test_utf8_is_read_as_it_was_written(text: str) -> None:
    data = text.encode("utf-8", "ignore")
    if not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")) and b"\x1b" not in data and b"\0" not in data:
        assert decode(data).text == data.decode()
