"""Web pages: parsing, what on them is content, and their metadata."""
