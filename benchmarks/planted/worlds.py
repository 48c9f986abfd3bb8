"""Worlds: a fact told by a few sources that may copy or err, and what the ledger makes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from research_agent.domain import BlockKind, ClaimProposal, Document, QuoteProposal, Reading
from research_agent.evidence.confidence import pattern_of
from research_agent.evidence.ledger import build_ledger
from research_agent.evidence.voices import Voices
from research_agent.reading.compose import Piece, compose
from research_agent.reading.extract import Extracted
from research_agent.reading.reader import to_document

from .pairs import draw
from .sources import entries, read
from .wordings import wordings

DRAWN_RATE = 0.35
"""How often a source errs in the worlds that are drawn; ``Seen.weight`` undoes it."""
COPIES = 0.25
"""Share of the sources after the first that copy an earlier one."""


@dataclass(frozen=True, slots=True)
class Fact:
    right: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """One claim of one world."""

    fact: int
    pattern: str
    right: bool
    told: int
    """Sources of the world that speak for themselves."""
    erred: int

    def weight(self, rate: float) -> float:
        """How much more often such a world happens at this rate of error than it was drawn."""
        return (rate / DRAWN_RATE) ** self.erred * ((1 - rate) / (1 - DRAWN_RATE)) ** (self.told - self.erred)


def facts_of(corpus: Path, seed: int) -> list[Fact]:
    """Facts with what is right and wrong about them: the wordings by hand, then changes made by the generator."""
    found = [
        Fact((one.original, one.agree), (one.original.replace(one.fact, one.other, 1), one.contradict))
        for one in wordings("dev")
    ]
    known = {text for fact in found for text in fact.right}
    for pair in draw(corpus, "dev", seed=seed):
        if pair.conflict and pair.statements[0] not in known:
            known.add(pair.statements[0])
            found.append(Fact((pair.statements[0],), (pair.statements[1],)))
    return found


def fillers(corpus: Path) -> Iterator[list[str]]:
    """Paragraphs of documents, to stand around a statement; every source gets others."""
    for entry in entries(corpus)[::6]:
        text = read(corpus, entry)
        paragraphs = [piece.text for piece in text.pieces if piece.kind is BlockKind.PARAGRAPH] if text else []
        if len(paragraphs) >= 8:
            yield paragraphs[:8]


def judged(at: int, fact: Fact, fillers: Sequence[list[str]], seed: int, worlds: int) -> Iterator[Seen]:
    """The claims that the ledger makes of so many worlds of one fact."""
    for number in range(worlds):
        chance = random.Random(f"{seed}/{at}/{number}")
        documents, said, told, erred = _world(fact, fillers, chance, f"{at}-{number}")
        proposals = _together(fact, said) if number % 2 else _apart(said)
        ledger = build_ledger(documents, [Reading(sub_question="1", proposals=proposals)])
        voices = Voices(documents)
        for claim in ledger.claims.values():
            pattern = pattern_of(claim, ledger.quotes, voices)
            if pattern:
                yield Seen(at, pattern, claim.text in fact.right, told, erred)


def _apart(said: Mapping[str, str]) -> tuple[ClaimProposal, ...]:
    """A claim for each source, in its own words: as without a model."""
    return tuple(_proposal(text, [(source, text)]) for source, text in said.items())


def _together(fact: Fact, said: Mapping[str, str]) -> tuple[ClaimProposal, ...]:
    """A claim for each side, with the quotes of all that say so: as a reader proposes who sees what says the same."""
    sides = [(side[0], [(s, text) for s, text in said.items() if text in side]) for side in (fact.right, fact.wrong)]
    return tuple(_proposal(text, told) for text, told in sides if told)


def _proposal(text: str, told: Sequence[tuple[str, str]]) -> ClaimProposal:
    return ClaimProposal(text=text, quotes=tuple(QuoteProposal(source=source, text=words) for source, words in told))


def _world(
    fact: Fact, fillers: Sequence[list[str]], chance: random.Random, name: str
) -> tuple[dict[str, Document], dict[str, str], int, int]:
    texts: list[tuple[list[str], str]] = []
    told = erred = 0
    others = chance.sample(fillers, 4)
    for number in range(chance.choice((1, 2, 2, 3, 3, 4))):
        if texts and chance.random() < COPIES:
            paragraphs, statement = chance.choice(texts)
            texts.append(([one for one in paragraphs if one == statement or chance.random() > 0.2], statement))
            continue
        wrong = chance.random() < DRAWN_RATE
        told, erred = told + 1, erred + wrong
        statement = chance.choice(fact.wrong if wrong else fact.right)
        texts.append(([*others[number][:4], statement, *others[number][4:]], statement))
    documents = [_document(paragraphs, f"{name}-{at}") for at, (paragraphs, _) in enumerate(texts)]
    said = {document.source.id: text for document, (_, text) in zip(documents, texts, strict=True)}
    return {document.source.id: document for document in documents}, said, told, erred


def _document(paragraphs: Sequence[str], name: str) -> Document:
    text, blocks = compose([Piece(BlockKind.PARAGRAPH, paragraph) for paragraph in paragraphs])
    extracted = Extracted(title=f"Page {name}", text=text, blocks=blocks, format="html")
    address = f"https://site-{name}.example/page"
    return to_document(extracted, address=address, requested=address)
