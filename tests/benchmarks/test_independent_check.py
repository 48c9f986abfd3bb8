"""The check that imports nothing from the project: it passes what is right and finds every kind of planted fault."""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
SCRIPT = FOLDER / "independent_check.py"

ENGLISH = (
    "Survey notes of 2021\n\n"
    "On 8 December 2020 Nepal and China announced a height of 8,848.86 metres for the summit. "
    "The index takes 1.5 GB and grows by 12 percent a year, in three steps: scan, sort and write. "
    "Rock alone is 8,844.43 m high. Versions before 17.0 lack the WAL summary of the Survey Department.\n\n"
    "Year | Cost in USD\n\n2019 | 40"
)
CHINESE = "2020年12月8日，中国和尼泊尔共同宣布珠峰高程为8848.86米，三成数据来自卫星，共有五百二十名队员参加。"


def _blocks(text: str) -> list[dict[str, Any]]:
    blocks, at = [], 0
    for part in text.split("\n\n"):
        kind = "heading" if part.startswith("Survey notes") else "row" if " | " in part else "paragraph"
        level = 1 if kind == "heading" or part.startswith("Year") else 0
        blocks.append({"start": at, "end": at + len(part), "kind": kind, "level": level})
        at += len(part) + 2
    return blocks


def _source(name: str, text: str, title: str) -> dict[str, Any]:
    facts = {"work": "", "publisher": "", "author": "", "published": "2021-03-04", "version": "9.2"}
    return {"id": name, "title": title, "sha256": hashlib.sha256(text.encode()).hexdigest(), **facts}


def _sentence(text: str, *quotes: str, **fields: Any) -> dict[str, Any]:
    return {
        "kind": "text",
        "text": text,
        "claims": ["c1"],
        "quotes": list(quotes),
        "derived": [],
        "verified": True,
    } | fields


def run(tmp_path: Path, *sentences: dict[str, Any], change: Callable[[dict[str, Any]], None] | None = None) -> Path:
    """A run folder whose answer are the sentences, with quotes ``qe`` (the paragraph), ``qr`` (the row), ``qz``."""
    paragraph = ENGLISH.split("\n\n")[1]
    spots = [("qe", "se", ENGLISH, paragraph), ("qr", "se", ENGLISH, "2019 | 40"), ("qz", "sz", CHINESE, CHINESE)]
    quotes = [
        {"id": name, "source": source, "start": (at := text.index(words)), "end": at + len(words), "text": words}
        for name, source, text, words in spots
    ]
    report: dict[str, Any] = {
        "question": "May we stay on Postgres 13 or move?",
        "answer_sentences": list(sentences),
        "sections": [],
        "claims": [{"id": "c1", "quotes": ["qe", "qr", "qz"], "positions": []}],
        "quotes": quotes,
        "sources": [_source("se", ENGLISH, "The Example Handbook"), _source("sz", CHINESE, "公告")],
    }
    if change:
        change(report)
    (tmp_path / "sources").mkdir(parents=True)
    for name, text in (("se", ENGLISH), ("sz", CHINESE)):
        (tmp_path / "sources" / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
        (tmp_path / "sources" / f"{name}.json").write_text(json.dumps({"blocks": _blocks(text)}), encoding="utf-8")
    (tmp_path / "report.json").write_text(json.dumps(report), encoding="utf-8")
    return tmp_path


def checked(*folders: Path) -> tuple[int, str]:
    done = subprocess.run([sys.executable, str(SCRIPT), *map(str, folders)], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_it_imports_the_standard_library_alone() -> None:
    own = {path.stem for path in FOLDER.glob("independent_*.py")}
    for path in FOLDER.glob("independent_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names | own


RIGHT = [
    _sentence("Nepal and China announced 8848.86 m on 2020-12-08.", "qe"),
    _sentence("In December 2020 they announced it, and 1,536 MB are taken.", "qe"),
    _sentence("It grows by 12% a year, in three steps, as the Example Handbook 9.2 of March 2021 says.", "qe"),
    _sentence("Postgres 13 lacks the write-ahead summary.", "qe"),
    _sentence("| 2019 | 40 USD |", "qr", kind="row", cells=["2019", "40 USD"]),
    _sentence("The notes of 2021 say so.", "qe"),
    _sentence(
        "The snow is 4.43 m thick.",
        "qe",
        derived=[{"value": "4.43", "how": "difference", "operands": ["8,848.86", "8,844.43"]}],
    ),
    _sentence("Zhufeng is 8,848.86 m high; 30% of the data come from satellites and 520 people took part.", "qz"),
    _sentence("珠峰高8848.86米，30%的数据来自卫星，于2020年12月宣布，有520名队员。", "qz"),
    _sentence("第三步：Nepal（尼泊尔）宣布。", "qz"),
    _sentence("It marks 99 itself as not verified.", "qe", verified=False),
]


def test_what_rule_2_allows_passes(tmp_path: Path) -> None:
    code, printed = checked(run(tmp_path, *RIGHT))
    assert code == 0, printed
    assert f"sentences {len(RIGHT) - 1}/{len(RIGHT) - 1} (100.0%)" in printed
    assert "0 violations; 1 sentences marked as not verified" in printed


WRONG = {
    "number": _sentence("They announced 8,848.68 metres.", "qe"),
    "unit": _sentence("They announced 8,848.86 km.", "qe"),
    "longer number": _sentence("They announced 18,848.86 metres.", "qe"),
    "percent": _sentence("It grows by 21 percent.", "qe"),
    "size": _sentence("The index takes 1,436 MB.", "qe"),
    "day": _sentence("They announced it on 9 December 2020.", "qe"),
    "month": _sentence("They announced it in November 2020.", "qe"),
    "year": _sentence("They announced it in 2002.", "qe"),
    "invented day": _sentence("They said so on 4 May 2021.", "qe"),
    "version": _sentence("Versions before 17.1 lack it.", "qe"),
    "version not asked": _sentence("Postgres 14 lacks it.", "qe"),
    "version with patch": _sentence("It came with 17.0.3.", "qe"),
    "name": _sentence("They worked with Bhutan on it.", "qe"),
    "identifier": _sentence("Set wal_summary_keep first.", "qe"),
    "acronym": _sentence("The figure of NOAA is higher.", "qe"),
    "number word": _sentence("It has fourteen steps.", "qe"),
    "count": _sentence("It has eleven steps.", "qe"),
    "chinese number": _sentence("珠峰高程为8848.68米。", "qz"),
    "chinese date": _sentence("2020年11月8日宣布。", "qz"),
    "chinese share": _sentence("四成数据来自卫星。", "qz"),
    "chinese numeral": _sentence("共有五百三十名队员。", "qz"),
    "latin name in chinese": _sentence("中国（Frobnicate）宣布了高程。", "qz"),
    "number of another quote": _sentence("Nepal pays 40 for it.", "qe"),
    "computed wrongly": _sentence(
        "It is 4.34 m.", "qe", derived=[{"value": "4.34", "how": "difference", "operands": ["8,848.86", "8,844.43"]}]
    ),
    "computed from nothing": _sentence(
        "It is 5 m.", "qe", derived=[{"value": "5", "how": "difference", "operands": ["25", "20"]}]
    ),
    "no citation": _sentence("They announced it."),
    "citation of no claim": _sentence("They announced it.", "qe", claims=[]),
    "unknown claim": _sentence("They announced it.", "qe", claims=["c1", "c9"]),
    "unknown quote": _sentence("They announced it.", "qe", "q9"),
}


def test_every_kind_of_planted_fault_in_a_sentence_is_found(tmp_path: Path) -> None:
    folders = [run(tmp_path / kind.replace(" ", "-"), *RIGHT, wrong) for kind, wrong in WRONG.items()]
    code, printed = checked(*folders)
    assert code == 1
    assert {name: count for name, count in _faults(printed).items() if count == 0} == {}


def _faults(printed: str) -> dict[str, int]:
    """Violations by run."""
    counts: dict[str, int] = {}
    for line in printed.splitlines()[:-1]:
        if line.startswith("  WRONG"):
            counts[list(counts)[-1]] += 1
        else:
            counts[line.split(":")[0]] = 0
    return counts


def _move(report: dict[str, Any]) -> None:
    report["quotes"][0]["start"] += 1


def _rewrite(report: dict[str, Any]) -> None:
    report["quotes"][0]["text"] = report["quotes"][0]["text"].replace("announced", "denounced")


def _rehash(report: dict[str, Any]) -> None:
    report["sources"][0]["sha256"] = "0" * 64


def _side(report: dict[str, Any]) -> None:
    report["claims"][0]["positions"] = [{"statement": "It is 9,000 m high.", "quotes": ["qe"]}]


def _bare_side(report: dict[str, Any]) -> None:
    report["claims"][0]["positions"] = [{"statement": "It is high.", "quotes": []}]


def _damage(report: dict[str, Any]) -> None:
    del report["quotes"]


def test_every_kind_of_planted_fault_in_the_record_is_found(tmp_path: Path) -> None:
    changes = (_move, _rewrite, _rehash, _side, _bare_side, _damage)
    code, printed = checked(*[run(tmp_path / one.__name__, *RIGHT, change=one) for one in changes])
    assert code == 1
    assert {name: count > 0 for name, count in _faults(printed).items()} == {one.__name__: True for one in changes}


def test_runs_are_counted_one_by_one_and_together(tmp_path: Path) -> None:
    code, printed = checked(run(tmp_path / "a", RIGHT[0]), run(tmp_path / "b", WRONG["number"]), tmp_path / "none")
    assert code == 1
    assert "a: sources 2/2 (100.0%)" in printed
    assert "b: sources 2/2 (100.0%)" in printed
    assert "2 runs: sources 4/4 (100.0%)" in printed
    assert "number 1/2 (50.0%)" in printed
    assert checked()[0] == 1
