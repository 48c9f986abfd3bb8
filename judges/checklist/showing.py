"""How checklist items are put before the model: numbered, with what the rubric tells of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from research_agent.judges.rubric import Item

MOST_EXAMPLES = 3
LONGEST_EXAMPLE = 300


def shown_items(items: Sequence[Item], first: int = 1) -> str:
    """One paragraph an item, the numbers counting from ``first``."""
    return "\n\n".join("\n".join(_lines(number, item)) for number, item in enumerate(items, start=first))


def _lines(number: int, item: Item) -> Iterator[str]:
    yield f"item {number}: {_flat(item.text)}"
    if item.fact:
        yield f"  {'true' if item.weight < 0 else 'fact'}: {_flat(item.fact)}"
    for example in item.examples[:MOST_EXAMPLES]:
        yield f"  such as: {_flat(example)[:LONGEST_EXAMPLE]}"


def _flat(text: str) -> str:
    return " ".join(text.split())
