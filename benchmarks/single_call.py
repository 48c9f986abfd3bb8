"""One single call with the same passages, the same model: what a report must be better than.

    python benchmarks/single_call.py RUN [RUN ...] --output FOLDER

For each finished run with a model: every passage that one of its readers was shown, once, goes into one call with a
prompt written with the same care (``single_call.md``); the reply becomes ``FOLDER/RUN/single.md``. The run's own report
is laid out in the same plain form (``ours.md``), and both are copied to ``left-right.md`` and ``right-left.md`` for a
blind judge, who is not told which is which (``key.json``). Needs an OpenAI-compatible endpoint (``OPENAI_BASE_URL``,
``OPENAI_API_KEY``, ``RESEARCH_MODEL``). Prints prompt and completion tokens of both.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BLOCK = re.compile(r"<source-text-(\w+) kind=\"passages\">\n(.*?)\n?</source-text-\1>", re.DOTALL)
SENTENCE_ID = re.compile(r"^\[\d+\.\d+\] ")
PASSAGE = re.compile(r"^## Passage \d+\. ?")
CITATION = re.compile(r"\[(\d+(?:\s*[,;]\s*\d+)*)\]")


@dataclass
class Shown:
    """What a run's readers were shown, by source, every line once, in the order of showing."""

    sources: dict[str, dict[str, None]] = field(default_factory=dict)

    def add(self, block: str) -> None:
        lines: dict[str, None] = {}
        for line in block.splitlines():
            if line.startswith("# "):
                lines = self.sources.setdefault(line[2:].strip(), {})
            elif line.strip():
                lines.setdefault(PASSAGE.sub("## ", SENTENCE_ID.sub("", line)).strip())

    def text(self) -> str:
        return "\n\n".join(
            f"# [{number}] {source}\n" + "\n".join(line for line in lines if line != "##")
            for number, (source, lines) in enumerate(self.sources.items(), 1)
        )


def shown_to_readers(journal: Path) -> Shown:
    """The passages of every reader's request, from the run's journal."""
    shown = Shown()
    with sqlite3.connect(f"file:{journal}?mode=ro", uri=True) as connection:
        rows = connection.execute(
            "SELECT request FROM calls WHERE stage = 'read' AND role = 'reader' AND status = 'ok' "
            "ORDER BY subject, occurrence"
        ).fetchall()
    for (request,) in rows:
        for message in json.loads(request)["messages"]:
            for found in BLOCK.finditer(message["content"]):
                shown.add(found[2])
    return shown


def ask(prompt: str, question: str, passages: str, language: str) -> tuple[str, dict[str, int]]:
    """The model's report, and the tokens that it took."""
    from openai import OpenAI

    client = OpenAI(timeout=float(os.environ.get("RESEARCH_MODEL_TIMEOUT", "600")), max_retries=0)
    user = f"The question:\n{question}\n\nThe passages:\n<passages>\n{passages}\n</passages>\n\nWrite in {language}."
    reply = client.chat.completions.create(
        model=os.environ["RESEARCH_MODEL"],
        messages=[{"role": "system", "content": prompt}, {"role": "user", "content": user}],
    )
    usage = reply.usage
    tokens = {"prompt": usage.prompt_tokens, "completion": usage.completion_tokens} if usage else {}
    return reply.choices[0].message.content or "", tokens


def plain(report: dict[str, Any]) -> str:
    """A report of ours without its method section: title, answer, sections, disagreements, gaps, references."""
    numbers = {source["id"]: at for at, source in enumerate(report["sources"], 1)}
    source_of = {quote["id"]: numbers[quote["source"]] for quote in report["quotes"]}

    def cited(sentence: dict[str, Any]) -> str:
        marks = sorted({source_of[quote] for quote in sentence["quotes"] if quote in source_of})
        return " ".join(f"[{mark}]" for mark in marks)

    parts = [f"# {report['title']}", paragraphs(report["answer_sentences"], cited)]
    for section in report["sections"]:
        parts += [f"## {section['title']}", body(section, cited)]
    disputes = [claim for claim in report["claims"] if claim["positions"]]
    if disputes:
        rows = [
            f"| {side['statement']} | {' '.join(f'[{n}]' for n in sorted({source_of[q] for q in side['quotes']}))} | "
            f"{claim.get('reading', '')} |"
            for claim in disputes
            for side in claim["positions"]
        ]
        parts += [
            "## Where sources disagree",
            "| statement | sources | reading |\n| --- | --- | --- |\n" + "\n".join(rows),
        ]
    if report["not_found"]:
        parts += ["## What could not be established", "\n".join(f"- {one['text']}" for one in report["not_found"])]
    titles = [f"{source['title']}" for source in report["sources"]]
    return "\n\n".join([*parts, references(titles)]) + "\n"


def body(section: dict[str, Any], cited: Any) -> str:
    """A section's sentences in their forms, in order."""
    parts: list[str] = []
    text: list[dict[str, Any]] = []
    rows: list[str] = []
    for sentence in section["sentences"]:
        if sentence["kind"] == "text":
            text.append(sentence)
        elif sentence["kind"] == "item":
            rows.append(f"- {sentence['text']} {cited(sentence)}")
        else:
            if not any(row.startswith("|") for row in rows) and section["columns"]:
                rows += ["| " + " | ".join(section["columns"]) + " |", "|" + " --- |" * len(section["columns"])]
            rows.append("| " + " | ".join(sentence["cells"]) + f" {cited(sentence)} |")
    if text:
        parts.append(paragraphs(text, cited))
    return "\n\n".join([*parts, "\n".join(rows)] if rows else parts)


def paragraphs(sentences: list[dict[str, Any]], cited: Any) -> str:
    grouped: dict[int, list[str]] = {}
    for sentence in sentences:
        grouped.setdefault(sentence["paragraph"], []).append(f"{sentence['text']} {cited(sentence)}".strip())
    return "\n\n".join(" ".join(group) for group in grouped.values())


def references(titles: list[str]) -> str:
    return "## References\n\n" + "\n".join(f"[{at}] {title}" for at, title in enumerate(titles, 1))


def renumbered(text: str, titles: list[str]) -> str:
    """The single call's report with references of cited sources only, numbered by first citation, as ours are."""
    order: dict[int, int] = {}
    for found in CITATION.finditer(text):
        for number in re.findall(r"\d+", found[1]):
            if 1 <= int(number) <= len(titles):
                order.setdefault(int(number), len(order) + 1)

    def mark(found: re.Match[str]) -> str:
        return " ".join(f"[{order[int(n)]}]" for n in re.findall(r"\d+", found[1]) if int(n) in order)

    clean = re.split(r"\n#+ *(?:References|Sources|参考文献|来源)", CITATION.sub(mark, text))[0].rstrip()
    return clean + "\n\n" + references([titles[number - 1] for number in order]) + "\n"


def compare(run: Path, output: Path) -> dict[str, Any]:
    """Make the single call for one run and lay out the pair."""
    report = json.loads((run / "report.json").read_text(encoding="utf-8"))
    shown = shown_to_readers(run / "journal.sqlite")
    prompt = (HERE / "single_call.md").read_text(encoding="utf-8")
    reply, tokens = ask(prompt, report["question"], shown.text(), report["language"])
    folder = output / run.name
    folder.mkdir(parents=True, exist_ok=True)
    ours, single = plain(report), renumbered(reply, list(shown.sources))
    (folder / "ours.md").write_text(ours, encoding="utf-8")
    (folder / "single.md").write_text(single, encoding="utf-8")
    left_is_ours = random.Random(run.name).random() < 0.5
    left, right = (ours, single) if left_is_ours else (single, ours)
    for name, one, other in (("left-right", left, right), ("right-left", right, left)):
        pair = f"QUESTION\n\n{report['question']}\n\n=== REPORT A ===\n\n{one}\n\n=== REPORT B ===\n\n{other}"
        (folder / f"{name}.md").write_text(pair, encoding="utf-8")
    key = {"left": "ours" if left_is_ours else "single", "right": "single" if left_is_ours else "ours"}
    (folder / "key.json").write_text(json.dumps(key), encoding="utf-8")
    usage = report["usage"]
    return {"run": run.name, "ours": [usage["prompt_tokens"], usage["completion_tokens"]], "single": tokens}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    for run in options.runs:
        print(json.dumps(compare(run, options.output)), flush=True)


if __name__ == "__main__":
    main()
