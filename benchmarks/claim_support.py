"""Does the support check tell supported claims from refuted ones? Claim-verification sets, by code and by a model.

    python benchmarks/claim_support.py [--data ../shared/data] [--limit N]                  the code pass alone
    OPENAI_BASE_URL=... OPENAI_API_KEY=... python benchmarks/claim_support.py --model NAME  and the batch prompt
    python benchmarks/claim_support.py --scripted                               the same, on a scripted server

AVeriTeC: the claim is the sentence, each answer of its evidence a quote. The model sees the question with it, since
many answers are a word; the code pass only where the answer is yes. It calls a claim *supported* when rule 2 finds no
fault, *refuted* when more of the answers deny than affirm, else *not enough*. The batch prompt is the
engine's own (``Engine.entail``): its *not_supported* says only that the evidence does not carry the claim, so a model
is scored on supported against the rest as well. HoVer has claims and no evidence: it serves for splitting claims.

``--scripted`` answers from the gold labels and passes over every seventh claim: it measures the harness,
not a model, and must tell all that is decided rightly into supported and not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from research_agent.domain import CitedSentence, DraftSentence, Entailment, Question, Quote
from research_agent.evidence.polarity import denies
from research_agent.evidence.support import check_support
from research_agent.llm.fake import FakeModelServer, Received

LABELS = ("Supported", "Refuted", "Not Enough Evidence", "Conflicting Evidence/Cherrypicking")
ANSWERS = ("supported", "refuted", "not enough", "unchecked")
_NO = re.compile(r"\s*no\b(?! answer)", re.IGNORECASE)
PASSED_OVER = 7
_SENTENCE = re.compile(r"^s(\d+): (.*(?:\n(?!\n|s\d+: ).*)*)", re.MULTILINE)
_QUOTE_NAME = re.compile(r"^  (q\d+)")
_YES = re.compile(r"\s*yes\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    claim: str
    passages: tuple[str, ...]
    """Question and answer, one a piece of evidence."""
    answers: tuple[str, ...]
    label: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--limit", type=int, default=0, help="only the first N claims")
    parser.add_argument("--model", default="", help="ask this model at OPENAI_BASE_URL")
    parser.add_argument("--scripted", action="store_true", help="ask a scripted server that knows the labels")
    given = parser.parse_args()
    cases = read_averitec(given.data / "claims_averitec" / "dev_part.jsonl")[: given.limit or None]
    report("code pass", cases, [judged_by_code(case) for case in cases])
    if given.scripted or given.model:
        verdicts = asyncio.run(judged_by_model(cases, given.model, scripted=given.scripted))
        report("batch prompt" + (", scripted server" if given.scripted else f", {given.model}"), cases, verdicts)
    parts(given.data / "claims_hover" / "sample.jsonl")


def read_averitec(path: Path) -> list[Case]:
    """The claims with their evidence; an answer that says that none was found is no evidence."""
    return [_case(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def _case(row: dict[str, Any]) -> Case:
    found = [
        (each["question"].strip(), _answer(answer))
        for each in row["evidence"]
        for answer in each["answers"]
        if answer["answer_type"] != "Unanswerable"
    ]
    passages = tuple(f"{question} {answer}" for question, answer in found)
    return Case(row["id"], row["claim"], passages, tuple(answer for _, answer in found), row["label"])


def _answer(answer: dict[str, Any]) -> str:
    said, why = (answer["answer"] or "").strip(), (answer.get("boolean_explanation") or "").strip()
    return f"{said.rstrip('.')}. {why}" if why else said


# ---------------------------------------------------------------- code


def judged_by_code(case: Case) -> str:
    """What the checks of words say of a claim and its evidence."""
    if not case.passages:
        return "not enough"
    quotes = [
        Quote(id=f"q{at}", source="s", start=0, end=len(passage), text=passage)
        for at, passage in enumerate(_affirmed(case))
    ]
    if not check_support(DraftSentence(text=case.claim), quotes, {}):
        return "supported"
    return "refuted" if contradicted(case) else "not enough"


def _affirmed(case: Case) -> Iterator[str]:
    """The answers, and the questions that are answered with yes: what they ask is then said."""
    for passage, answer in zip(case.passages, case.answers, strict=True):
        yield passage if _YES.match(answer) else answer


def contradicted(case: Case) -> bool:
    """Whether more answers say no, or deny something, than say yes; a claim that denies turns it round."""
    against = sum(bool(_NO.match(answer)) or denies(answer) for answer in case.answers)
    for_it = sum(bool(_YES.match(answer)) for answer in case.answers)
    return (for_it > against) if denies(case.claim) else (against > for_it)


# ---------------------------------------------------------------- model


async def judged_by_model(cases: Sequence[Case], model: str, *, scripted: bool) -> list[str]:
    """What the engine's batch prompt says of each claim, its evidence as its quotes."""
    sentences = [
        CitedSentence(id=case.id, text=case.claim, passages=case.passages, sources=("",) * len(case.passages))
        for case in cases
        if case.passages
    ]
    question = Question(text="Which of these claims hold?", language="en", asked=date(2020, 12, 31))
    async with _engine(cases, model, scripted) as engine:
        found = await engine.entail(question, sentences)
    by_id = {verdict.id: verdict for verdict in found}
    return [_as_answer(by_id.get(case.id)) for case in cases]


def _as_answer(verdict: Entailment | None) -> str:
    if verdict is None:
        return "not enough"
    return {"supported": "supported", "unchecked": "unchecked"}.get(verdict.verdict, "not enough")


@asynccontextmanager
async def _engine(cases: Sequence[Case], model: str, scripted: bool) -> Any:
    from tempfile import TemporaryDirectory

    from research_agent.engines.choose import choose_engine
    from research_agent.runs.journal import SqliteJournal
    from research_agent.settings import load_settings

    with TemporaryDirectory() as folder:
        async with SqliteJournal(Path(folder) / "journal.sqlite") as journal:
            if not scripted:
                engine = choose_engine(load_settings(engine="llm", model=model), journal, lambda told: None)
                yield engine
                await engine.aclose()
                return
            async with FakeModelServer(gold(cases)) as server:
                flags = {"openai_base_url": server.base_url, "openai_api_key": "test", "model": "scripted"}
                engine = choose_engine(load_settings(engine="llm", **flags), journal, lambda told: None)
                yield engine
                await engine.aclose()


def gold(cases: Sequence[Case]) -> Callable[[Received], dict[str, Any]]:
    """Replies to the batch prompt from the gold labels; every seventh claim is passed over."""
    labels = {" ".join(case.claim.split()): case.label for at, case in enumerate(cases, start=1) if at % PASSED_OVER}

    def reply(received: Received) -> dict[str, Any]:
        judged = []
        for number, lines in _SENTENCE.findall(received.user):
            said, *quotes = lines.split("\n")
            label = labels.get(" ".join(said.split()))
            if label is not None:
                holds = label == "Supported"
                carry = [name for line in quotes for name in _QUOTE_NAME.findall(line)] if holds else []
                lacks = "" if holds else "the claim"
                judged.append({"sentence": f"s{number}", "carry": carry, "alone": ["A"] * holds, "lacks": lacks})
        return {"sentences": judged}

    return reply


# ---------------------------------------------------------------- figures


def report(title: str, cases: Sequence[Case], answers: Sequence[str]) -> None:
    """Accuracy and the confusion matrix; a conflicting claim is right as refuted or as not enough."""
    table = Counter(zip((case.label for case in cases), answers, strict=True))
    print(f"\n{title}: {len(cases)} claims of AVeriTeC")
    print(f"{'':36}" + "".join(f"{answer:>12}" for answer in ANSWERS))
    for label in LABELS:
        print(f"{label:36}" + "".join(f"{table[label, answer]:12}" for answer in ANSWERS))
    decided = [(case.label, answer) for case, answer in zip(cases, answers, strict=True) if answer != "unchecked"]
    right = sum(_right(label, answer) for label, answer in decided)
    two = sum((label == "Supported") == (answer == "supported") for label, answer in decided)
    often = max(Counter(label for label, _ in decided).values(), default=0)
    total = max(1, len(decided))
    print(f"accuracy {right / total:.1%} of {len(decided)} decided (the commonest label alone: {often / total:.1%});")
    print(f"supported or not: {two / total:.1%} ({_balanced(decided):.1%} when both count the same)")


def _right(label: str, answer: str) -> bool:
    wanted = {"Supported": ("supported",), "Refuted": ("refuted",), "Not Enough Evidence": ("not enough",)}
    return answer in wanted.get(label, ("refuted", "not enough"))


def _balanced(decided: Sequence[tuple[str, str]]) -> float:
    shares = []
    for supported in (True, False):
        some = [answer == "supported" for label, answer in decided if (label == "Supported") is supported]
        shares.append(sum(one is supported for one in some) / max(1, len(some)))
    return sum(shares) / 2


# ---------------------------------------------------------------- parts of a claim

_JOINT = re.compile(
    r",?\s+(?:and|but|while|whereas)\s+(?=(?:\w+\s+){0,3}?(?:is|was|are|were|has|had|did|does|won|played|wrote)\b)|"
    r",?\s+(?:who|which|that|whose|where)\s+(?=\w)|;\s+",
    re.IGNORECASE,
)


def split(claim: str) -> list[str]:
    """The clauses of a claim that could be checked one by one: at relative words, semicolons, and joined predicates."""
    return [part.strip(" ,.") for part in _JOINT.split(claim) if len(part.split()) >= 2]


def parts(path: Path) -> None:
    counts: dict[int, list[int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        counts.setdefault(row["num_hops"], []).append(len(split(row["claim"])))
    print("\nHoVer has no evidence text: clauses found against facts needed")
    for hops, found in sorted(counts.items()):
        at_least = sum(count >= hops for count in found) / len(found)
        print(f"  {hops} hops: {sum(found) / len(found):.2f} clauses on average, {at_least:.0%} have {hops} or more")


if __name__ == "__main__":
    main()
