"""Sentences that hold in code are put before a judge of meaning, and his verdicts become faults and fewer quotes.

    Checked -> CitedSentences -> (engine) -> Entailments -> Checked

What a printed pair of sentence and source means: the source's quotes that stand at the sentence state all of it, or,
where no source states all of it alone, a part that the sentence needs. A quote that carries nothing is not printed. The
rules in code come first and last: quotes are only taken off as long as the sentence holds without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from research_agent.domain import (
    CitedSentence,
    Document,
    Draft,
    DraftSentence,
    Entailment,
    Fault,
    Quote,
    Sentence,
    SentenceKind,
    Source,
)
from research_agent.evidence.context import context_of
from research_agent.evidence.ledger import Ledger
from research_agent.evidence.support import check_support, is_verbatim, sentence_text
from research_agent.reports.checking import Checked, carried, placed
from research_agent.reports.sides import quotes_behind

HEADING = 80
"""Characters of the heading shown with a quote, the innermost one."""


def to_judge(checked: Checked, documents: Mapping[str, Document]) -> tuple[CitedSentence, ...]:
    """The sentences that hold in code and are no quotes themselves, with what each cites."""
    left_out = {fault.id for fault in checked.faults} | set(checked.repeated)
    found = []
    for id, sentence, columns in _placed(checked):
        quotes = quotes_of(sentence, checked.ledger)
        if id in left_out or not quotes or is_verbatim(_said(sentence), quotes):
            continue
        found.append(_cited(id, sentence, columns, quotes, checked.ledger, documents))
    return tuple(found)


def verbatim(checked: Checked) -> int:
    """How many sentences are quotes, word for word."""
    return sum(is_verbatim(_said(each), quotes_of(each, checked.ledger)) for _, each, _ in _placed(checked))


def judged(
    draft: Draft,
    checked: Checked,
    verdicts: Mapping[str, Entailment],
    documents: Mapping[str, Document],
    *,
    question: str = "",
) -> Checked:
    """``checked`` with a fault for each sentence that its quotes do not support, and the others without the quotes that
    carry nothing. Of sentences without a verdict, and unchecked ones, code prunes the quotes by their words.

    Args:
        draft: the one that was checked.
        verdicts: by sentence id; they belong to the sentences of ``draft``.
    """
    drafted = dict(placed(draft))
    faulty = {fault.id for fault in checked.faults}
    faults: list[Fault] = []
    changed: dict[str, Sentence] = {}
    for id, sentence, _ in _placed(checked):
        verdict = verdicts.get(id)
        if id in faulty:
            continue
        if verdict is None or verdict.verdict == "unchecked":
            changed[id] = carried(sentence, drafted[id], checked.ledger, documents, question)
        elif verdict.verdict == "supported":
            changed[id] = _pruned(sentence, drafted[id], verdict, checked.ledger, documents, question)
        else:
            cited = replace(drafted[id], claims=sentence.claims)
            faults.append(Fault(id=id, sentence=cited, reason=f"Its quotes do not state this: {verdict.reason}"))
    sections = tuple(
        replace(section, sentences=_changed(str(at), section.sentences, changed))
        for at, section in enumerate(checked.sections)
    )
    answer = _changed("answer", checked.answer, changed)
    order = {id: place for place, id in enumerate(drafted)}
    together = sorted((*checked.faults, *faults), key=lambda fault: order[fault.id])
    pruned = sum(
        len(quotes_of(sentence, checked.ledger)) - len(changed[id].quotes)
        for id, sentence, _ in _placed(checked)
        if id in changed and changed[id].quotes and id in verdicts
    )
    return replace(checked, answer=answer, sections=sections, faults=tuple(together), pruned=pruned)


def found_after_all(draft: Draft, settled: Checked) -> tuple[str, ...]:
    """What a reading reported missing, and the writer found, where a sentence that is printed rests on it."""
    printed = [quote for _, sentence, _ in _placed(settled) for quote in quotes_of(sentence, settled.ledger)]
    return tuple(
        found.missing
        for found in draft.found
        if any(
            quote.source == other.source and other.span and quote.start < other.span[1] and other.span[0] < quote.end
            for other in found.quotes
            for quote in printed
        )
    )


def quotes_of(sentence: Sentence, ledger: Ledger) -> list[Quote]:
    """The quotes that a checked sentence is printed with."""
    ids = dict.fromkeys(quote for claim in sentence.claims for quote in quotes_behind(sentence, ledger.claims[claim]))
    return [ledger.quotes[id] for id in ids]


def _placed(checked: Checked) -> Iterator[tuple[str, Sentence, Sequence[str]]]:
    """Every sentence with its id and its section's columns."""
    parts: list[tuple[str, Sequence[Sentence], Sequence[str]]] = [("answer", checked.answer, ())]
    parts += [(str(at), section.sentences, section.columns) for at, section in enumerate(checked.sections)]
    for head, sentences, columns in parts:
        for place, sentence in enumerate(sentences):
            yield f"{head}/{place}", sentence, columns


def _said(sentence: Sentence) -> str:
    return sentence_text(DraftSentence(text=sentence.text, kind=sentence.kind, cells=sentence.cells))


def _changed(head: str, sentences: Sequence[Sentence], changed: Mapping[str, Sentence]) -> tuple[Sentence, ...]:
    return tuple(changed.get(f"{head}/{place}", sentence) for place, sentence in enumerate(sentences))


def _cited(
    id: str,
    sentence: Sentence,
    columns: Sequence[str],
    quotes: Sequence[Quote],
    ledger: Ledger,
    documents: Mapping[str, Document],
) -> CitedSentence:
    text = _said(sentence)
    if sentence.kind is SentenceKind.ROW and len(columns) == len(sentence.cells):
        text = " | ".join(f"{name}: {cell}" for name, cell in zip(columns, sentence.cells, strict=True))
    labels = _labels([ledger.sources[quote.source] for quote in quotes])
    return CitedSentence(
        id=id,
        text=text,
        passages=tuple(quote.text for quote in quotes),
        sources=tuple(labels[quote.source] for quote in quotes),
        contexts=tuple(_context(quote, documents) for quote in quotes),
    )


def _context(quote: Quote, documents: Mapping[str, Document]) -> str:
    """The innermost heading above a quote, and the header of its table."""
    context = context_of(quote, documents.get(quote.source))
    title = documents[quote.source].source.title if quote.source in documents else ""
    above = next((heading for heading in reversed(context.headings) if heading != title), "")[:HEADING]
    header = f"table: {context.header}" if context.header else ""
    return "; ".join(filter(None, (above, header)))


def _labels(sources: Sequence[Source]) -> dict[str, str]:
    """Source id -> a line that names it; no two have the same."""
    labels: dict[str, str] = {}
    for source in sources:
        standing = f"{source.standing} by its own words" if source.standing else ""
        details = [f"version {source.version}" if source.version else "", str(source.published or ""), standing]
        known = "; ".join(filter(None, details))
        name = source.name if source.title else source.address.rsplit("/", 1)[-1]
        line = f"{name} ({known})" if known else name
        same = [id for id, label in labels.items() if label.startswith(line) and id != source.id]
        labels.setdefault(source.id, f"{line} [{len(same) + 1}]" if same else line)
    return labels


def _pruned(
    sentence: Sentence,
    drafted: DraftSentence,
    verdict: Entailment,
    ledger: Ledger,
    documents: Mapping[str, Document],
    question: str,
) -> Sentence:
    """The sentence with the quotes that carry it. Where the rules need another for a name or a figure, it stays."""
    offered = quotes_of(sentence, ledger)
    if not verdict.carrying or max(verdict.carrying) >= len(offered):
        return sentence
    kept = [offered[place] for place in verdict.carrying]
    waiting = [quote for quote in offered if quote not in kept]

    def faults(some: Sequence[Quote]) -> int:
        return len(check_support(drafted, some, ledger.sources, documents=documents, question=question))

    while waiting and (left := faults(kept)):
        best = min(waiting, key=lambda quote: faults([*kept, quote]))
        if faults([*kept, best]) >= left:
            return sentence
        kept.append(best)
        waiting.remove(best)
    if not waiting:
        return sentence
    ids = {quote.id for quote in kept}
    claims = tuple(claim for claim in sentence.claims if ids & set(ledger.claims[claim].quotes))
    return replace(sentence, claims=claims, quotes=tuple(quote.id for quote in offered if quote.id in ids))
