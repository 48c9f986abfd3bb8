"""What parts two statements about one matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DifferenceKind = Literal[
    "number", "unit", "date", "version", "negation", "name", "scope", "direction", "modality", "word", "other"
]


@dataclass(frozen=True, slots=True)
class Difference:
    """The words of either side that differ, and how. Where one side denies what the other says, no words."""

    kind: DifferenceKind
    first: str = ""
    second: str = ""
    denied: bool = False
    """The one that stands first is the denial."""

    def turned(self) -> Difference:
        """The same, seen from the other side."""
        return Difference(self.kind, self.second, self.first, self.kind == "negation" and not self.denied)
