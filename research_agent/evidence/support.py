"""Rule 2: does a sentence say only what its claims' quotes say?

Code, not a model, and the same for every engine. A sentence holds when its figures, names and quoted words stand in
its evidence, when it does not turn a statement round, and when it shares enough words with its quotes to be about
the same thing. What code cannot see (a wrong relation between right words) is left to the entailment checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from research_agent.domain import Derived, Document, DraftSentence, Quote, SentenceKind, Source
from research_agent.evidence.content import content_terms, figures_of, share_in
from research_agent.evidence.context import Context, context_of
from research_agent.evidence.counting import counts
from research_agent.evidence.derivation import recomputes
from research_agent.evidence.locate import locate
from research_agent.evidence.names import Name, Wording, is_latin, names, original_in_brackets, quoted
from research_agent.evidence.polarity import denials, denied_parts, denies, may_deny
from research_agent.evidence.ranges import asked_and_included
from research_agent.text.figures import Figure, covers
from research_agent.text.sentences import sentence_spans

COVERAGE = 0.15
"""Share of a sentence's content terms that its quotes must hold. Chosen by ``benchmarks/evidence_thresholds.py``."""
_FEWEST_TERMS = 4
"""Content terms below which the share says nothing."""
_TURNED = 0.7
"""Share of a sentence's terms that a quoted sentence must hold to be about the same thing, and the other way round."""
_TURNED_UNIT = 0.5
_DENIED = 0.5
"""Share of the denied words that the other side must hold, to have said what is denied."""
_CELL_BEFORE = re.compile(r"(?:^|[|(（])\s*$")
_CELL_AFTER = re.compile(r"\s*(?:$|[|)）])")
_WORDS_QUOTED = 3
_CLAUSE = 80
"""Characters before some words in which a denial of them is looked for."""
_CLAUSE_END = re.compile(r"[.,;:!?|\n。，；：！？]")
_CHARACTERS_QUOTED = 6


@dataclass(frozen=True, slots=True)
class _Evidence:
    """All that a sentence may draw on."""

    quotes: Sequence[Quote]
    sources: Sequence[Source]
    """Those that are cited."""
    contexts: Sequence[Context]
    """Of each quote."""
    question: str


def check_support(
    sentence: DraftSentence,
    quotes: Sequence[Quote],
    sources: Mapping[str, Source] | Sequence[Source],
    *,
    documents: Mapping[str, Document] | None = None,
    question: str = "",
) -> tuple[str, ...]:
    """Why ``sentence`` does not follow from ``quotes``, in words that say what to mend; empty when rule 2 holds.

    Args:
        sentence: its text (or cells) and derived numbers.
        quotes: the quotes of all its claims.
        sources: those the quotes come from (others do no harm); a sentence may name a source by title, publisher,
            work, version and date.
        documents: by source id; what stands above a quote in its document names what the quote speaks of.
        question: its text; a version that it names may be said to lie in a range that a quote states.
    """
    text = sentence_text(sentence)
    if not text.strip():
        return ("It has no text.",)
    if not quotes:
        return ("It has no quote.",)
    if is_verbatim(text, quotes):
        return ()
    by_id = sources if isinstance(sources, Mapping) else {source.id: source for source in sources}
    cited = [by_id[id] for id in dict.fromkeys(quote.source for quote in quotes) if id in by_id]
    contexts = [context_of(quote, (documents or {}).get(quote.source)) for quote in quotes]
    evidence = _Evidence(quotes, cited, contexts, question)
    return (
        *_figure_faults(sentence, text, evidence),
        *_name_faults(text, evidence),
        *_quotation_faults(text, quotes, cited),
        *(() if sentence.confirmed else _polarity_faults(text, quotes)),
        *_coverage_faults(text, quotes),
    )


def sentence_text(sentence: DraftSentence) -> str:
    """What the sentence says: its text, or the cells of a row."""
    return " | ".join(sentence.cells) if sentence.kind is SentenceKind.ROW and sentence.cells else sentence.text


def is_verbatim(text: str, quotes: Sequence[Quote]) -> bool:
    """Whether the text is a quote, whole or in part, or several quotes one after the other."""
    return any(_stands_in(text, quote.text) for quote in quotes) or all(
        any(_stands_in(text[start:end], quote.text) for quote in quotes) for start, end in sentence_spans(text)
    )


def _stands_in(words: str, text: str) -> bool:
    """Whether the words stand in the text, and not behind a denial in the same clause that they leave out."""
    found = locate(text, words)
    if found is None or not found.exact:
        return False
    return not denials(_CLAUSE_END.split(text[max(0, found.start - _CLAUSE) : found.start])[-1])


def evidence_figures(quotes: Sequence[Quote], sources: Sequence[Source]) -> list[Figure]:
    """The figures of the quotes, and of what a source may be named by."""
    return [
        figure for text in (*(quote.text for quote in quotes), *map(_label, sources)) for figure in figures_of(text)
    ]


def _label(source: Source) -> str:
    """What a sentence may name a source by."""
    version = f"version {source.version}" if source.version else ""
    published = source.published.isoformat() if source.published else ""
    parts = (source.title, source.part_of, source.work, version, source.publisher, source.author, published)
    return " ; ".join(filter(None, parts))


def _figure_faults(sentence: DraftSentence, text: str, evidence: _Evidence) -> Iterator[str]:
    quotes = evidence.quotes
    stated = evidence_figures(quotes, evidence.sources)
    stated += [figure for context in evidence.contexts for figure in context.figures()]
    yield from _derived_faults(sentence.derived, stated, quotes)
    derived = [figure for entry in sentence.derived for figure in figures_of(entry.value)]
    headers = (context.header for context in evidence.contexts)
    percent_column = any(
        re.search(r"[%％]|percent|per cent|百分", place) for place in (*(q.text for q in quotes), *headers)
    )
    for figure in figures_of(text):
        if figure.kind == "ordinal" and figure.words:
            continue  # "first", "secondly" order the sentence's own points
        known = any(covers(figure, other) for other in (*stated, *derived)) or _is_year_of(figure, text, stated)
        if not known and figure.kind == "percent" and percent_column:
            known = any(other.kind == "number" and other.value == figure.value for other in stated)
        known = known or counts(figure, text, quotes)
        if not (known or asked_and_included(figure, text, evidence.question, [quote.text for quote in quotes])):
            yield f"“{figure.raw}” stands in none of its quotes."


def _is_year_of(figure: Figure, text: str, stated: Sequence[Figure]) -> bool:
    """A bare year in a cell or bracket of its own is read as a number; a date of that year says it."""
    alone = _CELL_BEFORE.search(text[: figure.start]) and _CELL_AFTER.match(text, figure.end)
    if figure.kind != "number" or not alone or not re.fullmatch(r"[12]\d{3}", figure.raw):
        return False
    return any(other.kind == "date" and str(other.value).startswith(f"{figure.value}-") for other in stated)


def _derived_faults(derived: Sequence[Derived], evidence: Sequence[Figure], quotes: Sequence[Quote]) -> Iterator[str]:
    wording = Wording(*(quote.text for quote in quotes))
    for entry in derived:
        for operand in entry.operands:
            parts = figures_of(operand)
            counted = entry.how == "count" and not parts and _all_held(wording, operand)
            if not counted and not (parts and all(any(covers(part, other) for other in evidence) for part in parts)):
                yield f"“{operand}”, from which “{entry.value}” is computed, stands in none of its quotes."
        if not recomputes(entry):
            yield f"“{entry.value}” is not the {entry.how} of {', '.join(entry.operands)}."


def _all_held(wording: Wording, operand: str) -> bool:
    return all(wording.holds(word) for word in operand.split()) or wording.holds(operand)


def _name_faults(text: str, evidence: _Evidence) -> Iterator[str]:
    quotes = evidence.quotes
    naming = (place for context in evidence.contexts for place in context.naming)
    wording = Wording(*(quote.text for quote in quotes), *map(_label, evidence.sources), *naming)
    same_script = any(is_latin(quote.text) for quote in quotes)
    missing = [
        name
        for name in dict.fromkeys(names(text))
        if not wording.names(name.text) and not _asked_in_short(name.text, evidence)
    ]
    for run in _runs(text, missing):
        name = Name(" ".join(part.text for part in run), run[-1].end)
        if (len(run) > 1 and wording.names(name.text)) or _named_before(text, name, evidence):
            continue
        original = original_in_brackets(text, name)
        if original and not same_script:
            if not any(original in quote.text for quote in quotes):
                yield f"“{original}”, given as the original of “{name.text}”, stands in none of its quotes."
        elif same_script or not is_latin(text):
            yield f"The name “{name.text}” stands in none of its quotes."
        else:
            yield f"The translated name “{name.text}” needs its original in brackets."


def _asked_in_short(name: str, evidence: _Evidence) -> bool:
    """Whether the question itself uses an initialism whose words a quote has: VMs for virtual machines."""
    letters = name.removesuffix("s")
    if not re.fullmatch(r"[A-Z]{2,7}", letters) or not re.search(rf"\b{letters}s?\b", evidence.question):
        return False
    spelt = r"[\s-]+".join(rf"{letter}\w+" for letter in letters)
    return any(re.search(rf"\b{spelt}", quote.text, re.IGNORECASE) for quote in evidence.quotes)


def _runs(text: str, missing: Sequence[Name]) -> list[list[Name]]:
    """Names that stand side by side are one name."""
    runs: list[list[Name]] = []
    for name in missing:
        if runs and text.startswith(f" {name.text}", runs[-1][-1].end):
            runs[-1].append(name)
        else:
            runs.append([name])
    return runs


def _named_before(text: str, name: Name, evidence: _Evidence) -> bool:
    """Whether a quote says "the department" where the text before it last spoke of the Survey Department."""
    noun = re.match(r" ([A-Za-z][\w-]{3,})", text[name.end :])
    return noun is not None and any(
        re.search(rf"\bthe {re.escape(noun[1])}\b", quote.text, re.IGNORECASE)
        and context.names_in_full(name.text, noun[1])
        for quote, context in zip(evidence.quotes, evidence.contexts, strict=True)
    )


def _quotation_faults(text: str, quotes: Sequence[Quote], sources: Sequence[Source]) -> Iterator[str]:
    """Words in quotation marks are somebody's words: they must be found. A title may be printed in other letters."""
    titles = Wording(*map(_label, sources))
    for words in quoted(text):
        long = len(words.split()) >= _WORDS_QUOTED or (not is_latin(words) and len(words) >= _CHARACTERS_QUOTED)
        inner = words.rstrip(".,;:!?。，；：！？")
        if (
            long
            and not titles.holds(inner)
            and not any(_stands_in(inner, place) for place in (*(q.text for q in quotes), *map(_label, sources)))
        ):
            yield f"The quotation “{words}” stands in none of its quotes."


def _polarity_faults(text: str, quotes: Sequence[Quote]) -> Iterator[str]:
    """The sentence denies what its best matching quote affirms, or the other way round."""
    terms = content_terms(text)
    if len(terms) < _FEWEST_TERMS - 1 or not any(is_latin(quote.text) == is_latin(text) for quote in quotes):
        return
    units = [quote.text[start:end] for quote in quotes for start, end in sentence_spans(quote.text)]
    scored = [(share_in(content_terms(unit), terms), share_in(terms, content_terms(unit)), unit) for unit in units]
    close = [unit for of_unit, of_text, unit in scored if of_text >= _TURNED and of_unit >= _TURNED_UNIT]
    if not close:
        return
    if all(_turns(text, unit) for unit in close):
        yield "It denies what its quote affirms."
    elif all(_turns(unit, text) for unit in close):
        yield "It affirms what its quote denies."


def _turns(denial: str, affirmed: str) -> bool:
    """Whether the one denies what the other affirms, and not something that the other leaves out (``A, not B``)."""
    if not denies(denial) or denies(affirmed) or may_deny(affirmed, denial):
        return False
    said = content_terms(affirmed)
    return any(share_in(content_terms(part), said) >= _DENIED for part in denied_parts(denial))


def _coverage_faults(text: str, quotes: Sequence[Quote]) -> Iterator[str]:
    """The sentence is about something that its quotes do not speak of; only where both are in one script."""
    alike = [quote.text for quote in quotes if is_latin(quote.text) == is_latin(text)]
    terms = content_terms(text)
    if not alike or len(alike) < len(quotes) or len(terms) < _FEWEST_TERMS:
        return
    share = share_in(terms, content_terms("\n".join(alike)))
    if share < COVERAGE:
        yield f"Only {share:.0%} of its words stand in its quotes: they speak of something else."
