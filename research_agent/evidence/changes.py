"""What was changed between two tellings of one passage: copies, excerpts, rewordings, editions.

Here it is known from the documents around them that two sentences are about the same matter (``aligning``), so that a
name, a scope or a denial that differs is a contradiction where everything else is the same. Of sentences whose matter
is only guessed from their words ``conflicts.contradiction`` asks more.
"""

from __future__ import annotations

from collections.abc import Collection

from research_agent.evidence.denying import one_denies
from research_agent.evidence.difference import Difference, DifferenceKind
from research_agent.evidence.figure_conflicts import figures_differ, ranges_differ, rivals, told
from research_agent.evidence.gaps import Gap, Overlay, Token, overlay, tokens, words_of
from research_agent.evidence.marks import Axis, Mark, excludes, marks, rival_directions, rival_marks
from research_agent.evidence.name_conflicts import identifiers_differ, names_part, names_replaced, one_name
from research_agent.evidence.names import names
from research_agent.evidence.polarity import may_deny, negative_words
from research_agent.evidence.replacing import (
    ONE_CHANGE,
    content_of,
    is_pointer,
    places_swapped,
    without_notes,
    word_replaced,
)
from research_agent.evidence.swapping import same_turned, turned_round

TIGHT = 0.6
"""Share of tokens in common order from which on two sentences are laid over each other word by word."""
_UNTOLD = 0.25
"""Share of content words that a tight pair may have besides what parts it."""
_SAME_LENGTH = 0.4
"""Tokens of the shorter sentence for each of the longer one, in other words: a summary is no rival of a list."""
_LIMITS = frozenset(("only", "not only", "some", "few", "most", "none", "at most", "at least", "less than", "exactly"))
"""Senses that narrow a statement which has none of them."""
KINDS: dict[Axis, DifferenceKind] = {
    "bound": "scope",
    "quantity": "scope",
    "obligation": "modality",
    "direction": "direction",
}


def changed(
    first: str,
    second: str,
    known: Collection[str] = frozenset(),
    *,
    retold: bool = True,
    copied: bool = False,
    placed: bool = False,
) -> Difference | None:
    """What parts two tellings of one sentence; None where they do not contradict each other.

    Args:
        known: words that the documents use as names, for those that begin a sentence.
        retold: the second may tell it in other words; otherwise only nearly the same words are compared.
        copied: the documents share their sentences word for word, so that any other word is a difference.
        placed: their sections are numbered alike, so that the number of one that differs is a difference too.
    """
    first, second = without_notes(first), without_notes(second)
    if found := turned_round(first, second):
        return found
    laid = overlay(first, second)
    if not laid.gaps:
        return places_swapped(laid, first, second) if copied else None
    if same_turned(first, second):
        return None
    if laid.share >= TIGHT:
        return (
            _in_gaps(laid, first, second, known, copied=copied, placed=placed) if retold or _one_change(laid) else None
        )
    return _in_words(first, second) if retold and _of_one_length(first, second) else None


def _one_change(laid: Overlay) -> bool:
    """Whether at most one content word stands in the place of another: "two depreciation accounts" and "three
    appreciation accounts" are sentences of one mould about two things."""
    return sum(bool(content_of(gap.first) and content_of(gap.second)) for gap in laid.gaps) <= 1


def _of_one_length(first: str, second: str) -> bool:
    short, long = sorted((len(tokens(first)), len(tokens(second))))
    return short >= _SAME_LENGTH * long


# ---------------------------------------------------------------- nearly the same words


def _in_gaps(
    laid: Overlay, first: str, second: str, known: Collection[str], *, copied: bool, placed: bool
) -> Difference | None:
    named = [gap for gap in laid.gaps if content_of(gap.first) or content_of(gap.second)]
    found = (_pointed(laid) if placed else None) or _said_otherwise(laid, first, second)
    if found:  # another name and another figure: they speak of two things
        apart = laid.share < ONE_CHANGE and len(named) > 1 and names_part(first, second)
        return None if apart else found
    found = _name_in(named[0], first, second, known) if len(named) == 1 else names_replaced(first, second)
    if found or not copied:
        return found
    return word_replaced(laid, first, second) or places_swapped(laid, first, second)


def _pointed(laid: Overlay) -> Difference | None:
    """The one thing in which two sentences part, where that is a figure in the place of another."""
    if len(laid.gaps) != 1 or len(laid.gaps[0].first) != 1 or len(laid.gaps[0].second) != 1:
        return None
    one, other = laid.gaps[0].first[0].figure, laid.gaps[0].second[0].figure
    return told(one, other) if one and other else None


def _said_otherwise(laid: Overlay, first: str, second: str) -> Difference | None:
    """A figure, a word of scope, obligation or direction, or a denial in which the two part."""
    for find in (_figure_in, _mark_in):
        for gap in laid.gaps:
            found = find(gap, first, second)
            if found:
                return found
    return figures_differ(first, second) or _negated(first, second, laid)


def _figure_in(gap: Gap, first: str, second: str) -> Difference | None:
    if is_pointer(gap, first, second):
        return None
    one = [token.figure for token in gap.first if token.figure]
    other = [token.figure for token in gap.second if token.figure]
    for a, b in zip(one, other, strict=False):
        if rivals(a, b) or (len(gap.first) == len(gap.second) == 1):
            return told(a, b)
    return None


def _mark_in(gap: Gap, first: str, second: str) -> Difference | None:
    one, other = _marks_over(gap.first, first), _marks_over(gap.second, second)
    for mark in one:
        for rival in other:
            if excludes(mark, rival):
                return Difference(KINDS[mark.axis], mark.word, rival.word)
    if one and not other and not content_of(gap.second):
        return _narrowed(one, gap.first, first, second)
    if other and not one and not content_of(gap.first):
        found = _narrowed(other, gap.second, second, first)
        return found.turned() if found else None
    return None


def _narrowed(found: list[Mark], listed: tuple[Token, ...], text: str, without: str) -> Difference | None:
    """A limit that the one sentence puts and the other does not, where nothing else stands in its place."""
    limits = [mark for mark in found if mark.sense in _LIMITS]
    covered = {token for token in content_of(listed) if any(m.start <= token.start < m.end for m in found)}
    if not limits or len(content_of(listed)) > len(covered):
        return None
    if any(mark.sense == limits[0].sense for mark in marks(without)):
        return None
    return Difference("scope", limits[0].word)


def _marks_over(listed: tuple[Token, ...], text: str) -> list[Mark]:
    return [mark for mark in marks(text) if any(mark.start < token.end and token.start < mark.end for token in listed)]


def _negated(first: str, second: str, laid: Overlay) -> Difference | None:
    """One more denial in a sentence that is otherwise the same."""
    one, other = negative_words(first), negative_words(second)
    if one % 2 == other % 2 or _untold(laid) > _UNTOLD:
        return None
    if may_deny(*((second, first) if one > other else (first, second))) and not one_denies(first, second):
        return None
    return Difference("negation", denied=one > other)


def _untold(laid: Overlay) -> float:
    """The share of content words in gaps among all that the gaps leave."""
    apart = sum(len(content_of(gap.first)) + len(content_of(gap.second)) for gap in laid.gaps)
    return apart / 12 if apart else 0.0


def _name_in(gap: Gap, first: str, second: str, known: Collection[str]) -> Difference | None:
    one, other = content_of(gap.first), content_of(gap.second)
    if not one or not other:
        return None
    if not (_are_names(one, first, known) and _are_names(other, second, known)):
        return None
    a, b = words_of(one, first), words_of(other, second)
    return None if one_name(a, b) else Difference("name", a, b)


def _are_names(listed: tuple[Token, ...], text: str, known: Collection[str]) -> bool:
    listed_names = {name.text for name in names(text)}
    return all(_is_name(token.text, listed_names, known) for token in listed)


def _is_name(word: str, listed: Collection[str], known: Collection[str]) -> bool:
    bare = word.removesuffix("'s").removesuffix("’s")
    return bare in listed or bare in known or any(part in listed for part in bare.split("-"))


# ---------------------------------------------------------------- other words


def _in_words(first: str, second: str) -> Difference | None:
    """What parts two sentences that tell the same matter in other words."""
    if names_part(first, second):
        return identifiers_differ(first, second) or names_replaced(first, second)
    found = figures_differ(first, second) or ranges_differ(first, second)
    if found:
        return found
    rival = rival_marks(first, second) or rival_directions(first, second)
    if rival:
        return Difference(KINDS[rival[0].axis], rival[0].word, rival[1].word)
    which = one_denies(first, second)
    if which:
        return Difference("negation", denied=which == 1)
    return identifiers_differ(first, second)
