"""The nouns of a research run, in the order in which data flows through them.

    Question -> Plan -> SearchHit -> Source -> Quote -> Claim -> Report -> Verdict

Every type is a frozen dataclass that knows nothing of the outside. A value is made by one stage and
read by the next; nobody changes it. Offsets are Unicode code points of a source's stored text and
half open: ``text[start:end]``. Dates are calendar dates (no time zone); times are ISO 8601 strings in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Literal

# ---------------------------------------------------------------- question and plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the user allows as evidence; enforced by code on hits and on sources."""

    only_sites: tuple[str, ...] = ()
    """Host names; a source's host must be one of them or below one of them."""
    exclude_sites: tuple[str, ...] = ()
    since: date | None = None
    """Earliest publication date, inclusive."""
    until: date | None = None
    """Latest publication date, inclusive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, in which language, on which day."""

    text: str
    language: str
    """BCP-47 tag of the language that the report is written in, e.g. ``en`` or ``zh``."""
    asked: date
    limits: Limits = field(default_factory=Limits)
    urls: tuple[str, ...] = ()
    """Addresses that the user gave; each is read for the first sub-question whatever search finds."""


class Intent(StrEnum):
    """The shape of the answer that a question asks for."""

    FACT = "fact"
    COMPARISON = "comparison"
    DECISION = "decision"
    HOW_TO = "how-to"
    EXPLANATION = "explanation"
    TIMELINE = "timeline"
    SURVEY = "survey"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """Something that the question demands of the answer, e.g. a version, a period, a side to compare."""

    kind: Literal["entity", "side", "version", "time", "place", "quantity", "form", "other"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubQuestion:
    """One part of the question that can be searched for on its own."""

    id: str
    """From the plan position: ``1``, ``2`` ... in the plan, ``2.1`` for the first gap found under 2."""
    text: str
    queries: tuple[str, ...]
    """Search queries, best first; never empty."""
    round: int = 0
    """0 for the plan's own, n for those added after the n-th verification."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineSection:
    """A section that the report should have, and the sub-questions whose evidence feeds it."""

    title: str
    sub_questions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    intent: Intent
    sub_questions: tuple[SubQuestion, ...]
    """Never empty: the question itself is always a valid one-step plan."""
    outline: tuple[OutlineSection, ...]
    constraints: tuple[Constraint, ...] = ()
    origin: Literal["engine", "fallback", "edited"] = "engine"
    note: str = ""
    """Why a fallback was used, in words for the reader; empty otherwise."""


# ---------------------------------------------------------------- search


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHit:
    """One result of one search: an address worth reading."""

    address: str
    """``https://...`` or, for a local document, ``file:///absolute/path`` (``#line=12`` for one JSON line)."""
    title: str
    snippet: str
    provider: str
    rank: int
    """1 for the best, after merging."""
    published: date | None = None
    spans: tuple[tuple[int, int], ...] = ()
    """The passages that matched, best first, in the source's text, where the provider knows them (local search)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAttempt:
    """What one provider said to one query. 'Nothing found' and 'failed' are different things."""

    query: str
    provider: str
    status: Literal["found", "nothing", "failed"]
    hits: int = 0
    why: str = ""
    """The reason in words, when it failed; what the limits removed, when they removed anything."""


# ---------------------------------------------------------------- sources


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    """One table row; cells are separated by `` | `` in the text."""
    CODE = "code"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Block:
    """A structural unit of a source's text. Blocks are in text order and do not overlap."""

    start: int
    end: int
    kind: BlockKind
    level: int = 0
    """Heading level 1-6 for headings; nesting depth for items; 1 for a table's header row; else 0."""


class Authority(StrEnum):
    """Who speaks; breaks ties and never outvotes a direct contradiction."""

    OFFICIAL = "official"
    STANDARDS = "standards"
    ACADEMIC = "academic"
    PRESS = "press"
    VENDOR = "vendor"
    PERSONAL = "personal"
    UNKNOWN = "unknown"


Standing = Literal["", "retracted", "superseded", "outdated", "satire"]
"""What a document says against itself: it was withdrawn, another one replaces it, it is out of date, it is a joke."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One document that was read. Its text is ``sources/<id>.txt`` of the run, UTF-8 with LF."""

    id: str
    """``s`` and 8 hex digits of the SHA-256 of address and text."""
    address: str
    """Where the text came from: after redirects for the web, ``file://`` for a document."""
    title: str
    retrieved: str
    """ISO 8601, UTC."""
    sha256: str
    """Of the stored text, UTF-8."""
    length: int
    """Code points of the stored text."""
    format: str
    """``html``, ``pdf``, ``markdown``, ``text``, ``rst``, ``asciidoc``, ``docx``, ``feed``, ``json``."""
    requested: str = ""
    """The address that was asked for, where a redirect or a canonical link changed it."""
    path: str | None = None
    """The local path, for a document."""
    published: date | None = None
    author: str = ""
    publisher: str = ""
    language: str = ""
    work: str = ""
    """The work that this is a version of (title without version words), for files; empty when unknown."""
    version: str = ""
    part_of: str = ""
    """The book or manual that this is a chapter or page of, as the document itself names it."""
    canonical: str = ""
    """The address that the document names as its own (canonical link, ``og:url``, "saved from"); empty when it names
    none or names the one that it was read from."""
    alternates: tuple[str, ...] = ()
    """Addresses of the same document in other languages, as it names them (``hreflang``)."""
    standing: Standing = ""
    """What the document says against itself; empty when it says nothing of the kind."""
    standing_words: str = ""
    """The words of the document that say so, verbatim."""
    authority: Authority = Authority.UNKNOWN
    authority_reason: str = ""
    """Which rule of which table decided the authority, in words; empty before it is decided."""
    notes: tuple[str, ...] = ()
    """What a reader of the report should know: cut at the size limit, page 3 unreadable, fallback extractor..."""

    @property
    def name(self) -> str:
        """What a reader knows it by: its title and what it is a part of; the address where it has no title."""
        if not self.part_of or self.part_of.casefold() in self.title.casefold():
            return self.title or self.address
        return f"{self.title} ({self.part_of})" if self.title else self.part_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A source with its stored text and structure; lives in the run folder, not in the graph's state."""

    source: Source
    text: str
    blocks: tuple[Block, ...]
    pages: tuple[int, ...] = ()
    """For PDF: the offset at which each page starts, page 1 first."""


# ---------------------------------------------------------------- evidence


class Stance(StrEnum):
    FOR = "for"
    AGAINST = "against"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A verbatim span of one source: ``text`` is exactly ``source_text[start:end]``."""

    id: str
    source: str
    start: int
    end: int
    text: str
    stance: Stance = Stance.FOR
    page: int | None = None
    """1-based page, for PDF."""


class ClaimStatus(StrEnum):
    AGREED = "agreed"
    """Two or more independent sources say it."""
    SINGLE_SOURCE = "single-source"
    DISPUTED = "disputed"
    REFUTED = "refuted"
    DOUBTFUL = "doubtful"
    UNCHECKED = "unchecked"
    """A failure of ours: never a verdict on the claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualifier:
    """What limits a claim: since when, for which version, for whom."""

    kind: Literal["since", "until", "version", "scope", "condition"]
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """One side of a dispute."""

    statement: str
    quotes: tuple[str, ...]
    """Quote ids."""
    since: date | None = None
    """When its side first said so: the earliest known date of its sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One atomic statement with the quotes for and against it."""

    id: str
    text: str
    quotes: tuple[str, ...]
    """Quote ids; never empty."""
    status: ClaimStatus
    reason: str
    """Why it has that status, in words for the reader."""
    confidence: float | None = None
    """0..1, or None where nothing was calibrated."""
    qualifiers: tuple[Qualifier, ...] = ()
    positions: tuple[Position, ...] = ()
    reading: str = ""
    """Of a dispute: which side this report takes, if any, and why, in words. Empty for other claims."""
    sub_questions: tuple[str, ...] = ()
    relevance: float = 0.0
    """How well it answers its sub-question, 0..1, as the engine that proposed it sees it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """What an engine thinks of two claims; the rules accept or refuse it (``evidence/relations.py``)."""

    first: str
    """A claim's id."""
    second: str
    kind: Literal["same", "contradicts"]
    what: str = ""
    """What they agree or part on, in words, for the record; no report prints it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceGroup:
    """Sources that count as one voice (design, rule 3), or that a user declared independent."""

    sources: tuple[str, ...]
    """Source ids; two or more."""
    reason: str
    """Why they are taken for one, or told apart, in words for the reader."""
    decided_by: Literal["rules", "user"] = "rules"
    independent: bool = False
    """True: two that the user told apart, whatever the rules say. They are no group at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteProposal:
    """A quote as an engine proposes it: a span it knows, or words that must be located."""

    source: str
    span: tuple[int, int] | None = None
    text: str = ""
    stance: Stance = Stance.FOR


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimProposal:
    """An engine proposes; the evidence rules dispose."""

    text: str
    quotes: tuple[QuoteProposal, ...]
    relevance: float = 0.0
    qualifiers: tuple[Qualifier, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that went wrong and did not stop the run. Shown in the report."""

    stage: Literal["plan", "search", "read", "verify", "write", "judge"]
    subject: str
    """What it happened to: an address, a provider, a sub-question's id."""
    what: str
    """What happened and what it means for the report, in one or two sentences."""
    kind: str = ""
    """The error's machine-readable kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that one engine call took from the documents of one sub-question."""

    sub_question: str
    proposals: tuple[ClaimProposal, ...] = ()
    missing: tuple[str, ...] = ()
    """What the sub-question asks and the documents did not answer, in words."""
    other_words: tuple[str, ...] = ()
    """Queries in other words that might find what is missing."""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """The outcome of one sub-question: what was tried, read, found, and what went wrong."""

    sub_question: str
    attempts: tuple[SearchAttempt, ...] = ()
    sources: tuple[str, ...] = ()
    """Source ids, best first."""
    reading: Reading | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def all_problems(self) -> tuple[Problem, ...]:
        """Its own problems and those of its reading."""
        return self.problems + (self.reading.problems if self.reading else ())


# ---------------------------------------------------------------- reflection


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """A search that would change the answer, as the verifier proposes it; the planner decides whether it is made."""

    sub_question: str
    """Id of the sub-question that it follows up."""
    text: str
    """What is asked, standing alone."""
    queries: tuple[str, ...]
    """Best first; never empty."""
    way: Literal["new", "narrower", "broader", "other-language", "other-term"]
    """How it differs from what was searched before."""
    gain: float
    """How much of the answer it is expected to change, 0..1."""
    expects: str = ""
    """What it would change, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """What the verifier thinks after a round (Step-DeepResearch, section 3.2: reflection and cross-validation)."""

    round: int
    """The round that was just verified; 0 is the plan's own."""
    known: tuple[str, ...] = ()
    """What is established, in short statements."""
    missing: tuple[str, ...] = ()
    """What is asked and not established."""
    contradicts: tuple[str, ...] = ()
    """Ids of the disputed claims."""
    next: tuple[NextStep, ...] = ()
    """Proposals, highest gain first."""
    chosen: tuple[str, ...] = ()
    """Ids of the sub-questions that the planner made of them; empty: the search stops here."""
    why: str = ""
    """Why the search goes on or stops, in words for the reader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TodoItem:
    """A sub-question as a thing to be done."""

    sub_question: str
    text: str
    status: Literal["open", "done", "given-up"]
    why: str = ""
    """What closed it (``4 claims from 3 sources``) or why it was given up; empty while it is open."""


# ---------------------------------------------------------------- report


class SentenceKind(StrEnum):
    TEXT = "text"
    ROW = "row"
    ITEM = "item"


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """A number that no quote states: computed by code from numbers that quotes state."""

    value: str
    how: Literal["sum", "difference", "product", "ratio", "percent-change", "count", "average"]
    operands: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftSentence:
    """A sentence as an engine writes it. It cites claims, or quotes that no claim has yet (then a claim is made)."""

    text: str = ""
    kind: SentenceKind = SentenceKind.TEXT
    cells: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    quotes: tuple[QuoteProposal, ...] = ()
    derived: tuple[Derived, ...] = ()
    paragraph: int = 0
    """Sentences of one section with the same number stand in one paragraph."""
    confirmed: bool = False
    """Its writer was shown its quotes again and said that it is right: a suspicion of the check of words (that it
    turns its quote round) then counts no more. Figures and names are never left to a writer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftSection:
    title: str
    sentences: tuple[DraftSentence, ...]
    columns: tuple[str, ...] = ()
    """Header cells of the section's table, where it has rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What an engine writes: text and ids, no titles, addresses or reference numbers."""

    title: str
    answer: tuple[DraftSentence, ...]
    sections: tuple[DraftSection, ...]
    problems: tuple[Problem, ...] = ()
    found: tuple[Found, ...] = ()
    """What readers had missed and the writer found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Something that a reading reported missing and that the writer's passages state after all."""

    missing: str
    """As the reading worded it."""
    quotes: tuple[QuoteProposal, ...]
    """Where it stands; it counts once a printed sentence rests on one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A draft sentence that broke an evidence rule, named so that an engine can mend just this one."""

    id: str
    """Where it stands: ``answer/0``, ``2/5`` (section 2, sentence 5)."""
    sentence: DraftSentence
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """A mended sentence for one fault."""

    id: str
    sentence: DraftSentence
    anchor: str = ""
    """The first words of the sentence that it replaces, as the writer copied them: a slip in the id must not mend
    another sentence. Empty: the id alone names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSentence:
    """A sentence with the passages that it cites, to be judged by these alone."""

    id: str
    """As in ``Fault``."""
    text: str
    passages: tuple[str, ...]
    """The quotes."""
    sources: tuple[str, ...] = ()
    """For each passage a line that names its source, the same for all of one source; empty: one unnamed source."""
    contexts: tuple[str, ...] = ()
    """For each passage what its document holds above it and counts as said with it (heading, table header)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entailment:
    """Whether the cited passages say what the sentence says."""

    id: str
    verdict: Literal["supported", "partly", "not_supported", "unchecked"]
    """``unchecked``: a failure of ours, never a verdict on the sentence."""
    reason: str = ""
    """What the passages do not say, in words that tell what to mend."""
    carrying: tuple[int, ...] = ()
    """Places, from 0, of the passages that are worth citing: those of the sources that state all of it alone, else
    all that state a part of it. Empty: nothing was found out about single passages."""
    joint: bool = False
    """Supported, and no source states all of it: each of several states a part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence, item or table row of the report, with the claims it rests on."""

    text: str = ""
    kind: SentenceKind = SentenceKind.TEXT
    cells: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    """Claim ids; never empty for a sentence that an engine wrote."""
    quotes: tuple[str, ...] = ()
    """Ids of those of its claims' quotes that carry it: the citations that are printed. Empty: all of them."""
    derived: tuple[Derived, ...] = ()
    paragraph: int = 0
    confirmed: bool = False
    """As in the draft."""
    verified: bool = True
    """False: it failed a rule and is shown, marked, because the settings ask for it."""
    note: str = ""
    """Why it is not verified."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    title: str
    sentences: tuple[Sentence, ...]
    columns: tuple[str, ...] = ()


MissingReason = Literal["nothing_found", "search_failed", "reading_failed", "budget_spent", "not_in_sources"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFound:
    """What the report could not establish, and what was tried."""

    sub_question: str
    text: str
    """What is missing, in words."""
    searched: tuple[str, ...] = ()
    """The queries that were tried."""
    why: Literal["nothing_found", "search_failed", "reading_failed", "budget_spent", "not_in_sources"] = (
        "not_in_sources"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DemandCheck:
    """One demand of the question, held against the finished report."""

    demand: Constraint
    met: Literal["met", "partly", "not_met", "unchecked"]
    """``unchecked``: code cannot tell."""
    sentences: tuple[str, ...] = ()
    """Where it is met: ``answer/0``, ``2/5`` (section 2, sentence 5)."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportSummary:
    """How the report's sentences were checked against their quotes."""

    checked: int = 0
    """Sentences of the draft."""
    verbatim: int = 0
    """Of these, word for word quotes."""
    by_model: int = 0
    """Of these, also judged by a model, each with its own quotes only."""
    unchecked: int = 0
    """Of these, left unjudged because the model failed; the rules in code hold for them all the same."""
    joint: int = 0
    """Printed sentences that no source states alone: each of several states a part."""
    pruned: int = 0
    """Quotes that were cited, carried nothing of their sentence, and are not printed with it."""
    repaired: int = 0
    dropped: int = 0
    marked: int = 0


class Outcome(StrEnum):
    """How a run ended; stands in the exit code, the JSON and the head of the report."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    NO_EVIDENCE = "no_evidence"
    SEARCH_FAILED = "search_failed"
    BUDGET_SPENT = "budget_spent"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineInfo:
    """Which engine did the thinking, and why it was chosen."""

    name: Literal["llm", "extractive", "fake"]
    reason: str
    models: dict[str, str] = field(default_factory=dict)
    """Role -> model name; empty without a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a run cost. ``usd`` is None where a model's price is unknown."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The checked report. Everything that it prints can be walked back to a place in a source."""

    outcome: Outcome
    question: Question
    engine: EngineInfo
    plan: Plan
    title: str
    answer: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    claims: tuple[Claim, ...]
    """Every claim that a sentence carries or that is disputed; ids in first use order."""
    quotes: tuple[Quote, ...]
    sources: tuple[Source, ...]
    """Sources that are cited, in order of first citation: the reference list."""
    not_found: tuple[NotFound, ...] = ()
    problems: tuple[Problem, ...] = ()
    attempts: tuple[SearchAttempt, ...] = ()
    sources_read: int = 0
    usage: Usage = field(default_factory=Usage)
    judged: bool = False
    groups: tuple[SourceGroup, ...] = ()
    """Cited sources that were taken for one voice."""
    todo: tuple[TodoItem, ...] = ()
    reflections: tuple[Reflection, ...] = ()
    demands: tuple[DemandCheck, ...] = ()
    support: SupportSummary = field(default_factory=SupportSummary)
    run: str = ""
    """The run's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemVerdict:
    """One checklist item, judged. An item that could not be decided has no value and no label of its own."""

    id: str
    label: Literal["satisfied", "partial", "not_satisfied", "undecided"]
    value: float | None
    weight: float
    reason: str
    sentence: str = ""
    """The report's own sentence that the label rests on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    judge: str
    score: float | None
    """0..1; None when no item was decided."""
    decided: int
    items: tuple[ItemVerdict, ...]
