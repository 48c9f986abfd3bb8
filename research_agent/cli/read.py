"""``research read PATH|URL``: what the reader makes of one document."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from research_agent.domain import Document, Source
    from research_agent.settings import Settings

Address = Annotated[str, typer.Argument(metavar="PATH|URL", help="A local file, or an http(s) address.")]


def read(
    address: Address, local_only: options.LocalOnly = False, json: options.Json = False, debug: options.Debug = False
) -> int:
    """Show what the reader makes of one document: metadata and text, or the error (exit 1)."""
    from research_agent.cli.session import Session
    from research_agent.codec import dump
    from research_agent.settings import load_settings

    settings = load_settings(documents=() if "://" in address else (address,), local_only=local_only or None)
    where = address if "://" in address else _file(address)
    document = Session().run(lambda: _document(where, settings))
    if json:
        streams.write_json(dump(document))
    else:
        streams.write(f"{_metadata(document)}\n\n{streams.plain(document.text)}\n")
    return ExitCode.OK


def _file(path: str) -> str:
    """The file's address, without ``..``; a link keeps its own name, which may tell the format."""
    file = Path(path).expanduser().absolute()
    return (file.parent.resolve() / file.name).as_uri()


async def _document(address: str, settings: Settings) -> Document:
    from research_agent.domain import Limits
    from research_agent.reading.reader import Reader
    from research_agent.reading.unrecorded import Unrecorded, Unstored

    reader = Reader(settings, Unrecorded(), Unstored())
    try:
        return await reader.read(address, Limits())
    finally:
        await reader.aclose()


def _metadata(document: Document) -> str:
    """The source's fields that have a value, one a line."""
    lines = [f"{name}: {streams.one_line(value, 500)}" for name, value in _fields(document.source) if value]
    lines += [f"note: {streams.one_line(note, 500)}" for note in document.source.notes]
    return "\n".join(lines)


def _fields(source: Source) -> list[tuple[str, str]]:
    return [
        ("title", source.title),
        ("address", source.address),
        ("requested", source.requested),
        ("published", str(source.published or "")),
        ("author", source.author),
        ("publisher", source.publisher),
        ("language", source.language),
        ("work", source.work),
        ("version", source.version),
        ("authority", source.authority.value if source.authority != "unknown" else ""),
        ("format", source.format),
        ("characters", f"{source.length:,}"),
        ("sha256", source.sha256),
    ]
