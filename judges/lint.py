"""The rubric linter: where does a checklist break the five principles of docs/rubrics.md?

``lint`` is code alone, for English and Chinese, and the same on every machine. Its errors are meant to be right nearly
always (docs/rubrics.md has the count), its warnings to be worth a look. What code cannot see (a demand that two
experts read in two ways, a fact without a figure) ``lint_with_model`` asks a model, and only warns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from research_agent.judges.linting.alignment import alignment
from research_agent.judges.linting.atomicity import atomicity
from research_agent.judges.linting.facts import evidence
from research_agent.judges.linting.findings import PRINCIPLES, Finding
from research_agent.judges.linting.form import form
from research_agent.judges.linting.independence import independence
from research_agent.judges.linting.wording import unambiguity, verifiability
from research_agent.judges.rubric import Rubric

if TYPE_CHECKING:
    from research_agent.llm.models import Models

__all__ = ["Finding", "errors", "lint", "lint_with_model"]


def lint(rubric: Rubric) -> tuple[Finding, ...]:
    """All findings, in the order of the items and of the principles; those on the whole checklist come first."""
    places = {"": -1} | {item.id: place for place, item in enumerate(rubric.items)}
    order = {principle: place for place, principle in enumerate(PRINCIPLES)}
    return tuple(sorted(_found(rubric), key=lambda one: (places[one.item], order[one.principle], one.message)))


def errors(rubric: Rubric) -> tuple[Finding, ...]:
    """The findings that must be mended."""
    return tuple(finding for finding in lint(rubric) if finding.severity == "error")


async def lint_with_model(rubric: Rubric, models: Models) -> tuple[Finding, ...]:
    """What a model finds besides, all of it warnings; one call a rubric. See ``linting.asked.ask_findings``."""
    from research_agent.judges.linting.asked import ask_findings

    return await ask_findings(rubric, models)


def _found(rubric: Rubric) -> Iterator[Finding]:
    for item in rubric.items:
        yield from atomicity(item)
        yield from verifiability(item, rubric)
        yield from unambiguity(item)
    yield from independence(rubric)
    yield from alignment(rubric)
    yield from evidence(rubric)
    yield from form(rubric)
