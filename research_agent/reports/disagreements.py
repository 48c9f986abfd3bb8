"""'Where sources disagree' as a table: each statement, who says it, since when, our reading and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date

from research_agent.domain import Claim, ClaimStatus, Position, Quote, Report
from research_agent.reports.blocks import Anchor, Inline, Label, Line, Style, Table, Words, label, words
from research_agent.reports.citations import Citations, CitedSource
from research_agent.reports.labels import Labels
from research_agent.reports.sides import restates_its_sides

Cites = Callable[[Iterable[CitedSource], str, str, int], Line]
"""Citations as inlines; remembers the place that cites: its anchor, its section's title, its number."""


def disagreement_table(report: Report, citations: Citations, said: Labels, cites: Cites) -> Table | None:
    """One row for each side of each dispute, numbered ``1a``, ``1b``; None without a dispute."""
    disputed = [claim for claim in report.claims if claim.status is ClaimStatus.DISPUTED]
    if not disputed:
        return None
    disputes = [_Dispute(at, claim, citations, said, cites) for at, claim in enumerate(disputed, 1)]
    keys = ["statement", "who_says_it", "since_when", "our_reading"]
    rows = [row for dispute in disputes for row in dispute.rows()]
    if not any(dispute.dated for dispute in disputes):
        place = keys.index("since_when")
        del keys[place]
        rows = [row[:place] + row[place + 1 :] for row in rows]
    return Table(tuple(label(said(key)) for key in keys), tuple(rows))


class _Dispute:
    def __init__(self, number: int, claim: Claim, citations: Citations, said: Labels, cites: Cites) -> None:
        self.number, self.claim, self.citations, self.said, self.cites = number, claim, citations, said, cites
        self.anchor = f"d-{number}"

    @property
    def sides(self) -> tuple[Position, ...]:
        return self.claim.positions or (Position(statement=self.claim.text, quotes=self.claim.quotes),)

    @property
    def dated(self) -> bool:
        """Whether it is known of any side since when it is told."""
        return any(self.first_told(side) for side in self.sides)

    def rows(self) -> Iterator[tuple[Line, ...]]:
        for at, side in enumerate(self.sides):
            first = at == 0
            name = f"{self.number}{chr(ord('a') + at)}" if len(self.sides) > 1 else str(self.number)
            head: Line = (Anchor(self.anchor), *self.matter()) if first else ()
            statement = (*head, Label(name, Style.STRONG), Label(" "), Words(side.statement))
            yield statement, self.who(side), self.since(side), self.reading() if first else ()

    def matter(self) -> Line:
        """What it is about, where that is not said by a side itself."""
        if not self.claim.positions or any(side.statement == self.claim.text for side in self.claim.positions):
            return ()
        return (Words(self.claim.text, Style.STRONG), Label(" — "))

    def who(self, side: Position) -> Line:
        line: list[Inline] = []
        for cited in self.citations.of_quotes(self._quotes(side)):
            source = cited.source
            date = source.published.isoformat() if source.published else self.said("undated")
            name = source.part_of or source.publisher or source.author or source.name
            voice = Words(self.said("position_by", who=name, date=date))
            line += [*([Label(self.said("separator"))] if line else []), voice]
            line += self.cites([cited], self.anchor, self.said("disagreements"), self.number)
        return tuple(line)

    def first_told(self, side: Position) -> date | None:
        """When the side was first told: its own date, else the earliest one of its sources."""
        cited = self.citations.of_quotes(self._quotes(side))
        dates = [one.source.published for one in cited if one.source.published]
        return side.since or min(dates, default=None)

    def since(self, side: Position) -> Line:
        first = self.first_told(side)
        return label(first.isoformat() if first else self.said("undated"))

    def reading(self) -> Line:
        told = self.claim.reading or ("" if restates_its_sides(self.claim) else self.claim.reason)
        return words(told) if told else label(self.said("no_reading"))

    def _quotes(self, side: Position) -> list[Quote]:
        return [self.citations.quotes[one] for one in side.quotes if one in self.citations.quotes]
