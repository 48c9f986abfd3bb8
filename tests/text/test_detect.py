"""Languages of short questions and of documents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.text.detect import detect_language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "What is VACUUM?"),
        ("en", "borg check"),
        ("en", "What is the difference between Borg and restic?"),
        ("en", "What does 微信 mean?"),
        ("en", "Compare 微信支付 and 支付宝 payment fees"),
        ("en", ""),
        ("en", "15.2"),
        ("zh", "在 PostgreSQL 15 中 VACUUM FULL 和 pg_repack 有什么区别?"),
        ("zh", "如何使用 restic"),
        ("zh", "请比较 SQLite WAL mode 与 rollback journal"),
        (
            "zh",
            "什么是「ひらがな」这种日本文字的历史来源和它今天的用法以及它与汉字之间的关系是怎样的呢，请详细说明一下",
        ),
        ("ja", "データベースとは"),
        ("ja", "Apache のアクセス制御"),
        ("ko", "한국어 질문"),
        ("ru", "Как работает индекс PostgreSQL?"),
        ("uk", "Як працює індекс?"),
        ("de", "Wie funktioniert VACUUM?"),
        ("fr", "Comment sauvegarder une base ?"),
        ("es", "¿Cómo funciona el índice?"),
        ("it", "Come funziona?"),
        ("pt", "Como fazer um backup?"),
        ("nl", "Hoe werkt de index?"),
        ("vi", "làm thế nào để sao lưu"),
        ("pl", "Jak działa indeks w bazie?"),
        ("el", "Τι είναι αυτό;"),
        ("ar", "ما هو الفهرس؟"),
        ("he", "מה זה?"),
        ("th", "คืออะไร"),
    ],
)
def test_language(language: str, text: str) -> None:
    assert detect_language(text) == language


def test_code_does_not_outweigh_the_chinese_around_it() -> None:
    text = "安装之后运行以下命令：\n" + "sudo apt install postgresql-15 && pg_upgradecluster 13 main\n" * 5
    assert detect_language(text) == "zh"


@given(st.text())
def test_any_text_has_a_language(text: str) -> None:
    assert detect_language(text).isalpha()
