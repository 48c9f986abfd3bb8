"""Which sentences of a report satisfy which item, and how its flaws would read: what mutants are made from.

By hand, as JSON beside the report (docs/judges.md):

    {"satisfied": {"r01": ["Its height is 8848.86 metres."]},
     "flaws": {"r07": "Its height was never measured by China."},
     "paraphrases": [["Its height is 8848.86 metres.", "It stands 8848.86 metres tall."]]}

Each text under ``satisfied`` is a verbatim part of one or more sentences; together they are all that satisfies the
item. ``bearing``, of the same form, names sentences that bear on an item and do not satisfy it. Without such a file the
gold evidence marks the sentences, and the items' examples are the flaws.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from research_agent.errors import ConfigError
from research_agent.judges.gold import shares, trigrams
from research_agent.judges.rubric import Item, Rubric
from research_agent.judges.subject import Subject


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    satisfied: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Item id -> parts of the sentences that satisfy it."""
    flaws: Mapping[str, str] = field(default_factory=dict)
    """Id of a negative item -> a sentence that shows the flaw."""
    bearing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Item id -> parts of sentences that a judge may weigh for the item though they do not satisfy it: whether the item
    flips where they are changed says nothing."""
    paraphrases: tuple[tuple[str, str], ...] = ()
    """Sentences of the report, and the same said otherwise."""


def marks_by_gold(subject: Subject, rubric: Rubric) -> Marks:
    """Marks by the rubric alone: a sentence that shares at least half of the word 3-grams of a gold quote satisfies
    the item; the first example of a negative item shows its flaw."""
    shingles = [(sentence.text, trigrams(sentence.text)) for sentence in subject.sentences]
    satisfied = {}
    for item in rubric.items:
        gold = [trigrams(one.quote) for one in item.evidence] if item.weight > 0 else []
        found = tuple(dict.fromkeys(text for text, has in shingles if any(shares(one, has) for one in gold)))
        if found:
            satisfied[item.id] = found
    return Marks(satisfied=satisfied, flaws=_flaws(rubric.items))


def _flaws(items: Sequence[Item]) -> dict[str, str]:
    return {item.id: item.examples[0] for item in items if item.weight < 0 and item.examples}


def load_marks(path: Path, subject: Subject, rubric: Rubric) -> Marks:
    """Marks by hand; flaws that the file leaves out are the items' first examples.

    Raises:
        ConfigError: kind ``bad_marks``: the file cannot be read, names an item that the rubric has not, or a text that
            the report has not.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"The marks {path} cannot be read: {error}.", kind="bad_marks") from error
    if not isinstance(data, dict):
        raise _wrong(path, "is not a JSON object")
    marks = Marks(
        satisfied={str(id): tuple(map(str, texts)) for id, texts in _object(data, "satisfied", path).items()},
        flaws=_flaws(rubric.items) | {str(id): str(text) for id, text in _object(data, "flaws", path).items()},
        bearing={str(id): tuple(map(str, texts)) for id, texts in _object(data, "bearing", path).items()},
        paraphrases=tuple((str(one), str(other)) for one, other in data.get("paraphrases", ())),
    )
    _require_known(marks, subject, rubric, path)
    return marks


def _object(data: Mapping[str, Any], name: str, path: Path) -> Mapping[str, Any]:
    value = data.get(name, {})
    if not isinstance(value, dict):
        raise _wrong(path, f"has `{name}` that is not a JSON object")
    return value


def _require_known(marks: Marks, subject: Subject, rubric: Rubric, path: Path) -> None:
    ids = {item.id for item in rubric.items}
    for id in [*marks.satisfied, *marks.flaws, *marks.bearing]:
        if id not in ids:
            raise _wrong(path, f"names the item {id!r}, which the rubric has not")
    parts = [*marks.satisfied.values(), *marks.bearing.values(), [one for one, _ in marks.paraphrases]]
    for text in chain.from_iterable(parts):
        if text not in subject.text:
            raise _wrong(path, f"names a text that the report has not: {text[:80]!r}")


def _wrong(path: Path, what: str) -> ConfigError:
    return ConfigError(
        f"The file of marks {path} {what}.", kind="bad_marks", next_step="The format stands in docs/judges.md."
    )
