from __future__ import annotations

import json
from pathlib import Path

import pytest

from research_agent.cli.main import main


def test_a_document_is_shown_with_its_metadata_and_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a [1] ü.html"
    path.write_text("<title>Title</title><p>It is \x1b[31m42 degrees warm, and the sun has been out since dawn.</p>")
    assert main(["read", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("title: Title\naddress: file://")
    assert "format: html" in out
    assert "42 degrees warm" in out
    assert "\x1b" not in out
    assert err == ""


def test_a_document_as_json_is_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# Notes\n\nOne paragraph with enough words to be a text.\n")
    assert main(["read", str(path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["source"]["format"] == "markdown"
    assert document["text"][document["blocks"][0]["start"] : document["blocks"][0]["end"]] == "Notes"


@pytest.mark.parametrize(("data", "kind"), [(None, "not_found"), (b"", "empty"), (b"%PDF-1.4\ngarbage", "damaged")])
def test_what_cannot_be_read_is_told_with_the_reason(
    data: bytes | None, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file.pdf"
    if data is not None:
        path.write_bytes(data)
    assert main(["read", str(path), "--json"]) == 1
    out, err = capsys.readouterr()
    error = json.loads(out)
    assert error["kind"] == kind
    assert "file.pdf" in error["message"]
    assert err.startswith("research: ")


def test_an_address_that_is_not_allowed_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "http://127.0.0.1:9/", "--debug"]) == 1
    assert "RESEARCH_FETCH_ALLOW" in capsys.readouterr().err
