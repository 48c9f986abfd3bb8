"""Check the citations of finished runs with the standard library alone: nothing is imported from the project.

    python benchmarks/independent_check.py runs/*

For every run and in total: whether each source's stored text has its hash and each quote is exactly the slice at its
offsets, whether each printed sentence cites quotes of its own claims, and whether each number, date, version and name
of it stands in these quotes. As docs/evidence.md allows, it may also stand in the cited source's title, work, version,
publisher, author or date, in the headings above a quote or the header of its table; be computed from operands that
stand there; count what is listed; or, for a version that the question names, lie in a range that a quote states.

Sentences that the report itself marks as not verified are counted apart. Not measured: Chinese names, names at the
beginning of a sentence, and whether right words stand in the right relation. Exit code 1 on any violation.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from independent_tokens import LETTERS, Token, figures, names, normal

PEOPLES = (
    "china chinese|india indian|nepal nepali nepalese|britain british|france french|germany german|italy italian|"
    "japan japanese|spain spanish|russia russian|america american|switzerland swiss|denmark danish|austria austrian|"
    "australia australian|netherlands dutch|sweden swedish|norway norwegian|korea korean|tibet tibetan|"
    "canada canadian|brazil brazilian|europe european|poland polish|greece greek|turkey turkish|england english"
)
SAME_PEOPLE = {name: number for number, names in enumerate(PEOPLES.split("|")) for name in names.split()}
BELOW = r"(?:before|prior to|older than|earlier than|lower than|less than|below|up to|until|through)"
ABOVE = r"(?:since|from|after|newer than|later than|at least|starting with|higher than)"
BEFORE_QUOTE = 6000
LISTED = re.compile(r",\s*(?:and|or)\s+|,|;|、|，|；|\band\b|\bor\b|和|与|及|以及")


@dataclass
class Tally:
    """What was looked at and what was wrong, of one run or of all."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def saw(self, what: str, good: bool, message: str = "") -> None:
        self.counts[what] += 1
        if not good:
            self.counts[f"{what} wrong"] += 1
            self.wrong.append(f"{what}: {message}")

    def lines(self) -> Iterator[str]:
        for what in ("sources", "quotes", "sentences", "sides", "number", "date", "version", "name"):
            if total := self.counts[what]:
                held = total - self.counts[f"{what} wrong"]
                yield f"{what} {held}/{total} ({held / total:.1%})"


class Run:
    """One run folder's record."""

    def __init__(self, folder: Path) -> None:
        self.report: dict[str, Any] = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        self.sources = {one["id"]: one for one in self.report["sources"]}
        self.quotes = {one["id"]: one for one in self.report["quotes"]}
        self.claims = {one["id"]: one for one in self.report["claims"]}
        self.bytes = {name: _read(folder / "sources" / f"{name}.txt") for name in self.sources}
        self.texts = {name: raw.decode("utf-8", "replace") for name, raw in self.bytes.items()}
        self.blocks = {name: _blocks(folder / "sources" / f"{name}.json") for name in self.sources}

    def sentences(self) -> Iterator[dict[str, Any]]:
        yield from self.report["answer_sentences"]
        for section in self.report["sections"]:
            yield from section["sentences"]

    def around(self, quote: dict[str, Any]) -> tuple[str, str]:
        """The headings above a quote, and the header of the table in which it stands."""
        text, blocks = self.texts.get(quote["source"], ""), self.blocks.get(quote["source"], [])
        above = [one for one in blocks if one["start"] <= quote["start"]]
        headings, level = [], 7
        for one in reversed(above):
            if one["kind"] == "heading" and one["level"] < level:
                headings.append(text[one["start"] : one["end"]])
                level = one["level"]
        header = ""
        for one in reversed(above):
            if one["kind"] != "row":
                break
            if one["level"] == 1:
                header = text[one["start"] : one["end"]]
                break
        return "\n".join(headings), header


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _blocks(path: Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8"))["blocks"] if path.is_file() else []


class Evidence:
    """All that a sentence with some quotes may draw on."""

    def __init__(self, run: Run, quotes: list[dict[str, Any]]) -> None:
        sources = [run.sources[name] for name in dict.fromkeys(one["source"] for one in quotes) if name in run.sources]
        keys = ("title", "work", "publisher", "author", "published")
        labels = [str(one[key]) for one in sources for key in keys if one.get(key)]
        labels += [f"version {one['version']}" for one in sources if one.get("version")]
        around = [run.around(one) for one in quotes]
        self.quotes = [normal(one["text"]) for one in quotes]
        self.count = {len(quotes), len(sources)}
        said = "\n".join([*self.quotes, *map(normal, labels), *(normal(header) for _, header in around)])
        headings = "\n".join(normal(above) for above, _ in around)
        self.figures_text, self.names_text = said, f"{said}\n{headings}"
        dated = [one for one in figures(headings) if one.kind in ("date", "version") or _dotted(one) or _year(one)]
        self.figures = [*figures(said), *dated]
        self.percent = bool(re.search(r"%|percent|per cent|百分", said))
        self.words = set(re.findall(rf"[{LETTERS}0-9_]+", self.names_text.lower()))
        self.before = [
            normal(run.texts.get(one["source"], "")[max(0, one["start"] - BEFORE_QUOTE) : one["start"]])
            for one in quotes
        ]
        self.question = normal(run.report["question"])

    # ------------------------------------------------------------ figures

    def holds_figure(self, token: Token, sentence: str) -> bool:
        return (
            any(_same(token, other, self.percent) for other in self.figures)
            or self._letter_by_letter(token)
            or self._counted(token, sentence)
            or self._asked_and_in_range(token)
        )

    def _letter_by_letter(self, token: Token) -> bool:
        raw = re.escape(token.raw.strip())
        return re.search(rf"(?<![\d.]){raw}(?![\d]|[.,]\d)", self.figures_text, re.IGNORECASE) is not None

    def _counted(self, token: Token, sentence: str) -> bool:
        """A number in words up to twelve that counts sources, quotes, or what a sentence or a quote lists."""
        value = token.values[0]
        if token.raw[:1].isdigit() or token.unit not in ("", "time") or not isinstance(value, Fraction) or value > 12:
            return False
        if value <= 1 or value in self.count:
            return True
        lists = [
            1 + len(LISTED.findall(part)) for text in (sentence, *self.quotes) for part in re.split(r"[.。:：\n]", text)
        ]
        return any(value <= length for length in lists) or value == 2

    def _asked_and_in_range(self, token: Token) -> bool:
        """A version that the question names, in the direction in which a quote's range is open."""
        own = _version(token)
        if own is None or not any(_version(other) == own for other in figures(self.question)):
            return False
        for quote in self.quotes:
            for other in figures(quote):
                limit, lead = _version(other), quote[max(0, other.start - 40) : other.start]
                tail = quote[other.start : other.start + len(other.raw) + 14]
                if limit is None:
                    continue
                below = re.search(rf"{BELOW}\s[\w\s-]*$", lead, re.I) or re.search(
                    r"or (?:earlier|older|lower)|之前|以前|以下", tail
                )
                above = re.search(rf"{ABOVE}\s[\w\s-]*$", lead, re.I) or re.search(
                    r"or (?:later|newer|higher)|以上|以后|及更高", tail
                )
                if (below and own <= limit) or (above and own >= limit):
                    return True
        return False

    # ------------------------------------------------------------ names

    def holds_name(self, token: Token, sentence: str) -> bool:
        name = token.raw
        return (
            self._written(name)
            or all(self._written(part) for part in re.split(r"[-./:+]", name) if part)
            or self._people(name)
            or self._initials(name)
            or self._translated(token, sentence)
            or self._named_before(token, sentence)
        )

    def _written(self, name: str) -> bool:
        """Whether it stands in the evidence; case, hyphens and a plural s do not matter."""
        lower = name.lower().removesuffix("'s")
        forms = {lower, lower.removesuffix("s"), f"{lower}s", lower.removesuffix("es")}
        if forms & self.words:
            return True
        letters = r"[\s_-]?".join(re.escape(letter) for letter in re.sub(r"[\s_-]", "", lower))
        return (
            re.search(rf"(?<![{LETTERS}0-9]){letters}s?(?![{LETTERS}0-9])", self.names_text, re.IGNORECASE) is not None
        )

    def _people(self, name: str) -> bool:
        number = SAME_PEOPLE.get(name.lower())
        return number is not None and any(SAME_PEOPLE.get(word) == number for word in self.words)

    def _initials(self, name: str) -> bool:
        letters = name.rstrip("s").lower()
        initials = "".join(word[0] for word in re.findall(r"[^\W\d_]+", self.names_text.lower()))
        return name.rstrip("s").isupper() and letters in initials

    def _translated(self, token: Token, sentence: str) -> bool:
        """Quotes in another script: the name's original stands in brackets behind it."""
        if re.search(r"[A-Za-z]{3}", "".join(self.quotes)):
            return False
        found = re.match(r"[\w\s-]{0,40}\(([^)]+)\)", sentence[token.start :])
        return found is not None and found[1].strip() in self.names_text

    def _named_before(self, token: Token, sentence: str) -> bool:
        """A quote says "the department" where the text before it spoke of the Survey Department."""
        noun = re.match(rf"{re.escape(token.raw)} ([A-Za-z][\w-]{{3,}})", sentence[token.start :])
        return noun is not None and any(f"{token.raw} {noun[1]}".lower() in before.lower() for before in self.before)


def _year(token: Token) -> bool:
    """ "The survey of 2005": a year that a heading gives, not the number of a chapter."""
    return re.fullmatch(r"1[5-9]\d\d|20\d\d", token.raw.strip()) is not None


def _dotted(token: Token) -> bool:
    return any(isinstance(value, tuple) and len(value) > 1 for value in token.values)


def _version(token: Token) -> tuple[int, ...] | None:
    return next((value for value in token.values if isinstance(value, tuple) and token.kind != "date"), None)


def _same(token: Token, other: Token, percent: bool) -> bool:
    """Whether ``other``, of the evidence, says ``token``. March 2025 may stand for its 31st, 15 for 15.20."""
    if token.kind == "date" or other.kind == "date":
        return _same_date(token, other)
    own, theirs = _version(token), _version(other)
    if not token.unit and own and theirs and own == theirs[: len(own)]:
        return True
    if token.unit and other.unit and token.unit != other.unit:
        return False
    if token.unit and other.unit:
        return token.values[0] == other.values[0]
    if not token.unit and not other.unit:
        return bool(set(token.values) & set(other.values))
    if token.unit == "%":
        return percent and token.plain == other.plain
    return token.plain is not None and token.plain == other.plain


def _same_date(token: Token, other: Token) -> bool:
    if token.kind == other.kind == "date":
        return all(mine in (0, theirs) for mine, theirs in zip(token.values[0], other.values[0], strict=True))  # type: ignore[arg-type]
    year = token if token.kind == "date" else other
    number = other if token.kind == "date" else token
    known = [part for part in year.values[0] if part]  # type: ignore[union-attr]
    whole = number.values[0] == known[0] and 1000 <= known[0] < 3000
    return whole and (token.kind != "date" or len(known) == 1)


def derived_values(sentence: dict[str, Any], evidence: Evidence) -> tuple[list[Token], list[str]]:
    """The numbers that the sentence computes, and what is wrong with them."""
    made, faults = [], []
    for entry in sentence.get("derived", ()):
        tokens = [figures(normal(operand)) for operand in entry["operands"]]
        for operand, found in zip(entry["operands"], tokens, strict=True):
            if found and not all(evidence.holds_figure(one, "") for one in found):
                faults.append(f"operand {operand!r} of {entry['value']!r} stands in no quote")
        if not _computes(entry, [found[0] for found in tokens if found]):
            faults.append(f"{entry['value']!r} is not the {entry['how']} of {entry['operands']}")
        made += figures(normal(entry["value"]))
    return made, faults


def _computes(entry: dict[str, Any], operands: list[Token]) -> bool:
    stated = next(iter(figures(normal(entry["value"]))), None)
    if stated is None:
        return False
    if entry["how"] == "count":
        return stated.plain == len(entry["operands"])
    values = [one.values[0] if isinstance(one.values[0], Fraction) else Fraction(one.values[0][0]) for one in operands]
    if len(values) < 2:
        return False
    first, second = values[0], values[1]
    results = {
        "sum": sum(values, Fraction(0)),
        "difference": abs(first - second),
        "product": first * second,
        "ratio": first / second if second else None,
        "percent-change": abs(second - first) / abs(first) * 100 if first else None,
        "average": sum(values, Fraction(0)) / len(values),
    }
    result = results.get(entry["how"])
    if result is None or stated.plain is None:
        return False
    decimals = len(found[1]) if (found := re.search(r"\.(\d+)", entry["value"])) else 0
    close = Fraction(1, 2 * 10**decimals)
    candidates = {result, abs(Fraction(0) + result)} | ({1 / result} if entry["how"] == "ratio" and result else set())
    own = {stated.plain, *(value for value in stated.values if isinstance(value, Fraction))}
    return any(abs(abs(value) - candidate) <= close for value in own for candidate in candidates)


def check_sentence(run: Run, sentence: dict[str, Any], tally: Tally) -> None:
    text = normal(" | ".join(sentence["cells"]) if sentence.get("cells") else sentence.get("text", ""))
    if sentence.get("verified") is False:
        tally.counts["marked as not verified"] += 1
        return
    of_claims = {quote for name in sentence.get("claims", ()) for quote in run.claims.get(name, {}).get("quotes", ())}
    named = sentence.get("quotes", [])
    cited = [run.quotes[name] for name in named if name in run.quotes and name in of_claims]
    fine = bool(cited) and len(cited) == len(named) and all(one in run.claims for one in sentence.get("claims", ()))
    tally.saw("sentences", fine, f"its citations are not quotes of its claims: {text[:100]}")
    if cited:
        check_tokens(run, sentence, text, cited, tally)


def check_tokens(run: Run, sentence: dict[str, Any], text: str, cited: list[dict[str, Any]], tally: Tally) -> None:
    evidence = Evidence(run, cited)
    computed, faults = derived_values(sentence, evidence)
    for fault in faults:
        tally.saw("number", False, f"{fault}: {text[:140]}")
    for token in figures(text):
        good = evidence.holds_figure(token, text) or any(_same(token, other, True) for other in computed)
        tally.saw(token.kind, good, f"{token.raw!r} stands in none of its quotes: {text[:140]}")
    for token in names(text):
        tally.saw("name", evidence.holds_name(token, text), f"{token.raw!r} stands in none of its quotes: {text[:140]}")


def check(folder: Path) -> Tally:
    """Everything that one run's folder claims."""
    run, tally = Run(folder), Tally()
    for name, source in run.sources.items():
        good = hashlib.sha256(run.bytes[name]).hexdigest() == source["sha256"]
        tally.saw("sources", good, f"the stored text of {name} does not have its hash")
    for name, quote in run.quotes.items():
        slice_ = run.texts.get(quote["source"], "")[quote["start"] : quote["end"]]
        tally.saw("quotes", bool(slice_) and slice_ == quote["text"], f"{name} is not what stands at its offsets")
    for sentence in run.sentences():
        check_sentence(run, sentence, tally)
    for claim in run.claims.values():
        for side in claim.get("positions", ()):
            cited = [run.quotes[name] for name in side["quotes"] if name in run.quotes]
            tally.saw("sides", bool(cited), f"a side of {claim['id']} has no quote: {side['statement'][:100]}")
            if cited:
                check_tokens(run, {}, normal(side["statement"]), cited, tally)
    return tally


def checked(folder: Path) -> Tally:
    """``check``, with a record that cannot be read as a violation."""
    try:
        return check(folder)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        damaged = Tally()
        damaged.saw("report", False, f"the record is damaged: {type(error).__name__} {error}")
        return damaged


def main(arguments: Iterable[str]) -> int:
    folders = [Path(name) for name in arguments if (Path(name) / "report.json").is_file()]
    total = Tally()
    for folder in folders:
        tally = checked(folder)
        total.counts.update(tally.counts)
        total.wrong += tally.wrong
        print(f"{folder.name}: {', '.join(tally.lines()) or 'nothing printed'}")
        for line in tally.wrong:
            print(f"  WRONG {line}")
    print(f"{len(folders)} runs: {', '.join(total.lines())}; {len(total.wrong)} violations", end="")
    print(f"; {total.counts['marked as not verified']} sentences marked as not verified by the report")
    return 1 if total.wrong or not folders else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
