"""Works and versions: only what is said, never a chapter number or a date."""

from __future__ import annotations

import pytest

from research_agent.reading.naming import work_and_version


@pytest.mark.parametrize(
    ("address", "title", "work", "version"),
    [
        (
            "file:///d/postgresql-doc-15-15.20/upgrading.html",
            "19.6. Upgrading",
            "postgresql-doc/upgrading.html",
            "15.20",
        ),
        (
            "file:///d/postgresql-doc-17-17.12/upgrading.html",
            "18.6. Upgrading",
            "postgresql-doc/upgrading.html",
            "17.12",
        ),
        ("file:///d/python3.11-doc-3.11.2/faq.html", "FAQ", "python-doc/faq.html", "3.11.2"),
        ("file:///d/openssh-server-9.2p1/man/sshd.html", "sshd", "openssh-server/man/sshd.html", "9.2p1"),
        ("https://x.test/a", "PostgreSQL 15.20 Documentation", "PostgreSQL Documentation", "15.20"),
        ("https://x.test/a", "Hints - Apache HTTP Server Version 2.4", "Hints - Apache HTTP Server", "2.4"),
        ("https://docs.x.test/0.16.4/backup.html", "Backing up", "Backing up", "0.16.4"),
        ("https://x.test/blog/2024/05.12/a", "9.3. Mathematical Functions", "", ""),
        ("https://x.test/a", "Fedora 38 released on 2023.04.18", "", ""),
        ("file:///home/me/notes.txt", "My notes", "", ""),
        ("file:///d/report-2024/a.html", "Report", "", ""),
    ],
)
def test_work_and_version(address: str, title: str, work: str, version: str) -> None:
    assert work_and_version(address, title) == (work, version)


def test_a_version_that_the_document_states_wins_over_its_title() -> None:
    assert work_and_version("https://x.test/a", "Guide version 2.0", "2.1") == ("Guide", "2.1")
