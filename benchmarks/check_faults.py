"""How many planted faults ``research check`` finds in reports that cite real pages, and how often it is wrong.

    python benchmarks/check_faults.py [--data DIR] [--part open|unseen|all|fresh|held] [--seed N] [--thresholds]

``check_faults.jsonl`` holds facts of the corpus in other words (written by hand, English and Chinese), each with
versions in which one thing is false. By seed, 40 reports of four to eight sentences are made of them, in the notations
that existing tools print: true sentences; a wrong number, name or a denial; a true sentence that cites another page of
the same work; an invented address; a dead link. The pages come from a real server on loopback, and ``check_report``
reads them as it reads any page. A third of the facts, and the reports made of them, are the part ``unseen``: it was not
looked at before the checker was finished. ``check_fresh/`` holds twelve whole reports by hand (``check_fresh.py``).
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import socket
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import check_fresh

from research_agent.checking import wording
from research_agent.checking.passages import PassageFinder
from research_agent.checking.report import check_report
from research_agent.checking.result import CheckedReport
from research_agent.reading.cache import ExtractionCache
from research_agent.reading.reader import to_document
from research_agent.settings import Settings, load_settings

FACTS = Path(__file__).with_suffix(".jsonl")
BY_HAND = "by hand"
"""Style of the reports of ``check_fresh/``."""
REPORTS = {"open": 27, "unseen": 13}
DEAD = (404, 410, 500, 503, 0)
"""Statuses of dead links; 0 closes the connection."""


@dataclass(frozen=True)
class Fact:
    file: str
    anchor: str
    true: str
    false: tuple[tuple[str, str], ...]
    also_in: tuple[str, ...] = ()
    """Other files of its folder that say the same in other words (another version of the work), found by hand."""

    @property
    def part(self) -> str:
        return (
            "unseen"
            if int(hashlib.sha256(f"{self.file}{self.anchor}{self.true}".encode()).hexdigest(), 16) % 3 == 0
            else "open"
        )


@dataclass(frozen=True)
class Planted:
    """One sentence of a report."""

    text: str
    kind: str
    """``true``, ``number``, ``name``, ``turned``, ``scope``, ``other page``, ``invented``, ``dead``."""
    url: str
    chinese: bool


@dataclass
class Report:
    style: str
    sentences: list[Planted]
    text: str = ""


@dataclass
class Pages:
    """What the server answers."""

    corpus: Path
    broken: dict[str, int] = field(default_factory=dict)


def load_facts() -> list[Fact]:
    rows = [json.loads(line) for line in FACTS.read_text(encoding="utf-8").splitlines()]
    return [
        Fact(
            r["file"],
            r["anchor"],
            r["true"],
            tuple((f["kind"], f["text"]) for f in r["false"]),
            tuple(r.get("also_in", ())),
        )
        for r in rows
    ]


# ---------------------------------------------------------------- reports


def make_reports(facts: Sequence[Fact], count: int, rng: random.Random, base: str, pages: Pages) -> list[Report]:
    made = []
    for number in range(count):
        style = STYLES[number % len(STYLES)]
        chinese = style == "chinese list" or number % 4 == 3
        alike = [fact for fact in facts if is_chinese(fact.true) == chinese]
        chosen = rng.sample(alike, min(len(alike), rng.randint(4, 8)))
        sentences = [_planted(fact, rng, base, pages) for fact in chosen]
        report = Report(style, sentences)
        report.text = written(report, rng)
        made.append(report)
    return made


def by_hand(part: str, base: str, pages: Pages) -> list[Report]:
    """The reports of ``check_fresh/``."""
    made = []
    for text in check_fresh.texts(part):
        pages.broken |= check_fresh.dead(text)
        sentences = [Planted(said, kind, "", is_chinese(said)) for said, kind in check_fresh.labels(text)]
        made.append(Report(BY_HAND, sentences, check_fresh.unlabelled(text, base)))
    return made


def is_chinese(text: str) -> bool:
    return any("\u4e00" <= mark <= "\u9fff" for mark in text)


def _planted(fact: Fact, rng: random.Random, base: str, pages: Pages) -> Planted:
    chinese = is_chinese(fact.true)
    kind = rng.choice(("true", "true", "true", "false", "false", "other page", "invented", "dead"))
    url = f"{base}/{quote(fact.file)}"
    if kind == "false":
        kind, text = rng.choice(fact.false)
        return Planted(text, kind, url, chinese)
    if kind == "other page":
        other = _sibling(fact, rng, pages.corpus)
        return Planted(fact.true, kind if other else "true", f"{base}/{quote(other)}" if other else url, chinese)
    if kind == "invented":
        page = f"{rng.choice(('overview', 'summary-2024', 'key-facts', 'report'))}-{rng.randint(1, 999)}.html"
        stem = f"{fact.file.rsplit('/', 1)[0]}/{page}"
        host = rng.choice((base, base, "https://www.docs-archive-center.invalid"))
        url = f"{host}/{quote(stem)}"
    elif kind == "dead":
        url = f"{base}/moved/{rng.randint(1, 10**6)}/{quote(fact.file)}"
        pages.broken[unquote(urlsplit(url).path)] = rng.choice(DEAD)
    return Planted(fact.true, kind, url, chinese)


def _sibling(fact: Fact, rng: random.Random, corpus: Path) -> str:
    """Another page of the same work that does not hold the fact; empty where there is none."""
    own = corpus / fact.file
    texts = sorted(
        path for path in own.parent.iterdir() if path.is_file() and path.suffix == own.suffix and path != own
    )
    cache = ExtractionCache(load_settings().cache_dir)
    rng.shuffle(texts)
    for path in texts:
        if path.name not in fact.also_in and " ".join(fact.anchor.split()) not in " ".join(
            cache.extract_file(path).text.split()
        ):
            return str(path.relative_to(corpus))
    return ""


STYLES = (
    "links", "numbers", "footnotes", "lens", "double", "bullets", "table", "bare", "html", "chinese list", "plain list",
    "definitions", "raised", "cite", "citation", "grouped",
)  # fmt: skip


def written(report: Report, rng: random.Random) -> str:
    """The report in its notation, sentences in paragraphs of one to three, some of them uncited."""
    style = report.style
    urls = list(dict.fromkeys(sentence.url for sentence in report.sentences))
    number = {url: at for at, url in enumerate(urls, 1)}
    lines = [
        "# What the sources say",
        "",
        "This overview was put together from several pages. It cites them below.",
        "",
    ]
    if style == "table":
        lines += ["| No. | Statement | Source |", "| --- | --- | --- |"]
        lines += [f"| {at} | {s.text} | [{number[s.url]}] |" for at, s in enumerate(report.sentences, 1)]
        lines.append("")
    else:
        paragraph: list[str] = []
        for sentence in report.sentences:
            cited = _cited(sentence, style, number[sentence.url])
            if style == "bullets":
                lines.append(f"- {cited}")
                continue
            paragraph.append(cited)
            if len(paragraph) > rng.randint(0, 2):
                lines += [("" if sentence.chinese else " ").join(paragraph), ""]
                paragraph = []
        lines += [" ".join(paragraph), ""]
    return "\n".join([*lines, *_list_of(style, urls)]) + "\n"


def _cited(sentence: Planted, style: str, number: int) -> str:
    text, url = sentence.text, sentence.url
    stop = text[-1] if text[-1] in ".。" else ""
    bare = text[: len(text) - len(stop)]
    site = urlsplit(url).path.rsplit("/", 1)[-1]
    return {
        "links": f"{bare} ([{site}]({url})){stop}",
        "numbers": f"{text}[{number}]",
        "table": text,
        "footnotes": f"{text}[^{number}]",
        "lens": f"{text}【{number}†L10-L20】",
        "double": f"{bare} [[{number}]]({url}){stop}",
        "bullets": f"**Fact**: {bare} [{number}]{stop}" if not sentence.chinese else f"{bare}[{number}]{stop}",
        "bare": f"{bare} ({url}){stop}",
        "html": f'{bare} <a href="{url}">[{number}]</a>{stop}',
        "chinese list": f"{bare}[{number}]{stop}",
        "plain list": f"{bare} [{number}]{stop}",
        "definitions": f"{bare} [source][{number}]{stop}",
        "raised": f"{text}<sup>{number}</sup>",
        "cite": rf"{bare}\cite{{web_{number:04x}}}{stop}",
        "citation": f"{text} [citation:{site}]({url})",
        "grouped": f"{text}[{number}, {number}]",
    }[style]


def _list_of(style: str, urls: Sequence[str]) -> list[str]:
    numbered = list(enumerate(urls, 1))
    if style in ("links", "double", "bare", "html", "citation"):
        return []
    if style == "footnotes":
        return [f"[^{at}]: The page on this matter, {url}" for at, url in numbered]
    if style == "definitions":
        return [f"[{at}]: {url}" for at, url in numbered]
    if style == "chinese list":
        return ["## 参考文献", "", *(f"[{at}] 页面 {at}. {url}" for at, url in numbered)]
    if style == "plain list":
        return [f"{at}. Page {at}: {url}" for at, url in numbered]
    if style == "cite":
        return ["## References", "", *(f"- [web_{at:04x}] Page {at}. <{url}>" for at, url in numbered)]
    if style == "raised":
        return ["**Sources**", "", *(f"{at}. [Page {at}]({url})" for at, url in numbered)]
    return ["### Sources", "", *(f"[{at}] Page {at}: {url}" for at, url in numbered)]


# ---------------------------------------------------------------- server


@contextmanager
def serving(pages: Pages) -> Iterator[str]:
    """The corpus on a free port of loopback."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = unquote(urlsplit(self.path).path)
            status = pages.broken.get(path, 200)
            file = (pages.corpus / path.lstrip("/")).resolve()
            found = file.is_file() and file.is_relative_to(pages.corpus.resolve())
            if status == 0:
                self.close_connection = True
                return
            if status == 200 and not found:
                status = 404
            body = file.read_bytes() if status == 200 else b"<title>Error</title><p>Something went wrong here.</p>"
            self.send_response(status)
            self.send_header("Content-Type", _media(file) if status == 200 else "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            pass  # clients that hang up are part of it

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def _media(file: Path) -> str:
    return {".html": "text/html", ".pdf": "application/pdf"}.get(file.suffix, "text/plain")


async def resolve(host: str, port: int) -> Sequence[str]:
    if host.endswith(".invalid"):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    return [host]


# ---------------------------------------------------------------- measuring


RIGHT = {
    "true": {"supported"},
    "invented": {"invalid_address"},
    "dead": {"unreachable", "invalid_address"},
}
"""Kind -> verdicts that are right; for a false statement, every one that does not call it supported."""


def outcome(planted: Planted, style: str, checked: CheckedReport) -> tuple[str, str]:
    """The verdict on a planted sentence and the reason; ``lost`` where it was not extracted."""
    if style == BY_HAND:
        place = check_fresh.nearest(planted.text, [sentence.text for sentence in checked.sentences])
        return ("lost", "") if place is None else (checked.sentences[place].verdict, checked.sentences[place].reason)
    wanted = "".join(planted.text.split()).rstrip(".。")
    for sentence in checked.sentences:
        if wanted in "".join(sentence.text.split()):
            return sentence.verdict, sentence.reason
    return "lost", ""


def is_right(kind: str, verdict: str) -> bool:
    return verdict in RIGHT[kind] if kind in RIGHT else verdict in ("partly", "not_supported")


async def check_all(reports: Sequence[Report], settings: Settings) -> list[CheckedReport]:
    turns = asyncio.Semaphore(6)  # dead links are tried again after a pause

    async def one(report: Report) -> CheckedReport:
        async with turns:
            return await check_report(report.text, settings=settings, resolve=resolve)

    return list(await asyncio.gather(*map(one, reports)))


def table(reports: Sequence[Report], checked: Sequence[CheckedReport], *, show: bool) -> None:
    counts: dict[str, Counter[str]] = {}
    for report, result in zip(reports, checked, strict=True):
        for planted in report.sentences:
            verdict, reason = outcome(planted, report.style, result)
            counts.setdefault(planted.kind, Counter())[verdict] += 1
            if show and not is_right(planted.kind, verdict):
                print(f"- {planted.kind} / {report.style} -> {verdict}: {planted.text}")
                print(f"    {reason[:300]}\n    {planted.url}")
    print("| kind | sentences | right | supported | partly | not supported | unreachable | invalid address | lost |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for kind in ("true", "number", "name", "turned", "scope", "other page", "invented", "dead"):
        seen = counts.get(kind, Counter())
        right = sum(number for verdict, number in seen.items() if is_right(kind, verdict))
        shown = " | ".join(
            str(seen[name])
            for name in ("supported", "partly", "not_supported", "unreachable", "invalid_address", "lost")
        )
        print(f"| {kind} | {seen.total()} | {right} | {shown} |")
    faults = [(kind, seen) for kind, seen in counts.items() if kind != "true"]
    found = sum(n for kind, seen in faults for verdict, n in seen.items() if is_right(kind, verdict))
    planted_faults = sum(seen.total() for _, seen in faults)
    true = counts["true"]
    partly = sum(seen["partly"] for kind, seen in faults if kind not in RIGHT)
    print(
        f"\nfaults found: {found} of {planted_faults} ({found / planted_faults:.1%}); {partly} of them partly", end=""
    )
    print(f" (without those {(found - partly) / planted_faults:.1%})")
    alarms = true.total() - true["supported"]
    print(f"false alarms: {alarms} of {true.total()} ({alarms / true.total():.1%}), {true['partly']} of them partly")


def thresholds(facts: Sequence[Fact], corpus: Path) -> None:
    """What each level of ``ENOUGH`` makes of true statements beside their own page and beside four others of its work,
    and of the false ones beside their page."""
    rng = random.Random("siblings")
    own = [(fact, _finder(corpus, fact.file)) for fact in facts]
    others = [
        (fact, _finder(corpus, other))
        for fact in facts
        for other in {_sibling(fact, rng, corpus) for _ in range(4)}
        if other
    ]
    print(f"{len(own)} true statements, {len(others)} pairs with another page")
    print("| ENOUGH | true, supported | true, partly | other page, supported | other page, partly | false, supported |")
    print("| --- | --- | --- | --- | --- | --- |")
    for enough in (0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7):
        wording.ENOUGH = enough
        true = Counter(wording.judged(fact.true, finder).verdict for fact, finder in own)
        other = Counter(wording.judged(fact.true, finder).verdict for fact, finder in others)
        false = Counter(wording.judged(text, finder).verdict for fact, finder in own for _, text in fact.false)
        shares = [true["supported"] / true.total(), true["partly"] / true.total()]
        shares += [other["supported"] / other.total(), other["partly"] / other.total()]
        shares.append(false["supported"] / false.total())
        print(f"| {enough} | " + " | ".join(f"{share:.1%}" for share in shares) + " |")


def _finder(corpus: Path, file: str) -> PassageFinder:
    address = f"https://docs.example/{quote(file)}"
    extracted = ExtractionCache(load_settings().cache_dir).extract_file(corpus / file)
    return PassageFinder(to_document(extracted, address=address, requested=address))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--part", choices=("open", "unseen", "all", "fresh", "held"), default="open")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print every sentence that was judged wrongly")
    parser.add_argument("--thresholds", action="store_true", help="print the table from which ENOUGH was chosen")
    given = parser.parse_args()
    if given.thresholds:
        thresholds([fact for fact in load_facts() if fact.part == "open"], given.data / "corpus")
        return
    pages = Pages(given.data / "corpus")
    with serving(pages) as base:
        host = urlsplit(base).netloc
        settings = load_settings(
            fetch_allow=(host,), host_delay=0.0, fetch_timeout=90.0
        )  # a busy machine is no dead link
        reports = []
        if given.part in ("fresh", "held"):
            reports += by_hand(given.part, base, pages)
        for part in {"all": ("open", "unseen"), "open": ("open",), "unseen": ("unseen",)}.get(given.part, ()):
            facts = [fact for fact in load_facts() if fact.part == part]
            rng = random.Random(f"{given.seed} {part}")
            reports += make_reports(facts, REPORTS[part], rng, base, pages)
        cited = sum(len(report.sentences) for report in reports)
        print(f"{len(reports)} reports, {cited} cited sentences, part {given.part}\n")
        table(reports, asyncio.run(check_all(reports, settings)), show=given.show)


if __name__ == "__main__":
    main()
