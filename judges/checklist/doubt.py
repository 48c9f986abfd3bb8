"""How sure a verdict is: the entropy of its label."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from research_agent.domain import Label, Trial


def label_probabilities(alternatives: Mapping[str, float], labels: Mapping[str, Label]) -> dict[str, float]:
    """Label -> probability, of the beginnings that the endpoint gives for a label's text.

    A beginning counts for the label that it begins (``sat``), or that it begins with (``satisfied","``); one that fits
    several labels or none is left out, and what is left adds up to 1. Empty where nothing is left.

    Args:
        alternatives: beginning -> probability.
        labels: the model's word -> our label.
    """
    found = dict.fromkeys(labels.values(), 0.0)
    for text, probability in alternatives.items():
        said = text.strip().lower()
        meant = [word for word in labels if said and (word.startswith(said) or said.startswith(word))]
        if len(meant) == 1:
            found[labels[meant[0]]] += probability
    total = sum(found.values())
    return {label: round(value / total, 6) for label, value in found.items()} if total > 0 else {}


def entropy(trials: Sequence[Trial]) -> float | None:
    """Shannon entropy in bits: of the mean of the trials' probabilities where there are any, else of their labels.

    None for fewer than two decided trials without probabilities: one label says nothing of doubt.
    """
    decided = [trial for trial in trials if trial.label != "undecided"]
    told = [trial.probabilities for trial in decided if trial.probabilities]
    if told:
        labels = sorted({label for each in told for label in each})
        return _bits([sum(each.get(label, 0.0) for each in told) / len(told) for label in labels])
    if len(decided) < 2:
        return None
    counts = Counter(trial.label for trial in decided)
    return _bits([counts[label] / len(decided) for label in sorted(counts)])


def _bits(shares: Sequence[float]) -> float:
    return round(max(0.0, -sum(share * math.log2(share) for share in shares if share > 0)), 6)
