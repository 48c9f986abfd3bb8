"""Line-based formats: what a person who reads the rendered document sees."""

from __future__ import annotations

import pytest

from research_agent.domain import BlockKind
from research_agent.reading.extract import Extracted, extract

H, P, L, C, R, Q = (
    BlockKind.HEADING,
    BlockKind.PARAGRAPH,
    BlockKind.ITEM,
    BlockKind.CODE,
    BlockKind.ROW,
    BlockKind.QUOTE,
)


def blocks(text: str, name: str) -> list[tuple[BlockKind, int, str]]:
    found: Extracted = extract(text.encode(), address=name)
    return [(block.kind, block.level, found.text[block.start : block.end]) for block in found.blocks]


def test_markdown() -> None:
    text = """---
title: Guide
date: 2024-05-01
---
# Head **one** #

A [link](http://x.test/a_(b) "t") and `code_here` with
snake_case_name, *emphasis* and <https://x.test>.

Setext
------

- item one
  goes on
    - nested
1. first

> quoted
> text

```sh
run --it
```

| A | B |
|---|---|
| 1 | 2 \\| 3 |

    indented code
"""
    assert blocks(text, "a.md") == [
        (H, 1, "Head one"),
        (P, 0, "A link and code_here with snake_case_name, emphasis and https://x.test."),
        (H, 2, "Setext"),
        (L, 1, "item one goes on"),
        (L, 2, "nested"),
        (L, 1, "1. first"),
        (Q, 0, "quoted text"),
        (C, 0, "run --it"),
        (R, 1, "A | B"),
        (R, 0, "1 | 2 | 3"),
        (C, 0, "indented code"),
    ]
    found = extract(text.encode(), address="a.md")
    assert (found.title, str(found.published)) == ("Guide", "2024-05-01")


def test_restructured_text() -> None:
    text = """=====
Title
=====

Intro with ``code``, :ref:`the manual <man>` and `a link <http://x.test>`_::

    run it

Section
-------

* item
  goes on

.. note:: Mind the gap.

.. image:: x.png
   :alt: nothing

.. comment

===== =====
Year  Ships
===== =====
1911  40
===== =====

+---+---+
| A | B |
+===+===+
| 1 | 2 |
+---+---+
"""
    assert blocks(text, "a.rst") == [
        (H, 1, "Title"),
        (P, 0, "Intro with code, the manual and a link:"),
        (C, 0, "run it"),
        (H, 2, "Section"),
        (L, 1, "item goes on"),
        (P, 0, "Mind the gap."),
        (R, 1, "Year | Ships"),
        (R, 0, "1911 | 40"),
        (R, 1, "A | B"),
        (R, 0, "1 | 2"),
    ]


def test_asciidoc() -> None:
    text = """= Title
:page-name: Names
:author: Ada

Intro of {page-name} with `code`, *bold* and https://x.test[a link].

== Section

* item
** nested
. first
term:: what it means

----
run it
----

|===
|Year |Ships

|1911 |40
|===

// a comment
NOTE: Mind the gap.
"""
    assert blocks(text, "a.adoc") == [
        (H, 1, "Title"),
        (P, 0, "Intro of Names with code, bold and a link."),
        (H, 2, "Section"),
        (L, 1, "item"),
        (L, 2, "nested"),
        (L, 1, "first"),
        (L, 1, "term"),
        (L, 1, "what it means"),
        (C, 0, "run it"),
        (R, 0, "Year | Ships"),
        (R, 0, "1911 | 40"),
        (P, 0, "Note: Mind the gap."),
    ]


def test_plain_text() -> None:
    text = """Social Contract
===============

 1. INTRODUCTION

 The project is an association of individuals who have made common cause to
 create a free operating system; this line is wrapped like the one before
 it.

   1. The first rule is longer than a line, and so it has to go on in the line
      below.
   2. The second rule.

     pool pool.example.org iburst
     makestep 1 3
"""
    assert blocks(text, "rules.txt") == [
        (H, 1, "Social Contract"),
        (H, 2, "1. INTRODUCTION"),
        (P, 0, "The project is an association of individuals who have made common cause to create a free operating "
               "system; this line is wrapped like the one before it."),
        (L, 2, "1. The first rule is longer than a line, and so it has to go on in the line below."),
        (L, 2, "2. The second rule."),
        (P, 0, "pool pool.example.org iburst\nmakestep 1 3"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["a.md", "a.rst", "a.txt", "a.adoc"])
def test_chinese_lines_are_joined_without_a_space(name: str) -> None:
    assert blocks("数据库升级之前应当先做完整的备份，并且确认备份可以\n恢复。\n", name) == [
        (P, 0, "数据库升级之前应当先做完整的备份，并且确认备份可以恢复。")
    ]
