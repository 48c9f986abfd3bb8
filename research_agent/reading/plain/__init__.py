"""Texts that are read line by line: plain text, Markdown, reStructuredText, AsciiDoc."""
