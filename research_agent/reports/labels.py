"""The words that code prints in a report, in the report's language (``labels.toml``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of one language."""

    language: str
    """Which language they are in; differs from the report's where that has none."""
    words: dict[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """The label ``key``, its ``{names}`` filled in.

        Raises:
            KeyError: there is no such label, or a value is missing.
        """
        return self.words[key].format(**values)


def labels(language: str) -> Labels:
    """Labels for a BCP-47 tag: those of its primary language, or English ones."""
    primary = language.split("-", 1)[0].lower()
    known = _all()
    chosen = primary if primary in known else FALLBACK
    return Labels(chosen, known[chosen])


def in_all_languages(key: str) -> tuple[str, ...]:
    """The label ``key`` in every language that has labels."""
    return tuple(words[key] for words in _all().values())


@cache
def _all() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("research_agent.reports").joinpath("labels.toml").read_text(encoding="utf-8"))
