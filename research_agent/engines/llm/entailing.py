"""entail: does each sentence follow from the quotes that it cites, and from which of them?

The small model judges batches of sentences, side by side, each sentence with its own quotes only. It names the quotes
that state a part, and the sources that state all of it alone; code makes the verdict of that. A reply that says nothing
of a sentence, and a model that fails, leave the sentence unchecked: that is never a verdict on it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence

from research_agent.domain import CitedSentence, Entailment, Question
from research_agent.engines.llm.language import language_name
from research_agent.engines.llm.replies import EntailReply, JudgedReply
from research_agent.engines.llm.scale import worth
from research_agent.errors import BudgetError, ModelError
from research_agent.llm.models import Models

BATCH = 15
"""Sentences of one call, at most: more are judged less carefully, fewer pay for the rules more often."""
BATCH_CHARACTERS = 12_000
"""Characters of Latin text of one call, at most, so that batches end at about the same time."""
REPLY = 3_000
"""Completion tokens of a batch."""

_QUOTE = re.compile(r"q\d+")
_LETTERS = re.compile(r"\b[A-Z]\b")
_NOTHING = frozenset({"", "none", "nothing", "no", "n/a", "null", "-", "无", "没有", "空"})


async def judge(models: Models, question: Question, sentences: Sequence[CitedSentence], call: int) -> list[Entailment]:
    """A verdict for every sentence, in the order given.

    Args:
        call: how often this run asked before; part of the journal's key.
    """
    batches, too_long = _batches(models, question, sentences)
    judged = await asyncio.gather(
        *(_judge_batch(models, question, batch, place, call) for place, batch in enumerate(batches, start=1))
    )
    verdicts = {verdict.id: verdict for batch in judged for verdict in batch}
    verdicts |= {each.id: _unchecked(each, "Its quotes do not fit into the model's context.") for each in too_long}
    return [verdicts[each.id] for each in sentences]


async def _judge_batch(
    models: Models, question: Question, batch: Sequence[CitedSentence], place: int, call: int
) -> list[Entailment]:
    try:
        reply = await models.ask(
            role="verifier",
            prompt="entail",
            variables=_variables(question, batch),
            reply=EntailReply,
            stage="write",
            subject=f"support {place}",
            occurrence=call,
            limit=REPLY,
        )
    except (ModelError, BudgetError) as error:
        return [_unchecked(each, str(error)) for each in batch]
    said: dict[str, JudgedReply] = {}
    for part in reply.sentences:
        said.setdefault(part.sentence.strip().strip("[]()."), part)
    return [
        _verdict(each, said[name]) if (name := f"s{number}") in said else _unchecked(each, "The model passed it over.")
        for number, each in enumerate(batch, start=1)
    ]


def _batches(
    models: Models, question: Question, sentences: Sequence[CitedSentence]
) -> tuple[list[Sequence[CitedSentence]], list[CitedSentence]]:
    """The sentences in runs of about equal size, and those that fit into no call."""
    batches: list[Sequence[CitedSentence]] = []
    too_long: list[CitedSentence] = []
    for run in _runs(sentences):
        left = list(run)
        while left:
            fitting = models.fit("entail", left, lambda some: _variables(question, some), stage="write", limit=REPLY)
            if fitting:
                batches.append(fitting)
            else:
                too_long.append(left[0])
            left = left[max(1, len(fitting)) :]
    return batches, too_long


def _runs(sentences: Sequence[CitedSentence]) -> list[list[CitedSentence]]:
    costs = [worth(_lines(1, each)) for each in sentences]
    number = max(-(-len(sentences) // BATCH), -(-sum(costs) // BATCH_CHARACTERS))
    share = sum(costs) / max(1, number)
    runs: list[list[CitedSentence]] = [[]]
    spent = 0
    for sentence, cost in zip(sentences, costs, strict=True):
        if runs[-1] and (len(runs[-1]) == BATCH or spent + cost / 2 > share * len(runs)):
            runs.append([])
        runs[-1].append(sentence)
        spent += cost
    return [run for run in runs if run]


def _variables(question: Question, sentences: Sequence[CitedSentence]) -> dict[str, str]:
    return {
        "language": language_name(question.language),
        "sentences": "\n\n".join(_lines(number, each) for number, each in enumerate(sentences, start=1)),
    }


def _lines(number: int, sentence: CitedSentence) -> str:
    """A sentence and, under each of its sources, the quotes."""
    lines = [f"s{number}: {_flat(sentence.text)}"]
    letters = _letters(sentence)
    for source, letter in letters.items():
        lines.append(f"{letter}: {_flat(source)}" if source else f"{letter}:")
        lines += [
            f"  q{place}: {_flat(passage)}"
            for place, (passage, of) in enumerate(zip(sentence.passages, _sources(sentence), strict=True), start=1)
            if of == source
        ]
    return "\n".join(lines)


def _sources(sentence: CitedSentence) -> tuple[str, ...]:
    return sentence.sources or ("",) * len(sentence.passages)


def _letters(sentence: CitedSentence) -> dict[str, str]:
    """Source -> its letter; from the 27th on they share the last one, which then speaks for none of them."""
    return {s: chr(ord("A") + min(place, 25)) for place, s in enumerate(dict.fromkeys(_sources(sentence)))}


def _verdict(sentence: CitedSentence, part: JudgedReply) -> Entailment:
    """What the entry comes to: quotes that carry nothing and an empty list of lacks contradict each other."""
    letters = _letters(sentence)
    sources = _sources(sentence)
    named = {int(name[1:]) - 1 for text in part.carry for name in _QUOTE.findall(text)}
    carrying = [place for place in range(len(sources)) if place in named]
    alone = {source for text in part.alone for source in _of_letters(_LETTERS.findall(text), letters)}
    lacks = _lacking(part.lacks)
    if not carrying and alone and not lacks:
        carrying = [place for place, source in enumerate(sources) if source in alone]
    if not carrying:
        return Entailment(id=sentence.id, verdict="not_supported", reason=lacks or "None of its quotes says it.")
    if lacks:
        return Entailment(id=sentence.id, verdict="partly", reason=lacks, carrying=tuple(carrying))
    whole = tuple(place for place in carrying if sources[place] in alone)
    joint = not whole and len({sources[place] for place in carrying}) > 1
    return Entailment(id=sentence.id, verdict="supported", carrying=whole or tuple(carrying), joint=joint)


def _of_letters(named: Sequence[str], letters: Mapping[str, str]) -> list[str]:
    shared = [letter for letter in letters.values() if list(letters.values()).count(letter) > 1]
    return [source for source, letter in letters.items() if letter in named and letter not in shared]


def _lacking(text: str) -> str:
    said = _flat(text)
    return "" if said.casefold().strip(" .。()（）") in _NOTHING else said


def _unchecked(sentence: CitedSentence, why: str) -> Entailment:
    return Entailment(id=sentence.id, verdict="unchecked", reason=why)


def _flat(text: str) -> str:
    return " ".join(text.split())
