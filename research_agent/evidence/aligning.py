"""Which sentences of two documents tell the same thing, where the documents tell one text: copies, excerpts, versions.

Two documents are *kin* when most of what the shorter one speaks of, by rarity, stands in the longer one too, and some
of its sentences stand there nearly word for word. Sentences that both have are then set aside; of the rest each is
paired with the one most like it, where each is the other's best.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from research_agent.evidence.changes import changed
from research_agent.evidence.content import folded
from research_agent.evidence.difference import Difference
from research_agent.evidence.statements import Statement, Statements, keys

KIN = 0.5
"""Share, by rarity, of the keys of the shorter document that the longer one must hold."""
SHARED = 0.3
"""Share of the shorter document's sentences that the longer one must hold, nearly word for word."""
RETOLD = 0.6
"""Such a share from which on what is left of the shorter document may be told in other words, where that is not much;
otherwise only sentences in nearly the same words are compared (manual pages share their boilerplate)."""
COPIED = 0.9
"""Share of the shorter document's sentences that the longer one holds word for word, but for one, from which on it is a
copy in which a word was changed; where more differ it was edited, and editors change words. By hand: the planted pairs
of eight draws are the same from 0.6 to 0.9."""
_A_FEW = 2
LEFT = 10
"""Sentences of the shorter document that the longer one lacks, at most, for them to be retellings."""
_NEARLY = 0.7
"""Likeness of two sentences from which on they are nearly the same words."""
ALIKE = 0.3
"""Likeness of two sentences of kin documents from which on they are tellings of one."""
FAINTLY = 0.16
"""As ``ALIKE``, where no other sentence comes near: the next one has at most 1 / ``_CLEARLY`` of it."""
_CLEARLY = 1.25
_ASKED = 40
"""Sentences of the shorter document that are looked for in the longer one."""
_FEWEST_KEYS = 3
_ADDRESS = re.compile(r"\S+(?://|@)\S+|www\.\S+")
_NUMBERED = re.compile(r"\b(?:section|chapter|figure|table|page|appendix) \d[\d.]*\d|第 ?\d+ ?[章节页]")
_REFERENCE = re.compile(r"\W*(?:see(?: also)?\b|参见|另见|参看|请参阅)", re.IGNORECASE)
_FIELD = re.compile(r"[^\s:：|]+(?: [^\s:：|]+){0,2} ?[:：] ?[^.。!?]*\Z")
_FIELD_LENGTH = 80
_MOST = 600
"""Sentences of a document that are all paired with another's; longer texts are compared where a claim asks."""


@dataclass(frozen=True, slots=True)
class Twins:
    """A sentence of each document that tell one matter, not in the same words."""

    first: Statement
    second: Statement
    likeness: float


class Tellings:
    """Which documents of a run tell one text, and which of their sentences belong together."""

    def __init__(self, statements: Statements) -> None:
        self.statements = statements
        self._plain = {id: folded(document.text) for id, document in statements.documents.items()}
        self._held = {id: statements.held(id) for id in statements.documents}
        self._kin: dict[tuple[str, str], float] = {}
        self._near_words: dict[tuple[str, str], bool] = {}
        self._verbatim: dict[tuple[str, str], float] = {}
        self._told: dict[str, tuple[Statement, ...]] = {}
        self._mass = {id: statements.weight(held) for id, held in self._held.items()}

    def kin(self, first: str, second: str) -> bool:
        """Whether the two documents tell one text, in whole or in part."""
        return self._shared(first, second) >= SHARED or self._short(first, second)

    def retold(self, first: str, second: str) -> bool:
        """Whether nearly all of the shorter document is known from the longer one, so that the rest may be too."""
        share, left = self._shared(first, second), self._left(first, second)
        return (share >= RETOLD or left <= _A_FEW) and left <= LEFT

    def copied(self, first: str, second: str) -> bool:
        """Whether the documents share their sentences word for word: then a word that differs was changed."""
        pair = (min(first, second), max(first, second))
        return self.kin(first, second) and self._verbatim.get(pair, 0.0) >= COPIED

    def _left(self, first: str, second: str) -> float:
        """About how many sentences of the shorter document the longer one lacks."""
        return (1 - self._shared(first, second)) * self._sentences(self._shorter(first, second))

    def _short(self, first: str, second: str) -> bool:
        """Whether the shorter document has hardly a sentence, and its words stand in the longer one."""
        pair = (min(first, second), max(first, second))
        return self._near_words[pair] and self._sentences(self._shorter(first, second)) <= _A_FEW

    def _shorter(self, first: str, second: str) -> str:
        return min((first, second), key=lambda id: (len(self._held[id]), id))

    def _sentences(self, source: str) -> int:
        return len(self._telling(source))

    def _telling(self, source: str) -> tuple[Statement, ...]:
        """The sentences of a document that say something, in order."""
        if source not in self._told:
            self._told[source] = tuple(filter(says_something, self.statements.of(source)))
        return self._told[source]

    def _shared(self, first: str, second: str) -> float:
        pair = (min(first, second), max(first, second))
        if pair not in self._kin:
            self._near_words[pair] = self._words_near(*pair)
            self._kin[pair] = self._measured(*pair) if self._near_words[pair] else 0.0
        return self._kin[pair]

    def kin_pairs(self) -> Iterator[tuple[str, str]]:
        return ((first, second) for first, second in combinations(sorted(self._held), 2) if self.kin(first, second))

    def holds(self, source: str, text: str) -> bool:
        """Whether the document has the sentence word for word."""
        return folded(text) in self._plain[source]

    def counterpart(self, statement: Statement, source: str, near: Sequence[Statement]) -> Twins | None:
        """The sentence of ``source`` that tells what ``statement`` tells, each being the other's best; not its very
        words, and nothing that the first document has word for word too.

        Args:
            near: the sentences of ``source`` to choose from.
        """
        found = self._best(statement, self._open_to(statement, near))
        if found is None:
            return None
        back = self.statements.near(found[0].text, source, statement.source).get(statement.source, [])
        mine = self._best(found[0], self._open_to(found[0], back))
        if mine is None or mine[0] != statement or not _stands_out(found[1], min(found[2], mine[2])):
            return None
        return Twins(statement, found[0], found[1])

    def _open_to(self, statement: Statement, near: Iterable[Statement]) -> list[Statement]:
        """The sentences that may tell what the statement tells: not those that its document has word for word, unless
        the statement itself holds them, which then belongs to them."""
        whole = folded(statement.text)
        return [each for each in near if not self.holds(statement.source, each.text) or folded(each.text) in whole]

    def twins(self, first: str, second: str, wanted: Callable[[Statement], bool] = lambda _: True) -> tuple[Twins, ...]:
        """The sentences of two kin documents that tell one matter in other words, in the shorter one's order.

        Args:
            wanted: which sentences of the shorter one are looked at.
        """
        one, other = sorted((first, second), key=lambda id: (len(self._plain[id]), id))
        asked = [each for each in self._telling(one) if wanted(each)]
        own = [each for each in asked if not self.holds(other, each.text)]
        found = []
        for statement in own[:_MOST]:
            near = self.statements.near(statement.text, one, other).get(other, [])
            pair = self.counterpart(statement, other, near)
            if pair:
                found.append(pair)
        return tuple(found)

    def changed(self, pair: Twins) -> Difference | None:
        """What parts two sentences of kin documents that belong together."""
        one, other = pair.first.source, pair.second.source
        copied = self.copied(one, other)
        return changed(
            pair.first.text,
            pair.second.text,
            retold=self.retold(one, other),
            copied=copied,
            placed=copied and self._numbered_alike(one, other),
        )

    def _numbered_alike(self, first: str, second: str) -> bool:
        """Whether all that the two refer to by number is the same, but for one thing."""
        one, other = (Counter(_NUMBERED.findall(self._plain[id])) for id in (first, second))
        return max((one - other).total(), (other - one).total()) <= 1

    def _best(self, statement: Statement, near: Iterable[Statement]) -> tuple[Statement, float, float] | None:
        """The most like sentence, its likeness, and that of the next one."""
        scored = sorted(
            (
                (self.statements.likeness(statement.text, each.text), -each.start, each)
                for each in near
                if says_something(each)
            ),
            key=lambda entry: entry[:2],
            reverse=True,
        )
        if not scored or scored[0][0] < FAINTLY:
            return None
        return scored[0][2], scored[0][0], scored[1][0] if len(scored) > 1 else 0.0

    def _words_near(self, first: str, second: str) -> bool:
        """Whether most of what the shorter document speaks of stands in the longer one too."""
        one, other = sorted((first, second), key=lambda id: len(self._held[id]))
        small, large = self._held[one], self._held[other]
        both = small & large
        if len(both) < KIN / 2 * len(small):
            return False
        total = self._mass[one]
        return bool(total) and self.statements.weight(both) >= KIN * total

    def _measured(self, first: str, second: str) -> float:
        """The share of the shorter document's sentences that the longer one holds."""
        small = self._shorter(first, second)
        large = second if small == first else first
        listed = self._telling(small)
        asked = listed[:: max(1, len(listed) // _ASKED)]
        held = [each for each in asked if self.holds(large, each.text)]
        self._verbatim[first, second] = len(held) / max(1, len(asked) - 1)  # one sentence was changed
        nearly = sum(self._nearly(each, large) for each in asked if each not in held)
        return (len(held) + nearly) / len(asked) if asked else 0.0

    def _nearly(self, statement: Statement, source: str) -> bool:
        near = self.statements.near(statement.text, statement.source, source).get(source, [])
        return any(self.statements.likeness(statement.text, each.text) >= _NEARLY for each in near)


def _stands_out(likeness: float, least: float) -> bool:
    """Whether the pair is sure. ``least`` is the likeness of the next best, on the side where there is less doubt."""
    return likeness >= ALIKE or likeness >= _CLEARLY * least


def says_something(statement: Statement) -> bool:
    """Whether it is more than a label with a value, a name, an address or a reference to another place."""
    if _REFERENCE.match(statement.text) or (_FIELD.match(statement.text) and len(statement.text) <= _FIELD_LENGTH):
        return False
    return len(keys(_ADDRESS.sub(" ", statement.text))) >= _FEWEST_KEYS
