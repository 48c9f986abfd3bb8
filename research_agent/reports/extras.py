"""Libraries that a plain installation leaves out: whether they are here, and what to install where they are not."""

from __future__ import annotations

from importlib.util import find_spec

from research_agent.errors import ConfigError

NEEDS = {"docx": "docx", "pdf": "typst"}
"""Format -> the module that writes it."""


def require(formats: tuple[str, ...]) -> None:
    """
    Raises:
        ConfigError: kind ``extra_missing``: a format needs a library that is not installed.
    """
    missing = [name for name in dict.fromkeys(formats) if name in NEEDS and find_spec(NEEDS[name]) is None]
    if missing:
        names = ",".join(missing)
        raise ConfigError(
            f"Writing {' and '.join(name.upper() for name in missing)} needs a library that is not installed.",
            kind="extra_missing",
            next_step=f'Install it: pip install "research-agent-cited[{names}]".',
        )
