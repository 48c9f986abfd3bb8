"""The nouns of a research run, in the order in which data flows through them.

    Question -> Plan -> SearchHit -> Source -> Quote -> Claim -> Report -> Verdict

Every type is a frozen dataclass that knows nothing of the outside. A value is made by one stage and
read by the next; nobody changes it. Offsets are Unicode code points of a source's stored text and
half open: ``text[start:end]``. Dates are calendar dates (no time zone); times are ISO 8601 strings in UTC.
"""

from research_agent.domain.draft import (
    CitedSentence,
    Derived,
    Draft,
    DraftSection,
    DraftSentence,
    Entailment,
    Fault,
    Found,
    Patch,
    SentenceKind,
)
from research_agent.domain.evidence import (
    Claim,
    ClaimProposal,
    ClaimStatus,
    Position,
    Qualifier,
    Quote,
    QuoteProposal,
    Relation,
    SourceGroup,
    Stance,
)
from research_agent.domain.question import Constraint, Intent, Limits, OutlineSection, Plan, Question, SubQuestion
from research_agent.domain.reflection import NextStep, Reflection, TodoItem
from research_agent.domain.report import (
    DemandCheck,
    EngineInfo,
    MissingReason,
    NotFound,
    Outcome,
    Report,
    Section,
    Sentence,
    SupportSummary,
    Usage,
)
from research_agent.domain.search import SearchAttempt, SearchHit
from research_agent.domain.sources import Authority, Block, BlockKind, Document, Source, Standing
from research_agent.domain.verdict import ItemVerdict, Label, Trial, Verdict
from research_agent.domain.work import Branch, Problem, Reading

__all__ = [
    "Authority",
    "Block",
    "BlockKind",
    "Branch",
    "CitedSentence",
    "Claim",
    "ClaimProposal",
    "ClaimStatus",
    "Constraint",
    "DemandCheck",
    "Derived",
    "Document",
    "Draft",
    "DraftSection",
    "DraftSentence",
    "EngineInfo",
    "Entailment",
    "Fault",
    "Found",
    "Intent",
    "ItemVerdict",
    "Label",
    "Limits",
    "MissingReason",
    "NextStep",
    "NotFound",
    "Outcome",
    "OutlineSection",
    "Patch",
    "Plan",
    "Position",
    "Problem",
    "Qualifier",
    "Question",
    "Quote",
    "QuoteProposal",
    "Reading",
    "Reflection",
    "Relation",
    "Report",
    "SearchAttempt",
    "SearchHit",
    "Section",
    "Sentence",
    "SentenceKind",
    "Source",
    "SourceGroup",
    "Stance",
    "Standing",
    "SubQuestion",
    "SupportSummary",
    "TodoItem",
    "Trial",
    "Usage",
    "Verdict",
]
