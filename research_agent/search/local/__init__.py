"""Search in the user's own documents: BM25 over passages, kept up to date in the user's cache folder.

files      which files the given folders, files and globs stand for
records    what the index keeps of a document, made from its extracted text
worker     reads documents in processes of their own
manifest   what was indexed, so that only changed files are read again
index      the tantivy index of passages: adding, removing, ranking
upkeep     brings an index up to date under a lock
documents  the search provider
"""
