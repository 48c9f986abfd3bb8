"""The checklist judge: a model says of each item whether the report meets it, and code checks what it rests on."""

from research_agent.judges.checklist.judge import ChecklistJudge

__all__ = ["ChecklistJudge"]
