"""Searching for one sub-question: every query to every provider, at once, recorded, and merged into one list."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from research_agent.codec import dump, load
from research_agent.domain import Limits, Question, SearchAttempt, SearchHit, SubQuestion
from research_agent.errors import SearchError
from research_agent.events import Emit, event, ignore
from research_agent.limits import refusal
from research_agent.recorder import CallKey, Recorder, Reply
from research_agent.search.asking import AskAgain
from research_agent.search.base import Query, SearchProvider
from research_agent.search.hits import Answer
from research_agent.search.merge import fuse
from research_agent.text.detect import detect_language

_AT_ONCE = 4
"""Calls under way at one provider, whatever the number of sub-questions: their free plans allow few a second."""

_OWN_SCRIPT = frozenset({"zh", "ja", "ko", "ru", "uk", "el", "ar", "fa", "he", "hi", "th"})
"""Languages that a few words show by their script."""


@runtime_checkable
class _Counting(Protocol):
    """A provider that tells how many of the items it got were malformed."""

    async def answer(self, query: Query) -> Answer: ...


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    hits: tuple[SearchHit, ...]
    """Merged, within the limits, best first."""
    attempts: tuple[SearchAttempt, ...]
    """One for each query and provider, in that order: what failed, what was not there, what the limits removed."""


class Searcher:
    """Asks several providers. If one fails, the others go on.

    Args:
        providers: asked with every query.
        recorder: each call goes through it, under the sub-question's id and the query's number.
        emit: told when a provider asked for a pause and is waited for.
        longest_wait: seconds of such a pause at most; a longer one is left to the user.
    """

    def __init__(
        self,
        providers: Sequence[SearchProvider],
        recorder: Recorder,
        *,
        emit: Emit = ignore,
        longest_wait: float = 15.0,
    ) -> None:
        self._providers = tuple(providers)
        self._recorder = recorder
        self._emit = emit
        self._longest_wait = longest_wait
        self._turns = {provider.name: asyncio.Semaphore(_AT_ONCE) for provider in providers}

    @property
    def providers(self) -> tuple[SearchProvider, ...]:
        return self._providers

    async def search(self, sub_question: SubQuestion, question: Question, limit: int) -> SearchOutcome:
        """Hits for all queries of a sub-question.

        Args:
            limit: hits wanted from each provider for each query.
        """
        texts = dict.fromkeys(" ".join(text.split()) for text in sub_question.queries)
        queries = [
            Query(text=text, language=_language(text, question), limits=question.limits, limit=limit)
            for text in texts
            if text
        ]
        calls = [
            self._ask(
                provider, CallKey(stage="search", role=provider.name, subject=sub_question.id, occurrence=n), query
            )
            for n, query in enumerate(queries)
            for provider in self._providers
        ]
        answers = await asyncio.gather(*calls)
        return SearchOutcome(fuse([hits for hits, _ in answers]), tuple(attempt for _, attempt in answers))

    async def aclose(self) -> None:
        """Close all providers."""
        for provider in self._providers:
            await provider.aclose()

    async def _ask(
        self, provider: SearchProvider, key: CallKey, query: Query
    ) -> tuple[tuple[SearchHit, ...], SearchAttempt]:
        async def perform() -> Reply:
            async with self._turns[provider.name]:
                answer = await self._patiently(provider, query)
            return Reply(value={"hits": [dump(hit) for hit in answer.hits], "dropped": answer.dropped})

        try:
            reply = await self._recorder.call(key, dump(query), perform)
        except SearchError as error:
            return (), SearchAttempt(query=query.text, provider=provider.name, status="failed", why=str(error))
        hits = tuple(load(SearchHit, hit) for hit in reply.value["hits"])
        return _within_limits(hits, query, provider.name, reply.value["dropped"])

    async def _patiently(self, provider: SearchProvider, query: Query) -> Answer:
        """The answer, at the second try where the provider asked for a bearable pause."""
        try:
            return await _answer(provider, query)
        except AskAgain as error:
            if error.after > self._longest_wait:
                raise
            self._emit(event("waiting", what=provider.name, seconds=error.after, why=error.message))
            await asyncio.sleep(error.after)
        return await _answer(provider, query)


async def _answer(provider: SearchProvider, query: Query) -> Answer:
    if isinstance(provider, _Counting):
        return await provider.answer(query)
    return Answer(await provider.search(query))


def _language(text: str, question: Question) -> str:
    """Of a query: a Chinese question may be searched for in English, and a few Latin words show no language."""
    detected = detect_language(text)
    if detected in _OWN_SCRIPT or question.language.split("-")[0] in _OWN_SCRIPT:
        return detected
    return question.language


def _within_limits(
    hits: Sequence[SearchHit], query: Query, provider: str, dropped: int
) -> tuple[tuple[SearchHit, ...], SearchAttempt]:
    judged = [(hit, _refused(query.limits, hit)) for hit in hits]
    allowed = tuple(hit for hit, why in judged if why is None)[: query.limit]
    reasons = [why for _, why in judged if why is not None]
    notes = []
    if reasons:
        notes.append(f"The limits removed {len(reasons)} of {len(hits)} hits, the first because {reasons[0]}.")
    if dropped:
        notes.append(f"{dropped} of the results had no usable address.")
    attempt = SearchAttempt(
        query=query.text,
        provider=provider,
        status="found" if allowed else "nothing",
        hits=len(allowed),
        why=" ".join(notes),
    )
    return allowed, attempt


def _refused(limits: Limits, hit: SearchHit) -> str | None:
    return refusal(limits, hit.address, hit.published)
