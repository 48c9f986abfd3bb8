"""Facts of the corpus with what a second text says of them: changed, in other words, or not at all."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .changes import KINDS, Change, change, names_in
from .expressions import expressed
from .questions import question_for
from .sources import Spot, Text, spots, wander
from .telling import FORMS
from .wordings import Wording, spot_of, wordings

AGREEMENTS = ("same", "expressed", "paraphrased", "neighbour", "more", "versions")
"""How the second text of an agreeing pair agrees with the first."""
_TRIED = 150
"""Documents looked at for a fact of one kind before the next kind is taken."""


@dataclass(frozen=True, slots=True)
class Matter:
    """A fact with what the second text says instead or as well."""

    spot: Spot
    statement: str
    facts: tuple[str, str]
    question: str
    kind: str
    form: str


def conflicts(
    corpus: Path, part: str, language: str, at: int, chance: random.Random, used: set[str]
) -> Iterator[Matter]:
    """Facts to be changed, of the kind whose turn it is, then of the next kinds."""
    form = FORMS[at % 3]
    for turn in range(len(KINDS)):
        kind = KINDS[(at + turn) % len(KINDS)]
        if form == "reworded":
            for spot, one in _worded(corpus, part, language, kind, chance, used):
                yield Matter(spot, one.contradict, (one.fact, one.other), one.question, kind, form)
        else:
            for spot, found in _changed(corpus, part, language, kind, chance, used):
                question = question_for(spot, found.fact, found.at, kind, chance)
                yield Matter(spot, found.text, (found.fact, found.other), question, kind, form)


def agreements(
    corpus: Path, part: str, language: str, at: int, chance: random.Random, used: set[str]
) -> Iterator[Matter]:
    """Facts of which the second text says the same or nothing, in the way whose turn it is, then in the next."""
    for turn in range(len(AGREEMENTS)):
        how = AGREEMENTS[(at + turn) % len(AGREEMENTS)]
        if how == "paraphrased":
            for spot, one in _worded(corpus, part, language, "", chance, used):
                yield Matter(spot, one.agree, ("", ""), one.question, how, "reworded")
            continue
        form = {"same": "copy", "neighbour": "excerpt", "more": "copy", "versions": "version"}.get(how, "")
        kinds = ("number", "unit", "date") if how == "expressed" else ("number", "unit", "version", "date", "name")
        for kind in chance.sample(kinds, len(kinds)):
            for spot, found in _changed(corpus, part, language, kind, chance, used):
                said = expressed(spot.sentence, chance) if how == "expressed" else None
                if how != "expressed" or said is not None:
                    question = question_for(spot, found.fact, found.at, kind, chance)
                    statement = said.text if said else spot.sentence
                    yield Matter(spot, statement, ("", ""), question, how, form or FORMS[at // 6 % 2])


def _worded(
    corpus: Path, part: str, language: str, kind: str, chance: random.Random, used: set[str]
) -> Iterator[tuple[Spot, Wording]]:
    """Wordings of this kind (of any, when it is empty) that were not used yet, in random order."""
    listed = [one for one in wordings(part) if kind in ("", one.kind) and one.original not in used]
    for one in chance.sample(listed, len(listed)):
        spot = spot_of(corpus, one)
        if spot is not None and spot.text.language == language:
            yield spot, one


@lru_cache(maxsize=2000)
def _spots(text: Text, part: str) -> tuple[Spot, ...]:
    return tuple(spots(text, part))


@lru_cache(maxsize=1000)
def _names(text: Text) -> tuple[str, ...]:
    return tuple(names_in("\n".join(piece.text for piece in text.pieces), text.language))


def _changed(
    corpus: Path, part: str, language: str, kind: str, chance: random.Random, used: set[str]
) -> Iterator[tuple[Spot, Change]]:
    """Sentences with one fact of this kind changed, at most one a document."""
    for tried, text in enumerate(wander(corpus, language, chance)):
        if tried == _TRIED:
            return
        listed = _spots(text, part)
        for spot in chance.sample(listed, len(listed)):
            found = change(spot.sentence, kind, language, _names(text), chance)
            if found is not None and spot.sentence not in used:
                yield spot, found
                break
