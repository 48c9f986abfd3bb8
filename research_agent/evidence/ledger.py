"""The ledger: sources, quotes and claims of a run, all of them checked.

Built only through ``build_ledger``, which locates every proposed quote (design, rule 1), merges near-duplicate
claims and gives each claim its status. What cannot be located is refused, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass

from research_agent.domain import Claim, Quote, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    sources: dict[str, Source]
    quotes: dict[str, Quote]
    claims: dict[str, Claim]
    """By id, in order of sub-question and relevance."""
    refused: tuple[str, ...] = ()
    """What an engine proposed and the rules refused, with the reason, for the record."""
