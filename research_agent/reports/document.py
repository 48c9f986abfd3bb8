"""The report as JSON and back: ``report.json``, described in docs/report-format.md.

There is no clock in it besides what the run recorded (``usage.seconds``, ``sources[].retrieved``), and not the run's
name, so that a replay gives the same bytes.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from pydantic import ValidationError

from research_agent.codec import dump, load
from research_agent.domain import Report, Section, Sentence, SentenceKind, Source
from research_agent.errors import RunError
from research_agent.reports.citations import Citations
from research_agent.reports.joining import join_sentences

FORMAT_VERSION = 1
"""Raised when a field changes its meaning or goes away; new fields do not raise it."""

LATER = ("groups", "todo", "reflections", "demands", "support", "verdict")
"""Fields that reports of earlier releases do not have: nothing of the kind was recorded then."""


def report_json(report: Report) -> dict[str, Any]:
    """The whole report as JSON primitives."""
    citations = Citations(report)
    return {
        "format_version": FORMAT_VERSION,
        "outcome": report.outcome.value,
        "question": report.question.text,
        "language": report.question.language,
        "asked": report.question.asked.isoformat(),
        "limits": dump(report.question.limits),
        "urls": list(report.question.urls),
        "engine": report.engine.name,
        "engine_reason": report.engine.reason,
        "models": dict(report.engine.models),
        "judged": report.verdict is not None,
        "title": report.title,
        "answer": join_sentences((sentence.text for sentence in report.answer), report.question.language),
        "answer_sentences": [_sentence(sentence, citations) for sentence in report.answer],
        "sections": [_section(section, citations) for section in report.sections],
        "claims": [dump(claim) for claim in report.claims],
        "quotes": [dump(quote) for quote in report.quotes],
        "sources": [_source(source) for source in report.sources],
        "not_found": [dump(missing) for missing in report.not_found],
        "problems": [dump(problem) for problem in report.problems],
        "plan": dump(report.plan),
        "attempts": [dump(attempt) for attempt in report.attempts],
        "sources_read": report.sources_read,
        "groups": [dump(group) for group in report.groups],
        "todo": [dump(item) for item in report.todo],
        "reflections": [dump(reflection) for reflection in report.reflections],
        "demands": [dump(check) for check in report.demands],
        "support": dump(report.support),
        "usage": dump(report.usage),
    } | ({"verdict": dump(report.verdict)} if report.verdict else {})


def parse_report(document: Any, *, run: str = "") -> Report:
    """The report that ``report_json`` wrote.

    Raises:
        RunError: ``newer_format``, or ``tampered`` when the fields do not fit.
    """
    version = document.get("format_version") if isinstance(document, dict) else None
    if not isinstance(version, int) or isinstance(version, bool):
        raise RunError("This is not a report.json: it has no format_version.", kind="tampered")
    if version > FORMAT_VERSION:
        raise RunError(
            f"The report has format {version}; this release reads up to {FORMAT_VERSION}.",
            kind="newer_format",
            next_step="Open it with the release that made it, or a later one.",
        )
    try:
        return load(Report, _fields(document, run))
    except (KeyError, TypeError, AttributeError, ValidationError) as error:
        where = error.errors()[0]["loc"] if isinstance(error, ValidationError) else error
        raise RunError(f"The report.json is damaged at {where}.", kind="tampered") from error


def _section(section: Section, citations: Citations) -> dict[str, Any]:
    return {
        "title": section.title,
        "columns": list(section.columns),
        "sentences": [_sentence(sentence, citations) for sentence in section.sentences],
    }


def _sentence(sentence: Sentence, citations: Citations) -> dict[str, Any]:
    """A row has ``cells``, everything else has ``text``."""
    content: dict[str, Any] = {"text": sentence.text}
    if sentence.kind is SentenceKind.ROW:
        content = {"cells": list(sentence.cells)} | ({"text": sentence.text} if sentence.text else {})
    return (
        {"kind": sentence.kind.value}
        | content
        | {
            "claims": list(sentence.claims),
            "quotes": [quote.id for cited in citations.of_sentence(sentence) for quote in cited.quotes],
            "derived": [dump(one) for one in sentence.derived],
            "paragraph": sentence.paragraph,
            "confirmed": sentence.confirmed,
            "verified": sentence.verified,
            "note": sentence.note,
        }
    )


def _source(source: Source) -> dict[str, Any]:
    """``kind`` is the document's format, ``url`` its address where that is one of the web."""
    fields: dict[str, Any] = dump(source)
    kind = fields.pop("format")
    on_the_web = urlsplit(source.address).scheme in {"http", "https"}
    return {"id": source.id, "url": source.address if on_the_web else None, "kind": kind} | fields


def _fields(document: dict[str, Any], run: str) -> dict[str, Any]:
    """The fields of ``domain.Report`` from those of report.json; foreign ones are left out."""
    same = (
        "outcome",
        "title",
        "claims",
        "not_found",
        "problems",
        "plan",
        "attempts",
        "sources_read",
        "usage",
    )
    fields: dict[str, Any] = {name: document[name] for name in same}
    fields |= {name: document[name] for name in LATER if name in document}
    return fields | {
        "question": {
            "text": document["question"],
            "language": document["language"],
            "asked": document["asked"],
            "limits": document["limits"],
            "urls": document["urls"],
        },
        "engine": {"name": document["engine"], "reason": document["engine_reason"], "models": document["models"]},
        "answer": document["answer_sentences"],
        "sections": document["sections"],
        "quotes": document["quotes"],
        "sources": [{**source, "format": source["kind"]} for source in document["sources"]],
        "run": run,
    }
