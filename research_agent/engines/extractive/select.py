"""From valued sentences to quotes: one or two whole sentences each, no two alike, within a budget.

Greedy by turn, then value. A sentence that leans on the one before is quoted with it, or not at all; neighbours that
are both chosen become one quote; characters that the number of quotes leaves over widen quotes by their best neighbour.
What is chosen is then put in order again: what stands together comes before what stands alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from research_agent.engines.extractive.candidates import Candidate
from research_agent.evidence.parting import parted
from research_agent.evidence.retrieval import Shingles, are_copies, shingle_set

COPY = 0.5
"""Share of the shorter sentence's word 3-grams from which on two sentences say the same."""
PER_PASSAGE = 12
"""Sentences of one passage at most: no limit for prose, a limit for long lists."""
TOGETHER, MOST_TOGETHER = 1.5, 3
"""Log-odds that a quote gains from each sentence but one that is chosen from its passage, so many at most. A passage
about the matter gives several; filler stands alone (docs/extractive.md, "To the point?")."""
GAP = 2
"""Characters between two sentences that can be quoted as one: a space; a new paragraph is two line ends away."""


@dataclass(frozen=True, slots=True)
class Extract:
    """A quote: one or two adjacent sentences."""

    sentences: tuple[Candidate, ...]

    @property
    def source(self) -> str:
        return self.sentences[0].source

    @property
    def span(self) -> tuple[int, int]:
        return self.sentences[0].start, self.sentences[-1].end

    @property
    def value(self) -> float:
        return max(sentence.value for sentence in self.sentences)

    @property
    def text(self) -> str:
        """The sentences with a space between them where the source has any."""
        first, *rest = self.sentences
        return first.text + "".join((" " if s.start > p.end else "") + s.text for p, s in pairwise((first, *rest)))

    @property
    def turn(self) -> float:
        return min(sentence.turn for sentence in self.sentences)

    @property
    def section(self) -> int:
        return min(self.sentences, key=lambda sentence: sentence.turn).section

    @property
    def length(self) -> int:
        return self.span[1] - self.span[0]


Key = tuple[int, int]


class Selection:
    """The choice under way."""

    def __init__(self, candidates: Sequence[Candidate], most: int, characters: int) -> None:
        self._at: dict[Key, Candidate] = {(c.place, c.order): c for c in candidates}
        self._most, self._left = most, characters
        self._extracts: dict[Key, Extract] = {}
        """By its first chosen sentence."""
        self._member: dict[Key, Key] = {}
        """Chosen sentence -> key of its extract."""
        self._said: list[tuple[str, Shingles]] = []
        self._of_passage: Counter[int] = Counter()

    def choose(self) -> list[Extract]:
        """The extracts, in the order of their turns; those that passages give several of come sooner."""
        for key, candidate in sorted(self._at.items(), key=lambda item: (item[1].turn, -item[1].value, item[0])):
            if len(self._extracts) >= self._most:
                break
            if candidate.quotable and key not in self._member:
                self._take(key, candidate)
        self._widen()
        return sorted(self._extracts.values(), key=lambda extract: (self._turn(extract), extract.source, extract.span))

    def _turn(self, extract: Extract) -> float:
        others = self._of_passage[extract.sentences[0].place] - 1
        return extract.turn - TOGETHER * min(MOST_TOGETHER, others)

    def _take(self, key: Key, candidate: Candidate) -> None:
        if self._of_passage[candidate.place] >= PER_PASSAGE or candidate.end - candidate.start > self._left:
            return
        if self._is_said(candidate.text):
            return
        neighbour = self._chosen_neighbour(key)
        if neighbour is not None and candidate.end - candidate.start <= self._left:
            self._join(neighbour, key)
        elif not candidate.leans:
            self._add(key, (candidate,))
        elif (before := self._before(key)) is not None:
            self._add(key, (before, candidate))
        else:
            return
        self._said.append((candidate.text, shingle_set(candidate.text)))

    def _add(self, key: Key, sentences: tuple[Candidate, ...]) -> None:
        extract = Extract(sentences)
        if extract.length > self._left:
            return
        self._extracts[key] = extract
        self._left -= extract.length
        for sentence in sentences:
            self._member[sentence.place, sentence.order] = key
            self._of_passage[sentence.place] += 1

    def _join(self, extract: Key, key: Key) -> None:
        sentences = sorted((*self._extracts[extract].sentences, self._at[key]), key=lambda s: s.start)
        self._left -= self._at[key].end - self._at[key].start
        self._extracts[extract] = Extract(tuple(sentences))
        self._member[key] = extract
        self._of_passage[key[0]] += 1

    def _before(self, key: Key) -> Candidate | None:
        """The sentence before, free to be quoted together with this one."""
        place, order = key
        before = self._at.get((place, order - 1))
        if before is None or (place, order - 1) in self._member or before.leans or not before.quotable:
            return None
        return before if _adjacent(before, self._at[key]) else None

    def _chosen_neighbour(self, key: Key) -> Key | None:
        """The extract of one sentence that this one can join."""
        place, order = key
        for other in ((place, order - 1), (place, order + 1)):
            extract = self._member.get(other)
            if extract is None or len(self._extracts[extract].sentences) != 1:
                continue
            if _adjacent(*sorted((self._at[other], self._at[key]), key=lambda s: s.start)) and (
                other[1] < order or not self._at[key].leans
            ):
                return extract
        return None

    def _widen(self) -> None:
        """Spend the characters that are left on the neighbours of single sentences, best first."""
        waiting = [
            (self._at[key].turn, key)
            for key in self._at
            if key not in self._member and self._at[key].quotable and self._chosen_neighbour(key) is not None
        ]
        for _, key in sorted(waiting):
            neighbour = self._chosen_neighbour(key)
            candidate = self._at[key]
            if neighbour is None or candidate.end - candidate.start > self._left or self._is_said(candidate.text):
                continue
            self._join(neighbour, key)
            self._said.append((candidate.text, shingle_set(candidate.text)))

    def _is_said(self, text: str) -> bool:
        shingles = shingle_set(text)
        return any(are_copies(shingles, other, COPY) and not parted(text, said) for said, other in self._said)


def _adjacent(first: Candidate, second: Candidate) -> bool:
    return first.place == second.place and 0 <= second.start - first.end <= GAP
