"""How much the report may quote, by depth."""

from __future__ import annotations

from dataclasses import dataclass

from research_agent.settings import Depth


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    quotes: int
    """Quotes in a report, at most."""
    characters: int
    """Code points of all of them together, at most."""

    def of_sub_question(self, sub_questions: int) -> Allowance:
        """What one sub-question may propose: its share. The writer finds more in the documents where it needs more."""
        return Allowance(quotes=self.quotes // sub_questions, characters=self.characters // sub_questions)


ALLOWANCE: dict[Depth, Allowance] = {
    Depth.QUICK: Allowance(quotes=16, characters=3_200),
    Depth.STANDARD: Allowance(quotes=40, characters=8_000),
    Depth.DEEP: Allowance(quotes=80, characters=16_000),
}
