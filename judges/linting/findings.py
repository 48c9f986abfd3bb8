"""What the linter finds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Principle = Literal["atomicity", "verifiability", "unambiguity", "independence", "alignment", "evidence", "form"]
"""The five principles of docs/rubrics.md; ``evidence``: a fact without a passage; ``form``: the checklist."""
Severity = Literal["error", "warning"]

PRINCIPLES: tuple[Principle, ...] = (
    "atomicity",
    "verifiability",
    "unambiguity",
    "independence",
    "alignment",
    "evidence",
    "form",
)

_QUOTED = re.compile(
    r"“[^”]*”|\"[^\"]*\"|「[^」]*」|『[^』]*』|‘[^’]{1,200}’(?![A-Za-z])|《[^》]*》|`[^`]*`"
    r"|(?<![A-Za-z0-9])'[^'\n]{1,200}(?:'[a-z][^'\n]{0,100})?'(?![A-Za-z0-9])"
)
CLAIMED = re.compile(
    r"(?:写明|指出|说明|称|声称|认为|提到|提及|断言|强调|得出结论|分析出)|"
    r"\b(?:stat|say|not|point|mention|report|explain|warn|claim|argu|conclud|clarif|acknowledg|describ|show|emphasi|"
    r"admit|add|remind|advis|recommend|caution|recogni|reali|observ|stress|confirm|assum)\w*(?: out)? "
    r"(?:clearly |explicitly )?(?:that|why|how)\b",
    re.IGNORECASE,
)
"""Words after which an item says what is to be said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One place where a rubric breaks a principle."""

    item: str
    """Id of the item; empty for the checklist as a whole."""
    principle: Principle
    message: str
    """What is wrong, with the words that show it."""
    severity: Severity
    """``error``: it must be mended; ``warning``: somebody should look."""


def unquoted(text: str) -> str:
    """The text with what stands in quotation marks blanked, character for character: words that are named."""
    return _QUOTED.sub(lambda found: " " * len(found[0]), text)


def demanded(text: str) -> str:
    """The part of an item that says what to do; what follows "States that" is what is to be said."""
    bare = unquoted(text)
    claimed = CLAIMED.search(bare)
    return bare[: claimed.end()] if claimed else bare
