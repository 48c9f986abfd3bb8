"""A small report with everything in it, and the documents that it cites."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from research_agent.domain import (
    Authority,
    Block,
    BlockKind,
    Claim,
    ClaimStatus,
    Constraint,
    DemandCheck,
    Derived,
    Document,
    EngineInfo,
    Intent,
    Limits,
    NextStep,
    NotFound,
    Outcome,
    OutlineSection,
    Plan,
    Position,
    Problem,
    Qualifier,
    Question,
    Quote,
    Reflection,
    Report,
    SearchAttempt,
    Section,
    Sentence,
    SentenceKind,
    Source,
    SourceGroup,
    SubQuestion,
    SupportSummary,
    TodoItem,
    Usage,
)


def document(name: str, text: str, *, address: str = "", kinds: Sequence[BlockKind] = (), **fields: object) -> Document:
    """A document whose paragraphs (parted by empty lines) are its blocks."""
    blocks = []
    at = 0
    for number, part in enumerate(text.split("\n\n")):
        kind = kinds[number] if number < len(kinds) else BlockKind.PARAGRAPH
        blocks.append(Block(at, at + len(part), kind, 1 if kind is BlockKind.HEADING else 0))
        at += len(part) + 2
    source = Source(
        id=name,
        address=address or f"https://{name}.example/page",
        title=f"Title of {name}",
        retrieved="2026-11-30T12:00:00Z",
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        length=len(text),
        format="html",
    )
    return Document(source=replace(source, **fields), text=text, blocks=tuple(blocks))  # type: ignore[arg-type]


def quote(name: str, source: Document, text: str, **fields: object) -> Quote:
    start = source.text.index(text)
    made = Quote(id=name, source=source.source.id, start=start, end=start + len(text), text=text)
    return replace(made, **fields)  # type: ignore[arg-type]


NEWS = document(
    "s0000news",
    "Nepal and China agree\n\n"
    "Nepal and China announced on 8 December 2020 that Mount Everest is 8,848.86 metres high. The summit lies on their "
    "border.\n\nThe new figure is a snow height, so it can be compared with the old one.",
    kinds=[BlockKind.HEADING],
    published=date(2020, 12, 9),
    publisher="Example World Report",
    authority=Authority.PRESS,
    language="en",
)
ALMANAC = document(
    "s000alman",
    "Mount Everest is 8,848 metres high. This is the value of the Survey of India.",
    address="file:///home/reader/pocket-almanac-2008.txt",
    path="/home/reader/pocket-almanac-2008.txt",
    format="text",
    published=date(2008, 1, 15),
    publisher="Example Pocket Almanac",
)
NOTE = document(
    "s0000note",
    "The summit rock is 8,844.43 metres above sea level.\n\n"
    + "Filler that nobody cites stands here. " * 300
    + "\n\nThe snow and ice on top of it were 3.50 metres thick.",
    path="/home/reader/rock-and-snow.pdf",
    address="file:///home/reader/rock-and-snow.pdf",
    format="pdf",
    notes=("Page 3 could not be read.",),
)
DOCUMENTS = {one.source.id: one for one in (NEWS, ALMANAC, NOTE)}

Q_NEW = quote("q1", NEWS, "Mount Everest is 8,848.86 metres high")
Q_SNOW = quote("q2", NEWS, "The new figure is a snow height")
Q_OLD = quote("q3", ALMANAC, "Mount Everest is 8,848 metres high.")
Q_ROCK = quote("q4", NOTE, "The summit rock is 8,844.43 metres above sea level.", page=1)
Q_ICE = quote("q5", NOTE, "The snow and ice on top of it were 3.50 metres thick.", page=2)
QUOTES = (Q_NEW, Q_SNOW, Q_OLD, Q_ROCK, Q_ICE)

HEIGHT = Claim(
    id="c1",
    text="How high is Mount Everest?",
    quotes=("q1", "q3"),
    status=ClaimStatus.DISPUTED,
    reason="The sources give different figures; the later one replaces the earlier.",
    positions=(
        Position(statement="8,848.86 m", quotes=("q1",)),
        Position(statement="8,848 m", quotes=("q3",)),
    ),
)
SNOW = Claim(
    id="c2",
    text="The figure is a snow height.",
    quotes=("q2",),
    status=ClaimStatus.SINGLE_SOURCE,
    reason="One source says it.",
    confidence=0.7,
    qualifiers=(Qualifier(kind="since", value="2020"),),
)
ROCK = Claim(
    id="c3",
    text="The rock is 8,844.43 m high, below 3.50 m of snow.",
    quotes=("q4", "q5"),
    status=ClaimStatus.AGREED,
    reason="Two independent sources say it.",
)
CLAIMS = (HEIGHT, SNOW, ROCK)

QUESTION = Question(
    text="How high is Mount Everest?",
    language="en",
    asked=date(2026, 11, 30),
    limits=Limits(only_sites=("example.org",), since=date(1850, 1, 1)),
    urls=("https://example.org/given",),
)
PLAN = Plan(
    intent=Intent.FACT,
    sub_questions=(
        SubQuestion(id="1", text="How high is it?", queries=("everest height",)),
        SubQuestion(id="2", text="How high was it in the Ice Age?", queries=("everest ice age",)),
        SubQuestion(id="2.1", text="Was the ice measured?", queries=("ice cores everest",), round=1),
    ),
    outline=(OutlineSection(title="Heights", sub_questions=("1",)),),
    origin="fallback",
    note="The planner's reply could not be used.",
)
REPORT = Report(
    outcome=Outcome.PARTIAL,
    question=QUESTION,
    engine=EngineInfo(name="extractive", reason="no key and no base URL is set"),
    plan=PLAN,
    title="The height of Mount Everest",
    answer=(
        Sentence(text="Mount Everest is 8,848.86 metres high.", claims=("c1",)),
        Sentence(text="That counts the snow.", claims=("c2",)),
        Sentence(text="Older books have 8,848 metres.", claims=("c1",)),
    ),
    sections=(
        Section(
            title="Heights",
            columns=("Surface", "Height"),
            sentences=(
                Sentence(text="The rock lies lower.", claims=("c3",)),
                Sentence(text="It is a second paragraph.", claims=("c2", "c3"), paragraph=1),
                Sentence(text="An item of a list", kind=SentenceKind.ITEM, claims=("c2",)),
                Sentence(kind=SentenceKind.ROW, cells=("rock", "8,844.43 m"), claims=("c3",)),
                Sentence(kind=SentenceKind.ROW, cells=("snow", "8,848.86 m"), claims=("c1",)),
                Sentence(
                    text="The difference is 4.43 m.",
                    claims=("c1", "c3"),
                    derived=(Derived(value="4.43", how="difference", operands=("8,848.86", "8,844.43")),),
                    verified=False,
                    note="4.43 stands in no quote",
                    paragraph=2,
                ),
            ),
        ),
    ),
    claims=CLAIMS,
    quotes=QUOTES,
    sources=(NEWS.source, ALMANAC.source, NOTE.source),
    not_found=(
        NotFound(
            sub_question="2",
            text="How high was it in the Ice Age?",
            searched=("everest ice age", "ice cores everest"),
            why="nothing_found",
        ),
    ),
    problems=(Problem(stage="read", subject="https://slow.example/", what="The page did not answer.", kind="timeout"),),
    attempts=(
        SearchAttempt(query="everest height", provider="local", status="found", hits=3),
        SearchAttempt(query="everest ice age", provider="local", status="nothing", why="2 left out by --since"),
        SearchAttempt(query="everest ice age", provider="duckduckgo", status="failed", why="no connection"),
    ),
    sources_read=5,
    usage=Usage(calls=3, prompt_tokens=1200, completion_tokens=340, usd=0.0042, seconds=12.5),
    groups=(SourceGroup(sources=("s0000news", "s0000note"), reason="Half of the one stands in the other."),),
    todo=(
        TodoItem(sub_question="1", text="How high is it?", status="done", why="3 statements from 3 sources"),
        TodoItem(
            sub_question="2",
            text="How high was it in the Ice Age?",
            status="given-up",
            why="nothing was found; searched again as 2.1",
        ),
        TodoItem(sub_question="2.1", text="Was the ice measured?", status="given-up", why="nothing was found"),
    ),
    reflections=(
        Reflection(
            round=0,
            known=("Mount Everest is 8,848.86 metres high.",),
            missing=("How high was it in the Ice Age?",),
            contradicts=("c1",),
            next=(
                NextStep(
                    sub_question="2",
                    text="Was the ice measured?",
                    queries=("ice cores everest",),
                    way="narrower",
                    gain=0.6,
                    expects="a figure for the ice",
                ),
            ),
            chosen=("2.1",),
            why="1 more searches",
        ),
        Reflection(round=1, why="stopped: the last round found nothing new"),
    ),
    demands=(
        DemandCheck(demand=Constraint(kind="entity", text="Mount Everest"), met="met", sentences=("answer/0",)),
        DemandCheck(demand=Constraint(kind="time", text="the Ice Age"), met="not_met", why="no sentence speaks of it"),
        DemandCheck(demand=Constraint(kind="form", text="briefly"), met="unchecked", why="code cannot tell"),
    ),
    support=SupportSummary(checked=9, verbatim=2, by_model=6, repaired=1, dropped=1, marked=1),
    run="2026-11-30-everest-1a2b",
)
