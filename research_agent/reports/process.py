"""How the report came about, in short: what was to be done and what became of it, what was thought after each round,
which demands are met, which sources were taken for one, how the sentences were checked."""

from __future__ import annotations

from collections.abc import Iterator

from research_agent.domain import DemandCheck, NextStep, NotFound, Reflection, Report, SourceGroup, TodoItem
from research_agent.reports.blocks import Block, Bullets, Heading, Inline, Label, Line, Paragraph, Style, Words, label
from research_agent.reports.citations import Citations
from research_agent.reports.labels import Labels

TODO_MARKS = {"open": "[ ]", "done": "[x]", "given-up": "[-]"}
"""The boxes of the todo list, in the report and while it is made."""
DEMAND_MARKS = {"met": "[x]", "partly": "[~]", "not_met": "[ ]", "unchecked": "[?]"}

FEW = 3
"""Sources of one group that are told by their numbers only."""
REASONS = 2
"""Reasons that are told of one group: of many sources each pair has its own."""


class Process:
    """The parts of one report's method section that tell of its making."""

    def __init__(self, report: Report, citations: Citations, said: Labels) -> None:
        self.report, self.citations, self.said = report, citations, said

    def todo(self) -> Iterator[Block]:
        """The sub-questions as a checklist."""
        rounds = {sub.id: sub.round for sub in self.report.plan.sub_questions}
        yield Bullets(tuple(self._item(item, rounds.get(item.sub_question, 0)) for item in self.report.todo))
        if empty := self._sections_without_evidence():
            yield Paragraph((Label(self.said("sections_without_evidence")), self._colon(), Words(empty)))

    def _item(self, item: TodoItem, round: int) -> Line:
        line: list[Inline] = [Label(f"{TODO_MARKS[item.status]} {item.sub_question}. "), Words(item.text)]
        if round:
            line += [Label(" "), Label(f"({self.said('added_round', round=round)})", Style.EMPHASIS)]
        status = "" if item.status == "done" else self.said(f"todo_{item.status}")
        told = self.said("colon").join(part for part in (status, item.why) if part)
        return (*line, *((Label(" — "), Words(told)) if told else ()))

    def _sections_without_evidence(self) -> str:
        """Titles of planned sections all of whose sub-questions, follow-ups included, were given up."""
        done = {item.sub_question.split(".")[0] for item in self.report.todo if item.status == "done"}
        empty = [part.title for part in self.report.plan.outline if done.isdisjoint(part.sub_questions)]
        return self.said("separator").join(empty)

    def reflections(self) -> Iterator[Block]:
        """One line or two for each round."""
        if self.report.reflections:
            yield Heading(3, label(self.said("reflections")))
            yield Bullets(tuple(self._reflection(each) for each in self.report.reflections))

    def _reflection(self, reflection: Reflection) -> Line:
        head = self.said("reflection_round", round=reflection.round) if reflection.round else self.said("first_round")
        told = [
            self.said("reflection_missing", parts=self.said("comma").join(reflection.missing))
            if reflection.missing
            else "",
            self.said("reflection_disputes", n=len(reflection.contradicts)) if reflection.contradicts else "",
            reflection.why,
            *(self._step(name, step) for name, step in self._chosen(reflection)),
        ]
        return (Label(head, Style.STRONG), self._colon(), Words(self.said("separator").join(filter(None, told))))

    def _step(self, name: str, step: NextStep) -> str:
        way = self.said(f"way_{step.way}") if step.way != "new" else ""
        told = self.said("comma").join(part for part in (way, f"{step.gain:.2f}", step.expects) if part)
        return f"{name} ({told})"

    def _chosen(self, reflection: Reflection) -> Iterator[tuple[str, NextStep]]:
        steps = {" ".join(step.text.split()): step for step in reversed(reflection.next)}
        texts = {sub.id: sub.text for sub in self.report.plan.sub_questions}
        for name in reflection.chosen:
            if step := steps.get(texts.get(name, "")):
                yield name, step

    def demands(self) -> Iterator[Block]:
        """The question's demands as a checklist."""
        if self.report.demands:
            yield Heading(3, label(self.said("demands")))
            yield Bullets(tuple(self._demand(check) for check in self.report.demands))

    def _demand(self, check: DemandCheck) -> Line:
        line: list[Inline] = [Label(f"{DEMAND_MARKS[check.met]} "), Words(check.demand.text)]
        if check.met != "met":
            told = self.said("colon").join(part for part in (self.said(f"demand_{check.met}"), check.why) if part)
            line += [Label(" — "), Words(told)]
        return tuple(line)

    def groups(self) -> Iterator[Block]:
        """Sources that count as one voice, and those that the user told apart, and why."""
        for heading, independent in (("counted_as_one", False), ("told_apart", True)):
            groups = [group for group in self.report.groups if group.independent is independent]
            if groups:
                yield Heading(3, label(self.said(heading)))
                yield Bullets(tuple(self._group(group) for group in groups))

    def _group(self, group: SourceGroup) -> Line:
        """The numbers, of many sources by the work that they belong to, and the first reasons."""
        works: dict[str, list[int]] = {}
        for source in (each for each in self.report.sources if each.id in group.sources):
            work = source.part_of or source.work.partition("/")[0] or source.title
            works.setdefault(work if len(group.sources) > FEW else "", []).append(self.citations.numbers[source.id])
        line: list[Inline] = []
        for work, numbers in works.items():
            told = self.said("numbered", numbers=self.said("comma").join(map(str, sorted(numbers))))
            line += [Label(f"{self.said('separator')}{told}" if line else told)]
            line += [Label(" ("), Words(work), Label(")")] if work else []
        by = [Label(f" {self.said('by_user')}")] if group.decided_by == "user" else []
        reasons = self.said("separator").join(group.reason.split(self.said("separator"))[:REASONS])
        return (*line, *by, self._colon(), Words(reasons))

    def support(self) -> str:
        """How the sentences were held against their quotes, in one line; empty where none was."""
        counts = self.report.support
        if not counts.checked:
            return ""
        parts = [self.said("support_checked", n=counts.checked)]
        for key in ("verbatim", "by_model", "unchecked", "joint", "repaired", "dropped", "marked"):
            if n := getattr(counts, key):
                parts.append(self.said(f"support_{key}", n=n))
        return self.said("comma").join(parts)

    def tried(self, missing: NotFound) -> Iterator[Inline]:
        """The queries for something that was not found, each rewritten one with the way in which it differs."""
        ways = {
            " ".join(query.split()): step.way
            for reflection in self.report.reflections
            for step in reflection.next
            for query in step.queries
        }
        for rank, query in enumerate(missing.searched):
            yield from [Label(self.said("separator"))] if rank else []
            yield Words(query)
            if (way := ways.get(query, "new")) != "new":
                yield from (Label(" "), Label(f"({self.said(f'way_{way}')})", Style.EMPHASIS))

    def _colon(self) -> Label:
        return Label(self.said("colon"))
