"""A report checked: every cited sentence with its verdict, its best passage, and the totals.

from research_agent.checking.report import check_report

checked = await check_report(text, settings=load_settings(documents=("papers/",)))
checked.citation_accuracy, [each for each in checked.sentences if each.verdict != "supported"]
"""

from __future__ import annotations

from research_agent.checking.entailment import StatementJudge
from research_agent.checking.labels import Notation
from research_agent.checking.library import Library
from research_agent.checking.result import CheckedReport
from research_agent.checking.sources import Progress, Sources
from research_agent.checking.statements import extract_statements
from research_agent.checking.totals import totals
from research_agent.checking.verdicts import sentences_with_verdicts
from research_agent.checking.wording import WordingCheck
from research_agent.reading.guard import Resolve, system_resolver
from research_agent.reading.reader import Reader
from research_agent.reading.unrecorded import Unrecorded, Unstored
from research_agent.settings import Settings


async def check_report(
    text: str,
    *,
    settings: Settings,
    web: bool = True,
    entailment: StatementJudge | None = None,
    progress: Progress = lambda done, of, what: None,
    resolve: Resolve = system_resolver,
) -> CheckedReport:
    """Check every cited sentence of a Markdown report.

    Args:
        text: the report.
        settings: ``documents`` (where paths, titles and web addresses are looked up first) and all that fetching needs.
        web: whether addresses that no document answers are fetched.
        entailment: who judges; without one, code does.
        progress: hears of each address that was read.
        resolve: how host names are looked up; tests hand in their own.

    Raises:
        ConfigError: kind ``documents_missing``.
        ModelError: from an ``entailment`` that asks a model.
    """
    library = Library(settings.documents, settings.cache_dir)
    found = extract_statements(text, Notation(known=lambda label: False, names_source=library.knows))
    reader = Reader(settings, Unrecorded(), Unstored(), resolve=resolve)
    try:
        wanted = [c.candidates for statement in found.statements for c in statement.citations if c.candidates]
        reached = await Sources(reader, library, web=web, progress=progress).reach(wanted)
    finally:
        await reader.aclose()
    sentences = await sentences_with_verdicts(found.statements, reached, entailment or WordingCheck())
    return totals(sentences, listed=len(found.entries))
