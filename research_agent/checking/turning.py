"""Whether a statement turns its passage round, or counts the same things otherwise, in paraphrases too.

Rule 2 (``evidence.support``) accuses a sentence of a denial only where it shares most of its words with its quote. Here
the two are compared clause by clause, so that a denial is held against the clause that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from research_agent.checking.clauses import clauses_of
from research_agent.checking.meanings import held_as_said, meant_terms, said_terms, share_meant
from research_agent.checking.signs import opposite
from research_agent.evidence.content import figures_of
from research_agent.evidence.figure_conflicts import rival_figures
from research_agent.evidence.polarity import cues, denials, denied_parts, opposed
from research_agent.text.figures import Figure, covers
from research_agent.text.sentences import sentence_spans
from research_agent.text.tokens import terms

SHARED = 0.5
"""Share of the denied words that a clause of the other side must hold, to have said what is denied."""
FEWEST_SHARED = 3
"""Words that a shorter clause must share with what is denied."""
NEAREST = 0.5
"""Share of the statement's words that one sentence must hold for its figures to be the ones that count."""
CLOSE = 0.4
"""Share of a clause's words that the passage's clause must hold for opposed words (``rose``, ``fell``) to tell."""
WITHOUT = 3
"""Words behind ``without`` that it denies: a thing, not the rest of the clause."""
_ATTRIBUTE = re.compile(
    r"(?<=^[\u3400-\u9fff]{2})的|(?<=^[\u3400-\u9fff]{3})的|(?<=^[\u3400-\u9fff]{4})的|(?<=^[\u3400-\u9fff]{5})的"
)
"""Ends what a Chinese denial denies where it only describes the noun behind it."""
_ASIDE = re.compile(r"[(（][^()（）]{1,60}[)）]")
_NO_DENIALS = (
    (re.compile(r"([\u3400-\u9fff])不\1"), r"\1"),
    (re.compile(r"\b(?:not|non)-(?:an?-)?(?=\w)", re.IGNORECASE), ""),
    (
        re.compile(r"\b(?:no|not|never)\b(?=(?: [\w'-]+){0,8}? (?:more|less|fewer|longer|later|earlier) than\b)", re.I),
        "",
    ),
)
_SOFT = re.compile(
    r"\b(?:less|fewer|just|merely|once|single|alone|at most|exactly|hard to|too \w+ to)\b|至多|仅仅|唯一", re.I
)
"""Words that may say what another text says with a denial."""
_NOUN = re.compile(r"[\s-]*([A-Za-z]{3,})|\s*(?:个|名|位|种|台|块|次)?([\u3400-\u9fff]{2})")


def rivals(text: str, passage: str) -> tuple[str, ...]:
    """Where the sentence of a longer passage that is nearest to the statement gives another figure instead: one on each
    side has no partner, or only sentences of the same build give the statement's. A list says it of something else."""
    sentences = [passage[start:end] for start, end in sentence_spans(passage)]
    words = said_terms(text)
    nearest = max(sentences, key=lambda one: share_meant(words, meant_terms(one)), default="")
    if len(sentences) < 2 or share_meant(words, meant_terms(nearest)) < NEAREST:
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
        if holders and all(share_meant(said_terms(one), meant_terms(nearest)) >= SHARED for one in holders):
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
    text, passage = _plain(text), _plain(passage)
    said, stated = _clauses(text), _clauses(passage)
    if any(_denied(part, stated, text) for clause in said for part in _denied_parts(clause)):
        return ("It denies what its source affirms.",)
    if any(_denied(part, said, passage) for clause in _near(stated, text) for part in _denied_parts(clause)):
        return ("It affirms what its source denies.",)
    found = next(opposite(text, passage), None)
    if found:
        return (f"It says “{found[0]}” where its source says “{found[1]}”.",)
    return tuple(_opposed(said, stated))[:1]


def _plain(text: str) -> str:
    """The text without words that look like a denial and are none: "whether or not" in Chinese, a name with a hyphen,
    "no more than"."""
    text = _ASIDE.sub(" ", text)
    for pattern, instead in _NO_DENIALS:
        text = pattern.sub(instead, text)
    return text


def _clauses(text: str) -> list[str]:
    sentences = [text[start:end] for start, end in sentence_spans(text)] or [text]
    return [
        clause for sentence in sentences for piece in re.split(r"[:：]\s", sentence) for clause in clauses_of(piece, 1)
    ]


def _near(clauses: Sequence[str], text: str) -> list[str]:
    """The clauses that are about what the text is about."""
    words = said_terms(text)
    return [clause for clause in clauses if _is_about(words, clause)]


def _denied(part: str, clauses: Sequence[str], denier: str) -> bool:
    """Whether what ``denier`` denies is said by clauses that hold no denial, in whatever words; by none with one."""
    words = said_terms(part)
    if not words:
        return False
    first = _first_term(part)
    about = [clause for clause in clauses if _is_about(words, clause, first)]
    return bool(about) and not any(
        denials(clause) or cues(clause) - cues(denier) or set(_SOFT.findall(clause)) - set(_SOFT.findall(denier))
        for clause in about
    )


def mismeasured(text: str, passage: str) -> tuple[str, ...]:
    """Where only counts of other things (``four algorithms``, ``RAID-4``) give a measurement's number (``four s``)."""
    faults = []
    stated = figures_of(passage)
    for figure in figures_of(text):
        if figure.kind != "quantity" and not figure.unit:
            continue
        found = [other for other in stated if covers(figure, other)]
        if found and all(not other.unit and _counts_a_thing(passage, other) for other in found):
            faults.append(f"“{figure.raw}” does not stand in the passage.")
    return tuple(faults)


def _counts_a_thing(passage: str, figure: Figure) -> bool:
    return bool(_NOUN.match(passage, figure.end)) or passage[: figure.start][-1:] == "-"


def _is_about(words: frozenset[str], clause: str, first: frozenset[str] = frozenset()) -> bool:
    """Whether a clause speaks of what is denied: it holds most of its words; or ``first``, which says what is not done,
    and most of the clause's own words are among them."""
    held = held_as_said(words, meant_terms(clause))
    fewest = SHARED * min(len(words), len(said_terms(clause)))
    return len(held) >= SHARED * len(words) or (first <= held and len(held) >= max(fewest, FEWEST_SHARED))


def _first_term(part: str) -> frozenset[str]:
    """The first content term of what is denied: mostly its verb."""
    return next((found for word in part.split() if (found := said_terms(word)) and word.isascii()), frozenset())


def _denied_parts(clause: str) -> Iterator[str]:
    for cue, part in zip(denials(clause), denied_parts(clause), strict=False):
        yield " ".join(part.split()[:WITHOUT]) if cue == "without" else _ATTRIBUTE.split(part, maxsplit=1)[0]


def _opposed(said: Sequence[str], stated: Sequence[str]) -> Iterator[str]:
    for clause in said:
        words = said_terms(clause)
        near = max(stated, key=lambda other: share_meant(words, meant_terms(other)), default="")
        if bool(denials(clause)) != bool(denials(near)):
            continue  # not allowed, forbidden
        if words and share_meant(words, meant_terms(near)) >= CLOSE and (found := opposed(clause, near)):
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
