"""Who says a claim: the independent voices among its sources, judged by the documents and by the quotes themselves.

Beyond what makes two documents one voice everywhere (``independence``), two are one voice for one claim when they use
the very same words, when the passages around their quotes are one text, when the one gives the other as its source,
or when both have it from one third (``citing``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

from research_agent.domain import Claim, Document, Quote, SourceGroup, Stance
from research_agent.evidence.citing import attributed_to, one_third, only_cites
from research_agent.evidence.content import figures_of, folded
from research_agent.evidence.copying import PASSAGE_COPIED, passage, shared_passage
from research_agent.evidence.independence import Group, Kinship, Link, grouped
from research_agent.evidence.overrides import Rulings
from research_agent.evidence.reasons import ENGLISH, Reasons
from research_agent.text.figures import covers

_SAME_WORDS = 0.8
"""Share of the shorter quote's runs of four words that the longer one holds, from which on it says the same in the same
words: one word of a sentence of twenty takes four runs of seventeen away."""
_COMPARED = 6
"""Quotes of one source that are compared with another source's: a claim with fifty quotes says the same in all."""


class Voices:
    """The voices of a run's claims. Made once for a ledger: what two documents have to do with each other is kept.

    Args:
        documents: by source id.
        rulings: what the user decided.
        say: the words for the reasons.
    """

    def __init__(
        self, documents: Mapping[str, Document], rulings: Rulings | None = None, say: Reasons = ENGLISH
    ) -> None:
        self._documents = documents
        self._kinship = Kinship(documents, rulings, say)
        self._say = say

    def of(self, claim: Claim, quotes: Mapping[str, Quote]) -> tuple[Group, ...]:
        """Independent groups of the sources that speak for the claim and state all of its figures; at least one."""
        mine = _by_source(claim, quotes)
        stating = [source for source, said in mine.items() if _states_figures(claim, said)] or list(mine)[:1]

        def link(first: str, second: str) -> Link | None:
            found = self._kinship.link(first, second)
            if (found and found.firm) or self._kinship.told_apart(first, second):
                return found
            reason = self._one_voice(claim, mine[first], mine[second])
            return Link(reason) if reason else found

        return grouped(stating, link, self._kinship.told_apart, self._say)

    def groups(self, sources: Sequence[str]) -> tuple[SourceGroup, ...]:
        """The sources that were taken for one voice whatever they say, and those that the user told apart.

        A document of which nobody knows who speaks is listed with others of its kind only: that it is no voice beside
        a known one is said where it matters, in the claim's reason.
        """
        order = list(dict.fromkeys(sources))

        def link(first: str, second: str) -> Link | None:
            found = self._kinship.link(first, second)
            nameless = not (self._kinship.named(first) or self._kinship.named(second))
            return found if found and (found.firm or nameless) else None

        found = grouped(order, link, self._kinship.told_apart, self._say)
        joined = [
            SourceGroup(sources=group.sources, reason=group.reason, decided_by=self._decided_by(group.sources))
            for group in found
            if len(group.sources) > 1
        ]
        return (*joined, *self._apart(order))

    def _decided_by(self, sources: Sequence[str]) -> Literal["rules", "user"]:
        links = [self._kinship.link(first, second) for first, second in combinations(sources, 2)]
        return "user" if any(link is not None and link.by_user for link in links) else "rules"

    def _apart(self, order: Sequence[str]) -> Iterator[SourceGroup]:
        for first, second in combinations(order, 2):
            if self._kinship.told_apart(first, second):
                reason = self._kinship.why_apart(first, second) or self._say("user_apart")
                yield SourceGroup(sources=(first, second), reason=reason, decided_by="user", independent=True)

    def _one_voice(self, claim: Claim, first: Sequence[Quote], second: Sequence[Quote]) -> str:
        if any(_same_words(one.text, other.text) for one in first[:_COMPARED] for other in second[:_COMPARED]):
            return self._say("same_words")
        for one in first[:_COMPARED]:
            for other in second[:_COMPARED]:
                if reason := self._one_passage(claim, one, other):
                    return reason
        return ""

    def _one_passage(self, claim: Claim, one: Quote, other: Quote) -> str:
        a, b = self._documents.get(one.source), self._documents.get(other.source)
        if a is None or b is None:
            return ""
        if shared_passage(_passage(a, one), _passage(b, other)) >= PASSAGE_COPIED:
            return self._say("same_passage")
        for citing, quote, cited in ((a, one, b), (b, other, a)):
            if name := only_cites(citing, quote, cited):
                return self._say("cites", name=self._say.source(citing.source), cited=name)
        return one_third(attributed_to(a, one), attributed_to(b, other), claim.text, self._say)


def _by_source(claim: Claim, quotes: Mapping[str, Quote]) -> dict[str, list[Quote]]:
    """The claim's quotes by source, those against it only where there are no others."""
    cited = [quotes[id] for id in claim.quotes]
    speaking: Iterable[Quote] = [quote for quote in cited if quote.stance is Stance.FOR] or cited
    found: dict[str, list[Quote]] = {}
    for quote in speaking:
        found.setdefault(quote.source, []).append(quote)
    return found


def _states_figures(claim: Claim, said: Sequence[Quote]) -> bool:
    stated = [figure for quote in said for figure in figures_of(quote.text)]
    return all(any(covers(figure, evidence) for evidence in stated) for figure in figures_of(claim.text))


def _passage(document: Document, quote: Quote) -> str:
    return passage(document.text, quote.start, quote.end)


def _same_words(one: str, other: str) -> bool:
    """Whether two quotes are the same words, or all but: an introduction before them, a word changed."""
    return folded(one) == folded(other) or shared_passage(one, other) >= _SAME_WORDS
