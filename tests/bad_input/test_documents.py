"""Documents that are not there, cannot be read, or have odd names and odd insides."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from tests.support.command_line import QUESTION, research
from tests.support.pdf import Line, make_pdf

NOISE = random.Random(5).randbytes(4000)
_LOCK = f"/Encrypt << /Filter /Standard /V 1 /R 2 /O <{'41' * 32}> /U <{'42' * 32}> /P -4 >> /ID [<01> <01>]"
ENCRYPTED = make_pdf([[Line(50, 700, "The lighthouse is 42 metres high.")]]).replace(
    b"trailer <<", b"trailer << " + _LOCK.encode()
)
"""Its key is that of no password."""


@pytest.mark.parametrize("path", ["nowhere", "nothing*.md", "nowhere/deep/file.md", "new\nline"])
def test_a_path_that_does_not_exist_starts_nothing(path: str, here: Path) -> None:
    said = research(QUESTION, "--documents", path)
    assert said.code == 2
    assert "does not exist" in said.complaint
    assert "--documents" in said.complaint
    assert "Run: " not in said.err
    assert not list(here.glob("runs/2*"))


def test_an_empty_folder_is_told(here: Path) -> None:
    Path("empty").mkdir()
    said = research(QUESTION, "--documents", "empty")
    assert said.code == 2
    assert "No document can be read in empty" in said.complaint
    assert not list(here.glob("runs/2*"))


def test_a_folder_of_unreadable_files_names_each_reason(here: Path) -> None:
    folder = Path("bad")
    folder.mkdir()
    (folder / "noise.pdf").write_bytes(NOISE)
    (folder / "torn.pdf").write_bytes(b"%PDF-1.4\n" + NOISE)
    (folder / "empty.html").write_bytes(b"")
    said = research(QUESTION, "--documents", "bad")
    assert said.code == 2
    for told in ("noise.pdf", "binary", "torn.pdf", "damaged", "empty.html", "no readable text"):
        assert told in said.complaint
    assert ".." not in said.complaint
    assert not list(here.glob("runs/2*"))


def test_an_encrypted_pdf_is_named(here: Path) -> None:
    Path("secret.pdf").write_bytes(ENCRYPTED)
    said = research(QUESTION, "--documents", "secret.pdf")
    assert said.code == 2
    assert "secret.pdf" in said.complaint
    assert "encrypted" in said.complaint


NAMES = [
    "with space",
    "ünïcode 灯塔",
    "new\nline",
    "per%20cent",
    "ha#sh",
    "ques?tion",
    "esc\x1b[31m",
    "-dash",
    "a" * 240,
]


def test_odd_file_names_links_and_insides_cost_no_run(documents: Path) -> None:
    for number, name in enumerate(NAMES):
        fact = f"Tower number {number} of Ostrova has {number + 100} windows in its lighthouse wall."
        (documents / f"{name}.md").write_text(f"# Tower {number}\n\n{fact}\n", encoding="utf-8")
    Path(os.fsdecode(os.fsencode(documents) + b"/not-utf8-\xff.md")).write_text("# Hidden\n\nIt has a bad name.\n")
    (documents / "loop").symlink_to(documents)
    (documents / "self").symlink_to("self")
    (documents / "ping").symlink_to("pong")
    (documents / "pong").symlink_to("ping")
    (documents / "dangling.md").symlink_to("/nowhere.md")
    (documents / "nul.md").write_bytes(b"# Nul\n\nThe lighthouse\x00 of Ostrova was painted red in 1999.\n")
    (documents / "lines.jsonl").write_text(
        '{"title": "ok", "text": "The lighthouse of Ostrova had two keepers in 1950."}\n{"title": "bro\nnull\n[]\n',
        encoding="utf-8",
    )
    said = research("How many windows does tower number 3 of Ostrova have?", "--documents", str(documents))
    assert said.code == 0
    assert "103 windows" in said.out
    problems = json.dumps(said.report)
    assert "its name is not UTF-8" in problems
    assert "not valid JSON" in problems
    assert "\x1b" not in said.out + said.err
    assert not [line for line in said.out.splitlines() if line.startswith("line.md")]
    assert research("verify", str(said.folder)).code == 0
    assert research("replay", str(said.folder)).code == 0


HOSTILE = """<html><head><title>\x1b]0;owned\x07\x1b[31m &lt;script&gt;alert(1)&lt;/script&gt;
**bold** [x](javascript:alert(1))
| pipe \u202e &lt;img src=x onerror=alert(1)&gt;</title></head><body><article>
<p>The lighthouse of Ostrova is 42 metres high &lt;img src=x onerror=alert(2)&gt; and it stands on a rock.</p>
<p>It was built of stone by the harbour office, and every visitor may climb its stairs in the summer.</p>
</article></body></html>"""


def test_a_hostile_page_stays_text(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("page.html").write_text(HOSTILE, encoding="utf-8")
    said = research(QUESTION, "--documents", "page.html")
    assert said.code == 0
    shown = said.out + said.err
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "\u202e" not in shown
    assert "[x](javascript:" not in said.out
    assert "<script" not in said.out.replace("\\<script", "")
    page = (said.folder / "report.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert 'href="javascript:' not in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("line.txt", b"The lighthouse of Ostrova is 42 metres high. " * 440_000),
        ("word.txt", b"a" * 19_000_000 + b" The lighthouse of Ostrova is 42 metres high."),
        ("nested.html", b"<div>" * 1_000_000 + b"The lighthouse of Ostrova is 42 metres high." + b"</div>" * 1_000_000),
        ("pages.pdf", make_pdf([[Line(50, 700, f"Page {n} of the harbour of Ostrova.")] for n in range(300)])),
    ],
    ids=["line", "word", "nested", "pages"],
)  # fmt: skip
def test_huge_documents_are_read_or_refused(name: str, data: bytes, documents: Path) -> None:
    (documents / name).write_bytes(data)
    said = research(QUESTION, "--documents", str(documents))
    assert said.code == 0
    assert "metres high" in said.out
