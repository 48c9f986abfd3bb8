"""Documents on another subject than the question are told by what most documents have in common."""

from __future__ import annotations

from dataclasses import replace

from research_agent.engines.llm.subject import off_subject
from tests.support.example_documents import markdown

QUESTION = "Which yeast should the bakery use for sourdough bread in winter?"
BREAD = "Sourdough bread needs yeast. The bakery uses it in winter. Note number"


def test_a_page_that_shares_one_word_is_about_something_else() -> None:
    documents = [markdown(f"Bread {n}", f"# Bread {n}\n\n{BREAD} {n}.\n") for n in range(5)]
    other = markdown("Tyres", "# Tyres\n\nWinter tyres are for cars. Use them on ice.\n")
    assert off_subject(QUESTION, "en", [*documents, other]) == {other.source.id}


def test_of_few_documents_nothing_is_told() -> None:
    assert off_subject(QUESTION, "en", [markdown("Tyres", "# Tyres\n\nWinter tyres are for cars.\n")]) == frozenset()


def test_documents_in_other_languages_are_not_compared() -> None:
    documents = [markdown(f"Bread {n}", f"# Bread {n}\n\n{BREAD} {n}.\n") for n in range(5)]
    foreign = markdown("冬天", "# 冬天\n\n酵母在冬天发酵得慢。\n")
    foreign = replace(foreign, source=replace(foreign.source, language="zh"))
    assert off_subject(QUESTION, "en", [*documents, foreign]) == frozenset()
