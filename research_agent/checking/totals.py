"""Citation accuracy and effective citations, as FACT of DeepResearch Bench defines them (arXiv:2506.11763, FACT).

FACT takes pairs of a statement and the address that it cites, counts pairs that say the same of one address once,
judges each against its page, and gives the share of supported pairs (*citation accuracy*) and their number (*effective
citations*; the benchmark averages both over its tasks, this is one report). Three choices differ from its code, all of
them stricter: a page that cannot be had stays in the denominator (there it is left out), so does an address that never
existed, and a statement that its page supports only partly is no supported pair (there it may be one).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from research_agent.checking.addresses import same_page
from research_agent.checking.result import VERDICTS, CheckedCitation, CheckedReport, CheckedSentence
from research_agent.evidence.sameness import normal, same_claim

MOST_COMPARED = 60
"""Statements on one address up to which their meaning is compared; of more, only equal ones count once."""


def totals(sentences: Sequence[CheckedSentence], *, listed: int) -> CheckedReport:
    """The report's figures."""
    pairs = distinct_pairs(sentences)
    counted = Counter(pair.verdict for pair in pairs)
    return CheckedReport(
        sentences=tuple(sentences),
        citation_accuracy=counted["supported"] / len(pairs) if pairs else None,
        effective_citations=counted["supported"],
        pairs={verdict: counted[verdict] for verdict in VERDICTS},
        listed=listed,
    )


def distinct_pairs(sentences: Sequence[CheckedSentence]) -> list[CheckedCitation]:
    """Each pair once: what says the same of one address, with the same verdict, is one."""
    by_address: dict[str, list[CheckedCitation]] = defaultdict(list)
    for sentence in sentences:
        for citation in sentence.citations:
            by_address[same_page(citation.address)].append(citation)
    return [pair for pairs in by_address.values() for pair in _distinct(pairs)]


def _distinct(pairs: Sequence[CheckedCitation]) -> list[CheckedCitation]:
    equal = {(normal(pair.segment), pair.verdict): pair for pair in reversed(pairs)}
    kept: list[CheckedCitation] = []
    for pair in reversed(equal.values()):
        alike = len(equal) <= MOST_COMPARED and any(
            pair.verdict == other.verdict and same_claim(pair.segment, other.segment) for other in kept
        )
        if not alike:
            kept.append(pair)
    return kept
