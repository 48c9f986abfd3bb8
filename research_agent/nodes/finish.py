"""finish: the report goes to the run folder, and the run says that it has ended."""

from __future__ import annotations

from typing import Any

from research_agent.codec import load
from research_agent.domain import Report
from research_agent.errors import ConfigError
from research_agent.events import event
from research_agent.nodes.desk import Desk
from research_agent.nodes.state import ResearchState
from research_agent.reports.document import report_json
from research_agent.reports.extras import NEEDS
from research_agent.reports.write import write_report


async def finish(desk: Desk, state: ResearchState) -> dict[str, Any]:
    report = load(Report, state["record"])
    documents = await desk.documents(source.id for source in report.sources)
    # report.json is the record that `verify`, `show` and other programs read, whatever else is asked for
    formats = tuple(dict.fromkeys((*desk.settings.formats, "json")))
    exports = tuple(name for name in formats if name in NEEDS)
    await desk.off_loop(
        write_report, report, desk.folder, tuple(one for one in formats if one not in exports), documents
    )
    for name in exports:
        await _export(desk, report, name)
    if "verdict" in state:
        desk.folder.write_json("verdict.json", state["verdict"])
    document = report_json(report)
    await desk.off_loop(desk.finish, report)
    desk.emit(event("report", report=document))
    return {"report": document}


async def _export(desk: Desk, report: Report, name: str) -> None:
    """Write one export. A machine without a font for it is no reason to lose the run: it is told, and the run ends."""
    try:
        await desk.off_loop(write_report, report, desk.folder, (name,), {})
    except ConfigError as error:
        desk.emit(event("problem", stage="write", subject=f"report.{name}", what=str(error)))
