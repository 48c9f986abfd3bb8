from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.command_line import QUESTION, research, two_pages
from tests.support.http_site import Site, http_site

PAGE = """<title>{title}</title><h1>{title}</h1><p>{text}</p><p>The island of Ostrova has a harbour, a school and
two shops, and the ferry from Marlo calls there every day of the week except in winter storms.</p>"""


@pytest.fixture
def site() -> Iterator[Site]:
    with http_site() as found:
        yield found


def put(site: Site, path: str, text: str, title: str) -> str:
    return site.add(path, PAGE.format(title=title, text=text).encode())


def web_run(site: Site, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished run that cites a page of the site."""
    monkeypatch.setenv("RESEARCH_FETCH_ALLOW", site.host)
    monkeypatch.setenv("RESEARCH_HOST_DELAY", "0")
    put(site, "/a", "The lighthouse of Ostrova is 42 metres high and was measured in May 2019.", "Survey of Ostrova")
    Path("docs").mkdir()
    Path("docs/empty.md").write_text("# Soup\n\nFish soup is made of fish, water and salt.\n", encoding="utf-8")
    said = research(QUESTION, "--documents", "docs", "--url", site.url("/a"), "--engine", "extractive")
    assert said.code == 0, said.err
    return said.folder


def live(folder: Path) -> tuple[int, dict[str, dict[str, object]]]:
    said = research("verify", str(folder), "--live", "--json")
    result = json.loads(said.out)
    assert result["holds"] is True
    return said.code, {str(one["address"]).rsplit("/", 1)[-1]: one for one in result["live"]}


def test_pages_that_did_not_change(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = web_run(site, monkeypatch)
    before = site.count("/a")
    code, found = live(folder)
    assert code == 0
    assert {one["status"] for one in found.values()} == {"unchanged"}
    assert "a" in found
    assert site.count("/a") == before + 1  # asked again, not answered by the journal


def test_a_page_that_changed_around_its_quotes_still_holds(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = web_run(site, monkeypatch)
    put(
        site,
        "/a",
        "New: a cafe. The lighthouse of Ostrova is 42 metres high and was measured in May 2019.",
        "All the news",
    )
    code, found = live(folder)
    assert code == 0
    assert found["a"]["status"] == "changed"
    assert found["a"]["standing"] == found["a"]["quotes"]
    assert found["a"]["moved"]
    assert found["a"]["gone"] == []


def test_a_page_whose_number_changed_no_longer_holds(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = web_run(site, monkeypatch)
    put(site, "/a", "The lighthouse of Ostrova is 43 metres high and was measured in May 2019.", "Survey of Ostrova")
    code, found = live(folder)
    assert code == 1
    assert found["a"]["status"] == "changed"
    assert "42 metres" in str(found["a"]["gone"])


@pytest.mark.parametrize(
    ("status", "expected"), [(404, "vanished"), (410, "vanished"), (403, "unreachable"), (500, "unreachable")]
)
def test_pages_that_are_gone_or_cannot_be_reached(
    status: int, expected: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = web_run(site, monkeypatch)
    site.add("/a", b"sorry", status=status, headers={"Retry-After": "99"})
    code, found = live(folder)
    assert code == 1
    assert found["a"]["status"] == expected
    assert found["a"]["standing"] is None
    assert str(status) in str(found["a"]["reason"])


def test_local_documents_are_read_from_the_disk_again() -> None:
    docs = two_pages(Path("docs"))
    said = research(QUESTION, "--documents", "docs", "--engine", "extractive")
    assert said.code == 0
    (docs / "survey.md").unlink()
    (docs / "guide.txt").write_text((docs / "guide.txt").read_text().replace("41 metres", "40 metres"))
    told = research("verify", str(said.folder), "--live")
    assert told.code == 1
    assert "every citation holds" in told.out  # the run itself is as it was
    assert "vanished: " in told.out
    assert "survey.md" in told.out
    assert "changed: " in told.out
    assert "gone: “" in told.out
    assert "41 metres" in told.out


def test_without_the_flag_nothing_is_fetched(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = web_run(site, monkeypatch)
    before = len(site.requests)
    assert "live" not in json.loads(research("verify", str(folder), "--json").out)
    assert len(site.requests) == before


def test_a_report_that_is_none_is_told() -> None:
    two_pages(Path("docs"))
    folder = research(QUESTION, "--documents", "docs", "--engine", "extractive").folder
    (folder / "report.json").write_text("[]")
    said = research("verify", str(folder), "--live")
    assert said.code == 1
    assert "cannot be read" in said.complaint
