"""Deep research whose every citation can be checked.

    from research_agent import Settings, research
    report = await research("How high is Mount Everest?", Settings(documents=("notes/",)))

The public names are loaded when they are first used: importing the package loads neither langgraph nor openai.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from research_agent.api import replay, research, research_sync, resume, stream
    from research_agent.domain import Plan, Question, Report, Verdict
    from research_agent.errors import ResearchError
    from research_agent.graph import build_graph
    from research_agent.nodes.approve import Approve, Edit, Reject
    from research_agent.settings import Settings, load_settings

_HOME = {
    "research": "api",
    "research_sync": "api",
    "resume": "api",
    "replay": "api",
    "stream": "api",
    "build_graph": "graph",
    "Approve": "nodes.approve",
    "Edit": "nodes.approve",
    "Reject": "nodes.approve",
    "Plan": "domain",
    "Question": "domain",
    "Report": "domain",
    "Verdict": "domain",
    "ResearchError": "errors",
    "Settings": "settings",
    "load_settings": "settings",
}

__all__ = [
    "Approve",
    "Edit",
    "Plan",
    "Question",
    "Reject",
    "Report",
    "ResearchError",
    "Settings",
    "Verdict",
    "build_graph",
    "load_settings",
    "replay",
    "research",
    "research_sync",
    "resume",
    "stream",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
