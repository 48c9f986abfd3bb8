"""What the writer sees beside the quotes: the best of all documents, each part of the question in turn."""

from __future__ import annotations

from research_agent.domain import Intent, OutlineSection, Plan, SubQuestion
from research_agent.engines.llm.further import further
from research_agent.engines.llm.scale import worth
from tests.support.example_documents import markdown


def filler(kind: str) -> str:
    return " ".join(f"Some {kind} word {place} {kind} fills a {kind} page." for place in range(12))


TRIM = "TRIM tells the drive which sectors are free."
HEADER = "A header backup restores the key slots."
GRUB = "GRUB opens LUKS1 disks only."
PAGES = (
    markdown("trim", f"# TRIM\n\n{TRIM} {filler('red')}\n"),
    markdown("header", f"# Headers\n\n{HEADER} {filler('green')}\n"),
    markdown("grub", f"# GRUB\n\n{GRUB} {filler('blue')}\n"),
)
DOCUMENTS = {page.source.id: page for page in PAGES}
PLAN = Plan(
    intent=Intent.FACT,
    sub_questions=(
        SubQuestion(id="1", text="Is TRIM safe?", queries=("TRIM sectors free",)),
        SubQuestion(id="2", text="How is a header backed up?", queries=("header backup key slots",)),
    ),
    outline=(OutlineSection(title="S", sub_questions=("1", "2")),),
)


def texts(*missing: str, shown: tuple[tuple[str, tuple[int, int]], ...] = (), budget: int = 10_000) -> str:
    return "\n".join(passage.text for passage in further(PLAN, missing, DOCUMENTS, shown, budget))


def test_every_part_of_the_question_is_served() -> None:
    assert TRIM in texts()
    assert HEADER in texts()
    narrow = texts(budget=1_300)
    assert TRIM in narrow
    assert HEADER in narrow


def test_what_readers_missed_is_looked_for_once_more() -> None:
    assert GRUB not in texts()
    assert GRUB in texts("Which disks does GRUB open?")


def test_what_is_shown_already_is_not_shown_again() -> None:
    page = PAGES[0]
    assert TRIM not in texts(shown=((page.source.id, (0, len(page.text))),))


def test_the_budget_is_kept_and_a_small_one_is_left_unused() -> None:
    assert worth(texts(budget=1_200)) <= 1_200
    assert texts(budget=500) == ""


def test_a_document_that_gives_nothing_further_may_still_be_shown_for_its_quotes() -> None:
    page = PAGES[0]
    shown = ((page.source.id, (0, len(page.text))),)
    found = further(PLAN, (), DOCUMENTS, shown, 10_000, without={page.source.id})
    assert found
    assert all(passage.source != page.source.id for passage in found)
