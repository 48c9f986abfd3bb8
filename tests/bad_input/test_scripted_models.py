"""Models that agree to everything, answer rubbish, or ask for too much: code decides, in whole runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from research_agent.llm.fake import FakeModelServer, Received
from research_agent.llm.oracle import oracle
from research_agent.text.queries import canonical
from tests.support.command_line import QUESTION, Said, research, two_pages

Reply = Callable[[Received], Any]
Use = Callable[..., Said]
CRANE = "The old harbour crane of Ostrova lifts heavy coal."
MUSEUM = "The old harbour crane of Ostrova stands in a museum."
PAINT = "The lighthouse keeper of Ostrova paints the gallery of the tower in spring."


@pytest.fixture
def use(here: Path, monkeypatch: pytest.MonkeyPatch) -> Use:
    """Ask a question of the oracle, in which the replies to the named prompts are replaced."""

    def run(question: str = QUESTION, *, asked: list[Received] | None = None, **replies: Reply) -> Said:
        def script(received: Received) -> Any:
            return replies.get(received.prompt, oracle)(received)

        with FakeModelServer(script).in_thread() as server:
            monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
            said = research(question, "--documents", "documents")
        if asked is not None:
            asked += server.requests
        assert said.code == 0, said.err
        assert research("verify", str(said.folder)).code == 0
        return said

    two_pages(Path("documents"))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-key")
    monkeypatch.setenv("RESEARCH_MODEL", "large")
    monkeypatch.setenv("RESEARCH_SMALL_MODEL", "small")
    return run


def everything_holds(received: Received) -> Any:
    """All quotes carry all sentences, all sources state all of them."""
    sentences = re.findall(r"^(s\d+): ", received.user, re.MULTILINE)
    quotes = re.findall(r"^  (q\d+)\b", received.user, re.MULTILINE)
    letters = re.findall(r"^([A-Z])\b", received.user, re.MULTILINE)
    return {"sentences": [{"sentence": s, "carry": quotes, "alone": letters, "lacks": ""} for s in sentences]}


def invented(received: Received) -> Any:
    """What the oracle writes, with a figure, a name, and an original in brackets that no quote has."""
    reply = oracle(received)
    for place, change in enumerate(
        (" It is 4242 feet.", " Captain Frobnicate built it.", " It is a tower (Pharosium).")
    ):
        sentence = {**reply["answer"][0]}
        reply["answer"].append({**sentence, "text": f"The lighthouse of Ostrova stands here {place}.{change}"})
    return reply


def test_a_judge_that_agrees_to_everything_lets_nothing_through_that_code_refuses(use: Use) -> None:
    said = use(write=invented, entail=everything_holds, repair=lambda _: {"sentences": []})
    for word in ("4242", "Frobnicate", "Pharosium"):
        assert word not in said.out
    assert "42 metres high" in said.out
    assert said.report["support"]["dropped"] >= 3


def in_other_words(received: Received) -> Any:
    """What the oracle writes, with an answer that is no quote, so that it must be judged."""
    reply = oracle(received)
    cited = next(found[1] for found in re.finditer(r"^\[(\d+\.\d+)\] .*42 metres", received.user, re.MULTILINE))
    return {**reply, "answer": [{"text": "The Ostrova lighthouse measures 42 metres.", "cites": [cited]}]}


UNKNOWN = {"sentence": "s999", "carry": ["q999"], "alone": ["ZZ"], "lacks": ""}
RUBBISH: dict[str, Reply] = {
    "nothing": lambda _: {"sentences": []},
    "unknown ids": lambda _: {"sentences": [UNKNOWN]},
    "a thousand": lambda received: {"sentences": [*everything_holds(received)["sentences"], *[UNKNOWN] * 1000]},
    "no words": lambda _: {"sentences": [{"sentence": "", "carry": [""], "alone": [""], "lacks": ""}] * 3},
    "prose": lambda _: "Everything is fine.",
}


@pytest.mark.parametrize("name", RUBBISH)
def test_a_judge_that_answers_rubbish_costs_no_sentence(use: Use, name: str) -> None:
    asked: list[Received] = []
    said = use(write=in_other_words, entail=RUBBISH[name], asked=asked)
    assert any(received.prompt == "entail" for received in asked)
    assert "The Ostrova lighthouse measures 42 metres." in said.out
    support = said.report["support"]
    assert support["dropped"] == 0
    assert bool(support["unchecked"]) == (name != "a thousand"), "what was not judged is told as such"


def claiming(kind: str) -> Reply:
    """Every two statements that are shown, of whatever group, and some that are not there, are of this kind."""

    def relate(received: Received) -> Any:
        numbers = [int(number) for number in re.findall(r"^(\d+)\. ", received.user, re.MULTILINE)]
        pairs = [*combinations(numbers, 2), (1, 1), (0, 999), (-1, 1)]
        return {"pairs": [{"first": a, "second": b, "kind": kind, "what": "all"} for a, b in pairs]}

    return relate


def harbour() -> str:
    for name, text in (("crane", CRANE), ("museum", MUSEUM), ("paint", PAINT)):
        (Path("documents") / f"{name}.md").write_text(f"# About the {name}\n\n{text}\n", encoding="utf-8")
    return "What do we know of the lighthouse of Ostrova, the harbour crane and the lighthouse keeper?"


@pytest.mark.parametrize("kind", ["same", "contradicts", "SAME ", "unheard-of"])
def test_relations_among_all_claims_neither_join_nor_part_what_has_nothing_in_common(use: Use, kind: str) -> None:
    question = harbour()
    asked: list[Received] = []
    said = use(question, relate=claiming(kind), asked=asked)
    assert any(received.prompt == "relate" for received in asked), "the model was asked"
    texts = {quote["id"]: quote["text"] for quote in said.report["quotes"]}
    for claim in said.report["claims"]:
        held = {name for name in (CRANE, MUSEUM, PAINT) if any(name in texts[id] for id in claim["quotes"])}
        assert not {CRANE, PAINT} <= held
        assert not {MUSEUM, PAINT} <= held
        heights = [id for id in claim["quotes"] if "metres high" in texts[id]]
        assert not (heights and held), "a height and a crane are one claim"


def test_a_reflection_that_asks_for_five_hundred_searches_gets_a_few_and_none_twice(use: Use) -> None:
    def reflect(received: Received) -> Any:
        tried = ["How high is the lighthouse of Ostrova?", "lighthouse ostrova high", "HIGH lighthouse, Ostrova"]
        steps = [
            {
                "sub_question": ("1", "99", "")[number % 3],
                "question": f"What is known of stone {number}?",
                "queries": [*tried, f"stone {number} of the tower"] * 20,
                "way": "anything",
                "gain": 1e9,
            }
            for number in range(500)
        ]
        return {"known": ["x" * 5000] * 500, "missing": ["What is the colour?"] * 500, "next": steps}

    said = use(reflect=reflect)
    report = said.report
    rounds = [reflection["chosen"] for reflection in report["reflections"]]
    assert all(len(chosen) <= 3 for chosen in rounds)
    assert len(report["plan"]["sub_questions"]) <= 5 + 3
    asked = [(canonical(attempt["query"]), attempt["provider"]) for attempt in report["attempts"]]
    assert len(asked) == len(set(asked))
    assert len(said.out) < 40_000, "what a model repeats is not printed"
