"""What on a page is no content: navigation, dialogs, scripts, what is hidden.

Structure decides (tags, ARIA roles, hidden attributes); names of classes only make a part suspect, and a suspect
part is left out when it consists of links, so that a box of real text whose class happens to be ``sidebar`` stays.
"""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cached_property
from typing import TYPE_CHECKING

from research_agent.reading.html.parse import attribute

if TYPE_CHECKING:
    from lxml.html import HtmlElement

NO_TEXT_NAMES = """
script style noscript template svg iframe object embed head audio video canvas map datalist select
textarea button input meter progress link meta base param dialog
"""
NO_TEXT = frozenset(NO_TEXT_NAMES.split())
_ROLES = frozenset(
    ["navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu", "menubar", "toolbar", "tablist"]
)
_NAVIGATION = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navigation|navheader|navfooter|navbuttons?|menu|breadcrumbs?|crumbs?|toc|contents|tableofcontents|related|sphinxsidebar"
    r"|sidebar|side-bar|skip|pager|pagination|prev-?next|share|sharing|social|footer|page-?header|site-?header|masthead|topbar"
    r"|toolbar|languages?|lang-?switch\w*|quickview|searchbox|search|jump|headerlink|editsection|backlink|permalink|top)(?:$|[\s_-])",
    re.IGNORECASE,
)
_SURE = re.compile(
    r"(?:^|[\s_-])(?:navheader|navfooter|docnav|sphinxsidebar|sphinxsidebarwrapper|breadcrumbs?|navbar|skip-?links?|noprint|related)(?:$|[\s_])",
    re.IGNORECASE,
)
"""Names that documentation generators give to navigation and to nothing else."""
_DIALOG = re.compile(
    r"cookie|consent|gdpr|onetrust|truste|cmp-|usercentrics|paywall|newsletter-|subscribe-", re.IGNORECASE
)
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_PERMALINK = re.compile(
    r"\b(?:headerlink|anchorjs-link|permalink|mw-editsection|hash-link|heading-anchor|anchor-link|link-to-self)\b"
)
_MAN_FRAME = frozenset({"head", "foot"})
MOSTLY_LINKS = 0.5
"""A suspect part is left out when at least this share of its characters is link text."""


class Pruner:
    """Decides for one page. Holds what is asked for again and again (the length of the page's text)."""

    def __init__(self, root: HtmlElement) -> None:
        self._root = root

    def is_noise(self, element: HtmlElement) -> bool:
        """True when an element and all that is in it should not be read."""
        tag = element.tag
        if not isinstance(tag, str) or tag in NO_TEXT:
            return True
        if tag == "nav" or _hidden(element):
            return True
        role = attribute(element, "role").lower()
        if role in _ROLES and tag != "body":
            return tag not in ("main", "article") and (role != "banner" or mostly_links(element))
        names = f"{attribute(element, 'class')} {attribute(element, 'id')}"
        if not names.strip():
            return tag in ("footer", "aside", "header") and mostly_links(element)
        return self._by_name(element, tag, names)

    def _by_name(self, element: HtmlElement, tag: str, names: str) -> bool:
        if _is_mark(tag, names) or (tag == "table" and attribute(element, "class") in _MAN_FRAME):
            return True
        if tag in _NEVER_NOISE:
            return False
        if tag in ("footer", "aside", "header") and mostly_links(element):
            return True
        if _SURE.search(names) and _length(element) < _LONGEST_NAVIGATION:
            return True
        if _DIALOG.search(names):
            return _length(element) < 0.5 * self._page_length
        return bool(_NAVIGATION.search(names)) and mostly_links(element)

    @cached_property
    def _page_length(self) -> int:
        body = self._root.getroottree().find("body")
        return _length(self._root if body is None else body)


_NEVER_NOISE = frozenset(["html", "body", "main", "article", "p", "pre", "code", "h1", "h2", "h3", "h4", "h5", "h6"])
_LONGEST_NAVIGATION = 1500
"""Characters; what is longer is no navigation, whatever its name."""


def _is_mark(tag: str, names: str) -> bool:
    """A sign beside the text: the permanent link of a heading, the number of a reference."""
    if tag not in ("a", "span", "sup"):
        return False
    return bool(_PERMALINK.search(names)) or (tag == "sup" and "reference" in names.split())


def without_hidden(markup: str, root: HtmlElement) -> str:
    """The markup without what no reader of the page sees, for an extractor that does not look. Unchanged where nothing
    is hidden, or everything: a page that shows itself by script."""
    if not any(_unseen(element) for element in root.iter()):
        return markup
    from lxml.html import tostring

    seen = deepcopy(root)
    for element in [element for element in seen.iter() if _unseen(element)]:
        if element.getparent() is not None:
            element.drop_tree()
    body = seen.find("body")
    return tostring(seen, encoding="unicode") if body is not None and _length(body) else markup


def _unseen(element: HtmlElement) -> bool:
    return isinstance(element.tag, str) and (element.tag in _UNSEEN or _hidden(element))


_UNSEEN = frozenset(["template", "noscript", "textarea"])


def _hidden(element: HtmlElement) -> bool:
    if attribute(element, "aria-hidden").lower() == "true" or element.get("hidden") is not None:
        return True
    style = element.get("style")
    return bool(style and _INVISIBLE.search(style))


def mostly_links(element: HtmlElement) -> bool:
    """At least half of the visible text is the text of links to other places."""
    total = _length(element)
    if total == 0:
        return True
    linked = sum(_length(link) for link in element.iter("a") if link.get("href"))
    return linked >= MOSTLY_LINKS * total


def _length(element: HtmlElement) -> int:
    return sum(len("".join(part.split())) for part in element.itertext())
