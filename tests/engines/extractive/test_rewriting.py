"""A search that failed is worded in another way, and the way is named."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Document
from research_agent.engines.extractive.rewriting import Failed, glosses, rewritten
from research_agent.text.queries import canonical
from tests.support.example_documents import markdown

QUESTION = "How do I vacuum a PostgreSQL 15 database, and what does autovacuum do to bloated TOAST tables?"
GUIDE = markdown(
    "guide",
    "# Routine maintenance\n\n## Reclaiming dead tuples\n\nTo vacuum a PostgreSQL database, run the command at night. "
    "Autovacuum does it for tables that change.\n\n## Freezing\n\nOld rows are frozen.\n",
)
CHINESE = markdown(
    "zh", "# 数据库维护\n\n自动清理（autovacuum）会定期处理死元组。预写式日志（WAL）记录修改。数据库应当定期清理。\n"
)


def ways(text: str, *documents: Document, found_nothing: bool = False, language: str = "en") -> dict[str, str]:
    failed = Failed(text, (text,), found_nothing)
    found: dict[str, str] = {}
    for way, query in rewritten(failed, QUESTION, language, documents):
        found.setdefault(way, query)
    return found


def test_narrower_adds_what_the_question_names() -> None:
    query = ways("what does autovacuum do to bloated tables")["narrower"]
    assert "PostgreSQL 15" in query
    assert "TOAST" in query


def test_broader_drops_the_rarest_word_that_is_no_name() -> None:
    query = ways("vacuum bloated PostgreSQL database tables", GUIDE)["broader"]
    assert "bloated" not in query
    assert "PostgreSQL" in query


def test_other_terms_come_from_headings_of_what_was_read() -> None:
    failed = Failed("vacuum PostgreSQL", (), False)
    found = [query for way, query in rewritten(failed, QUESTION, "en", [GUIDE]) if way == "other-term"]
    assert any("PostgreSQL" in query and ("Reclaiming" in query or "maintenance" in query) for query in found)


def test_another_language_only_where_documents_in_it_were_read() -> None:
    assert "other-language" not in ways("what does autovacuum do", GUIDE)
    assert "自动清理" in ways("what does autovacuum do", GUIDE, CHINESE)["other-language"]


def test_brackets_give_the_other_form_of_a_word() -> None:
    assert glosses(CHINESE.text, "预写式日志有什么用") == ("WAL",)
    assert glosses(CHINESE.text, "What is WAL for?") == ("预写式日志",)
    assert glosses(CHINESE.text, "What are rivers for?") == ()


def test_where_nothing_was_found_a_broader_search_comes_first() -> None:
    failed = ("vacuum bloated PostgreSQL database tables", ())
    first = [next(iter(rewritten(Failed(*failed, nothing), QUESTION, "en", [GUIDE])))[0] for nothing in (True, False)]
    assert first[0] == "broader"
    assert first[1] != "broader"


def test_the_order_of_documents_does_not_matter() -> None:
    failed = Failed("what does autovacuum do", (), False)
    one = list(rewritten(failed, QUESTION, "en", [GUIDE, CHINESE]))
    assert one == list(rewritten(failed, QUESTION, "en", [CHINESE, GUIDE]))


@given(st.text("abP 1自动清理?（）", max_size=40), st.lists(st.text("ab P", max_size=12), max_size=3), st.booleans())
def test_nothing_that_was_tried_comes_again(text: str, tried: list[str], nothing: bool) -> None:
    found = [query for _, query in rewritten(Failed(text, tuple(tried), nothing), QUESTION, "en", [GUIDE, CHINESE])]
    keys = [canonical(query) for query in found]
    assert len(keys) == len(set(keys))
    assert not set(keys) & {canonical(query) for query in tried}
