"""Rule 1: where a quote stands in a source's stored text.

First exactly, then with white space, quotation marks, dashes, full-width forms and invisible characters made
equal, then as a near match: a model's small slip. A near match needs a similarity (normalised indel, as
rapidfuzz computes it) of at least ``NEAR`` and must agree in every figure, in negation and in words that have
an opposite: a slip never turns a statement round. Whatever is found, the true text is the slice that ``Located``
names.

Candidates for a near match come from short pieces of the quote that stand in the text unchanged and vote for a
place; only the best places are compared, so the time stays linear in the text.
"""

from __future__ import annotations

import bisect
import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from research_agent.evidence.names import identifiers
from research_agent.evidence.polarity import denials, polar_words
from research_agent.text.figures import figures, same
from research_agent.text.tokens import UNSPACED, words

NEAR = 0.90
"""Chosen by ``benchmarks/quote_locator.py`` (table in docs/evidence.md): from here down nothing is won."""

_LIGHT = frozenset(
    [
        *(
            "the",
            "a",
            "an",
            "that",
            "and",
            "also",
            "is",
            "are",
            "was",
            "were",
            "be",
            "been",
            "to",
            "of",
            "in",
            "it",
            "its",
        ),
        *("this", "these", "which", "for", "as", "then", "的", "了", "在", "是", "之", "地", "得", "也", "与", "和"),
    ]
)
"""Words that a slip may lose or add without changing what is said."""
_PIECE = 10
_SHORTEST = 16
"""Normalised characters below which a near match is too easily an accident."""
_PLACES = 4
_MOVES = 8
_STRAYS = 3
_OCCURRENCES = 64

_CJK = rf"{UNSPACED}\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
"""Unspaced scripts and their punctuation: white space beside them is layout, not a word bound."""
_WORD_BOUND = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+|[^\w\s]")
_DENIAL_BEFORE = re.compile(
    r"(?:(?<!\w)(?:not|never|no longer|cannot|without)|(?<!\w)\w{1,6}n['’]t)\s+\Z|(?:不|没有?|未|勿|别)\Z", re.I
)
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f"
_FOLD = {
    **dict.fromkeys("‘’‚‛′`´＇", "'"),
    **dict.fromkeys("“”„‟″«»「」『』〝〞＂", '"'),
    **dict.fromkeys("‐‑‒–—―−⁃﹣－", "-"),
    **dict.fromkeys(_INVISIBLE, ""),
    **{"…": "...", "ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"},
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "＂＇－"},
}
_SPECIAL = re.compile(
    rf"[{_INVISIBLE}\s]{{2,}}|[^\S ]|(?<=[{_CJK}])[ ]|[ ](?=[{_CJK}])|[{''.join(map(re.escape, _FOLD))}]"
)


@dataclass(frozen=True, slots=True)
class Located:
    """A slice of the text, ``[start, end)`` in code points."""

    start: int
    end: int
    exact: bool
    """False for a near match, whose wording differs from the quote's."""
    score: float
    """Similarity, 0..1; 1 for exact."""


@dataclass(frozen=True, slots=True)
class _Folded:
    text: str
    offsets: array[int]
    """For each character of ``text`` where its original begins; one more for the end."""


def locate(text: str, quote: str, near: int | None = None, *, least: float = NEAR) -> Located | None:
    """The place of ``quote`` in ``text``, or None.

    Args:
        text: the stored text.
        quote: the words as somebody quotes them; white space around them does not count.
        near: where the quote is said to stand: of several equal places the closest is taken, else the first.
        least: the similarity that a near match needs.
    """
    quote = quote.strip()
    if not quote:
        return None
    start = _occurrence(text, quote, near)
    if start is not None:
        return _with_denial(text, start, start + len(quote))
    return _folded_exact(text, quote, near) or _near_match(text, quote, least)


def _occurrence(text: str, quote: str, near: int | None) -> int | None:
    """Start of the best occurrence: not inside a number, at word bounds if possible, closest to ``near``."""
    best: tuple[bool, int, int] | None = None
    for start in _find_all(text, quote):
        end = start + len(quote)
        if _cuts(text, start, str.isdigit) or _cuts(text, end, str.isdigit):
            continue
        inside = _cuts(text, start, _is_spaced_letter) or _cuts(text, end, _is_spaced_letter)
        rank = (inside, abs(start - (near or 0)), start)
        best = min(best, rank) if best else rank
        if near is None and not inside:
            break
    return best[2] if best else None


def _find_all(text: str, quote: str) -> Iterator[int]:
    start, seen = text.find(quote), 0
    while start >= 0 and seen < 10_000:
        yield start
        seen += 1
        start = text.find(quote, start + 1)


def _cuts(text: str, at: int, kind: Callable[[str], bool]) -> bool:
    return 0 < at < len(text) and kind(text[at - 1]) and kind(text[at])


def _is_spaced_letter(char: str) -> bool:
    return char.isalnum() and not re.match(rf"[{_CJK}]", char)


def _folded_exact(text: str, quote: str, near: int | None) -> Located | None:
    folded, wanted = _fold(text), _fold(quote).text.strip()
    if not wanted:
        return None
    hint = None if near is None else _position(folded.offsets, near)
    start = _occurrence(folded.text, wanted, hint)
    if start is None:
        return None
    return _with_denial(text, *_original(text, folded, start, start + len(wanted)))


def _with_denial(text: str, start: int, end: int) -> Located:
    """The slice, and the negation that stands directly before it: without it the words would say the opposite."""
    denial = _DENIAL_BEFORE.search(text, max(0, start - 12), start)
    if denial is None or denial.start() == start:
        return Located(start, end, True, 1.0)
    return Located(denial.start(), end, False, (end - start) / (end - denial.start()))


def _position(offsets: array[int], original: int) -> int:
    return bisect.bisect_left(offsets, original)


def _original(text: str, folded: _Folded, start: int, end: int) -> tuple[int, int]:
    """The original's slice for a slice of the folded text, without white space or invisible characters around it."""
    first, last = folded.offsets[start], folded.offsets[end]
    while last > first and (text[last - 1].isspace() or text[last - 1] in _INVISIBLE):
        last -= 1
    while first < last and (text[first].isspace() or text[first] in _INVISIBLE):
        first += 1
    return first, last


@lru_cache(maxsize=32)
def _fold(text: str) -> _Folded:
    """The text with equal forms made equal, and the way back. Plain stretches are copied whole."""
    pieces: list[str] = []
    offsets = array("L")
    at = 0
    for found in _SPECIAL.finditer(text):
        start, end = found.span()
        pieces.append(text[at:start])
        offsets.extend(range(at, start))
        folded = _folded_form(text, found)
        pieces.append(folded)
        offsets.extend([start] * len(folded))
        at = end
    pieces.append(text[at:])
    offsets.extend(range(at, len(text) + 1))
    return _Folded("".join(pieces), offsets)


def _folded_form(text: str, found: re.Match[str]) -> str:
    run = found.group()
    if len(run) == 1 and run in _FOLD:
        return _FOLD[run]
    if not any(char.isspace() for char in run):
        return ""
    before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
    return "" if re.match(rf"[{_CJK}]", before) or re.match(rf"[{_CJK}]", after) else " "


def _near_match(text: str, quote: str, least: float) -> Located | None:
    from rapidfuzz import fuzz

    folded, wanted = _fold(text), _fold(quote).text.strip()
    if len(wanted) < _SHORTEST:
        return None
    best: Located | None = None
    for place in _places(folded.text, wanted):
        low = max(0, place - len(wanted) // 4 - _PIECE)
        window = folded.text[low : place + len(wanted) + len(wanted) // 4 + _PIECE]
        aligned = fuzz.partial_ratio_alignment(wanted, window)
        if aligned is None:
            continue
        start, end = _fitted(window, wanted, *_at_words(window, aligned.dest_start, aligned.dest_end))
        score = fuzz.ratio(wanted, window[start:end]) / 100
        if score >= least and (best is None or score > best.score) and says_the_same(wanted, window[start:end]):
            first, last = _original(text, folded, low + start, low + end)
            best = Located(first, last, False, score)
    return best


def _places(text: str, wanted: str) -> list[int]:
    """Where the quote may begin: the places for which most of its pieces vote, best first."""
    votes: Counter[int] = Counter()
    bin_size = max(8, len(wanted) // 8)
    for offset in range(0, max(1, len(wanted) - _PIECE + 1), max(1, min(_PIECE // 2, len(wanted) // 12))):
        if offset // _PIECE > 400:
            break
        for occurrence, at in enumerate(_find_all(text, wanted[offset : offset + _PIECE])):
            if occurrence >= _OCCURRENCES:
                break
            votes[max(0, at - offset) // bin_size] += 1
    ranked = sorted(votes, key=lambda place: (-votes[place] - votes[place + 1], place))
    return [place * bin_size for place in ranked[:_PLACES]]


def _at_words(window: str, start: int, end: int) -> tuple[int, int]:
    """The bounds moved to the nearest word bounds, so that no quote begins or ends inside a word."""
    while start > 0 and _cuts(window, start, _is_spaced_letter):
        start -= 1
    while end < len(window) and _cuts(window, end, _is_spaced_letter):
        end += 1
    while start < end and window[start].isspace():
        start += 1
    while end > start and window[end - 1].isspace():
        end -= 1
    return start, end


def _fitted(window: str, wanted: str, start: int, end: int) -> tuple[int, int]:
    """The bounds moved by words as long as the slice comes closer to ``wanted``.

    The alignment looks at slices of the quote's own length: where words are missing or too many, one end is off.
    """
    from rapidfuzz import fuzz

    score = fuzz.ratio(wanted, window[start:end])
    for _ in range(_MOVES):
        moved = [(start, bound) for bound in _beside(_word_ends(window, end), end) if start < bound]
        moved += [(bound, end) for bound in _beside(_word_starts(window, start), start) if bound < end]
        best = max(((fuzz.ratio(wanted, window[a:b].strip()), a, b) for a, b in moved), default=(0.0, start, end))
        if best[0] <= score:
            break
        score, start, end = best
    return _without_strays(window, wanted, start, end)


def _without_strays(window: str, wanted: str, start: int, end: int) -> tuple[int, int]:
    """Words at the ends that resemble none of the words at the quote's end are cut off."""
    listed = words(wanted)
    for _ in range(_STRAYS):
        last, first = words(window[start:end])[-1:], words(window[start:end])[:1]
        shorter_end = [bound for bound in _word_ends(window, end) if start < bound < end]
        later_start = [bound for bound in _word_starts(window, start) if start < bound < end]
        if last and shorter_end and not any(_similar(last[0], word) for word in listed[-_STRAYS:]):
            end = shorter_end[-1]
        elif first and later_start and not any(_similar(first[0], word) for word in listed[:_STRAYS]):
            start = later_start[0]
        else:
            break
    return start, end


def _beside(bounds: list[int], at: int) -> list[int]:
    """The last bound before ``at`` and the first one after it."""
    return [bound for bound in bounds if bound < at][-1:] + [bound for bound in bounds if bound > at][:1]


def _word_ends(window: str, at: int) -> list[int]:
    return [found.end() for found in _WORD_BOUND.finditer(window, max(0, at - 40), at + 40)]


def _word_starts(window: str, at: int) -> list[int]:
    return [found.start() for found in _WORD_BOUND.finditer(window, max(0, at - 40), at + 40)]


def says_the_same(quote: str, true: str) -> bool:
    """Whether two similar texts agree in what a slip must not touch.

    Figures, identifiers, negation and words that have an opposite stay as they are. A word may only give way to a
    similar one (a typo, an ending), and only light words may be missing or too many.
    """
    stated, written = figures(quote), figures(true)
    if len(stated) != len(written) or not all(map(same, stated, written)) or _digits(quote) != _digits(true):
        return False
    if sorted(denials(quote)) != sorted(denials(true)) or polar_words(quote) != polar_words(true):
        return False
    return identifiers(quote) == identifiers(true) and _only_slips(words(quote), words(true))


def _only_slips(quote: list[str], true: list[str]) -> bool:
    return all(_is_slip(gone, come) for gone, come in _differences(quote, true))


def _differences(quote: list[str], true: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Runs of words that the two do not share."""
    from rapidfuzz.distance import Levenshtein

    gone: list[str] = []
    come: list[str] = []
    for edit in Levenshtein.opcodes(quote, true):
        if edit.tag == "equal":
            yield gone, come
            gone, come = [], []
        else:
            gone += quote[edit.src_start : edit.src_end]
            come += true[edit.dest_start : edit.dest_end]
    yield gone, come


def _is_slip(gone: list[str], come: list[str]) -> bool:
    if "".join(gone) == "".join(come):
        return True  # a word that a line break has parted
    if len(gone) != len(come):
        gone, come = ([word for word in run if word not in _LIGHT] for run in (gone, come))
    return len(gone) == len(come) and all(map(_similar, gone, come))


def _similar(word: str, other: str) -> bool:
    """A typo or another ending of the same word."""
    from rapidfuzz.distance import DamerauLevenshtein

    return word == other or (
        min(len(word), len(other)) > 2 and DamerauLevenshtein.distance(word, other) <= 1 + (len(word) > 7)
    )


def _digits(text: str) -> list[str]:
    """Runs of digits, those inside names too (``ext4``, ``sha256``), without separators."""
    return re.findall(r"\d+", re.sub(r"(?<=\d)[,' ](?=\d{3})", "", text))
