"""Claims about the same matter that cannot both hold, by their words alone.

Conservative: two statements are about the same matter only when most content words of the shorter one stand in the
other too, and they part only where every other figure of the same kind agrees or is missing. Two versions of one
work that differ are no dispute: each claim then carries its version (design, rule 3). Where the documents show that two
sentences tell one matter, ``changes`` needs less (``crossing``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from research_agent.domain import Claim, Source
from research_agent.evidence.changes import KINDS
from research_agent.evidence.content import figures_of, share_in
from research_agent.evidence.difference import Difference
from research_agent.evidence.disputes import Conflict
from research_agent.evidence.figure_conflicts import MEASURED, comparable, figures_differ, rival_figures, told
from research_agent.evidence.marks import rival_marks
from research_agent.evidence.matter import matter
from research_agent.evidence.meanings import one_meaning
from research_agent.evidence.name_conflicts import identifiers_differ, names_part
from research_agent.evidence.polarity import denied_parts, denies, denying_clause, may_deny
from research_agent.evidence.sameness import names_differ
from research_agent.evidence.works import collection, different_versions
from research_agent.text.figures import Figure, covers
from research_agent.text.sentences import sentence_spans

LIKE_MATTER = 0.65
"""The share that is enough where two measured figures differ."""
SAME_MATTER = 0.8
"""Share of the shorter claim's content terms that the other one must hold (``benchmarks/evidence_thresholds.py``)."""
_SAME_LENGTH = 0.6
"""The shorter claim's terms must be at least this share of the longer one's: a detail is no rival of a summary."""
_FEWEST_TERMS = 3
_NEARLY = 4
"""Content terms that two nearly equal statements may not share (an identifier is several)."""


def find_conflicts(
    claims: Sequence[Claim], sources_of: Mapping[str, frozenset[str]], sources: Mapping[str, Source]
) -> tuple[Conflict, ...]:
    """Pairs of claims of which one sentence contradicts one of the other's. Of claims from one source only those that
    give other figures or deny each other in the same words: a source that contradicts itself.

    Args:
        claims: all claims.
        sources_of: claim id -> the ids of its quotes' sources.
        sources: by id.
    """
    units = [(claim.id, claim.text[start:end]) for claim in claims for start, end in sentence_spans(claim.text)]
    found: dict[tuple[str, str], Conflict] = {}
    for (first, one), (second, other) in _about_the_same(units):
        if first == second or (first, second) in found:
            continue
        shared = sources_of[first] & sources_of[second]
        what = within_one_source(one, other) if shared else contradiction(one, other)
        if what:
            pairs = [(sources[a], sources[b]) for a in sources_of[first] for b in sources_of[second]]
            versions = all(of_versions(one, a, other, b) for a, b in pairs) and not shared
            found[first, second] = Conflict(first, second, what, versions)
    return tuple(found.values())


_Unit = tuple[str, str]
"""A claim's id and one sentence of it."""


def _about_the_same(units: Sequence[_Unit]) -> Iterator[tuple[_Unit, _Unit]]:
    """Pairs that share enough terms, found through an index of terms: rare terms first, so pairs stay few."""
    by_term: dict[str, list[int]] = {}
    listed = [matter(text) for _, text in units]
    for at, terms in enumerate(listed):
        for term in terms:
            by_term.setdefault(term, []).append(at)
    for at, terms in enumerate(listed):
        rare = sorted(terms, key=lambda term: (len(by_term[term]), term))
        # One of the rarest terms is shared by any pair that shares LIKE_MATTER of its terms.
        probes = rare[: int(len(terms) * (1 - LIKE_MATTER * _SAME_LENGTH)) + 1]
        for other in sorted({other for term in probes for other in by_term[term] if other > at}):
            if same_matter(terms, listed[other], LIKE_MATTER):
                yield units[at], units[other]


def same_matter(first: frozenset[str], second: frozenset[str], least: float | None = None) -> bool:
    """Whether two statements, given by what they are about, are about the same matter: ``least`` or SAME_MATTER."""
    small, large = sorted((first, second), key=len)
    if len(small) < _FEWEST_TERMS or len(small) < _SAME_LENGTH * len(large):
        return False
    return share_in(small, large) >= (SAME_MATTER if least is None else least)


def contradiction(first: str, second: str) -> Difference | None:
    """What parts two statements, where they are about the same matter; measured figures ask for less of it."""
    one, other = matter(first), matter(second)
    if same_matter(one, other):
        what = difference(first, second)
        return None if what and what.kind == "version" and _of_two_things(one, other) else what
    return _measured_differ(first, second) if same_matter(one, other, LIKE_MATTER) else None


def _of_two_things(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether each speaks of something that the other does not, in any word: "the tix module, deprecated in 3.6" and
    "the binhex module, deprecated in 3.9". A manual says such things of many parts in the same words."""
    mine, theirs = one - other, other - one
    return bool(mine and theirs) and not any(one_meaning(a, b) for a in mine for b in theirs)


def within_one_source(first: str, second: str) -> Difference | None:
    """What parts two statements of one source: they name the same things in the same words, and differ in a figure
    or in a denial. A source speaks of many like things, so nothing else is taken for a contradiction with itself."""
    one, other = matter(first), matter(second)
    if not same_matter(one, other) or len(one ^ other) > 1 or names_part(first, second):
        return None
    return figures_differ(first, second) or _denied(first, second)


def difference(first: str, second: str) -> Difference | None:
    """What parts two statements about the same matter; None where they do not contradict each other."""
    return (
        figures_differ(first, second)
        or _other_identifier(first, second)
        or _denied(first, second)
        or _opposite(first, second)
    )


def _measured_differ(first: str, second: str) -> Difference | None:
    """Two measurements or shares that may be answers to one question, in statements that name the same things."""
    rivals = rival_figures(first, second)
    if rivals is None or rivals[0].kind not in MEASURED or names_differ(first, second) or not comparable(*rivals):
        return None
    return told(*rivals)


def of_versions(one: str, a: Source, other: str, b: Source) -> bool:
    """Whether two statements that differ speak of different versions of one work, each of its own."""
    siblings = bool(collection(a)) and collection(a) == collection(b) and versions_differ(a, b)
    return different_versions(a, b) or siblings or _speak_of_themselves(one, a, other, b)


def versions_differ(a: Source, b: Source) -> bool:
    """Whether each says which version it is, by its metadata or in its title, and they are not the same."""
    if a.version and b.version and a.version != b.version:
        return True
    one, other = ({str(f.value) for f in figures_of(s.title) if f.kind == "version"} for s in (a, b))
    return bool(one) and bool(other) and not one & other


def _speak_of_themselves(one: str, a: Source, other: str, b: Source) -> bool:
    """Whether the figures that differ are the sources' own versions or years ("Version 13 contains ...")."""
    rivals = rival_figures(one, other)
    return rivals is not None and _is_its_own(rivals[0], a) and _is_its_own(rivals[1], b)


def _is_its_own(figure: Figure, source: Source) -> bool:
    published = source.published.isoformat() if source.published else ""
    label = f"{source.title} ; version {source.version} ; {published}"
    return figure.kind in ("version", "date") and any(covers(figure, own) for own in figures_of(label))


def _other_identifier(first: str, second: str) -> Difference | None:
    return identifiers_differ(first, second) if len(matter(first) ^ matter(second)) <= _NEARLY else None


def _denied(first: str, second: str) -> Difference | None:
    if denies(first) == denies(second):
        return None
    affirmed, denied = (second, first) if denies(first) else (first, second)
    if may_deny(affirmed, denied) or not share_in(matter(affirmed), matter(denied)) >= SAME_MATTER:
        return None
    # what is denied must be what the other affirms, not something that the same sentence says besides
    if share_in(matter(denying_clause(denied)), matter(affirmed)) < SAME_MATTER:
        return None
    if not any(share_in(matter(part), matter(affirmed)) >= SAME_MATTER for part in denied_parts(denied)):
        return None
    return Difference("negation", denied=denied is first)


def _opposite(first: str, second: str) -> Difference | None:
    """A word of scope, obligation or direction against its rival, both of the same thing."""
    if denies(first) != denies(second) or len(matter(first) ^ matter(second)) > _NEARLY or names_part(first, second):
        return None
    found = rival_marks(first, second)
    return Difference(KINDS[found[0].axis], found[0].word, found[1].word) if found else None
