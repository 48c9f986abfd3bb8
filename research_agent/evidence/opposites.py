"""Words that stand against each other: up and down, before and after, on and off, and their like in Chinese.

Groups of words of one direction, each facing a group of the other. Inflected forms are found by their stem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from research_agent.text.tokens import terms

_FACING = (
    (
        "increase rise rose grow grew raise climb higher growth",
        "decrease fall fell decline drop lower reduce shrink shrank reduction",
    ),
    ("more", "less fewer"),
    ("faster fast quicker fastest", "slower slow slowest"),
    ("larger bigger greater largest", "smaller smallest"),
    ("longer longest", "shorter shortest"),
    ("stronger", "weaker"),
    ("better best", "worse worst"),
    ("highest", "lowest"),
    ("earlier", "later"),
    ("before prior", "after"),
    ("above", "below"),
    ("until till", "since"),
    ("newer newest", "older oldest"),
    ("enable activate", "disable deactivate"),
    ("allow permit", "forbid prohibit disallow forbidden"),
    ("accept", "reject refuse"),
    ("grant", "revoke"),
    ("minimum minimal", "maximum maximal"),
    ("first", "last"),
    ("begin start began", "end stop"),
    ("open", "close"),
    ("add", "remove delete"),
    ("include", "exclude omit"),
    ("inside within", "outside"),
    ("internal", "external"),
    ("upper", "lower"),
    ("left", "right"),
    ("success succeed", "failure fail"),
    ("win won", "lose lost"),
    ("gain profit", "loss"),
    ("true", "false"),
    ("safe", "unsafe"),
    ("possible", "impossible"),
    ("supported", "unsupported"),
    ("legal", "illegal"),
    ("positive", "negative"),
    ("read", "write"),
    ("import", "export"),
    ("upload", "download"),
    ("public", "private"),
    ("synchronous", "asynchronous"),
    ("ascending", "descending"),
    ("encrypt", "decrypt"),
    ("recommended encouraged", "discouraged deprecated"),
    ("approve confirm", "deny denied"),
    ("improve strengthen", "worsen weaken deteriorate"),
    ("precede", "follow"),
    ("temporary temporarily", "permanent permanently"),
    ("automatic automatically", "manual manually"),
    ("northern", "southern"),
    ("eastern", "western"),
    ("north", "south"),
    ("east", "west"),
    ("增加 上升 提高 增长 上涨 升高 增大", "减少 下降 降低 下跌 减小 缩减"),
    ("启用 开启 打开", "禁用 关闭 停用"),
    ("允许", "禁止"),
    ("最大", "最小"),
    ("最高", "最低"),
    ("之前 以前 早于", "之后 以后 晚于"),
    ("更快 快于 较快", "更慢 慢于 较慢"),
    ("更大 较大", "更小 较小"),
    ("更高 较高", "更低 较低"),
    ("更多 较多", "更少 较少"),
    ("支持", "反对"),
    ("首次 首先", "最后"),
    ("开始", "结束 停止"),
    ("成功", "失败"),
    ("扩大", "缩小"),
    ("优于", "劣于"),
    ("最新", "最旧"),
    ("推荐 建议", "弃用 不推荐"),
    ("上传", "下载"),
    ("公开", "私有"),
    ("同步", "异步"),
    ("升序", "降序"),
    ("加密", "解密"),
    ("添加", "删除 移除"),
    ("包含 包括", "排除"),
    ("内部", "外部"),
    ("自动", "手动"),
    ("必须 必需", "可选"),
    ("临时", "永久"),
)


def _key(word: str) -> str:
    return terms(word)[0] if word.isascii() else word


@cache
def _senses() -> dict[str, frozenset[str]]:
    """Stem or Chinese word -> the names of its senses (``3+``, ``3-``: its pair and its side)."""
    table: dict[str, set[str]] = {}
    for at, pair in enumerate(_FACING):
        for side, listed in zip("+-", pair, strict=True):
            for word in listed.split():
                table.setdefault(_key(word), set()).add(f"{at}{side}")
    return {word: frozenset(senses) for word, senses in table.items()}


DIRECTIONS: dict[str, frozenset[str]] = {
    f"{at}{side}": frozenset({f"{at}{'-' if side == '+' else '+'}"}) for at in range(len(_FACING)) for side in "+-"
}
"""Sense -> those that it excludes."""
_CHINESE = re.compile(
    "|".join(
        sorted((word for pair in _FACING for side in pair for word in side.split() if not word.isascii()), key=len)[
            ::-1
        ]
    )
)
_WORD = re.compile(r"[A-Za-z]{3,}")


def direction_of(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and sense of each word of the text that has an opposite."""
    table = _senses()
    for found in _WORD.finditer(text):
        for sense in sorted(table.get(_key(found.group()), ())):
            yield *found.span(), sense
    for found in _CHINESE.finditer(text):
        for sense in sorted(table.get(found.group(), ())):
            yield *found.span(), sense
