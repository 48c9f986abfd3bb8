"""Take the README's picture of a report: ``python examples/make_picture.py REPORT.html docs/report.png``.

Needs playwright and Debian's chromium. The citation that is named by a selector (or else the first) is clicked first,
so that the picture shows a passage in its source.
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


def picture(report: Path, target: Path, citation: str = ".answer .cites a") -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1440, "height": 860}, reduced_motion="reduce")
        page.goto(report.resolve().as_uri())
        page.locator(citation).first.click()
        page.mouse.move(0, 0)
        page.screenshot(path=target)
        browser.close()


if __name__ == "__main__":
    picture(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:4])
