"""The doctor over real servers on loopback; what it cannot reach here is led to names that do not resolve."""

from __future__ import annotations

import http.server
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from research_agent.cli import checks
from research_agent.cli.checks import Check, check_exports, works_now
from research_agent.cli.main import main
from research_agent.llm.fake import FakeModelServer
from research_agent.settings import Settings


class Answering(http.server.BaseHTTPRequestHandler):
    body = b'{"results": [{"url": "https://e.org/", "title": "E", "content": "c"}]}'

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: object) -> None: ...


@contextmanager
def service() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checks, "PAGE", "http://page.invalid/")
    monkeypatch.setattr(checks, "PATIENCE", 3.0)


def doctor(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict[str, Check], list[str]]:
    code = main(["doctor", "--json", *argv])
    told = json.loads(capsys.readouterr().out)
    return code, {one["name"]: Check(**one) for one in told["checks"]}, told["works_now"]


def test_with_nothing_set_up_documents_work(capsys: pytest.CaptureFixture[str]) -> None:
    code, found, works = doctor(capsys, "--local-only")
    assert code == 0
    assert {name: check.status for name, check in found.items()} == {
        "model": "off",
        "search": "off",
        "network": "off",
        "cache": "works",
        "runs": "works",
        "export docx": "works",
        "export pdf": "works",
    }
    assert len(works) == 1
    assert "OPENAI_API_KEY" in found["model"].next_step


def test_a_model_that_answers_works(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeModelServer(['{"ok": true}']).in_thread() as server, service() as searxng:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("RESEARCH_MODEL", "small-one")
        monkeypatch.setenv("SEARXNG_URL", searxng)
        monkeypatch.setattr(checks, "PAGE", searxng)
        code, found, works = doctor(capsys)
    assert code == 0
    assert "price unknown" in found["model small-one"].what
    assert found["search searxng"].what == "1 hit for 'encyclopedia'"
    assert [line.split(":")[0] for line in works] == [
        "Documents, with a language model",
        "The web, with a language model",
    ]


@pytest.mark.parametrize(
    ("variables", "name"),
    [
        ({"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "RESEARCH_MODEL": "m"}, "model m"),
        ({"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}, "model"),
        ({"SEARXNG_URL": "http://127.0.0.1:9"}, "search searxng"),
        ({"RESEARCH_SEARCH": "nosuch"}, "search"),
        ({"RESEARCH_CACHE_DIR": "/proc/nowhere"}, "cache"),
    ],
)
def test_what_is_set_up_and_fails_is_a_failure(
    variables: dict[str, str], name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    code, found, _ = doctor(capsys, "--local-only")
    assert code == 1
    assert found[name].status == "failed"
    assert found[name].next_step
    assert main(["doctor", "--local-only"]) == 1
    assert f"failed  {name}: " in capsys.readouterr().out


def test_a_failing_model_does_not_stop_the_extractive_engine() -> None:
    failed = Check(name="model m", status="failed", what="x")
    assert "--engine extractive works" in works_now(Settings(), [failed])[-1]


def test_exports_that_are_not_installed_are_off_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [(one.name, one.status) for one in check_exports()] == [("export docx", "works"), ("export pdf", "works")]
    monkeypatch.setitem(sys.modules, "typst", None)
    (pdf,) = [one for one in check_exports() if one.status == "off"]
    assert (pdf.name, "research-agent-cited[pdf]" in pdf.next_step) == ("export pdf", True)
