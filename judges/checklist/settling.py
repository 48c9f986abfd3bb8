"""From the judgements of parts and trials to one label for each item.

Parts: a demand is met if it is met in one part, a flaw is there if it is in one part; anything less is only known when
every part was judged. A flaw of omission (the report does not say ...) is there only if it is in every
part. Trials: the label that most of the decided trials give; of labels with equally many, the one that is less
favourable to the report. A trial without a usable judgement has no voice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from research_agent.domain import ItemVerdict, Label, Trial
from research_agent.errors import BudgetError, ModelError
from research_agent.judges.checklist.doubt import entropy
from research_agent.judges.rubric import Item
from research_agent.judges.scoring import TERNARY, valued


@dataclass(frozen=True, slots=True)
class Judged:
    """One item, judged on one part of a report."""

    trial: Trial
    omission: bool = False
    """The flaw is that something is missing."""
    failure: ModelError | BudgetError | None = None
    """Why no answer came at all."""


def over_parts(judged: Sequence[Judged]) -> Trial:
    """One item's trial over all parts of the report, in the order of the parts."""
    if len(judged) == 1:
        return judged[0].trial
    whole = next((one.trial for one in judged if one.trial.label == "satisfied" and not one.omission), None)
    failed = next((one.trial for one in judged if one.trial.label == "undecided"), None)
    if whole is not None or failed is not None:
        return replace(whole or failed or judged[0].trial, probabilities={})
    partly = next((one.trial for one in judged if one.trial.label == "partial" and not one.omission), None)
    least = min((one.trial for one in judged), key=lambda trial: TERNARY[trial.label])
    return replace(partly or least, probabilities={})


def over_trials(item: Item, trials: Sequence[Trial]) -> ItemVerdict:
    """The item's verdict, with its values."""
    label = _label(item, trials)
    chosen = next(trial for trial in trials if trial.label == label)
    return valued(
        ItemVerdict(
            id=item.id,
            label=label,
            value=None,
            weight=item.weight,
            reason=chosen.reason or chosen.error,
            sentence=chosen.sentence,
            text=item.text,
            kind=item.kind,
            dimension=item.dimension,
            veto=item.veto,
            entropy=entropy(trials),
            trials=tuple(trials),
        )
    )


def _label(item: Item, trials: Sequence[Trial]) -> Label:
    counts = Counter(trial.label for trial in trials if trial.label != "undecided")
    if not counts:
        return "undecided"
    favour = -1 if item.weight < 0 else 1
    return min(counts, key=lambda label: (-counts[label], favour * TERNARY[label]))
