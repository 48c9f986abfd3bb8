"""Does the report state the fact that an item asks for?

The item's statements (``claims``) say one thing in several words, and a report may say it in any of them: a passage
is as near as the mean of the two statements that it holds best. Near enough, it states the fact where one of these two
breaks no rule of the support check (``checking.wording``: figures, names, denials, opposite words) against it; where
only figures or names are missing, a part of it is stated. The statements must include the gold: an item's own words
alone ("the three methods") are no fact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from research_agent.checking.wording import Fit, fit
from research_agent.domain import Label
from research_agent.evidence.content import figures_of
from research_agent.judges.embedded.claims import Claims
from research_agent.judges.embedded.holding import TWO, Holding, Passage, digits

STATED = 0.5
"""Nearness from which on a passage states the fact (``benchmarks/embedded_judge.py``, table in docs/judges.md)."""
ABSENT, ABSENT_UNSPACED = 0.44, 0.38
"""Nearness below which no passage of the report is about the fact; in between nobody can tell. Lower for reports in
Chinese or Japanese, where a fact in other words shares fewer pairs of characters."""
SAME_FIGURES = 0.3
"""Nearness from which on a passage that has all figures of the fact may state it in other words."""
GOLD = 0.15
"""What a passage must hold of a fact, quote or example, whatever it holds of the item's own words."""
WORDS = 0.5
"""Share of a statement's words that a passage must hold."""
FEW_WORDS = 0.25
"""The same where the passage has all figures of the statement, and these tell something: they survive rewording (with
0.35, 3 English and 7 Chinese facts of 574 fewer are found, and no fewer are taken for stated)."""
TELLING = 3
"""Digits from which on a figure tells something: any sentence may have a "2" or a "12"."""
LOOKED_AT = 6
"""Passages that are held against the rules, the nearest first."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the report says to one item."""

    label: Label
    reason: str
    offset: int | None = None
    """Where the passage begins, in the document of the report's statements."""
    nearness: float = 0.0


def find_stated(claims: Claims, holding: Holding) -> Found:
    """Whether the report states what an item with gold asks for."""
    statements = [*filter(None, (claims.demand,)), *claims.golden]
    ranked = _ranked(statements, len(statements) - len(claims.golden), holding)
    if not ranked:
        return Found("not_satisfied", "No sentence of the report holds a word or figure of the fact.")
    absent = ABSENT_UNSPACED if holding.unspaced else ABSENT
    judged = [_judge(statements, near, passage, holding) for near, passage in ranked[:LOOKED_AT] if near >= absent]
    for label in ("satisfied", "partial", "undecided"):
        found = next((each for each in judged if each.label == label), None)
        if found:
            return found
    near, passage = ranked[0]
    start = holding.finder.units[passage.first][0]
    figures = figures_of(f"{claims.demand}\n{claims.fact}")
    if any(near >= SAME_FIGURES and holding.has_figures(figures, passage) for near, passage in ranked[:LOOKED_AT]):
        return Found(
            "undecided", "A passage has the figures of the fact, in words that cannot be compared.", start, near
        )
    reason = judged[0].reason if judged else "The nearest passage of the report is about something else."
    return Found("not_satisfied", reason, start, near)


def nearness(shares: Sequence[float], wide: bool) -> float:
    """Of a passage's shares of the statements: the mean of the best two; ``wide``: it is two sentences."""
    best = sorted(shares, reverse=True)[:2]
    return sum(best) / len(best) * (TWO if wide else 1.0)


def _ranked(statements: Sequence[str], own: int, holding: Holding) -> list[tuple[float, Passage]]:
    near = [
        (nearness(passage.shares, passage.last > passage.first), passage)
        for passage in holding.passages(statements)
        if max(passage.shares[own:]) >= GOLD
    ]
    return sorted(near, key=lambda pair: (-pair[0], pair[1].first, pair[1].last))


def _judge(statements: Sequence[str], near: float, passage: Passage, holding: Holding) -> Found:
    start = holding.finder.units[passage.first][0]
    best = sorted(range(len(statements)), key=lambda at: -passage.shares[at])[:2]
    sat = [(statements[at], found) for at in best if (found := on_passage(statements[at], passage, holding))]
    fits = [found for _, found in sat]
    turned = next((found for found in fits if found.turned), None)
    counted = [found for statement, found in sat if figures_of(statement)]
    clean = any(not found.faults for found in counted or fits)  # the figures must stand there, if there are some
    if turned and all(found.turned for found in fits):
        return Found("not_satisfied", f"The report turns it round: {turned.faults[-1]}", start, near)
    figured = [at for at in best if has_its_figures(statements[at], passage, holding)]
    if near < STATED or max(passage.words[at] for at in figured or best) < (FEW_WORDS if figured else WORDS):
        return Found("undecided", "A passage is near the fact, but shares too few of its words to tell.", start, near)
    if turned and not clean:
        return Found("undecided", f"It may be turned round: {turned.faults[-1]}", start, near)
    if clean:
        return Found("satisfied", "A passage of the report states the fact.", start, near)
    missing = min((found.faults for found in fits if found.faults), key=len, default=())
    return Found("partial", " ".join(missing), start, near)


def has_its_figures(statement: str, passage: Passage, holding: Holding) -> bool:
    """Whether a passage has all figures of a statement, one of them telling."""
    figures = figures_of(statement)
    telling = any(digits(figure) >= TELLING for figure in figures)
    return telling and holding.has_figures(figures, passage)


def on_passage(statement: str, passage: Passage, holding: Holding) -> Fit | None:
    """How a statement sits on a passage, by the rules of the support check."""
    window = holding.finder.window(passage.first, passage.last)
    return fit(statement, window, holding.finder) if window else None
