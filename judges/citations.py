"""Citation accuracy and effective citations without the network: the measure of ``research check`` on stored sources.

A run keeps the text of every source that it read; a foreign report comes with documents. Each cited sentence is judged
against the text of what it cites (``checking.wording``), and what is not stored counts as not reachable: it stays in
the denominator, so that a report gains nothing by citing what nobody can look up. DeepResearch Bench's code
(arXiv:2506.11763, FACT) leaves such pairs out, which is why the two figures cannot be compared without saying so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from research_agent.checking.addresses import is_web, malformed, same_page
from research_agent.checking.labels import Notation
from research_agent.checking.result import CheckedReport, Verdict
from research_agent.checking.sources import Reached
from research_agent.checking.statements import extract_statements
from research_agent.checking.totals import totals
from research_agent.checking.verdicts import sentences_with_verdicts
from research_agent.checking.wording import WordingCheck
from research_agent.domain import Document, Source
from research_agent.errors import RunError
from research_agent.judges.subject import subject_of_run
from research_agent.runs.folder import RunFolder
from research_agent.runs.store import SourceStore
from research_agent.text.tokens import words


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationScore:
    """What a report's citations are worth."""

    accuracy: float | None
    """Supported pairs of sentence and source, of all pairs, 0..1; None where nothing is cited."""
    effective: int
    """Supported pairs."""
    total: int
    """All pairs: those that say the same of one address count once."""
    unreachable: int
    """Pairs whose source is not stored; they are in ``total``."""
    pairs: Mapping[Verdict, int]
    """Pairs by verdict."""
    sentences: int
    """Cited sentences."""
    notes: tuple[str, ...] = ()
    """Stored sources that could not be read."""


async def judge_citations(run: Path) -> CitationScore:
    """The citations of a run's report, against the sources in its folder. Nothing is fetched.

    Raises:
        RunError: it is no run folder, has no report, or one of a later format.
    """
    report, documents, notes = await asyncio.to_thread(_read_run, run)
    return _score(await check_stored(report, documents), notes)


async def judge_citations_of_text(markdown: str, documents: Iterable[Document]) -> CitationScore:
    """The citations of any Markdown report, against documents that are at hand. Nothing is fetched."""
    return _score(await check_stored(markdown, documents), ())


async def check_stored(markdown: str, documents: Iterable[Document]) -> CheckedReport:
    """``checking.report.check_report`` with documents that are in memory: sentence by sentence, with passages."""
    stored = Stored(documents)
    found = extract_statements(markdown, Notation(known=lambda label: False, names_source=stored.knows))
    wanted = [c.candidates for statement in found.statements for c in statement.citations if c.candidates]
    reached = {candidates: stored.reached(candidates) for candidates in dict.fromkeys(wanted)}
    return totals(await sentences_with_verdicts(found.statements, reached, WordingCheck()), listed=len(found.entries))


class Stored:
    """Documents by what a report may call them: address, path or the end of one, title. The first of a name counts."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._by_name: dict[str, Document] = {}
        for document in documents:
            for name in _names(document.source):
                self._by_name.setdefault(name, document)

    def knows(self, name: str) -> bool:
        """Whether words in brackets name a document."""
        return len(name) > 2 and self._find(name) is not None

    def reached(self, candidates: Sequence[str]) -> Reached:
        """The document behind a citation, or why there is none."""
        for candidate in candidates:
            if document := self._find(candidate):
                return Reached(document.source.address, document)
        shown = next((each for each in candidates if is_web(each)), candidates[0])
        if is_web(shown) and (why := malformed(shown)):
            return Reached(shown, failure="invalid_address", reason=f"It is no address of a page: {why}.")
        return Reached(shown, failure="unreachable", reason="Its text is not stored, and nothing is fetched here.")

    def _find(self, candidate: str) -> Document | None:
        return next((self._by_name[key] for key in _keys(candidate) if key in self._by_name), None)


def _names(source: Source) -> list[str]:
    web = [same_page(each) for each in (source.address, source.requested, source.canonical, *source.alternates) if each]
    paths = [_end for each in (source.path or "", _file_path(source.address)) for _end in _ends(each)]
    title = _title(source.title)
    return [*web, *paths, *([title] if title else [])]


def _keys(candidate: str) -> list[str]:
    if is_web(candidate):
        return [same_page(candidate)]
    bare = _file_path(candidate) or unquote(candidate.strip()).partition("#")[0]
    return [bare.casefold().strip("/"), _title(candidate)]


def _ends(path: str) -> list[str]:
    parts = [part for part in PurePosixPath(path).parts if part != "/"]
    return ["/".join(parts[start:]).casefold() for start in range(len(parts))]


def _file_path(address: str) -> str:
    return unquote(urlsplit(address).path) if address.startswith("file:") else ""


def _title(text: str) -> str:
    return "title: " + " ".join(found) if (found := words(text)) else ""


def _read_run(run: Path) -> tuple[str, list[Document], tuple[str, ...]]:
    folder = RunFolder.open(run)
    store = SourceStore(folder)
    documents, notes = [], []
    for id in store.ids():
        try:
            documents.append(store.load(id))
        except RunError as error:
            notes.append(error.message)
    return subject_of_run(run).text, documents, tuple(notes)


def _score(checked: CheckedReport, notes: tuple[str, ...]) -> CitationScore:
    return CitationScore(
        accuracy=checked.citation_accuracy,
        effective=checked.effective_citations,
        total=sum(checked.pairs.values()),
        unreachable=checked.unreachable,
        pairs=checked.pairs,
        sentences=len(checked.sentences),
        notes=notes,
    )
