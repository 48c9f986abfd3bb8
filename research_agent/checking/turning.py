"""Whether a statement turns its passage round, or counts the same things otherwise, in paraphrases too.

Rule 2 (``evidence.support``) accuses a sentence of a denial only where it shares most of its words with its quote. Here
the two are compared clause by clause, so that a denial is held against the clause that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from research_agent.checking.clauses import clauses_of
from research_agent.evidence.content import content_terms, figures_of, share_in
from research_agent.evidence.figure_conflicts import rival_figures
from research_agent.evidence.polarity import cues, denials, denied_parts, opposed
from research_agent.text.figures import Figure, covers
from research_agent.text.sentences import sentence_spans
from research_agent.text.tokens import terms

SHARED = 0.5
"""Share of the denied words that a clause of the other side must hold, to have said what is denied."""
NEAREST = 0.5
"""Share of the statement's words that one sentence must hold for its figures to be the ones that count."""
CLOSE = 0.4
"""Share of a clause's words that the passage's clause must hold for opposed words (``rose``, ``fell``) to tell."""
_NOUN = re.compile(r"[\s-]*([A-Za-z]{3,})|\s*(?:个|名|位|种|台|块|次)?([\u3400-\u9fff]{2})")


def rivals(text: str, passage: str) -> tuple[str, ...]:
    """Where the sentence of a longer passage that is nearest to the statement gives another figure instead: one on each
    side has no partner, or only sentences of the same build give the statement's. A list says it of something else."""
    sentences = [passage[start:end] for start, end in sentence_spans(passage)]
    words = content_terms(text)
    nearest = max(sentences, key=lambda one: share_in(words, content_terms(one)), default="")
    if len(sentences) < 2 or share_in(words, content_terms(nearest)) < NEAREST:
        return ()
    if found := rival_figures(text, nearest):
        return (f"It says “{found[0].raw}” where its source says “{found[1].raw}”.",)
    own, said = figures_of(nearest), figures_of(text)
    left = [other for other in own if not any(covers(figure, other) for figure in said)]
    for figure in said:
        rival = next((other for other in left if _alike(figure, other)), None)
        if rival is None or any(covers(figure, other) for other in own):
            continue
        holders = [one for one in sentences if any(covers(figure, other) for other in figures_of(one))]
        if holders and all(share_in(content_terms(one), content_terms(nearest)) >= SHARED for one in holders):
            return (f"It says “{figure.raw}” where its source says “{rival.raw}”.",)
    return ()


def _alike(figure: Figure, other: Figure) -> bool:
    """Whether two figures could answer one question: a year may be read as a plain number."""
    kinds = {figure.kind, other.kind}
    return figure.unit == other.unit and (
        len(kinds) == 1 or kinds <= {"number", "date"} or kinds <= {"number", "version"}
    )


def turned_round(text: str, passage: str) -> tuple[str, ...]:
    """Faults in words; empty where nothing is turned round, or where nobody can tell."""
    said, stated = _clauses(text), _clauses(passage)
    if any(_denied(part, stated, text) for clause in said for part in denied_parts(clause)):
        return ("It denies what its source affirms.",)
    if any(_denied(part, said, passage) for clause in _near(stated, text) for part in denied_parts(clause)):
        return ("It affirms what its source denies.",)
    return tuple(_opposed(said, stated))[:1]


def _clauses(text: str) -> list[str]:
    sentences = [text[start:end] for start, end in sentence_spans(text)] or [text]
    return [
        clause for sentence in sentences for piece in re.split(r"[:：]\s", sentence) for clause in clauses_of(piece, 1)
    ]


def _near(clauses: Sequence[str], text: str) -> list[str]:
    """The clauses that are about what the text is about."""
    words = content_terms(text)
    return [clause for clause in clauses if share_in(content_terms(clause), words) >= SHARED]


def _denied(part: str, clauses: Sequence[str], denier: str) -> bool:
    """Whether what ``denier`` denies is said by clauses that hold no denial, in whatever words; by none with one."""
    words = content_terms(part)
    if not words:
        return False
    about = [clause for clause in clauses if share_in(words, content_terms(clause)) >= SHARED]
    return bool(about) and not any(denials(clause) or cues(clause) - cues(denier) for clause in about)


def _opposed(said: Sequence[str], stated: Sequence[str]) -> Iterator[str]:
    for clause in said:
        words = content_terms(clause)
        near = max(stated, key=lambda other: share_in(words, content_terms(other)), default="")
        if bool(denials(clause)) != bool(denials(near)):
            continue  # not allowed, forbidden
        if words and share_in(words, content_terms(near)) >= CLOSE and (found := opposed(clause, near)):
            yield f"It says “{found[0]}” where its source says “{found[1]}”."


def counted_otherwise(text: str, passage: str) -> tuple[str, ...]:
    """Where both count the same things (``five disks``, ``seven disks``) and the statement's number is not among the
    passage's numbers of them."""
    stated = list(_counted(passage))
    faults = []
    for noun, figure in _counted(text):
        others = [other for word, other in stated if word == noun]
        if others and not any(covers(figure, other) for other in others):
            faults.append(f"It counts “{figure.raw}” where its source counts “{others[0].raw}”.")
    return tuple(faults)


def _counted(text: str) -> Iterator[tuple[str, Figure]]:
    for figure in figures_of(text):
        found = _NOUN.match(text, figure.end)
        if figure.kind == "number" and found:
            yield terms(found[1] or found[2])[0], figure
