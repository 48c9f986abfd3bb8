"""Rule 2: does a sentence say only what its claims' quotes say?

Code, not a model, and the same for every engine. A sentence holds when its figures, names and quoted words stand in
its evidence, when it does not turn a statement round, and when it shares enough words with its quotes to be about
the same thing. What code cannot see (a wrong relation between right words) is left to the entailment checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from research_agent.domain import Derived, DraftSentence, Quote, SentenceKind, Source
from research_agent.evidence.content import content_terms, figures_of, share_in
from research_agent.evidence.derivation import recomputes
from research_agent.evidence.locate import locate
from research_agent.evidence.names import Wording, is_latin, names, original_in_brackets, quoted
from research_agent.evidence.polarity import denials, denies, may_deny
from research_agent.text.figures import Figure, covers
from research_agent.text.sentences import sentence_spans

COVERAGE = 0.15
"""Share of a sentence's content terms that its quotes must hold. Chosen by ``benchmarks/evidence_thresholds.py``."""
_FEWEST_TERMS = 4
"""Content terms below which the share says nothing."""
_TURNED = 0.7
"""Share of a sentence's terms that a quoted sentence must hold to be about the same thing, and the other way round."""
_TURNED_UNIT = 0.5
_COUNTED = 12
"""The largest number in words that may count the things listed in the same sentence."""
_LIST_BEGINS = re.compile(r"[:：—–(（]")
_COMMAS = re.compile(r"[,;，、；](?:\s*(?:and|or)\b)?")
_ANDS = re.compile(r"\s(?:and|or)\s|以及|[和与及或]")
_SOURCES = re.compile(
    r"\s*(?:\w+\s){0,2}(?:sources?|documents?|editions?|versions?|manuals?|releases?)\b|"
    r"\s*[个份篇种]?(?:来源|文档|版本|资料)"
)
_WORDS_QUOTED = 3
_CLAUSE = 80
"""Characters before some words in which a denial of them is looked for."""
_CLAUSE_END = re.compile(r"[.,;:!?|\n。，；：！？]")
_CHARACTERS_QUOTED = 6


def check_support(
    sentence: DraftSentence, quotes: Sequence[Quote], sources: Mapping[str, Source] | Sequence[Source]
) -> tuple[str, ...]:
    """Why ``sentence`` does not follow from ``quotes``, in words that say what to mend; empty when rule 2 holds.

    Args:
        sentence: its text (or cells) and derived numbers.
        quotes: the quotes of all its claims.
        sources: those the quotes come from (others do no harm); a sentence may name a source by title, publisher,
            work, version and date.
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
    return (
        *_figure_faults(sentence, text, quotes, cited),
        *_name_faults(text, quotes, cited),
        *_quotation_faults(text, quotes, cited),
        *_polarity_faults(text, quotes),
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
    parts = (source.title, source.work, version, source.publisher, source.author, published)
    return " ; ".join(filter(None, parts))


def _figure_faults(
    sentence: DraftSentence, text: str, quotes: Sequence[Quote], sources: Sequence[Source]
) -> Iterator[str]:
    evidence = evidence_figures(quotes, sources)
    yield from _derived_faults(sentence.derived, evidence, quotes)
    derived = [figure for entry in sentence.derived for figure in figures_of(entry.value)]
    percent_column = any(re.search(r"[%％]|percent|per cent|百分", quote.text) for quote in quotes)
    for figure in figures_of(text):
        if figure.kind == "ordinal" and figure.words:
            continue  # "first", "secondly" order the sentence's own points
        known = any(covers(figure, other) for other in (*evidence, *derived))
        if not known and figure.kind == "percent" and percent_column:
            known = any(other.kind == "number" and other.value == figure.value for other in evidence)
        if not known and not _counts(figure, text, quotes):
            yield f"“{figure.raw}” stands in none of its quotes."


def _counts(figure: Figure, text: str, quotes: Sequence[Quote]) -> bool:
    """A small number in words that counts what the sentence or a quote lists, or the sources that it cites."""
    if not figure.words or figure.kind != "number" or not isinstance(figure.value, Decimal):
        return False
    if figure.value > _COUNTED:
        return False
    number = int(figure.value)
    after = text[figure.end :]
    if number in _list_lengths(after) or (number > 2 and any(number in _list_lengths(q.text) for q in quotes)):
        return True
    return bool(_SOURCES.match(after)) and number == len({quote.source for quote in quotes})


def _list_lengths(text: str) -> set[int]:
    """How many things ``text`` may list: behind a colon, dash or bracket, or in all of it behind a first noun.

    ``a and b, c, and d`` may be three or four things: all readings count.
    """
    head, *tail = _LIST_BEGINS.split(text, maxsplit=1)
    lengths: set[int] = set()
    for listed, extra in ((tail[0], 0) if tail else (head, 1), (head, 1)):
        parts = [part for part in _COMMAS.split(listed) if part.strip(" .。)）")]
        if not parts:
            continue
        last = len(_ANDS.split(parts[-1])) - 1
        every = sum(len(_ANDS.split(part)) for part in parts)
        lengths |= {length - shift for length in (len(parts), len(parts) + last, every) for shift in range(extra + 1)}
    return lengths - {0, 1}


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


def _name_faults(text: str, quotes: Sequence[Quote], sources: Sequence[Source]) -> Iterator[str]:
    wording = Wording(*(quote.text for quote in quotes), *map(_label, sources))
    same_script = any(is_latin(quote.text) for quote in quotes)
    for name in dict.fromkeys(names(text)):
        if wording.holds(name.text):
            continue
        original = original_in_brackets(text, name)
        if original and not same_script:
            if not any(original in quote.text for quote in quotes):
                yield f"“{original}”, given as the original of “{name.text}”, stands in none of its quotes."
        elif same_script or not is_latin(text):
            yield f"The name “{name.text}” stands in none of its quotes."
        else:
            yield f"The translated name “{name.text}” needs its original in brackets."


def _quotation_faults(text: str, quotes: Sequence[Quote], sources: Sequence[Source]) -> Iterator[str]:
    """Words in quotation marks are somebody's words: they must be found."""
    for words in quoted(text):
        long = len(words.split()) >= _WORDS_QUOTED or (not is_latin(words) and len(words) >= _CHARACTERS_QUOTED)
        inner = words.rstrip(".,;:!?。，；：！？")
        if long and not any(_stands_in(inner, place) for place in (*(q.text for q in quotes), *map(_label, sources))):
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
    if all(denies(text) and not denies(unit) and not may_deny(unit, text) for unit in close):
        yield "It denies what its quote affirms."
    elif all(denies(unit) and not denies(text) and not may_deny(text, unit) for unit in close):
        yield "It affirms what its quote denies."


def _coverage_faults(text: str, quotes: Sequence[Quote]) -> Iterator[str]:
    """The sentence is about something that its quotes do not speak of; only where both are in one script."""
    alike = [quote.text for quote in quotes if is_latin(quote.text) == is_latin(text)]
    terms = content_terms(text)
    if not alike or len(alike) < len(quotes) or len(terms) < _FEWEST_TERMS:
        return
    share = share_in(terms, content_terms("\n".join(alike)))
    if share < COVERAGE:
        yield f"Only {share:.0%} of its words stand in its quotes: they speak of something else."
