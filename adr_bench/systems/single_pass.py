"""The thing to beat: one search, the best passages of the pages that it finds, one model call.

    question -> search (the question and its clauses) -> read the first pages -> best passages -> one call -> report.md

It has the same search, reader, ranking of passages, model and journal as the research itself, and its prompt was
written with the same care; what it lacks is the plan, the rounds, the claims and the checks. References are printed by
code, so that it cannot invent an address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from research_agent.adr_bench.systems.asking import asked_of, settings_of
from research_agent.adr_bench.systems.base import REPORT, Answer, TaskLimits
from research_agent.adr_bench.tasks import Task
from research_agent.domain import Document, Outcome, Question, SubQuestion, Usage
from research_agent.engines.llm.language import language_name
from research_agent.errors import ConfigError, ReadError
from research_agent.evidence.retrieval import best_passages
from research_agent.llm.models import Models
from research_agent.reading.reader import Reader
from research_agent.runs.folder import SOURCES, RunFolder
from research_agent.runs.journal import SqliteJournal
from research_agent.runs.store import SourceStore
from research_agent.search.providers import open_providers
from research_agent.search.searcher import Searcher
from research_agent.settings import Settings
from research_agent.text.passages import Passage

JOURNAL = "journal.sqlite"
PAGES = 20
"""Pages that are read; a search engine's first two pages of results."""
CHARACTERS = 50_000
"""Of passages in the one call, where they fit: about 15,000 tokens of English."""
LIMIT = 6_000
"""Completion tokens of the report."""

_CLAUSE = re.compile(r"[,.;:?!()，。；：？！、（）\n]+")
_CITATION = re.compile(r"\[(\d+(?:\s*[,;，、]\s*\d+)*)\]")


class SinglePassReply(BaseModel):
    report: str


@dataclass(frozen=True, slots=True)
class _Found:
    """What one search gave: documents in the order of their first passage, and the passages."""

    documents: tuple[Document, ...]
    passages: tuple[Passage, ...]


class SinglePassSystem:
    """See ``base.System``."""

    def __init__(self, options: Mapping[str, Any], private: Mapping[str, Any], shared: Path | None) -> None:
        self._settings = settings_of(options, private, shared)
        if not self._settings.model_set_by:
            raise ConfigError(
                "The system single-pass asks a model, and no key or endpoint is set.",
                kind="no_key",
                next_step="Set OPENAI_API_KEY, or OPENAI_BASE_URL for another OpenAI-compatible server.",
            )

    async def answer(self, task: Task, workspace: Path, limits: TaskLimits) -> Answer:
        settings, question = asked_of(self._settings, task, workspace, limits)
        (workspace / SOURCES).mkdir(exist_ok=True)
        journal = SqliteJournal(workspace / JOURNAL, mode="resume")
        models = Models(settings, journal)
        try:
            found = await _search(settings, question, journal, workspace)
            text = await _write(models, question, found) if found.passages else ""
            report = RunFolder(workspace).write(REPORT, text or _nothing(question))
            outcome = Outcome.COMPLETE if text else Outcome.NO_EVIDENCE
            figures = {"sources": float(len(found.documents))}
            return Answer(report=report, outcome=outcome.value, usage=journal.usage(), figures=figures)
        finally:
            await models.aclose()
            await journal.aclose()

    def spent(self, workspace: Path) -> Usage:
        if not (workspace / JOURNAL).exists():
            return Usage()
        journal = SqliteJournal(workspace / JOURNAL, mode="resume")
        try:
            return journal.spent()
        finally:
            journal.close()

    async def aclose(self) -> None:
        return None


async def _search(settings: Settings, question: Question, journal: SqliteJournal, workspace: Path) -> _Found:
    queries = tuple(dict.fromkeys([question.text, *(part.strip() for part in _CLAUSE.split(question.text))]))
    searched = queries[:1] if not settings.documents else tuple(query for query in queries if query)
    searcher = Searcher(open_providers(settings), journal)
    reader = Reader(settings, journal, SourceStore(RunFolder(workspace)))
    try:
        found = await searcher.search(SubQuestion(id="1", text=question.text, queries=searched), question, PAGES)
        documents: dict[str, Document] = {}
        for hit in found.hits[:PAGES]:
            try:
                document = await reader.read(hit.address, question.limits)
            except ReadError:
                continue  # the next page takes its place; how many were read stands among the figures
            documents.setdefault(document.source.id, document)
    finally:
        await reader.aclose()
        await searcher.aclose()
    passages = best_passages(queries, list(documents.values()), characters=CHARACTERS, hits=found.hits)
    order = dict.fromkeys(passage.source for passage in passages)
    return _Found(tuple(documents[id] for id in order), passages)


async def _write(models: Models, question: Question, found: _Found) -> str:
    def variables(passages: Sequence[Passage]) -> dict[str, str]:
        return {
            "question": question.text,
            "language": language_name(question.language),
            "date": question.asked.isoformat(),
            "passages": _shown(found.documents, passages),
        }

    await models.learn_window()
    fitting = models.fit("single_pass", found.passages, variables, stage="write", limit=LIMIT)
    reply = await models.ask(
        role="writer",
        prompt="single_pass",
        variables=variables(fitting),
        reply=SinglePassReply,
        stage="write",
        subject="report",
        limit=LIMIT,
    )
    return with_references(reply.report, found.documents)


def _shown(documents: Sequence[Document], passages: Sequence[Passage]) -> str:
    """Passages under the number and title of their source, in the order of its text."""
    parts = []
    for number, document in enumerate(documents, start=1):
        own = sorted((one for one in passages if one.source == document.source.id), key=lambda one: one.start)
        if own:
            title = " ".join(document.source.name.split())
            parts.append("\n\n".join([f"# [{number}] {title}", *(one.text.strip() for one in own)]))
    return "\n\n".join(parts)


def with_references(text: str, documents: Sequence[Document]) -> str:
    """The report with its citations numbered by first use, those of no source left out, and the list printed."""
    order: dict[int, int] = {}
    for found in _CITATION.finditer(text):
        for number in map(int, re.findall(r"\d+", found[1])):
            if 1 <= number <= len(documents):
                order.setdefault(number, len(order) + 1)

    def marks(found: re.Match[str]) -> str:
        return " ".join(f"[{order[int(one)]}]" for one in re.findall(r"\d+", found[1]) if int(one) in order)

    sources = [documents[number - 1].source for number in order]
    listed = [f"[{at}] {source.name} — {source.path or source.address}" for at, source in enumerate(sources, start=1)]
    return "\n\n".join([_CITATION.sub(marks, text).strip(), "## References", *listed]) + "\n"


def _nothing(question: Question) -> str:
    return f"# {question.text}\n\nNothing was found.\n"
