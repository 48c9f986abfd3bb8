"""What a user would ask about a matter: from title, heading and the words of the sentence, without the fact."""

from __future__ import annotations

import random
import re

from research_agent.text.tokens import STOPWORDS

from .sources import Spot

_MOST = 9
_LEADS = {
    "number": "How much or how many",
    "unit": "How large or how long",
    "date": "When",
    "version": "Since which version",
    "negation": "Is it so",
    "name": "Which",
    "scope": "In which cases",
}
_WORD = re.compile(r"[A-Za-z0-9][\w.+-]*\w|\w")


def question_for(spot: Spot, fact: str, at: int, kind: str, chance: random.Random) -> str:
    """A question about the sentence, in its language.

    Args:
        fact: the span that must not be given away; ``at`` is where it stands in the sentence.
    """
    rest = f"{spot.sentence[:at]} {spot.sentence[at + len(fact) :]}"
    title = re.split(r" [-—|–] ", spot.text.title)[0][:80]
    heading = spot.heading.strip(" .:#¶").lstrip("0123456789. ")[:80]
    where = title if heading in title else f"{title}, {heading}"
    if spot.text.language == "zh":
        return f"{where}：{_clause(rest)}，具体情况如何？"
    words = _words(rest)
    return chance.choice(
        (
            f"What does {where} say about {words}?",
            f"{_LEADS[kind]}: {words} ({where})?",
            f"{where}: {words}?",
        )
    )


def _words(rest: str) -> str:
    listed = [word for word in dict.fromkeys(_WORD.findall(rest)) if word.lower() not in STOPWORDS["en"]]
    return " ".join([word for word in listed if not word.isdigit()][:_MOST])


def _clause(rest: str) -> str:
    """The three longest runs of words, in their order."""
    runs = [run for run in re.split(r"[，。；：、（）()\s]+", rest) if run]
    kept = sorted(runs, key=len, reverse=True)[:3]
    return " ".join(run for run in runs if run in kept)[:48]
