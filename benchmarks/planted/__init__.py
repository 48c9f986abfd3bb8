"""Planted data: pairs of documents that conflict or agree, and copies of documents, drawn by seed from the corpus.

Written and committed before the detector of conflicts, and without its parts: ``changes.py`` and ``expressions.py``
have patterns of their own for figures, so that a fact which the project's parser does not see is planted as well.

**A pair** (``pairs.Pair``) is a folder of two files, a question, and the truth: what each document says of the matter
and which words differ. The matter is a sentence that stands once in a document of the corpus (500 documents in English
and Chinese, three English pairs to one Chinese). The first document is the original: the corpus file itself, or its
text as Markdown, HTML or plain text; of documents over 90 kB the section around the fact. The second one tells it

- ``copy``: whole, one fact changed;
- ``excerpt``: only the section, a third of its other sentences left out, its paragraphs turned round, its own title;
- ``reworded``: a short text in which the sentence itself is in other words (``wordings*.jsonl``, written by hand).

Kinds of facts take turns: number, unit, date, version, negation, name, scope. Where no sentence with the kind is found
(Chinese versions are rare), the next kind is taken; the tables print what was drawn. Two pairs in five carry no
metadata, the others different dates of publication, publishers, or both.

**Agreeing pairs** come out of the same machinery: ``same`` (a copy), ``expressed`` (one figure in another unit or
format: 1.5 GB and 1,536 MB), ``paraphrased`` (by hand), ``neighbour`` (the second text is about another matter of the
same document, with a figure), ``more`` (a section and the whole), ``versions`` (one manual in two releases, as the
corpus has them). No fact is changed in any of them. Two releases may differ truly; each speaks of itself.

**The question** is made from title, heading and the words of the sentence without the fact; the hand-written wordings
have a question written by hand, which never holds the fact either.

**Parts.** ``unseen`` is for the end only. A third of all sentences belongs to it by their hash, whatever the seed, so
another ``--seed`` draws further pairs for development without touching it. The same seed gives the same bytes.

**Copies** (``copies.py``): see there.

What the pairs do not show: conflicts of relation (A before B), conflicts spread over sentences, sources that
contradict themselves, tables. Rule-made changes can be odd English; the hand-written ones are not.
"""
