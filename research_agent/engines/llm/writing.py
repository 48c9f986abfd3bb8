"""write: one call that sees all the evidence writes the report.

Measured elsewhere and taken over here: a chain of small calls that re-words evidence loses to one call that sees it. So
sections are written in parallel only where the evidence does not fit into the model's context, and the direct answer
then comes from the sections' own sentences with their own cites.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from research_agent.domain import Document, Draft, DraftSection, DraftSentence, Plan, Problem, Question
from research_agent.engines.llm.drafting import clean, draft_answer, draft_found, draft_section
from research_agent.engines.llm.evidence import Evidence, SectionClaims, by_section, gather, left_out
from research_agent.engines.llm.language import language_name, primary
from research_agent.engines.llm.replies import AnswerReply, SectionsReply, WriteReply
from research_agent.engines.llm.scale import Scale
from research_agent.errors import ModelError
from research_agent.evidence.ledger import Ledger
from research_agent.llm.models import Models
from research_agent.text.detect import detect_language

LEAST_CHARACTERS = 6_000
"""Characters of evidence below which one call is not worth making."""
SECTION_REPLY = 4_000
ANSWER_REPLY = 2_000
"""Completion tokens."""

_ID = re.compile(r"\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Assignment:
    """All that the report is written from."""

    question: Question
    plan: Plan
    ledger: Ledger
    documents: Mapping[str, Document]
    scale: Scale
    missing: tuple[str, ...] = ()
    """What was looked for twice and not found."""

    def common(self) -> dict[str, Any]:
        """Variables that all writing prompts share."""
        return {
            "question": self.question.text,
            "today": self.question.asked.isoformat(),
            "language": language_name(self.question.language),
            "constraints": [part.text for part in self.plan.constraints],
            "missing": list(self.missing),
        }


async def write_report(models: Models, task: Assignment) -> Draft:
    """Ask the writer. Raises ModelError, BudgetError."""
    sections = by_section(task.plan, task.ledger)
    whole = await asyncio.to_thread(fitting_evidence, models, task, sections)
    if whole is not None:
        return await _write_whole(models, task, whole, sections)
    return await _write_by_section(models, task, tuple(part for part in sections if part.claims))


def fitting_evidence(models: Models, task: Assignment, sections: Sequence[SectionClaims]) -> Evidence | None:
    """The evidence for one call, a little narrower where the context window asks for it; None where that would drop
    claims or show less than half of what the depth is worth."""
    for share in (1.0, 0.75, 0.5):
        characters = int(task.scale.write * share)
        evidence = gather(
            task.plan, task.ledger, task.documents, tuple(sections), characters, task.missing, task.question.text
        )
        narrower_drops = share < 1.0 and left_out(evidence, sections) > 0
        if narrower_drops:
            return None
        if models.fits("write", _whole_variables(task, evidence, ""), stage="write", limit=task.scale.reply):
            return evidence
    return None


async def _write_whole(
    models: Models, task: Assignment, evidence: Evidence, sections: Sequence[SectionClaims]
) -> Draft:
    draft, cut = await _ask_whole(models, task, evidence, reminder="", occurrence=0)
    if not in_language(draft, task.question.language):
        reminder = f"Your first reply was not in {language_name(task.question.language)}. Write every sentence in it."
        draft, cut = await _ask_whole(models, task, evidence, reminder=reminder, occurrence=1)
    problems = [*_cut(cut), *_left_out(left_out(evidence, sections)), *_foreign(draft, task.question.language)]
    return replace(draft, problems=tuple(problems))


async def _ask_whole(
    models: Models, task: Assignment, evidence: Evidence, *, reminder: str, occurrence: int
) -> tuple[Draft, bool]:
    answer = await models.ask_fully(
        role="writer",
        prompt="write",
        variables=_whole_variables(task, evidence, reminder),
        reply=WriteReply,
        stage="write",
        subject="report",
        occurrence=occurrence,
        limit=task.scale.reply,
        whole=True,
    )
    reply = answer.value
    drafted = (draft_section(part, evidence, reply.derived) for part in reply.sections)
    draft = Draft(
        title=reply.title.strip(),
        answer=draft_answer(reply.answer, evidence, reply.derived),
        sections=tuple(section for section in drafted if section is not None),
        found=draft_found(reply.found, task.missing, evidence),
    )
    return draft, answer.cut


def _whole_variables(task: Assignment, evidence: Evidence, reminder: str) -> dict[str, Any]:
    low, high = task.scale.words
    return task.common() | {
        "intent": str(task.plan.intent),
        "outline": evidence.outline_text(),
        "passages": evidence.numbering.text(),
        "disputes": evidence.disputes_text(),
        "length": f"{low:,} to {high:,}",
        "reminder": reminder,
    }


# ------------------------------------------------------------ where the evidence does not fit into one call


async def _write_by_section(models: Models, task: Assignment, sections: tuple[SectionClaims, ...]) -> Draft:
    tasks = [_write_section(models, task, sections, place) for place in range(len(sections))]
    written = await asyncio.gather(*tasks)
    done = [section for section, _ in written if section is not None]
    if not done:
        raise ModelError("No section of the report could be written.", kind="bad_reply")
    title, answer = await _write_answer(models, task, done)
    note = Problem(
        stage="write",
        subject="report",
        what="The evidence does not fit into the model's context: sections were written apart, from parts of it.",
        kind="by_section",
    )
    problems = (note, *(problem for _, found in written for problem in found))
    return Draft(title=title, answer=answer, sections=tuple(done), problems=problems)


async def _write_section(
    models: Models, task: Assignment, sections: Sequence[SectionClaims], place: int
) -> tuple[DraftSection | None, list[Problem]]:
    """One section; a failing call costs this section only."""
    part = sections[place]
    evidence = await asyncio.to_thread(_section_evidence, models, task, sections, place)
    try:
        answer = await models.ask_fully(
            role="writer",
            prompt="write_section",
            variables=_section_variables(task, evidence, sections, place),
            reply=SectionsReply,
            stage="write",
            subject=f"section {place + 1}",
            limit=SECTION_REPLY,
            whole=True,
        )
    except ModelError as error:
        what = f"The section {part.title!r} could not be written. {error}"
        return None, [Problem(stage="write", subject=part.title, what=what, kind=error.kind)]
    reply = answer.value
    drafted = [s for each in reply.sections if (s := draft_section(each, evidence, reply.derived)) is not None]
    problems = [*_cut(answer.cut), *_left_out(left_out(evidence, [part]))]
    return _merged(part.title, drafted), problems


def _section_evidence(models: Models, task: Assignment, sections: Sequence[SectionClaims], place: int) -> Evidence:
    """As much evidence for one section as fits."""
    characters = task.scale.write
    while True:
        evidence = gather(
            task.plan, task.ledger, task.documents, (sections[place],), characters, task.missing, task.question.text
        )
        variables = _section_variables(task, evidence, sections, place)
        if characters <= LEAST_CHARACTERS or models.fits(
            "write_section", variables, stage="write", limit=SECTION_REPLY
        ):
            return evidence
        characters = int(characters * 0.7)


def _section_variables(
    task: Assignment, evidence: Evidence, sections: Sequence[SectionClaims], place: int
) -> dict[str, Any]:
    return task.common() | {
        "titles": [part.title for part in sections],
        "title": sections[place].title,
        "claims": evidence.claims_text(evidence.sections[0].claims),
        "passages": evidence.numbering.text(),
        "disputes": evidence.disputes_text(),
        "length": f"{task.scale.words[1] // len(sections):,}",
    }


def _merged(title: str, drafted: Sequence[DraftSection]) -> DraftSection | None:
    """What the model gave as one section or as several, as one; tables after the first lose their columns' names."""
    if not drafted:
        return None
    sentences: list[DraftSentence] = []
    for section in drafted:
        first = max((sentence.paragraph for sentence in sentences), default=-1) + 1
        sentences += [replace(sentence, paragraph=sentence.paragraph + first) for sentence in section.sentences]
    columns = next((section.columns for section in drafted if section.columns), ())
    return DraftSection(title=drafted[0].title or title, sentences=tuple(sentences), columns=columns)


async def _write_answer(
    models: Models, task: Assignment, sections: Sequence[DraftSection]
) -> tuple[str, tuple[DraftSentence, ...]]:
    """Title and answer from the sections' sentences; an answer sentence takes over the cites of those it names."""
    known = {f"{i}.{j}": s for i, part in enumerate(sections, 1) for j, s in enumerate(part.sentences, 1)}
    lines: list[str] = []
    for number, part in enumerate(sections, start=1):
        lines.append(f"# {part.title}")
        lines += [f"[{number}.{j}] {s.text or ' | '.join(s.cells)}" for j, s in enumerate(part.sentences, start=1)]
    reply = await models.ask(
        role="writer",
        prompt="write_answer",
        variables=task.common() | {"intent": str(task.plan.intent), "sections": "\n".join(lines)},
        reply=AnswerReply,
        stage="write",
        subject="answer",
        limit=ANSWER_REPLY,
    )
    answer = []
    for each in reply.answer:
        named = [known[name] for text in each.cites for name in _ID.findall(text) if name in known]
        claims = tuple(dict.fromkeys(claim for sentence in named for claim in sentence.claims))
        quotes = tuple(dict.fromkeys(quote for sentence in named for quote in sentence.quotes))
        derived = tuple(dict.fromkeys(d for s in named for d in s.derived if d.value in each.text))
        if each.text.strip():
            answer.append(DraftSentence(text=clean(each.text), claims=claims, quotes=quotes, derived=derived))
    return reply.title.strip(), tuple(answer)


# ------------------------------------------------------------ checks


def in_language(draft: Draft, language: str) -> bool:
    """Whether a draft is written in the language that it should be in."""
    sentences = [*draft.answer, *(sentence for part in draft.sections for sentence in part.sentences)]
    text = " ".join(sentence.text for sentence in sentences)
    return not text or detect_language(text) == primary(language)


def _foreign(draft: Draft, language: str) -> list[Problem]:
    if in_language(draft, language):
        return []
    what = f"The model did not write in {language_name(language)}, though it was asked twice."
    return [Problem(stage="write", subject="report", what=what, kind="language")]


def _cut(cut: bool) -> list[Problem]:
    what = "The model's text was cut at its length limit: the end is missing."
    return [Problem(stage="write", subject="report", what=what, kind="truncated")] if cut else []


def _left_out(count: int) -> list[Problem]:
    what = f"{count} less relevant claims did not fit into the writer's evidence."
    return [Problem(stage="write", subject="report", what=what, kind="left_out")] if count else []
