from __future__ import annotations

from datetime import date

from research_agent.domain import Question
from research_agent.engines.extractive.planning import make_plan, wanted_of_plan, wanted_of_question
from research_agent.engines.extractive.queries import keywords, other_words, queries_of

ROOF = "Is the roof of the Elbphilharmonie safe, and how should we repair gutters, tiles and chimneys?"


def question(text: str, language: str = "en") -> Question:
    return Question(text=text, language=language, asked=date(2026, 11, 30))


def test_keywords_leave_politeness_out() -> None:
    assert keywords("How should I back up the header, please?") == "back header"
    assert keywords("默认网段是多少") == "默认网段是多少"


def test_the_first_query_says_what_it_is_about() -> None:
    first, *rest = queries_of(("how should we repair gutters",), ROOF, 4, web=False)
    assert first == "repair gutters Elbphilharmonie"
    assert rest == ["repair gutters"]


def test_on_the_web_every_query_says_so() -> None:
    assert all("Elbphilharmonie" in query for query in queries_of(("gutters", "tiles"), ROOF, 4, web=True))


def test_a_chinese_clause_is_not_searched_for_by_names_alone() -> None:
    text = "apt、aptitude 和 dpkg 有什么区别？"
    assert all("区别" in query for query in queries_of(("apt、aptitude 和 dpkg 有什么区别", "apt"), text, 4, web=False))


def test_other_words_are_other_words() -> None:
    tried = ["remove old drivers"]
    (query,) = other_words("What breaks when we remove old drivers?", "What breaks when we remove old drivers?", tried)
    assert query not in tried
    assert other_words("What breaks when we remove old drivers?", "", [*tried, query]) != (query,)


def test_a_plan_has_ids_queries_and_an_outline_over_all_of_them() -> None:
    plan = make_plan(question(ROOF), 5, web=False)
    assert [sub.id for sub in plan.sub_questions] == [str(n) for n in range(1, len(plan.sub_questions) + 1)]
    assert 2 <= len(plan.sub_questions) <= 5
    assert all(sub.queries for sub in plan.sub_questions)
    fed = [id for section in plan.outline for id in section.sub_questions]
    assert fed == [sub.id for sub in plan.sub_questions]
    assert len(plan.outline) == 2


def test_one_word_is_a_plan_too() -> None:
    plan = make_plan(question("TRIM?"), 5, web=True)
    assert len(plan.sub_questions) == 1
    assert plan.sub_questions[0].queries == ("TRIM",)


def test_parts_of_the_report_from_the_question_or_from_an_edited_plan() -> None:
    plan = make_plan(question(ROOF), 5, web=False)
    of_question = wanted_of_question(ROOF, 5)
    of_plan = wanted_of_plan(plan)
    assert {part.section for part in of_question} == {part.section for part in of_plan} == {0, 1}
    assert any("tiles" in facet for part in of_plan for facet in part.facets)
