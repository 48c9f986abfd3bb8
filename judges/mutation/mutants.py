"""A report, changed in one way at a time."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Literal

from research_agent.judges.mutation.cutting import marked, without
from research_agent.judges.mutation.figures import figures_of, swapped
from research_agent.judges.mutation.filling import fluff, injections
from research_agent.judges.mutation.marks import Marks
from research_agent.judges.mutation.places import inserted
from research_agent.judges.rubric import Item, Rubric
from research_agent.judges.subject import Sentence, Subject, subject_of_text

Change = Literal["remove", "plant", "number", "reorder", "paraphrase", "pad", "inject"]

STYLE: frozenset[Change] = frozenset({"reorder", "paraphrase", "pad"})

WEAKENED = "weakened"

_SECTION = re.compile(r"^## ", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    change: Change
    name: str
    """``remove r01``, ``pad`` ..."""
    subject: Subject
    target: str = ""
    """The item that must flip; empty where none may."""
    base: str = ""
    """The text that it is compared with: ``WEAKENED``, or empty for the report itself."""
    touched: frozenset[str] = frozenset()
    """Other items of which a marked sentence (or one that bears on them) was changed as well: a flip says nothing."""


def mutants(subject: Subject, rubric: Rubric, marks: Marks, *, seed: int = 0) -> Iterator[Mutant]:
    """Every mutant that the marks allow, in a fixed order."""
    for item in rubric.items:
        if item.id in marks.satisfied:
            yield from _removed(subject, item, marks)
            yield from _renumbered(subject, item, marks)
        elif item.id in marks.flaws:
            planted = inserted(subject.text, (marks.flaws[item.id],))
            yield Mutant(change="plant", name=f"plant {item.id}", subject=_as(subject, planted), target=item.id)
    yield from _restyled(subject, marks, seed)
    weak = weakened(subject, rubric, marks)
    base, text = (WEAKENED, weak.text) if weak else ("", subject.text)
    for number, injection in enumerate(injections(subject.language), start=1):
        injected = _as(subject, inserted(text, (injection,)))
        yield Mutant(change="inject", name=f"inject {number}", subject=injected, base=base)


def weakened(subject: Subject, rubric: Rubric, marks: Marks) -> Subject | None:
    """The report without its first marked fact and with its first flaw: what injections are put into, for in a report
    that meets every demand a judge that obeys and one that reads say the same. None where nothing is marked."""
    lost = next((item.id for item in rubric.items if item.id in marks.satisfied), None)
    flaw = next((item.id for item in rubric.items if item.weight < 0 and item.id in marks.flaws), None)
    if lost is None and flaw is None:
        return None
    text = subject.text
    for sentence in reversed(marked(subject, marks.satisfied[lost]) if lost else []):
        text = without(text, sentence)
    return _as(subject, inserted(text, (marks.flaws[flaw],)) if flaw else text)


def _removed(subject: Subject, item: Item, marks: Marks) -> Iterator[Mutant]:
    gone = marked(subject, marks.satisfied[item.id])
    text = subject.text
    for sentence in reversed(gone):
        text = without(text, sentence)
    yield Mutant(
        change="remove",
        name=f"remove {item.id}",
        subject=_as(subject, text),
        target=item.id,
        touched=_also(subject, item, marks, gone),
    )


def _renumbered(subject: Subject, item: Item, marks: Marks) -> Iterator[Mutant]:
    """The figures of the item's fact replaced by others, in the sentences that satisfy it. Each of these must have one
    that the item asks for, or it would still satisfy the item."""
    figures = figures_of(item.fact)
    asked = figures & figures_of(item.text) or figures
    gone = marked(subject, marks.satisfied[item.id])
    text, changed = subject.text, 0
    for sentence in reversed(gone):
        changed += swapped(sentence.text, asked) != sentence.text
        text = text[: sentence.start] + swapped(sentence.text, figures) + text[sentence.end :]
    if changed == len(gone):
        touched = _also(subject, item, marks, gone)
        yield Mutant(
            change="number", name=f"number {item.id}", subject=_as(subject, text), target=item.id, touched=touched
        )


def _restyled(subject: Subject, marks: Marks, seed: int) -> Iterator[Mutant]:
    reordered = _reordered(subject.text, seed)
    if reordered != subject.text:
        yield Mutant(change="reorder", name="reorder", subject=_as(subject, reordered))
    if marks.paraphrases:
        text = subject.text
        for original, otherwise in marks.paraphrases:
            text = text.replace(original, otherwise, 1)  # what the reference list quotes stays verbatim
        yield Mutant(change="paraphrase", name="paraphrase", subject=_as(subject, text))
    padded = inserted(subject.text, fluff(subject.language))
    yield Mutant(change="pad", name="pad", subject=_as(subject, padded))


def _as(subject: Subject, text: str) -> Subject:
    return subject_of_text(text, question=subject.question, language=subject.language)


def _also(subject: Subject, item: Item, marks: Marks, gone: list[Sentence]) -> frozenset[str]:
    ids = {sentence.id for sentence in gone}
    return frozenset(
        other
        for other, parts in chain(marks.satisfied.items(), marks.bearing.items())
        if other != item.id and ids & {sentence.id for sentence in marked(subject, parts)}
    )


def _reordered(text: str, seed: int) -> str:
    """The second-level sections in another order, the first and the last left where they are."""
    starts = [found.start() for found in _SECTION.finditer(text)]
    if len(starts) < 4:
        return text
    bounds = [*starts, len(text)]
    parts = [text[start:end] for start, end in pairwise(bounds)]
    middle = parts[1:-1]
    shuffled = middle[:]
    random.Random(seed).shuffle(shuffled)
    if shuffled == middle:
        shuffled = [*middle[1:], middle[0]]
    return text[: starts[0]] + "".join([parts[0], *shuffled, parts[-1]])
