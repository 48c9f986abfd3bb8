"""The judge that needs no model (docs/judges.md).

said        what a report states, as a document that can be searched
claims      an item as statements
languages   which of them can be compared with the report
holding     how much of a statement each passage holds
positive    does the report state the fact?
flaws       is the flaw there?
judge       all of it: ``EmbeddedJudge``
"""

from research_agent.judges.embedded.judge import EmbeddedJudge

__all__ = ["EmbeddedJudge"]
