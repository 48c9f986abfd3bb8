"""entail: does each sentence follow from the quotes that it cites, and from which of them?

The small model judges batches of sentences, side by side, each sentence by its own quotes only. It names the quotes
that state a part, and the sources that state all of it alone; code makes the verdict of that. A reply that says nothing
of a sentence, and a model that fails, leave the sentence unchecked: that is never a verdict on it.

    s1: The default is LUKS2 since 2.1.0.
    A: Cryptsetup 2.1.0 Release Notes
      (Changes since version 2.0.6)
      q1: The default for cryptsetup LUKS format action is now LUKS2.

    s2: LUKS1 remains available.
    A
      q1 (above)
      q2: You can use LUKS1 with cryptsetup option --type luks1.

Sentences that cite the same stand in one batch, and what a batch has shown is only named again: an answer and the
sections that unfold it rest on the same quotes (a third of the tokens of five recorded reports, docs/models.md).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from research_agent.domain import CitedSentence, Entailment, Question
from research_agent.engines.llm.language import language_name
from research_agent.engines.llm.numbering import flat
from research_agent.engines.llm.replies import EntailReply, JudgedReply
from research_agent.engines.llm.scale import worth
from research_agent.errors import BudgetError, ModelError
from research_agent.llm.models import Models

BATCH = 18
"""Sentences of one call, at most: more are judged less carefully, fewer pay for the rules more often."""
BATCH_CHARACTERS = 14_000
"""Characters of Latin text of one call, at most, so that batches end at about the same time."""
REPLY = 3_000
"""Completion tokens of a batch."""

PASSED_OVER = "It said nothing of some sentences."

_QUOTE = re.compile(r"q\d+")
_SOURCE = re.compile(r"\b[A-Z]\d?\b")
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
    names = _Names()
    for each in batch:
        names.lines(each)
    said: dict[str, JudgedReply] = {}
    for part in reply.sentences:
        said.setdefault(part.sentence.strip(" []().:").lower(), part)
    return [
        _verdict(each, said[f"s{number}"], names) if f"s{number}" in said else _unchecked(each, PASSED_OVER)
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
    """Sentences that cite the same side by side, cut into runs of equal number."""
    ordered = sorted(sentences, key=lambda each: (each.sources[:1], each.passages[:1], each.id))
    names = _Names()
    cost = sum(worth(names.lines(each)) for each in ordered)
    number = max(1, -(-len(ordered) // BATCH), -(-cost // BATCH_CHARACTERS))
    bounds = [len(ordered) * place // number for place in range(number + 1)]
    return [ordered[start:end] for start, end in pairwise(bounds) if start < end]


def _variables(question: Question, sentences: Sequence[CitedSentence]) -> dict[str, str]:
    names = _Names()
    return {"language": language_name(question.language), "sentences": "\n\n".join(map(names.lines, sentences))}


@dataclass
class _Names:
    """The short names of one batch, in order of first use."""

    sources: dict[str, str] = field(default_factory=dict)
    """Label -> A, B ... Z, A1 ..."""
    quotes: dict[tuple[str, str], str] = field(default_factory=dict)
    """(label, passage) -> q1, q2 ..."""
    shown: int = 0
    within: dict[str, str] = field(default_factory=dict)
    """Label -> the context that was shown last for a quote of this source."""

    def lines(self, sentence: CitedSentence) -> str:
        """A sentence and, under each of its sources, its quotes; what was shown before is only named."""
        self.shown += 1
        lines = [f"s{self.shown}: {flat(sentence.text)}"]
        for label in dict.fromkeys(_labels(sentence)):
            lines.append(self._source(label))
            contexts = sentence.contexts or ("",) * len(sentence.passages)
            for passage, context, other in zip(sentence.passages, contexts, _labels(sentence), strict=True):
                lines += self._quote(label, passage, flat(context)) if other == label else ()
        return "\n".join(lines)

    def _source(self, label: str) -> str:
        if label in self.sources:
            return self.sources[label]
        place = len(self.sources)
        self.sources[label] = name = chr(ord("A") + place % 26) + (str(place // 26) if place >= 26 else "")
        return f"{name}: {flat(label)}" if label else name

    def _quote(self, label: str, passage: str, context: str) -> list[str]:
        if (label, passage) in self.quotes:
            return [f"  {self.quotes[label, passage]} (above)"]
        same = next((name for (_, words), name in self.quotes.items() if words == passage), "")
        self.quotes[label, passage] = name = f"q{len(self.quotes) + 1}"
        if same:
            return [f"  {name}: the same words as {same}"]
        above = [f"  ({context})"] if context and self.within.get(label) != context else []
        self.within[label] = context
        return [*above, f"  {name}: {flat(passage)}"]


def _labels(sentence: CitedSentence) -> tuple[str, ...]:
    return sentence.sources or ("",) * len(sentence.passages)


def _verdict(sentence: CitedSentence, part: JudgedReply, names: _Names) -> Entailment:
    """What the entry comes to. Quotes and sources of other sentences count for nothing.

    An entry that names no quote but a source, and nothing that lacks, means all quotes of that source.
    """
    labels = _labels(sentence)
    named = {name for text in part.carry for name in _QUOTE.findall(text.lower())}
    letters = {name for text in part.alone for name in _SOURCE.findall(text)}
    own = list(zip(labels, sentence.passages, strict=True))
    carrying = [place for place, quote in enumerate(own) if names.quotes[quote] in named]
    alone = {label for label in labels if names.sources[label] in letters}
    lacks = _lacking(part.lacks)
    if not carrying and not lacks:
        carrying = [place for place, label in enumerate(labels) if label in alone]
    if not carrying:
        return Entailment(id=sentence.id, verdict="not_supported", reason=lacks or "None of its quotes says it.")
    if lacks:
        return Entailment(id=sentence.id, verdict="partly", reason=lacks, carrying=tuple(carrying))
    whole = tuple(place for place in carrying if labels[place] in alone)
    joint = not whole and len({labels[place] for place in carrying}) > 1
    return Entailment(id=sentence.id, verdict="supported", carrying=whole or tuple(carrying), joint=joint)


def _lacking(text: str) -> str:
    said = flat(text)
    return "" if said.casefold().strip(" .。()（）") in _NOTHING else said


def _unchecked(sentence: CitedSentence, why: str) -> Entailment:
    return Entailment(id=sentence.id, verdict="unchecked", reason=why)
