"""What a judge says of a report.

A verdict is a list of judged items and the score that they add up to (``judges.scoring``). An item whose kind is
``negative`` describes a flaw: *satisfied* then means that the flaw is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Label = Literal["satisfied", "partial", "not_satisfied", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One judgement of one item; an item is judged in k trials."""

    label: Label
    """``undecided``: no usable judgement came (``error`` says why)."""
    reason: str = ""
    sentence: str = ""
    """The report's own sentence, as it stands there; empty where nothing in the report bears on the item."""
    probabilities: Mapping[str, float] = field(default_factory=dict)
    """Label -> probability, from the log-probabilities of the label's first token; empty where none were given."""
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemVerdict:
    """One checklist item, judged. An item that could not be decided has no value and no label of its own."""

    id: str
    label: Label
    value: float | None
    """On the strict scale, 0 or 1: a positive item earns its weight only when it is satisfied; of a flaw, a part
    counts as the whole. None when undecided."""
    ternary: float | None = None
    """On the ternary scale, 0, 0.5 or 1; None when undecided."""
    weight: float
    reason: str
    sentence: str = ""
    """The report's own sentence that the label rests on; for a whole report's absence of something, empty."""
    text: str = ""
    """What the item asks."""
    kind: str = ""
    """``explicit``, ``implicit`` or ``negative``."""
    dimension: str = ""
    veto: bool = False
    entropy: float | None = None
    """Doubt: Shannon entropy, in bits, of the label (0 to log2(3)), from the label token's probabilities where the
    endpoint gives them, else from the trials' labels. None for a judge that has neither, and for a single trial."""
    trials: tuple[Trial, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    judge: str
    """``checklist``, ``embedded``, ``gold`` ..."""
    score: float | None
    """Strict scale, 0..1 (cut at 0); None when no item that earns weight was decided."""
    score_ternary: float | None = None
    """The same on the ternary scale."""
    score_uncut: float | None = None
    """Strict scale, not cut at 0 and without vetoes."""
    decided: int
    """Items with a value."""
    items: tuple[ItemVerdict, ...]
    vetoes: tuple[str, ...] = ()
    """Ids of the items whose veto fired; the score is then 0."""
    dimensions: Mapping[str, float | None] = field(default_factory=dict)
    """Dimension -> strict score over its items alone."""
    rubric: str = ""
    """Id of the task whose checklist it is; ``derived`` for one made of the question and the plan."""
    model: str = ""
    prompts: Mapping[str, str] = field(default_factory=dict)
    """Prompt name -> hash of its template."""
    notes: tuple[str, ...] = ()
    """What a reader must know: items that could not be judged, a report that was cut."""
