"""Where two tellings of one text differ on what is asked: worth a claim even if an engine chose neither sentence.

Of two copies, excerpts or retellings of one text a reader is told one; that the other one gives another figure for what
he asks is what he must know. Only differences close to the question are taken, and few of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from research_agent.domain import Source
from research_agent.evidence.aligning import Tellings, Twins
from research_agent.evidence.conflicts import of_versions, versions_differ
from research_agent.evidence.difference import Difference
from research_agent.evidence.statements import Statement, keys
from research_agent.evidence.works import editions_apart

CLOSE = 0.35
"""Share of the question, by rarity of its words among the documents, that a differing sentence must hold, with the
heading above it (``benchmarks/planted_conflicts.py``)."""
MOST = 3
"""Differences of all documents that become claims."""
_PAIRS = 12
"""Pairs of kin documents that are compared sentence by sentence."""


@dataclass(frozen=True, slots=True)
class Differing:
    """Two sentences of kin documents that contradict each other on what is asked."""

    twins: Twins
    what: Difference
    asked: str
    """Id of the sub-question that it concerns; empty: the question itself."""
    closeness: float
    """0..1."""


def differing(tellings: Tellings, sources: Mapping[str, Source], asked: Mapping[str, str]) -> tuple[Differing, ...]:
    """The differences that are closest to what is asked, closest first.

    Args:
        asked: what is asked, by sub-question id.
    """
    found: list[Differing] = []
    questions = _Questions(tellings, asked)
    documents = tellings.statements.documents
    pairs = (
        (first, second)
        for first, second in tellings.kin_pairs()
        if not versions_differ(sources[first], sources[second])
        and not editions_apart(documents[first], documents[second])
    )
    for first, second in islice(pairs, _PAIRS):
        for twins in tellings.twins(first, second, lambda each: questions.closest(each)[0] >= CLOSE / 2):
            what = tellings.changed(twins)
            if what is None or _of_versions(twins, sources):
                continue
            closeness, id = questions.closest(twins.first, twins.second)
            if closeness >= CLOSE:
                found.append(Differing(twins, what, id, closeness))
    found.sort(key=lambda each: (-each.closeness, each.twins.first.source, each.twins.first.start))
    return tuple(found[:MOST])


def _of_versions(twins: Twins, sources: Mapping[str, Source]) -> bool:
    one, other = twins.first, twins.second
    return of_versions(one.text, sources[one.source], other.text, sources[other.source])


class _Questions:
    """What is asked, as keys that the documents know."""

    def __init__(self, tellings: Tellings, asked: Mapping[str, str]) -> None:
        self._statements = tellings.statements
        self._wanted = {
            id: frozenset(key for key in keys(text) if self._statements.known(key))
            for id, text in sorted(asked.items())
        }

    def closest(self, *statements: Statement) -> tuple[float, str]:
        """The largest share of a question, by rarity, that the sentences hold with their headings and titles, and
        which question it is."""
        held = frozenset().union(*(keys(text) for each in statements for text in self._texts(each)))
        shares = [(self._share(wanted, held), id) for id, wanted in self._wanted.items()]
        return max(shares, key=lambda entry: entry[0], default=(0.0, ""))

    def _share(self, wanted: frozenset[str], held: frozenset[str]) -> float:
        total = self._statements.weight(wanted)
        return self._statements.weight(wanted & held) / total if total else 0.0

    def _texts(self, statement: Statement) -> tuple[str, str, str]:
        title = self._statements.documents[statement.source].source.title
        return statement.text, self._statements.heading(statement), title
