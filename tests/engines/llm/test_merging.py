"""Claims that only repeat another one are shown to the writer once."""

from __future__ import annotations

from research_agent.domain import ClaimProposal, QuoteProposal, Reading
from research_agent.engines.llm.merging import without_repeats
from research_agent.evidence.ledger import Ledger, build_ledger
from tests.support.example_documents import markdown

LINK = "If you use link mode, the upgrade will be much faster, but the old cluster cannot be used afterwards."
TIME = "It takes 3 minutes for a small cluster."
OLD = markdown("old", f"# pg_upgrade\n\n{LINK}\n\n{TIME}\n", version="13.16")
NEW = markdown("new", f"# pg_upgrade\n\n{LINK}\n\n{TIME}\n", version="15.20")


def ledger_of(*claims: tuple[str, str, str]) -> Ledger:
    """(claim, source, quote), one reading each."""
    readings = [
        Reading(
            sub_question=str(place),
            proposals=(ClaimProposal(text=text, quotes=(QuoteProposal(source=source, text=quote),), relevance=1.0),),
        )
        for place, (text, source, quote) in enumerate(claims, start=1)
    ]
    return build_ledger({document.source.id: document for document in (OLD, NEW)}, readings)


def shown(ledger: Ledger) -> list[str]:
    return [ledger.claims[name].text for name in without_repeats(tuple(ledger.claims), ledger)]


def test_the_same_sentence_of_two_versions_is_one_claim() -> None:
    one = "With link mode of 13.16 the upgrade is much faster, but the old cluster cannot be used afterwards."
    two = "The upgrade is much faster with link mode (15.20), but the old cluster then cannot be used afterwards."
    assert len(shown(ledger_of((one, OLD.source.id, LINK), (two, NEW.source.id, LINK)))) == 1


def test_other_sentences_are_another_claim() -> None:
    three = ("The upgrade takes 3 minutes for a small cluster.", OLD.source.id, TIME)
    assert len(shown(ledger_of(three, ("Link mode is faster for a small cluster.", NEW.source.id, LINK)))) == 2


def test_a_figure_that_only_one_claim_has_keeps_it() -> None:
    one = ("The upgrade of a small cluster takes minutes.", OLD.source.id, TIME)
    two = ("The upgrade of a small cluster takes 3 minutes.", NEW.source.id, TIME)
    assert "3 minutes" in " ".join(shown(ledger_of(one, two)))
