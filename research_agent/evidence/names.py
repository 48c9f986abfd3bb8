"""The names in a sentence: what must stand literally in its evidence where both are written in one script.

Names are words that their form gives away: identifiers (``pg_upgrade``, ``--link``, ``postgresql.conf``), capitals
inside or throughout (``OpenSSH``, ``WAL``), and capitalised words that do not begin a sentence. A capitalised word
at the beginning is a name only beside another one (``Debian Policy requires``): alone it may be any word. A bracket
or a dash within a sentence begins none, and Chinese has no capitals to begin one with. What a bracket gives in Latin
letters behind a Chinese word is its original, capital or not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from research_agent.evidence.demonyms import called_after
from research_agent.text.tokens import UNSPACED

_LATIN = r"A-Za-zÀ-ÖØ-öø-ɏ"
_TOKEN = re.compile(
    rf"`[^`\n]+`|(?<![{_LATIN}\d])-{{1,2}}[A-Za-z][\w-]+|"
    rf"(?<![{_LATIN}\d_])[{_LATIN}][{_LATIN}\d_+#]*(?:[.\-/:'’_][{_LATIN}\d_]+)*(?:\(\))?"
)
_CODE = re.compile(
    rf"_|\(\)|^--?\w|[{_LATIN}\d]\.[{_LATIN}]|[a-z][A-Z]|[{_LATIN}]\d|^[A-Z]{{2,}}s?$|^[A-Z]{{2,}}[-/\d]"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?:;。！？：；|•\n]|[.!?。！？][\"”’'」』)）\]]+)\s*$|(?:^|[|•\n])\s*[—–-]\s*$")
_OPENED = re.compile(r"[\"“‘'(（「『\[]$|[—–]\s*$| -\s+$")
"""A mark behind which something is put into a sentence; a capital there may begin a sentence of its own."""
_CLOSED_SENTENCE = re.compile(r"[^()（）\[\]\n]*[.!?。！？][\"”’']?[)）\]]")
_GLOSS = re.compile(rf"(?<=[{UNSPACED}])[”」』》]?\s?[(（]([{_LATIN}][{_LATIN}\d '’/-]*)[)）]")
_LIGHT = 3
"""Letters of the words of a gloss that are held to be in the evidence."""
_QUOTED = re.compile(r"“([^”\n]+)”|\"([^\"\n]+)\"|「([^」\n]+)」|『([^』\n]+)』|《([^》\n]+)》|«([^»\n]+)»")
_BRACKETED = re.compile(r"(?:\s+(?:of|the|and|for|on|de|la|[A-Z][\w'’-]*))*\s*[(（]([^()（）]+)[)）]")
_UNSPACED_RUN = re.compile(f"[{UNSPACED}]")


def _spaced(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NO_NAMES = _spaced(
    """i i'm i'd i'll i've ok okay january february march april may june july august september october november
    december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday
    am pm ad bc kb mb gb tb kib mib gib tib no yes vs etc eg ie e.g i.e faq pdf html url usd eur gbp utc gmt"""
)


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    end: int
    """Offset in the sentence just behind the name."""


def names(sentence: str) -> tuple[Name, ...]:
    """The names of a sentence that are written in Latin script, in order."""
    found: list[Name] = []
    tokens = list(_TOKEN.finditer(sentence))
    glosses = [found.span(1) for found in _GLOSS.finditer(sentence) if found[1].split()[0].lower() not in _OPENERS]
    for at, token in enumerate(tokens):
        word = _bare(token.group())
        if not word or word.lower() in _NO_NAMES:
            continue
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        capital = _is_capitalised(word) and not _only_begins(sentence, token, following)
        original = len(word) >= _LIGHT and any(start <= token.start() < end for start, end in glosses)
        if _is_code(token.group()) or capital or (original and word.lower() not in _LINKS):
            found += [Name(piece, token.end()) for piece in _pieces(word)]
    return tuple(found)


def identifiers(text: str) -> list[str]:
    """The names that their form gives away wherever they stand (``pg_dump``, ``OpenSSH``), in lower case, sorted."""
    return sorted(_bare(token.group()).lower() for token in _TOKEN.finditer(text) if _is_code(token.group()))


def _pieces(word: str) -> list[str]:
    """The names in a compound: ``WAL-based`` holds ``WAL``; ``SHA-256`` and ``--no-sync`` are one name."""
    parts = re.split(r"[-/]", word)
    if word.startswith("-") or any(char.isdigit() or char in "_." for char in word) or len(parts) == 1:
        return [word]
    return [part for part in parts if part[:1].isupper() and len(part) > 1] or [word]


def _bare(token: str) -> str:
    """Without code marks, possessive and final full stop."""
    return re.sub(r"['’]s$|['’]$", "", token.strip("`").rstrip(".:/-'’"))


def _is_code(token: str) -> bool:
    return token.startswith("`") or bool(_CODE.search(_bare(token)))


def _is_capitalised(word: str) -> bool:
    return word[0].isupper() and len(word) > 1


def _only_begins(sentence: str, token: re.Match[str], following: re.Match[str] | None) -> bool:
    """Whether the capital may be there only because a sentence begins: no other capitalised word comes next."""
    before = sentence[max(0, token.start() - 4) : token.start()]
    starts, opened = bool(_SENTENCE_START.search(before)), _OPENED.search(before)
    if not (starts or opened):
        return False
    adjoins = following is not None and sentence[token.end() : following.start()] == " "
    if following is not None and adjoins and _is_capitalised(_bare(following.group()) or "x"):
        return token.group().lower() in _OPENERS | _IMPERATIVES
    if starts and is_latin(sentence) and not _UNSPACED_RUN.match(sentence[token.end() :].lstrip()):
        return True
    if opened and opened.group() in _BRACKETS:
        return _begins_in_brackets(sentence, token)
    return adjoins or token.group().lower() in _OPENERS | _IMPERATIVES


_BRACKETS = "(（["


def _begins_in_brackets(sentence: str, token: re.Match[str]) -> bool:
    """Whether a bracket holds a sentence: it stands behind one, ends like one, or begins as instructions do."""
    if _SENTENCE_START.search(sentence, max(0, token.start() - 5), token.start() - 1):
        return True
    closed = _CLOSED_SENTENCE.match(sentence, token.end())
    return closed is not None or token.group().lower() in _OPENERS | _IMPERATIVES


_OPENERS = _spaced(
    """the a an in on at by for from to with without of and or but if when while where as since until after before
    because although though however both all each every some most many few no not this that these those its
    their his her our your my it they he she we you there here only also then thus so one two three unlike like
    under over between among during through per via use using set run see note according against despite given
    once whether instead starting upgrading running setting new old older newer current recent default first
    second third finally next last other others several such even existing never always"""
)
_IMPERATIVES = _spaced(
    """add adjust allow apply ask avoid back build call change check choose clean close compare configure confirm
    consider convert copy create delete disable do drop dump edit enable ensure estimate expect find follow get give
    grant have identify include install keep leave let list look make measure migrate monitor move open pass perform
    pick plan prefer prepare prevent provide put read rebuild record remember remove repeat replace replicate
    require reserve restart restore review revoke rewrite save search select send show start stop switch take tell
    test treat try turn understand update upgrade verify wait watch write"""
)
"""Verbs with which an instruction begins: no part of the name that follows (``Choose Debian``)."""


class Wording:
    """The words of some evidence, prepared for looking names up."""

    def __init__(self, *texts: str) -> None:
        self._texts = texts
        self._plain = " " + " ".join(_folded(text) for text in texts) + " "

    def holds(self, name: str) -> bool:
        """Whether the name stands there: case, hyphens and a plural s do not matter, the letters do."""
        wanted = _folded(name)
        if not wanted:
            return True
        forms = {wanted, wanted + "s", wanted + "es", wanted.removesuffix("s"), wanted.removesuffix("es")}
        if any(f" {form} " in self._plain for form in forms if len(form) > 1):
            return True
        return (
            len(wanted) > 5 and re.search(rf" {' ?'.join(wanted.replace(' ', ''))}(?:e?s)? ", self._plain) is not None
        )

    def names(self, name: str) -> bool:
        """Whether what ``name`` names stands there, maybe in another form: a country by its people, an initialism
        by the words it stands for."""
        return self.holds(name) or any(map(self._holds_form, called_after(name))) or self._spells_out(name)

    def _holds_form(self, form: str) -> bool:
        if len(form) > 3:
            return self.holds(form)
        return any(re.search(rf"\b{form.upper()}\b", text) for text in self._texts)  # US, not us

    def _spells_out(self, name: str) -> bool:
        letters = name.removesuffix("s")
        if not _INITIALISM.fullmatch(letters):
            return False
        return any(_initials_of(text, letters) for text in self._texts)


_INITIALISM = re.compile(r"[A-Z]{3,7}")
_LINKS = _spaced("of and for the in on to de la")


def _initials_of(text: str, letters: str) -> bool:
    """Whether words in a row begin with ``letters``: capitalised ones, or some with a hyphen (``write-ahead log``)."""
    return any(
        _spelt(list(_PART.finditer(segment)), at, letters)
        for segment in _BREAK.split(text)
        for at, part in enumerate(_PART.finditer(segment))
        if part[1][0].upper() == letters[0]
    )


_PART = re.compile(rf"([{_LATIN}][{_LATIN}'’]*)(-?)")
_BREAK = re.compile(r"[^\w\s'’-]|\d")


def _spelt(parts: Sequence[re.Match[str]], at: int, letters: str) -> bool:
    taken: list[re.Match[str]] = []
    for part in parts[at:]:
        if len(taken) == len(letters):
            break
        if part[1][0].upper() == letters[len(taken)]:
            taken.append(part)
        elif not (taken and part[1] in _LINKS and not taken[-1][2]):
            return False
    if len(taken) < len(letters) or all(len(part[1]) == 1 for part in taken):
        return False
    return any(part[2] for part in taken[:-1]) or all(part[1][0].isupper() for part in taken)


def _folded(text: str) -> str:
    """Lower-case words, parted at everything that is neither letter nor digit; unspaced scripts set apart.

    Print varies a name without naming another thing: ligatures, full-width forms, accents, the turned E of logos.
    """
    raised = re.sub(r"['’]s\b|[¹²³⁰⁴-⁹]", "", text)  # a raised figure is no part of a name: GOsa²
    apart = unicodedata.normalize("NFKD", raised.replace("Ǝ", "E").replace("ǝ", "e"))
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter)).lower()
    spaced = re.sub(rf"([{UNSPACED}]+)", r" \1 ", plain)
    return " ".join(re.findall(r"[^\W_]+", spaced))


def is_latin(text: str) -> bool:
    """Whether the text is mostly written in an alphabet with spaces, not in an unspaced script."""
    unspaced = len(_UNSPACED_RUN.findall(text))
    return unspaced * 3 < sum(char.isalpha() for char in text) or unspaced == 0


def original_in_brackets(sentence: str, name: Name) -> str:
    """What stands in brackets right behind the name, in another script: its original; empty for none."""
    found = _BRACKETED.match(sentence, name.end)
    return found[1].strip() if found and _UNSPACED_RUN.search(found[1]) else ""


def quoted(sentence: str) -> tuple[str, ...]:
    """What stands in quotation marks or title marks, without the marks."""
    return tuple(next(filter(None, found.groups())).strip() for found in _QUOTED.finditer(sentence))
