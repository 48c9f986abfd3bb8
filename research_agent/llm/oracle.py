"""A scripted stand-in for a model: it answers this project's own prompts from the passages shown.

It picks sentences by the words that they share with the question and copies them, so that whole runs work offline: for
tests, for measuring what the program adds to the model's time, and for embedding apps. It shows that the parts fit
together, and nothing about the quality that a real model would reach.

    async with FakeModelServer(oracle, delay=0.5) as server: ...
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from research_agent.llm.fake import Received
from research_agent.text.tokens import words

Json = dict[str, Any]

CLAIMS = 6
"""Claims of one reading."""
SENTENCES = 8
"""Sentences of one section."""

_CLAUSE = re.compile(r"[?？;；。!！\n]|,\s|，|\band\b|\bor\b|\. ")
_UNIT = re.compile(r"^\[(\d+\.\d+)\] (.*(?:\n    .*)*)$", re.MULTILINE)
_CLAIM = re.compile(r"^(c\d+): (.*?) <- (.*)$", re.MULTILINE)
_BLOCK = re.compile(r'<source-text-(\w+) kind="(\w+)">\n(.*?)\n</source-text-\1>', re.DOTALL)
_STOP_WORDS = """
a an the of in on for to is are was were be do does did how what which when where who why and or with by from it
we our us you must can should that this these those there than then if as at not no
"""
_STOP = frozenset(_STOP_WORDS.split())


def oracle(received: Received) -> Json:
    """The reply to one request; for a prompt that it does not know, the least that its schema allows."""
    known = {
        "plan": _plan,
        "read": _read,
        "reflect": _reflect,
        "write": _write,
        "write_section": _write_section,
        "write_answer": _write_answer,
        "repair": _repair,
        "entail": _entail,
    }
    answer = known.get(received.prompt)
    return answer(received.user) if answer else least(received.schema)


def least(schema: Json) -> Any:
    """The smallest value that fits a schema of ``llm.schema``: empty lists and texts, the first of several choices."""
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return least(schema["anyOf"][0])
    kind = schema.get("type")
    if kind == "object":
        return {name: least(part) for name, part in schema.get("properties", {}).items()}
    return {"array": [], "string": "", "integer": 0, "number": 0.0, "boolean": False}.get(str(kind))


def _plan(user: str) -> Json:
    question = user.split("The question:\n")[-1].strip()
    clauses = [part.strip() for part in _CLAUSE.split(question) if part and len(_keywords(part)) >= 2][:5] or [question]
    parts = [
        {"text": clause, "queries": [" ".join(_keywords(clause)[:7]), " ".join(_keywords(question)[:7])]}
        for clause in clauses
    ]
    sections = [{"title": clause[:80], "sub_questions": [place]} for place, clause in enumerate(clauses, start=1)]
    return {"intent": "explanation", "constraints": [], "sub_questions": parts, "sections": sections}


def _read(user: str) -> Json:
    asked = _line(user, "The sub-question to answer: ")
    wanted = set(_keywords(asked)) | set(_keywords(_line(user, "Queries tried so far: ")))
    scored = [(len(wanted & set(_keywords(text))), ident, text) for ident, text in _units(user)]
    best = sorted((entry for entry in scored if entry[0] > 0), key=lambda entry: -entry[0])[:CLAIMS]
    claims = [
        {"text": text, "sentences": [ident], "qualifiers": [], "relevance": min(1.0, 0.5 + shared / 10)}
        for shared, ident, text in best
    ]
    return {"claims": claims, "missing": [] if claims else [asked], "other_words": [], "continue": []}


def _reflect(user: str) -> Json:
    found = re.findall(r"^(\d+)\. .*(?:\n  found.*)*\n  missing: (.*)$", _block(user, "standing"), re.MULTILINE)
    steps = [
        {
            "sub_question": name,
            "question": text,
            "queries": [" ".join(_keywords(text)[:5])],
            "way": "broader",
            "gain": 0.5,
        }
        for name, text in found
    ]
    return {"known": [], "missing": [text for _, text in found], "next": steps}


def _write(user: str) -> Json:
    shown = dict(_units(user))
    sections = []
    for part in re.split(r"^# ", _block(user, "claims"), flags=re.MULTILINE)[1:]:
        title, _, lines = part.partition("\n")
        sections.append(_section(title.strip(), lines, shown))
    sections = [section for section in sections if section["blocks"]]
    firsts = [section["blocks"][0]["sentences"][0] for section in sections][:4]
    answer = [{"text": each["text"], "cites": each["cites"]} for each in firsts]
    return {"title": _question(user)[:100], "answer": answer, "sections": sections, "derived": [], "found": []}


def _write_section(user: str) -> Json:
    section = _section(_line(user, "Your section: "), _block(user, "claims"), dict(_units(user)))
    return {"sections": [section] if section["blocks"] else [], "derived": []}


def _write_answer(user: str) -> Json:
    answer = [{"text": text, "cites": [ident]} for ident, text in _units(user)][:4]
    return {"title": _question(user)[:100], "answer": answer}


def _repair(user: str) -> Json:
    mended = []
    for fault in re.split(r"\n\n(?=f\d+ \()", _block(user, "faults")):
        name = re.match(r"(f\d+) \((row)?[^)]*\): (.*)", fault)
        quote = re.search(r"^(q\d+): (.*)$", fault, re.MULTILINE)
        if name and quote and not name[2]:
            begins = " ".join(name[3].split()[:6])[:60]
            mended.append(
                {"fault": name[1], "begins": begins, "text": quote[2], "cells": [], "cites": [quote[1]], "keep": False}
            )
    return {"sentences": mended}


def _entail(user: str) -> Json:
    """Quotes that share most of their sentence's words carry it, and so do their sources."""
    judged: list[Json] = []
    known: dict[str, str] = {}
    for part in re.split(r"\n\n(?=s\d+: )", _block(user, "sentences")):
        said = re.match(r"(s\d+): (.*)", part)
        if not said:
            continue
        wanted = set(_keywords(said[2]))
        carry, alone, source = [], [], ""
        for line in part.split("\n")[1:]:
            quote = re.match(r"  (q\d+)(?:: (.*))?", line)
            if not quote:
                source = line.split(":")[0]
                continue
            same = re.match(r"the same words as (q\d+)", quote[2] or "")
            text = known.setdefault(quote[1], known.get(same[1], "") if same else quote[2] or "")
            if 2 * len(wanted & set(_keywords(text))) >= len(wanted):
                carry.append(quote[1])
                alone.append(source)
        judged.append({"sentence": said[1], "carry": carry, "alone": alone, "lacks": "" if carry else said[2]})
    return {"sentences": judged}


def _section(title: str, lines: str, shown: dict[str, str]) -> Json:
    sentences = []
    for _, _, ids in _CLAIM.findall(lines)[:SENTENCES]:
        cited = [name for name in ids.split() if name in shown]
        if cited:
            sentences.append({"text": " ".join(shown[name] for name in cited), "cells": [], "cites": cited})
    blocks = [{"kind": "paragraph", "sentences": sentences}] if sentences else []
    return {"title": title, "columns": [], "blocks": blocks}


def _question(user: str) -> str:
    found = re.search(r"^The question[^\n]*:\n(.*?)\n", user, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else "Report"


def _line(user: str, start: str) -> str:
    found = re.search(rf"^{re.escape(start)}(.*)$", user, re.MULTILINE)
    return found[1].strip() if found else ""


def _block(user: str, kind: str) -> str:
    return next((text for _, named, text in _BLOCK.findall(user) if named == kind), "")


def _units(user: str) -> list[tuple[str, str]]:
    """(id, text) of every numbered sentence shown; code on one line."""
    return [(ident, " ".join(text.split())) for ident, text in _UNIT.findall(user)]


def _keywords(text: str) -> list[str]:
    """Distinct words without stop words; CJK characters in pairs, since one alone says little."""
    found = [word for word in words(text) if word not in _STOP]
    return list(dict.fromkeys(_paired(found)))


def _paired(found: list[str]) -> Iterable[str]:
    for place, word in enumerate(found):
        if word.isascii():
            yield word
        elif place + 1 < len(found) and not found[place + 1].isascii():
            yield word + found[place + 1]
