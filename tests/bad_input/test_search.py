"""Search that finds nothing, answers rubbish, or fails: three different things, whatever the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import QUESTION, Said, research
from tests.support.search_service import Reply, search_service


def searched(monkeypatch: pytest.MonkeyPatch, *replies: Reply, words: tuple[str, ...] = ()) -> Said:
    with search_service(*replies) as service:
        monkeypatch.setenv("SEARXNG_URL", service.url)
        return research(QUESTION, "--search", "searxng", *words)


def test_nothing_found_is_not_failed(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = searched(monkeypatch, Reply({"results": []}))
    assert said.code == 3
    assert said.report["outcome"] == "no_evidence"
    assert "Nothing found" in said.err


NO_ADDRESS = [
    {},
    {"url": None},
    {"url": 5},
    {"url": "/relative"},
    {"url": "javascript:alert(1)"},
    {"url": "http://[::1"},
]


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Reply("<!DOCTYPE html><html>hi</html>"), "JSON"),
        (Reply('{"results": [{'), "JSON"),
        (Reply(""), "JSON"),
        (Reply([1, 2]), "list of results"),
        (Reply({"results": None}), "list of results"),
        (Reply({"results": [*NO_ADDRESS, "text", None]}), "none has a usable address"),
        (Reply("no", status=403), "403"),
        (Reply("boom", status=500, headers={"Retry-After": "0"}), "500"),
        (Reply("slow down", status=429, headers={"Retry-After": "0"}), "429"),
    ],
    ids=["html", "torn", "empty", "list", "null", "no-address", "403", "500", "429"],
)
def test_rubbish_and_failure_are_not_nothing(
    reply: Reply, told: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = searched(monkeypatch, reply)
    assert said.code == 3
    assert said.report["outcome"] == "search_failed"
    assert "Search failed" in said.err
    assert told in said.err


def test_a_search_service_that_is_down_is_named_and_the_others_go_on(
    documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEARXNG_URL", "http://127.0.0.1:9")
    alone = research(QUESTION, "--search", "searxng")
    assert (alone.code, alone.report["outcome"]) == (3, "search_failed")
    both = research(QUESTION, "--search", "searxng", "--search", "local", "--documents", str(documents))
    assert both.code == 0
    assert "searxng" in both.out
    assert "cannot be reached" in both.out


def test_after_a_failed_search_resume_searches_again(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = searched(monkeypatch, Reply("boom", status=500, headers={"Retry-After": "0"}))
    with search_service(Reply({"results": []})) as service:
        monkeypatch.setenv("SEARXNG_URL", service.url)
        again = research("resume", str(said.folder))
    assert service.asked
    assert again.report["outcome"] == "no_evidence"


@pytest.mark.parametrize("address", ["not an address", "ftp://127.0.0.1/x"])
def test_a_given_address_that_cannot_be_fetched_is_in_the_report(address: str, documents: Path) -> None:
    said = research(QUESTION, "--url", address, "--documents", str(documents))
    assert said.code == 0
    assert address in str(said.report.get("problems", said.out))


def test_a_search_address_that_is_none_is_wrong_usage(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEARXNG_URL", "not an address")
    said = research(QUESTION, "--search", "searxng")
    assert said.code == 2
    assert "SEARXNG_URL" in said.complaint
    assert not list(here.glob("runs/2*"))
