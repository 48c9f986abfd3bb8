"""The atomic capabilities behind the graph's nodes, as one small protocol.

    plan    Question                            -> Plan
    read    SubQuestion + Documents             -> Reading   (claims proposed, with quotes)
    relate  Ledger after a round                -> Relations  (claims that say the same, or exclude each other)
    reflect Ledger after a round                -> Reflection (what is known, missing, disputed, worth a search)
    write   Ledger                              -> Draft     (sentences that carry claim ids)
    entail  Sentences with their quotes         -> Entailments
    repair  Faults                              -> Patches

After the Step-DeepResearch report (arXiv:2512.20491, section 3: planning, deep information seeking,
reflection and cross-validation, report writing). An engine proposes; the rules in ``evidence`` dispose:
whatever an engine returns, a quote that cannot be located and a sentence without support go no further.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from research_agent.domain import (
    Branch,
    CitedSentence,
    Document,
    Draft,
    EngineInfo,
    Entailment,
    Fault,
    Patch,
    Plan,
    Question,
    Reading,
    Reflection,
    Relation,
    SearchHit,
    SubQuestion,
)
from research_agent.evidence.ledger import Ledger


class Engine(Protocol):
    """See the module's picture. Methods may raise ModelError and BudgetError; the nodes turn those into problems."""

    @property
    def info(self) -> EngineInfo:
        """Name, models and the reason why this engine was chosen."""
        ...

    async def plan(self, question: Question) -> Plan:
        """Decompose the question. Raises rather than returning an unusable plan; the node then falls back, visibly."""
        ...

    async def read(
        self, question: Question, sub_question: SubQuestion, documents: Sequence[Document], hits: Sequence[SearchHit]
    ) -> Reading:
        """Propose claims that answer ``sub_question``, each with quotes from ``documents`` (best first)."""
        ...

    async def relate(self, question: Question, ledger: Ledger) -> tuple[Relation, ...]:
        """Pairs of claims of different sources that say the same in other words, or contradict each other: of this
        round and, as far as their claims are still there, of earlier ones. Empty from an engine that sees no meaning.
        """
        ...

    async def reflect(
        self, question: Question, plan: Plan, ledger: Ledger, branches: Sequence[Branch], round: int
    ) -> Reflection:
        """Think over what was found, after round ``round`` (0 is the plan's own) and before another one.

        ``plan`` holds every sub-question so far. What is proposed in ``next`` is decided on by the planner's rules
        (``nodes.replan``): no search is made twice, none for a gain that is not worth it, and not too many.
        """
        ...

    async def write(
        self, question: Question, plan: Plan, ledger: Ledger, documents: Sequence[Document], branches: Sequence[Branch]
    ) -> Draft:
        """Write the report from a non-empty ledger. ``documents`` are all that were read, those that gave a quote
        first."""
        ...

    async def entail(self, question: Question, sentences: Sequence[CitedSentence]) -> tuple[Entailment, ...]:
        """Whether each sentence follows from its own passages, in the order given; a model that fails leaves
        sentences ``unchecked``. Empty from an engine whose sentences are verbatim quotes."""
        ...

    async def repair(self, question: Question, faults: Sequence[Fault], ledger: Ledger) -> tuple[Patch, ...]:
        """Mend named sentences from their own quotes; a fault without a patch is dropped or marked."""
        ...

    async def aclose(self) -> None:
        """Free connections."""
        ...
