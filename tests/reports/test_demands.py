"""The question's demands against the finished report: what is left out is told, nothing is guessed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from research_agent.domain import (
    Constraint,
    DemandCheck,
    NotFound,
    Reflection,
    Report,
    Section,
    Sentence,
    SentenceKind,
    SubQuestion,
)
from research_agent.reports.demands import check_demands, matters, unmet
from tests.reports.sample import PLAN, REPORT


def asking(*constraints: tuple[str, str], language: str = "en", question: str = "", **fields: Any) -> Report:
    """The sample report for a question with these demands."""
    demands = tuple(Constraint(kind=kind, text=text) for kind, text in constraints)  # type: ignore[arg-type]
    asked = replace(
        REPORT.question, text=question or "What is known of mountains and of their snow?", language=language
    )
    return replace(REPORT, question=asked, plan=replace(PLAN, constraints=demands), **fields)


def verdicts(report: Report) -> list[str]:
    return [check.met for check in check_demands(report)]


def test_a_name_a_figure_and_a_matter_are_looked_for_in_sentences_and_their_quotes() -> None:
    report = asking(
        ("entity", "Nepal"), ("entity", "Survey of India"), ("quantity", "8,844.43 m"), ("other", "the snow height")
    )
    report = replace(report, answer=(*report.answer, Sentence(text="Nepal has told so.", claims=("c2",))))
    checks = check_demands(report)
    assert [check.met for check in checks] == ["met", "not_met", "met", "met"]
    assert checks[1].why == "no sentence or passage has India"
    assert "answer/1" in checks[3].sentences


def test_of_several_names_some_make_it_partly_met() -> None:
    (check,) = check_demands(asking(("side", "Mount Everest or Kangchenjunga"), ("other", "snow")))[:1]
    assert (check.met, check.why) == ("partly", "no sentence or passage has Kangchenjunga")


def test_what_no_sentence_speaks_of_is_not_met() -> None:
    assert verdicts(asking(("other", "how climbers obtain permits"), ("other", "snow"))) == ["not_met", "met"]


def test_a_figure_of_the_askers_own_is_not_guessed_at() -> None:
    (check, _) = check_demands(asking(("quantity", "600 GB"), ("other", "snow")))
    assert check.met == "unchecked"


def test_the_question_itself_is_no_demand_beside_others() -> None:
    question = "How high is Mount Everest?"
    report = asking(("quantity", "how high Mount Everest is"), ("other", "snow"), question=question)
    assert [check.demand.text for check in check_demands(report)] == ["snow"]


def test_the_same_demand_is_checked_once() -> None:
    assert len(check_demands(asking(("entity", "Everest"), ("side", "everest "), ("other", "snow")))) == 2


@pytest.mark.parametrize(
    ("demand", "met"),
    [
        ("as a table", "met"),
        ("a list of surveys", "met"),
        ("the top 5 reasons", "not_met"),
        ("3 reasons", "met"),
        ("answer in English", "met"),
        ("用中文回答", "not_met"),
        ("列出 9 个例子", "not_met"),
    ],
)
def test_a_form_is_checked_where_code_can_see_it(demand: str, met: str) -> None:
    assert verdicts(asking(("form", demand), ("other", "snow")))[0] == met


def test_no_table_where_a_table_is_asked_for() -> None:
    section = Section(title="Heights", sentences=(Sentence(text="It is high.", claims=("c3",)),))
    report = asking(("form", "a comparison table"), ("other", "snow"), sections=(section,))
    (check, _) = check_demands(report)
    assert (check.met, check.why) == ("not_met", "the report does not have this form")


def test_chinese_demands_are_read_without_the_words_of_asking() -> None:
    sentence = Sentence(text="默认网段是 10.0.0.0/8。", kind=SentenceKind.TEXT, claims=("c2",))
    report = asking(
        ("other", "默认网段是多少"),
        ("other", "打印机怎么共享"),
        language="zh",
        question="学校网络怎么搭建，默认网段是多少，打印机怎么共享？",
        answer=(sentence,),
        sections=(),
    )
    checks = check_demands(report)
    assert [check.met for check in checks] == ["met", "not_met"]
    assert checks[1].why == "没有句子谈到它"


def test_an_empty_report_meets_nothing() -> None:
    assert verdicts(asking(("entity", "Nepal"), ("other", "snow"), answer=(), sections=())) == ["not_met", "not_met"]


# ---------------------------------------------------------------- what is missing and matters


def lacking(text: str, why: str = "not_in_sources", **fields: Any) -> bool:
    report = asking(("other", "the height of the summit"), ("other", "the cost of a permit"), **fields)
    report = replace(
        report,
        demands=(
            DemandCheck(demand=report.plan.constraints[0], met="met"),
            DemandCheck(demand=report.plan.constraints[1], met="not_met"),
        ),
    )
    return matters(NotFound(sub_question="1", text=text, why=why), report)  # type: ignore[arg-type]


def test_a_surplus_of_the_planners_own_does_not_matter() -> None:
    assert not lacking("the names of the surveyors' horses")
    assert not lacking("the height of the summit before the earthquake")


def test_a_part_of_a_demand_that_is_not_met_matters() -> None:
    assert lacking("what a permit costs")


@pytest.mark.parametrize("why", ["search_failed", "reading_failed", "budget_spent"])
def test_a_failure_of_ours_always_matters(why: str) -> None:
    assert lacking("the names of the surveyors' horses", why)


def test_what_a_reflection_called_missing_matters_if_it_stayed_so() -> None:
    step = REPORT.reflections[0].next[0]
    told = Reflection(round=0, missing=("Which horses did the surveyors have?",), next=(step,))
    assert lacking("the names of the surveyors' horses", reflections=(told,))
    assert not lacking("the names of the surveyors' horses", reflections=(replace(told, next=()),))


def test_a_sub_question_without_any_claim_matters_unless_its_demand_is_met() -> None:
    horses = SubQuestion(id="1", text="Which horses did they have?", queries=("horses",))
    summit = SubQuestion(id="1", text="What is the height of the summit?", queries=("summit",))
    for sub, expected in ((horses, True), (summit, False)):
        plan = replace(PLAN, sub_questions=(sub,))
        report = replace(asking(("other", "the height of the summit"), ("other", "snow")), plan=plan)
        report = replace(
            report, demands=(DemandCheck(demand=Constraint(kind="other", text="the height of the summit"), met="met"),)
        )
        assert matters(NotFound(sub_question="1", text=sub.text), report) is expected


def test_without_demands_everything_matters() -> None:
    report = replace(REPORT, demands=())
    assert matters(report.not_found[0], report)


def test_names_alone_decide_nothing() -> None:
    checks = (
        DemandCheck(demand=Constraint(kind="entity", text="VMs"), met="not_met"),
        DemandCheck(demand=Constraint(kind="side", text="chrony"), met="not_met"),
    )
    assert [check.demand.text for check in unmet(replace(REPORT, demands=checks))] == ["chrony"]


def test_quotes_of_a_sentence_on_something_else_meet_no_demand() -> None:
    """The sentences about it were dropped; a quote that holds its words is left beside another sentence."""
    report = asking(("other", "how the snow on top is counted"), ("other", "snow"))
    silent = replace(report, answer=(Sentence(text="Other figures exist.", claims=("c2",)),), sections=())
    assert "met" not in verdicts(silent)


def test_a_demand_that_a_sub_question_answers_in_other_words_is_not_called_unmet() -> None:
    report = asking(("other", "prevailing conventions"), ("other", "snow"))
    assert verdicts(report)[0] == "not_met"
    sub = SubQuestion(id="9", text="Which conventions are prevailing?", queries=("q",))
    plan = replace(report.plan, sub_questions=(*report.plan.sub_questions, sub))
    claims = tuple(replace(claim, sub_questions=("9",)) for claim in report.claims)
    assert verdicts(replace(report, plan=plan, claims=claims))[0] == "unchecked"


@pytest.mark.parametrize(
    ("demand", "language"),
    [("给出明确推荐与理由", "zh"), ("明确的选择建议及理由", "zh"), ("a clear recommendation with reasons", "en")],
)
def test_a_demand_for_advice_cannot_be_checked_by_words(demand: str, language: str) -> None:
    (check,) = check_demands(asking(("other", demand), language=language))
    assert check.met == "unchecked"
