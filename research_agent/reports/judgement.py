"""The judge's verdict as a part of the report: its score, and every checklist item with what it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from research_agent.domain import ItemVerdict, Report, Verdict
from research_agent.reports.blocks import (
    Block,
    Heading,
    Inline,
    Label,
    Line,
    Paragraph,
    Style,
    Table,
    Words,
    label,
    words,
)
from research_agent.reports.labels import Labels
from research_agent.reports.wording import score_words


def judgement(report: Report, said: Labels) -> Iterator[Block]:
    """The section, where the report was judged."""
    verdict = report.verdict
    if verdict is None:
        return
    yield Heading(2, label(said("checklist")))
    yield Paragraph(words(" ".join(_summary(verdict, said))))
    yield Table(
        tuple(label(said(key)) for key in ("item", "weight", "item_verdict", "reason")),
        tuple(_row(item, said) for item in verdict.items),
    )


def _summary(verdict: Verdict, said: Labels) -> Iterator[str]:
    yield said(
        "judged_score",
        score=score_words(verdict.score, said),
        ternary=score_words(verdict.score_ternary, said),
        decided=verdict.decided,
        items=len(verdict.items),
    )
    yield said("judged_by", judge=" / ".join(filter(None, (verdict.judge, verdict.model))))
    if verdict.rubric == "derived":
        yield said("checklist_derived")
    if verdict.vetoes:
        yield said("vetoes_fired", items=said("comma").join(verdict.vetoes))
    yield from verdict.notes


def _row(item: ItemVerdict, said: Labels) -> tuple[Line, ...]:
    kind = "flaw" if item.weight < 0 else "item"
    why: list[Inline] = [Words(item.reason)]
    if item.sentence:
        quoted = f"{said('quote_open')}{item.sentence}{said('quote_close')}"
        why += [Label(" "), Words(quoted, Style.EMPHASIS)]
    return words(item.text or item.id), words(f"{item.weight:+g}"), label(said(f"{kind}_{item.label}")), tuple(why)
