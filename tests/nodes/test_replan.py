"""What a reflection proposes is searched once, if it is worth it; the end of the search says why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Branch, Intent, NextStep, Plan, Reflection, SearchAttempt, SubQuestion
from research_agent.effort import EFFORT
from research_agent.nodes.replan import replan
from research_agent.reports.labels import labels
from research_agent.settings import Depth
from research_agent.text.queries import QUERIES, canonical

EFFORT_ = EFFORT[Depth.STANDARD]
SAY = labels("en")
ONE = SubQuestion(id="1", text="How high is it?", queries=("height of the mountain",))
TWO = SubQuestion(id="2", text="Who measured it?", queries=("survey team",))
PLAN = Plan(intent=Intent.FACT, sub_questions=(ONE, TWO), outline=())


def step(sub: str, *queries: str, gain: float = 0.5) -> NextStep:
    return NextStep(sub_question=sub, text=f"About {queries[0]}?", queries=queries, way="other-term", gain=gain)


def after(*steps: NextStep, missing: tuple[str, ...] = ()) -> Reflection:
    return Reflection(round=0, next=steps, missing=missing)


def test_the_greatest_gain_comes_first_under_ids_by_plan_position() -> None:
    reflection = after(step("2", "a", gain=0.4), step("1", "b", gain=0.9), step("2", "c", gain=0.5))
    new, decided = replan(PLAN, reflection, [], EFFORT_, SAY)
    assert [(sub.id, sub.queries, sub.round) for sub in new] == [
        ("1.1", ("b",), 1),
        ("2.1", ("c",), 1),
        ("2.2", ("a",), 1),
    ]
    assert decided.chosen == ("1.1", "2.1", "2.2")
    assert "further searches: 3;" in decided.why


def test_no_search_is_made_twice_however_it_is_written() -> None:
    tried = Branch(sub_question="1", attempts=(SearchAttempt(query="Summit altitude", provider="p", status="nothing"),))
    reflection = after(
        step("1", "Mountain, height of the", "altitude of summits"), step("2", "snow"), step("1", "the snow")
    )
    new, decided = replan(PLAN, reflection, [tried], EFFORT_, SAY)
    assert [sub.queries for sub in new] == [("snow",)]
    again, end = replan(PLAN, after(step("1", "team survey")), [tried], EFFORT_, SAY)
    assert again == ()
    assert "had been made already" in end.why
    assert decided.chosen == ("2.1",)


def test_a_small_gain_ends_the_search_and_says_so() -> None:
    new, decided = replan(PLAN, after(step("1", "a", gain=0.1)), [], EFFORT_, SAY)
    assert new == ()
    assert decided.why == "stopped: the expected gain of 0.10 is below 0.30"


@pytest.mark.parametrize(
    ("missing", "why"), [((), "nothing is missing"), (("x",), "nobody knows other words")], ids=["complete", "wordless"]
)
def test_without_proposals_it_says_whether_anything_is_missing(missing: tuple[str, ...], why: str) -> None:
    assert why in replan(PLAN, after(missing=missing), [], EFFORT_, SAY)[1].why


def test_the_reasons_are_in_the_reports_language() -> None:
    assert replan(PLAN, after(), [], EFFORT_, labels("zh"))[1].why == "停止：没有缺少的内容"


def test_a_step_under_a_sub_question_that_is_not_there_goes_to_the_first() -> None:
    new, _ = replan(PLAN, after(step("77", "a")), [], EFFORT_, SAY)
    assert [sub.id for sub in new] == ["1.1"]


_STEPS = st.lists(
    st.builds(
        NextStep,
        sub_question=st.sampled_from(["1", "2", "2.1", ""]),
        text=st.text(max_size=20),
        queries=st.lists(st.text("ab c", min_size=1, max_size=6), min_size=1, max_size=6).map(tuple),
        way=st.just("new"),
        gain=st.floats(0, 1),
    ),
    max_size=8,
)


@given(_STEPS)
def test_whatever_is_proposed_nothing_repeats_and_the_bounds_hold(steps: list[NextStep]) -> None:
    new, decided = replan(PLAN, after(*steps), [], EFFORT_, SAY)
    searched = [canonical(query) for sub in (*PLAN.sub_questions, *new) for query in sub.queries]
    assert len(searched) == len(set(searched))
    assert len(new) <= EFFORT_.follow_ups
    assert all(1 <= len(sub.queries) <= QUERIES for sub in new)
    assert len({sub.id for sub in (*PLAN.sub_questions, *new)}) == len(PLAN.sub_questions) + len(new)
    assert decided.why
