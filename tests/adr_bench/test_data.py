"""What must hold of the tasks that ship with the harness (adr_bench/data; its README says how they were written)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import date
from itertools import combinations
from pathlib import Path

import pytest

from research_agent import adr_bench
from research_agent.adr_bench.tasks import Task, load_tasks
from research_agent.evidence.retrieval import shingle_set
from research_agent.judges.rubric import DIMENSIONS, Item

DATA = Path(adr_bench.__file__).parent / "data"
LANGUAGES = ("zh", "en")
TRACKS = {
    "computer-it": ("general", 10),
    "education": ("general", 10),
    "science-engineering": ("general", 10),
    "social-life": ("general", 10),
    "literature-arts": ("general", 10),
    "healthcare": ("general", 10),
    "politics": ("general", 10),
    "law": ("professional", 20),
    "finance-business": ("professional", 20),
}
TYPES = ("survey", "comparison", "decision", "plan", "forecast", "fact-critical")
NAMES = {
    "wikipedia.org": ("Wikipedia", "维基百科"),
    "baike.baidu.com": ("Baidu Baike", "Baidu Encyclopedia", "百度百科"),
    "baijiahao.baidu.com": ("Baijiahao", "百家号"),
    "zhihu.com": ("Zhihu", "知乎"),
    "csdn.net": ("CSDN",),
    "xiaohongshu.com": ("Xiaohongshu", "小红书"),
    "douyin.com": ("Douyin", "抖音"),
    "douban.com": ("Douban", "豆瓣"),
    "mp.weixin.qq.com": ("WeChat", "public account", "公众号"),
}
"""What a question may call a host that everybody knows by another name."""
ALIKE = 0.25
"""Share of the shorter question's word 3-grams, twice that of the most alike pair as first written (0.13)."""

HAN = re.compile(r"[\u3400-\u9fff]")
LETTER = re.compile(r"[A-Za-z]")


def tasks_of(language: str) -> tuple[Task, ...]:
    paths = [DATA / language / f"{domain}.jsonl" for domain in TRACKS]
    return tuple(task for path in paths if path.exists() for task in load_tasks(path))


BY_LANGUAGE = {language: tasks_of(language) for language in LANGUAGES}
FILES = [
    tuple(task for task in BY_LANGUAGE[language] if task.domain == domain)
    for language in LANGUAGES
    for domain in TRACKS
]
EVERY = pytest.mark.parametrize(
    "file", FILES, ids=[f"{language}-{domain}" for language in LANGUAGES for domain in TRACKS]
)


def own_words(task: Task) -> str:
    """Everything that we wrote for a reader, without the passages of others."""
    return "\n".join([task.question, *(text for item in task.items for text in (item.text, item.fact, *item.examples))])


def bare(item: Item) -> Item:
    """What must be the same in both languages."""
    return replace(item, text="", examples=("",) * len(item.examples), fact="")


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_110_tasks_in_nine_files(language: str) -> None:
    assert sorted(path.stem for path in (DATA / language).iterdir()) == sorted(TRACKS)
    tasks = BY_LANGUAGE[language]
    assert len(tasks) == len({task.id for task in tasks}) == 110
    assert Counter((task.domain, task.track) for task in tasks) == {
        (domain, track): count for domain, (track, count) in TRACKS.items()
    }
    assert Counter(task.track for task in tasks) == {"general": 70, "professional": 40}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_domain_has_all_six_types_and_none_has_more_than_a_third(language: str) -> None:
    for domain, (_, count) in TRACKS.items():
        types = Counter(task.type for task in BY_LANGUAGE[language] if task.domain == domain)
        assert set(types) == set(TYPES), domain
        assert max(types.values()) <= -(-count // 3), (domain, types)


def test_both_languages_ask_the_same() -> None:
    for chinese, english in zip(BY_LANGUAGE["zh"], BY_LANGUAGE["en"], strict=True):
        assert replace(english, language="zh", question="", items=()) == replace(chinese, question="", items=())
        assert tuple(map(bare, english.items)) == tuple(map(bare, chinese.items)), english.id
        assert [bool(item.fact) for item in english.items] == [bool(item.fact) for item in chinese.items], english.id


@EVERY
def test_a_task_is_written_in_its_language(file: tuple[Task, ...]) -> None:
    for task in file:
        text = own_words(task)
        han, letters = len(HAN.findall(text)), len(LETTER.findall(text))
        if task.language == "zh":
            assert han > letters, task.id
            assert all(HAN.search(words) for words in (task.question, *(item.text for item in task.items))), task.id
        else:
            assert task.language == "en"
            assert han <= 0.01 * letters, f"{task.id}: names in Chinese beside their English form, no more"
            assert all(LETTER.search(words) for words in (task.question, *(item.text for item in task.items))), task.id


@EVERY
def test_a_checklist_is_of_the_agreed_form(file: tuple[Task, ...]) -> None:
    for task in file:
        assert 8 <= len(task.items) <= 15, task.id
        flaws = [item for item in task.items if item.kind == "negative"]
        assert 1 <= len(flaws) <= 4, task.id
        assert sum(item.veto for item in task.items) <= 1, task.id
        assert {item.dimension for item in task.items} <= set(DIMENSIONS), task.id
        assert len({item.dimension for item in task.items}) >= 3, task.id
        for place, item in enumerate(task.items, start=1):
            assert item.id == f"{task.id}-r{place:02d}"
            assert 1 <= abs(item.weight) <= 5, item.id
            assert item.weight == int(item.weight), item.id


@EVERY
def test_ids_are_safe_as_file_names_and_dates_are_of_the_season(file: tuple[Task, ...]) -> None:
    for task in file:
        assert re.fullmatch(r"adr-[a-z]{2,6}-\d\d", task.id)
        assert date(2026, 11, 1) <= date.fromisoformat(task.date) <= date(2026, 12, 1), task.id


@EVERY
def test_a_fact_has_a_passage_with_a_source(file: tuple[Task, ...]) -> None:
    for task in file:
        for item in task.items:
            assert bool(item.fact) == bool(item.evidence), item.id
            for one in item.evidence:
                assert one.quote.strip(), item.id
                assert one.file or re.match(r"https?://[^/\s]+\.[^/\s]+", one.url), item.id


@EVERY
def test_what_is_blocked_is_said_in_the_question(file: tuple[Task, ...]) -> None:
    for task in file:
        asked = task.question.casefold()
        for host in task.blocked:
            assert any(name.casefold() in asked for name in (host, *NAMES.get(host, ()))), (task.id, host)
            assert not any(
                re.match(rf"https?://(?:[^/]+\.)?{re.escape(host)}(?:/|$)", one.url)
                for item in task.items
                for one in item.evidence
            ), f"the rubric of {task.id} rests on {host} itself"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_questions_are_alike(language: str) -> None:
    shingles = {task.id: shingle_set(task.question) for task in BY_LANGUAGE[language]}
    for (one, first), (other, second) in combinations(shingles.items(), 2):
        assert len(first & second) < ALIKE * min(len(first), len(second)), (one, other)


def test_the_datasheet_counts_what_is_there() -> None:
    datasheet = (DATA / "README.md").read_text(encoding="utf-8")
    for domain, (track, count) in TRACKS.items():
        types = Counter(task.type for task in BY_LANGUAGE["zh"] if task.domain == domain)
        cells = (domain, track, *(str(types[kind]) for kind in TYPES), str(count))
        assert f"| {' | '.join(cells)} |" in datasheet, domain


def test_the_datasheet_gives_the_totals() -> None:
    tasks = BY_LANGUAGE["zh"]
    items = [item for task in tasks for item in task.items]
    kinds = Counter(item.kind for item in items)
    told = " ".join((DATA / "README.md").read_text(encoding="utf-8").split())
    assert f"{len(items)} items" in told
    assert f"{kinds['explicit']} explicit, {kinds['implicit']} implicit, {kinds['negative']} flaws" in told
    assert f"{sum(any(item.veto for item in task.items) for task in tasks)} tasks have a flaw" in told
    proved = sum(bool(item.evidence) for item in items)
    of = sum(any(item.evidence for item in task.items) for task in tasks)
    assert f"{proved} items in {of} tasks carry a passage" in told
    assert f"{sum(bool(task.blocked) for task in tasks)} tasks name sources" in told
