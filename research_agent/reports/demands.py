"""The question's demands, one by one, held against the finished report: a checklist that code can answer for.

A demand is looked for in the sentences and in the passages that they cite: its names and figures anywhere in the
report, its content words together in one sentence. That finds what was left out altogether; whether an answer is a
good one is for the reader (or a judge) to say. What words cannot show ("recommend", "600 GB" of the asker's own) is
``unchecked`` rather than guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from research_agent.domain import Constraint, DemandCheck, NotFound, Report, Section, Sentence, SentenceKind
from research_agent.evidence.content import content_terms, figures_of, share_in
from research_agent.evidence.names import Wording, names
from research_agent.reports.labels import Labels, labels
from research_agent.reports.sides import quotes_behind
from research_agent.text.detect import detect_language
from research_agent.text.figures import Figure, covers

ENOUGH, LITTLE = 0.5, 0.2
"""Share of a demand's words that one sentence with its passages must hold to meet it; below the lower one it does not
meet it at all (benchmarks/demand_check.py)."""
ITSELF = 0.8
"""A demand that holds this share of the question's words is the question."""
CONCERNS = 0.5
"""Share of the words of the one that stand in the other, from which on a missing part and a demand are about the same;
the usual half, not chosen by an experiment."""
CIRCUMSTANCES = frozenset({"entity", "version"})
PLACES = 3
"""Sentences named as meeting a demand, at most."""

_ASIDE = re.compile(r"[(（][^()（）]*[)）]")
_ASKING = re.compile(
    r"\b(?:explain(?:ed)?|compare[sd]?|tell|note|state|say|check(?:ed)?|verify|recommend(?:ation)?|describe|list|which"
    r"|should|must|whether|what|how|why|when|where|who|the assumption that|please|also|perhaps|today|now"
    r"|current(?:ly)?|present[- ]day|nowadays|clear(?:ly)?|advice|advise|verdict|reasons?|conventions?|give|name)\b"
    r"|应该|应当|哪一个|哪个|哪一种|哪种|哪些|什么|怎么|怎样|如何|为什么|为何|是多少|多少|是否|请|核对|核实|说明|解释"
    r"|比较|指出|给出|逐一|分别|目前|现在|起.{0,2}作用|有什么|各|明确|推荐|建议|选择|选|理由|结论|与|和",
    re.IGNORECASE,
)
_TABLE = re.compile(r"\b(?:table|matrix)\b|表格|列表对比|对照表", re.IGNORECASE)
_LIST = re.compile(
    r"\b(?:bullet(?:ed)?(?: points?)?|(?:numbered |bulleted )?list of|checklist|step by step)\b|清单|列表|分步"
)
_ITEMS = re.compile(
    r"\b(?:top|first|at least)?\s*(\d{1,2})\s+(?:\w+\s+)?(?:examples?|reasons?|options?|items?|steps?|points?|methods?"
    r"|ways?|tools?)\b|(\d{1,2})\s*(?:个|条|点|种|项)(?:例子|理由|原因|选项|步骤|要点|方法|工具)?",
    re.IGNORECASE,
)
_LANGUAGES = (
    ("en", re.compile(r"\bin english\b|用英[文语]", re.I)),
    ("zh", re.compile(r"\bin chinese\b|用中文", re.I)),
)


@dataclass(frozen=True, slots=True)
class _Place:
    """One sentence of the report with what it rests on."""

    id: str
    text: str
    terms: frozenset[str]
    said: frozenset[str]
    """Of these, what the sentence itself and its section's title say, without its quotes."""


def check_demands(report: Report) -> tuple[DemandCheck, ...]:
    """A check for each constraint of the plan, in its order; none for what is the question itself."""
    places = list(_places(report))
    words = Wording(*(place.text for place in places))
    figures = [figure for place in places for figure in figures_of(place.text)]
    say = labels(report.question.language)
    asked = _terms(report.question.text)
    distinct = {" ".join(one.text.casefold().split()): one for one in reversed(report.plan.constraints)}
    demands = [one for one in reversed(distinct.values()) if not _is_question(one, asked, len(distinct))]
    return tuple(
        _form(demand, report, say) or _check(demand, report, places, words, figures, say) for demand in demands
    )


def matters(missing: NotFound, report: Report) -> bool:
    """Whether what is missing leaves a part of the *question* open, and not only of the plan.

    Planners ask for more than the question does, and readers miss more than that. A part that nobody found counts where
    it concerns a demand that the report does not meet, or something that a reflection called missing before it was
    searched for once more; a sub-question of which nothing at all was found counts unless it asks what a demand asks
    that is met. A failure of ours always counts, and so does everything where the plan names no demands.
    """
    if missing.why != "not_in_sources" and missing.why != "nothing_found":
        return True
    if not report.demands:
        return True
    entry = _terms(missing.text)
    open_texts = [check.demand.text for check in unmet(report, partly=True)]
    open_texts += [text for reflection in report.reflections if reflection.next for text in reflection.missing]
    if any(_same_matter(_terms(text), entry) for text in open_texts):
        return True
    asked = next((sub.text for sub in report.plan.sub_questions if sub.id == missing.sub_question), "")
    met = (check for check in report.demands if check.met == "met")
    return missing.text == asked and not any(share_in(entry, _terms(check.demand.text)) >= CONCERNS for check in met)


def unmet(report: Report, *, partly: bool = False) -> tuple[DemandCheck, ...]:
    """The demands that the report does not meet. Names and versions alone, which tell the asker's situation as often as
    what is asked, are left out: they stand in the checklist, and decide nothing."""
    verdicts = ("not_met", "partly") if partly else ("not_met",)
    return tuple(each for each in report.demands if each.met in verdicts and each.demand.kind not in CIRCUMSTANCES)


def _same_matter(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one & other) and max(share_in(one, other), share_in(other, one)) >= CONCERNS


def _is_question(demand: Constraint, asked: frozenset[str], others: int) -> bool:
    own = _terms(demand.text)
    return others > 1 and bool(own) and share_in(asked, own) >= ITSELF


def _check(
    demand: Constraint,
    report: Report,
    places: Sequence[_Place],
    words: Wording,
    figures: Sequence[Figure],
    say: Labels,
) -> DemandCheck:
    lacking = [*_names_lacking(demand, words), *_figures_lacking(demand, figures)]
    parts = {name.text for name in names(demand.text)} | {figure.raw for figure in figures_of(demand.text)}
    wanted = _terms(_ASIDE.sub(" ", demand.text)) or _terms(demand.text)
    shares = sorted(((_share(wanted, place), -at) for at, place in enumerate(places)), reverse=True)
    best = shares[0][0] if shares else 0.0
    if not wanted and not parts:
        return DemandCheck(demand=demand, met="unchecked", why=say("demand_beyond_code"))
    if lacking and demand.kind in ("quantity", "time") and set(lacking) <= _own_figures(demand):
        return DemandCheck(demand=demand, met="unchecked", why=say("demand_own_figure"))
    found = tuple(places[-at].id for share, at in shares if share >= max(LITTLE, best - 0.001) and share > 0)[:PLACES]
    missing = say("demand_lacks", parts=say("separator").join(dict.fromkeys(lacking))) if lacking else ""
    if wanted and not parts and best < LITTLE and _answered(wanted, report):
        return DemandCheck(demand=demand, met="unchecked", why=say("demand_beyond_code"))
    if not places or (parts and len(set(lacking)) >= len(parts)) or (wanted and best < LITTLE):
        return DemandCheck(demand=demand, met="not_met", why=missing or say("demand_nowhere"))
    if lacking or (wanted and best < ENOUGH):
        return DemandCheck(demand=demand, met="partly", sentences=found, why=missing or say("demand_in_part"))
    return DemandCheck(demand=demand, met="met", sentences=found)


def _share(wanted: frozenset[str], place: _Place) -> float:
    """How much of what is wanted a sentence holds with its quotes; quotes alone, whose sentence speaks of something
    else, meet nothing."""
    own = share_in(wanted, place.said)
    return share_in(wanted, place.terms) if own > 0 else 0.0


def _answered(wanted: frozenset[str], report: Report) -> bool:
    """Whether a printed sentence rests on a claim that answers a sub-question about what is wanted: it may then be met
    in other words."""
    asked = {sub.id for sub in report.plan.sub_questions if share_in(wanted, _terms(sub.text)) >= CONCERNS}
    sentences = (*report.answer, *(one for section in report.sections for one in section.sentences))
    printed = {claim for sentence in sentences for claim in sentence.claims}
    return any(claim.id in printed and asked & set(claim.sub_questions) for claim in report.claims)


def _names_lacking(demand: Constraint, words: Wording) -> list[str]:
    return [name.text for name in names(demand.text) if not words.names(name.text)]


def _figures_lacking(demand: Constraint, figures: Sequence[Figure]) -> list[str]:
    return [one.raw for one in figures_of(demand.text) if not any(covers(one, other) for other in figures)]


def _own_figures(demand: Constraint) -> set[str]:
    return {figure.raw for figure in figures_of(demand.text)}


def _form(demand: Constraint, report: Report, say: Labels) -> DemandCheck | None:
    """Whether the report has the form that is asked for, where the demand names one that code can see."""
    if demand.kind != "form":
        return None
    sentences = [one for section in report.sections for one in section.sentences]
    wanted: list[bool] = []
    if _TABLE.search(demand.text):
        wanted.append(any(one.kind is SentenceKind.ROW for one in sentences))
    if _LIST.search(demand.text):
        wanted.append(any(one.kind is not SentenceKind.TEXT for one in sentences))
    if items := _ITEMS.search(demand.text):
        wanted.append(_longest_list(report.sections) >= int(items[1] or items[2]))
    for language, pattern in _LANGUAGES:
        if pattern.search(demand.text):
            wanted.append(detect_language(" ".join(one.text for one in report.answer)) == language)
    if not wanted:
        return None
    return DemandCheck(
        demand=demand, met="met" if all(wanted) else "not_met", why="" if all(wanted) else say("demand_form")
    )


def _longest_list(sections: Sequence[Section]) -> int:
    """Items and rows of the section that has the most of them."""
    return max((sum(one.kind is not SentenceKind.TEXT for one in section.sentences) for section in sections), default=0)


def _places(report: Report) -> Iterator[_Place]:
    for at, sentence in enumerate(report.answer):
        yield _place(f"answer/{at}", "", sentence, report)
    for number, section in enumerate(report.sections):
        for at, sentence in enumerate(section.sentences):
            yield _place(f"{number}/{at}", section.title, sentence, report)


def _place(id: str, title: str, sentence: Sentence, report: Report) -> _Place:
    claims = {claim.id: claim for claim in report.claims if claim.id in sentence.claims}
    quotes = {quote for claim in claims.values() for quote in quotes_behind(sentence, claim)}
    cited = [quote for quote in report.quotes if quote.id in quotes]
    known = {source.id: source for source in report.sources}
    labels_ = [f"{known[q.source].title} {known[q.source].version}" for q in cited if q.source in known]
    parts = [title, sentence.text, *sentence.cells, *(quote.text for quote in cited), *labels_]
    text = "\n".join(dict.fromkeys(part for part in parts if part))
    return _Place(id, text, content_terms(text), content_terms("\n".join((title, sentence.text, *sentence.cells))))


def _terms(text: str) -> frozenset[str]:
    """What a demand is about: without the words of asking for it."""
    return content_terms(_ASKING.sub(" ", text))
