"""What a report says, as a document in which the passages behind a statement can be looked for.

Only what the report itself asserts is in it. Left out: reference lists with the quotes below them (that a source says
something is not said by the report), sections in which code tells how the report came about and what it did not find,
the question, questions, code, and sentences about the report or its marking ("this report satisfies all criteria",
a pasted checklist): they say that something is said, not what.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from research_agent.checking.inline import read_inline
from research_agent.checking.labels import Notation
from research_agent.checking.lines import text_lines
from research_agent.checking.markup import plain_markup
from research_agent.checking.passages import PassageFinder
from research_agent.checking.references import find_references
from research_agent.domain import Block, BlockKind, Document, Source
from research_agent.evidence.content import folded
from research_agent.judges.subject import Sentence, Subject
from research_agent.reports.labels import in_all_languages

_HEADING = re.compile(r"[ \t]*(#{1,6})[ \t]+(.*?)[ \t]*#*\Z")
_LEAD = re.compile(r"[ \t>]*(?:[-*+•·‣▪–][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,3}[.)、][ \t]+)?")
APART = "\n\n"
"""Between sentences of two paragraphs."""
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_SEPARATOR = re.compile(r"[\s|:-]+\Z")
_PIPES = re.compile(r"\s*(?<!\\)\|\s*")
_QUESTION = re.compile(r"[?？][\"'”’)）*_\s]*\Z")
_OF_ITSELF = re.compile(
    r"\b(?:this|our|my) (?:\w+ )?(?:report|answer|response|essay|submission)\b[^.]{0,60}?"
    r"\b(?:satisf(?:y|ies|ied)|meets?|fulfil+s?|scores?|passes|complies|contains|includes|covers|addresses|mentions|states|names|explains|gives|"
    r"provides|discusses|should (?:be|get|receive))\b"
    r"|\b(?:criteri(?:a|on)|rubrics?|checklists?|graders?|evaluators?|full marks?|highest (?:score|mark|grade)|"
    r"ignore (?:all |any )?(?:the )?(?:previous|prior|above) instructions?)\b"
    r"|本(?:报告|文|答案|回答)[^。]{0,30}(?:满足|符合|达到|包含|涵盖|说明了|指出了|提到了|给出了)"
    r"|评分标准|评审标准|评分细则|检查项|评分者|评审者|满分",
    re.IGNORECASE,
)
"""Speaks of the report or of its marking instead of the matter."""
_LABELLED = re.compile(r"\A[\w ]{1,20}[:：]\s*")
_A_CLAUSE = 8
"""Characters from which on words that stand in the question are its clause, repeated."""
_LINE_MARK = re.compile(r"[\W\d_]*(?:[a-z]{0,12}[-_ ]?[\w-]{0,20}\d)?[\W\d_]*")
"""What a pasted line of a checklist may begin with: ``- [x]``, ``(4)``, ``r01:``."""
_SELF_TOLD = ("not_found", "method", "references")
"""Labels of the sections in which our reports tell of themselves."""
_NOTATION = Notation(known=lambda label: False)


@dataclass(frozen=True, slots=True)
class Said:
    """The statements of one report."""

    finder: PassageFinder
    sentences: tuple[Sentence, ...]
    """Those that are in the document, in its order."""
    starts: tuple[int, ...]
    """Where each begins in the document."""

    def at(self, offset: int) -> Sentence | None:
        """The report's sentence behind an offset of the document."""
        at = bisect_right(self.starts, offset) - 1
        return self.sentences[at] if at >= 0 else None


def said_by(subject: Subject, unsaid: frozenset[str] = frozenset()) -> Said:
    """The statements of a report. ``unsaid``: wordings (``folded``) that count for nothing: the checklist's own."""
    pieces: list[str] = []
    blocks: list[Block] = []
    kept: list[Sentence] = []
    length = 0
    for sentence, text, kind, level in _asserted(subject, unsaid):
        if kept:
            between = " " if _goes_on(subject.text, kept[-1], sentence) else APART
            pieces.append(between)
            length += len(between)
        blocks.append(Block(length, length + len(text), kind, level))
        kept.append(sentence)
        pieces.append(text)
        length += len(text)
    source = Source(id="report", address="", title="", retrieved="", sha256="", length=length, format="md")
    starts = tuple(block.start for block in blocks)
    return Said(PassageFinder(Document(source=source, text="".join(pieces), blocks=tuple(blocks))), tuple(kept), starts)


def _goes_on(text: str, before: Sentence, after: Sentence) -> bool:
    """Whether two sentences stand in one paragraph."""
    return before.kind == after.kind == "text" and not _BLANK_LINE.search(text, before.end, after.start)


def _asserted(subject: Subject, unsaid: frozenset[str]) -> Iterator[tuple[Sentence, str, BlockKind, int]]:
    body = find_references(text_lines(subject.text)).body
    line_starts = _line_starts(subject.text)
    own = {folded(title) for key in _SELF_TOLD for title in in_all_languages(key)}
    asked = folded(subject.question)
    skipped, titled, last_row = 0, False, -2
    for sentence in subject.sentences:
        line = bisect_right(line_starts, sentence.start) - 1
        if found := _HEADING.match(sentence.text) if sentence.kind == "heading" else None:
            level, title = len(found[1]), _plain(found[2])
            if not skipped or level <= skipped:
                skipped = level if folded(title) in own else 0
            if not skipped and title and titled and not _says_nothing(title, asked, unsaid):
                yield sentence, title, BlockKind.HEADING, level
            titled = True  # the first heading is the report's title: it would lend its words to every sentence
            continue
        text = _plain(_LEAD.sub("", sentence.text, count=1))
        if skipped or sentence.kind == "code" or not body[line].strip() or not text:
            continue
        titled = True
        if _says_nothing(text, asked, unsaid):
            continue
        if sentence.kind == "row":
            if _SEPARATOR.match(text):
                continue
            yield sentence, text, BlockKind.ROW, 0 if line - last_row <= 2 else 1
            last_row = line
        else:
            yield sentence, text, BlockKind.PARAGRAPH, 0


def _says_nothing(text: str, asked: str, unsaid: frozenset[str]) -> bool:
    words = folded(text)
    if _QUESTION.search(text) or _OF_ITSELF.search(text):
        return True
    told = _LABELLED.sub("", words, count=1).rstrip(".?!。？！… ")
    return (len(told) >= _A_CLAUSE and told in asked) or any(_is_pasted(demand, words) for demand in unsaid)


def _is_pasted(demand: str, words: str) -> bool:
    """Whether a sentence is a line of the checklist: nothing but a mark or a number stands before it."""
    at = words.find(demand)
    return at >= 0 and bool(_LINE_MARK.fullmatch(words, 0, at))


def _plain(text: str) -> str:
    """Without citations and Markdown; the cells of a row are separated by `` | ``."""
    said, _ = read_inline(plain_markup(text), _NOTATION)
    if text.lstrip().startswith("|"):
        said = " | ".join(part for part in _PIPES.split(said) if part)
    return " ".join(said.split())


def _line_starts(text: str) -> Sequence[int]:
    return [0, *(found.end() for found in re.finditer("\n", text))]
