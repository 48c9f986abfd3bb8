"""The third part of ``check_faults.py``: whole reports written by hand, each cited sentence with its label.

``check_fresh/NN-*.md`` are reports as other tools word them (free paraphrase, several facts in a sentence, tables,
lists, numbered references, our own form), over documents that ``check_faults.jsonl`` does not use. ``BASE`` stands
for the server, ``BASE/DEAD503/`` for an address that it answers with 503 (0: it hangs up), and ``{{kind}}`` behind a
cited sentence is its label, which the checker does not see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

FOLDER = Path(__file__).with_name("check_fresh")
HELD = frozenset({"08", "09", "10", "11", "12"})
"""Numbers of the reports whose misses nobody looked at before the checker was finished."""
_LABEL = re.compile(r"[ ]?\{\{(\w+)\}\}")
_ADDRESS = re.compile(r"\[\^?\d+\](?::[^\n]*)?|\]\([^)\s]*\)|【\d+】|\(?https?://\S+")
KINDS = {"scope": "scope", "page": "other page"}
"""Labels that are called otherwise in the table."""


def texts(part: str) -> Iterator[str]:
    """The reports of a part, ``fresh`` or ``held``, with their labels."""
    for path in sorted(FOLDER.glob("*.md")):
        if (path.name[:2] in HELD) == (part == "held"):
            yield path.read_text(encoding="utf-8")


def unlabelled(text: str, base: str) -> str:
    """What the checker is given."""
    return _LABEL.sub("", text).replace("BASE/", f"{base}/")


def labels(text: str) -> list[tuple[str, str]]:
    """Each cited sentence with its kind, in order."""
    found = []
    for line in text.splitlines():
        at = 0
        for label in _LABEL.finditer(line):
            found.append((line[at : label.start()].strip(), KINDS.get(label[1], label[1])))
            at = label.end()
    return found


def dead(text: str) -> dict[str, int]:
    """Path -> the status that the server answers."""
    return {f"/DEAD{found[1]}/{found[2]}": int(found[1]) for found in re.finditer(r"BASE/DEAD(\d+)/(\S+)", text)}


def nearest(sentence: str, checked: Sequence[str]) -> int | None:
    """Which of the checked sentences a labelled one is, by the marks that they share; None where it was lost."""
    wanted = _marks(_ADDRESS.sub(" ", sentence))
    scores = [len(wanted & _marks(text)) / max(1, len(wanted | _marks(text))) for text in checked]
    best = max(range(len(scores)), key=scores.__getitem__, default=None)
    return best if best is not None and scores[best] >= 0.5 else None


def _marks(text: str) -> frozenset[str]:
    letters = re.sub(r"[\W_]", "", text.lower())
    return frozenset(letters[at : at + 4] for at in range(len(letters) - 3))
