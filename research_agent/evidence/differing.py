"""Where two tellings of one text differ on what is asked: worth a claim even if an engine chose neither sentence.

Of two copies, excerpts or retellings of one text a reader is told one; that the other one gives another figure for what
he asks is what he must know. Only differences close to the question are taken, and few of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from research_agent.domain import Source
from research_agent.evidence.aligning import Tellings, Twins
from research_agent.evidence.changes import changed
from research_agent.evidence.conflicts import of_versions, versions_differ
from research_agent.evidence.difference import Difference
from research_agent.evidence.statements import keys

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
    pairs = (pair for pair in tellings.kin_pairs() if not versions_differ(sources[pair[0]], sources[pair[1]]))
    for first, second in islice(pairs, _PAIRS):
        retold = tellings.retold(first, second)
        for twins in tellings.twins(first, second):
            what = changed(twins.first.text, twins.second.text, retold=retold)
            if what is None or _of_versions(twins, sources):
                continue
            closeness, id = max((_closeness(tellings, twins, text), id) for id, text in sorted(asked.items()))
            if closeness >= CLOSE:
                found.append(Differing(twins, what, id, closeness))
    found.sort(key=lambda each: (-each.closeness, each.twins.first.source, each.twins.first.start))
    return tuple(found[:MOST])


def _of_versions(twins: Twins, sources: Mapping[str, Source]) -> bool:
    one, other = twins.first, twins.second
    return of_versions(one.text, sources[one.source], other.text, sources[other.source])


def _closeness(tellings: Tellings, twins: Twins, question: str) -> float:
    statements = tellings.statements
    wanted = frozenset(key for key in keys(question) if statements.known(key))
    held = keys(twins.first.text) | keys(twins.second.text) | _around(tellings, twins)
    total = statements.weight(wanted)
    return statements.weight(wanted & held) / total if total else 0.0


def _around(tellings: Tellings, twins: Twins) -> frozenset[str]:
    """Keys of the titles and of the headings above the two sentences."""
    statements = tellings.statements
    texts = [statements.heading(each) for each in (twins.first, twins.second)]
    titles: Sequence[str] = [statements.documents[each.source].source.title for each in (twins.first, twins.second)]
    return frozenset().union(*map(keys, (*texts, *titles)))
