"""Ask a role a prompt, get a typed reply.

    ask -> render the prompt -> journal (budget -> endpoint) -> parse -> value
             ^                                                    |
             +--- at most two corrective retries, which show the model its own reply and what was wrong with it

Each exchange is one record of the journal; corrective retries count its key's ``attempt``. The recorded request is what
was wanted (model, messages, schema, limit); how it had to be put for this server stands in the reply's record. So a
replay asks for the same, whatever was learned in which order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel

from research_agent.domain import Usage
from research_agent.errors import BudgetError, ModelError
from research_agent.events import Emit, event, ignore
from research_agent.llm.budget import Budget, Cost, expected
from research_agent.llm.completion import as_reply
from research_agent.llm.corrections import corrected, refused, shortened, unusable
from research_agent.llm.endpoint import Endpoint
from research_agent.llm.parsing import Unparsable, parse_reply
from research_agent.llm.prices import price_of
from research_agent.llm.prompting import Rendered, render
from research_agent.llm.roles import ROLES, Role, named_model, named_models, only_model
from research_agent.llm.schema import schema_text, strict_schema
from research_agent.llm.spending import Spending
from research_agent.llm.tokens import Counter, estimate, estimate_messages, longest_fitting
from research_agent.llm.window import ask_limits, window_of
from research_agent.recorder import CallKey, Recorder, Reply
from research_agent.settings import Settings

if TYPE_CHECKING:
    import httpx

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")
Json = dict[str, Any]

CORRECTIONS = 2
"""Corrective retries of one question, at most."""
LIMIT = 4096
"""Completion tokens, where the caller names no limit."""
LEAST_LIMIT = 256
SEED = 7
"""Any fixed number: servers that honour it answer the same request the same way."""
TEMPERATURE: dict[Role, float] = {"planner": 0.2, "reader": 0.0, "verifier": 0.0, "writer": 0.3, "judge": 0.0}
ALTERNATIVES = 5
"""Alternatives of one token that are asked for: every server that gives any gives so many."""
MARGIN = 700
"""Tokens kept free beside prompt and completion, for the reply's schema and because an estimate is an estimate."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """A typed reply and what should be known about it."""

    value: M
    model: str
    """As the server names it."""
    cut: bool = False
    """The reply ended at its length limit; only its complete elements are here."""
    alternatives: tuple[Mapping[str, float], ...] = ()
    """For each value of the field that they were asked for, in the reply's order: how it might have begun, with the
    probability; empty where the server gives none."""


@dataclass(frozen=True, slots=True)
class _Question:
    """One question on its way: all that its exchanges share."""

    role: Role
    model: str
    rendered: Rendered
    schema: Json
    key: CallKey
    temperature: float
    field: str = ""
    """The reply's field whose alternatives are wanted."""

    @property
    def prompt(self) -> str:
        return self.rendered.prompt.name

    @property
    def meta(self) -> Json:
        """Kept beside the record: which template, in which version."""
        declared = self.rendered.prompt
        return {"prompt": declared.name, "version": declared.version, "sha256": declared.sha256}

    def request(self, messages: list[dict[str, str]], limit: int) -> Json:
        """What is wanted, whatever server it goes to."""
        wanted = {
            "model": self.model,
            "messages": messages,
            "name": self.prompt,
            "schema": self.schema,
            "limit": limit,
            "temperature": self.temperature,
            "seed": SEED + self.key.occurrence,
        }
        return wanted | ({"logprobs": {"field": self.field, "top": ALTERNATIVES}} if self.field else {})


class Models:
    """The model server as the rest of the program sees it.

    Args:
        settings: endpoint, key, model names, budgets, limits.
        recorder: every exchange goes through it.
        emit: gets ``model``, ``waiting`` and ``problem`` events.
        http_client: carries the exchanges, and stays open; None to open one at the first call.
        pause: seconds that the first back-off lasts at most.
        asker: a name for the keys of what is asked of the endpoint itself, where another ``Models`` uses the recorder.
    """

    def __init__(
        self,
        settings: Settings,
        recorder: Recorder,
        emit: Emit = ignore,
        *,
        http_client: httpx.AsyncClient | None = None,
        pause: float = 0.5,
        asker: str = "",
    ) -> None:
        self.settings = settings
        self.endpoint = Endpoint(settings, emit, http_client=http_client, pause=pause)
        self.budget = Budget(settings)
        self.spending = Spending()
        self._recorder = recorder
        self._asker = asker
        self._emit = emit
        self._counter = Counter()
        self._names: dict[str, str] = named_models(settings)
        self._asking_names = asyncio.Lock()
        self._limits: dict[str, int] | None = None
        self._asking_limits = asyncio.Lock()

    @property
    def usage(self) -> Usage:
        """What all exchanges so far cost, recorded ones included; ``seconds`` is their sum, not the wall's."""
        return self.spending.usage()

    @property
    def names(self) -> dict[str, str]:
        """Role -> model, as far as it is known: without a setting, it is asked for at the first call."""
        return dict(self._names)

    @property
    def window(self) -> int:
        """The context window in tokens, by all that is known of it so far; see ``learn_window``."""
        return window_of(self.settings.context_tokens, self._limits or {}, self._names.values() or self._limits or ())

    async def learn_window(self) -> int:
        """The context window, after the endpoint was asked for its own (once a run). Raises RunError from a replay."""
        async with self._asking_limits:
            if self._limits is None:
                named = named_models(self.settings).values()
                self._limits = await ask_limits(self.endpoint, self._recorder, named, self._asker)
        return self.window

    async def aclose(self) -> None:
        await self.endpoint.aclose()

    async def ask(
        self,
        *,
        role: Role,
        prompt: str,
        variables: Mapping[str, Any],
        reply: type[M],
        stage: str,
        subject: str,
        occurrence: int = 0,
        limit: int = LIMIT,
        temperature: float | None = None,
    ) -> M:
        """The model's answer as a ``reply``; see ``ask_fully``."""
        answer = await self.ask_fully(
            role=role,
            prompt=prompt,
            variables=variables,
            reply=reply,
            stage=stage,
            subject=subject,
            occurrence=occurrence,
            limit=limit,
            temperature=temperature,
        )
        return answer.value

    async def ask_fully(
        self,
        *,
        role: Role,
        prompt: str,
        variables: Mapping[str, Any],
        reply: type[M],
        stage: str,
        subject: str,
        occurrence: int = 0,
        limit: int = LIMIT,
        temperature: float | None = None,
        whole: bool = False,
        alternatives: str = "",
    ) -> Answer[M]:
        """Ask, and say how the answer came out.

        Args:
            role: who is asked; decides the model.
            prompt: the template's name.
            variables: what the template declares, exactly.
            reply: what the answer must be.
            stage, subject, occurrence: the journal's key (see ``CallKey``).
            limit: completion tokens.
            temperature: None for the role's usual one.
            whole: a reply that was cut is asked for again even when its complete elements are usable.
            alternatives: a field of the reply, for each of whose values the probabilities of its beginnings are wanted,
                where the server gives them.

        Raises:
            ModelError: the endpoint failed for good, the model refused, or no reply could be used.
            BudgetError: the call does not fit into the user's budget.
            ConfigError: no model is named, or its price is needed and unknown.
            RunError: from a replay, when this call was not recorded or its request differs.
        """
        question = _Question(
            role=role,
            model=await self._model(role),
            rendered=render(prompt, variables),
            schema=strict_schema(reply),
            key=CallKey(stage=stage, role=role, subject=subject, occurrence=occurrence),
            temperature=TEMPERATURE[role] if temperature is None else temperature,
            field=alternatives,
        )
        return await self._converse(question, reply, limit, whole)

    def fit(
        self,
        prompt: str,
        items: Sequence[T],
        variables: Callable[[Sequence[T]], Mapping[str, Any]],
        *,
        stage: str,
        limit: int = LIMIT,
    ) -> Sequence[T]:
        """The longest prefix of ``items`` with which the prompt and its completion fit into the context window.

        Args:
            prompt: the template's name.
            items: what may be cut, best first.
            variables: the template's variables for a prefix of ``items``.
            stage: the stage that will ask.
            limit: completion tokens that the call will allow.
        """

        return longest_fitting(items, lambda prefix: self.fits(prompt, variables(prefix), stage=stage, limit=limit))

    def fits(self, prompt: str, variables: Mapping[str, Any], *, stage: str, limit: int = LIMIT) -> bool:
        """Whether a prompt and its completion fit into the context window, by estimate."""
        tokens = self._counter.corrected(stage, estimate_messages(render(prompt, variables).messages))
        return tokens + limit + MARGIN <= self.window

    # ------------------------------------------------------------ one question

    async def _converse(self, question: _Question, reply: type[M], limit: int, whole: bool) -> Answer[M]:
        first = question.rendered.messages
        messages, usable, failure = first, None, None
        for attempt in range(1 + CORRECTIONS):
            try:
                value = await self._exchange(question, messages, limit, attempt)
            except (ModelError, BudgetError):
                if usable is None:
                    raise
                break  # what was paid for is used rather than lost
            if value["refusal"] or value["finish_reason"] == "content_filter":
                raise refused(question.prompt, value["refusal"] or "content filter")
            cut = value["finish_reason"] == "length"
            try:
                parsed = parse_reply(value["content"], reply, cut=cut).value
                usable = Answer(parsed, value["model"], cut, tuple(value.get("alternatives", ())))
            except Unparsable as fault:
                failure = unusable(question.prompt, value, str(fault))
                messages = corrected(first, question.schema, value["content"], str(fault))
            else:
                if not (cut and whole):
                    break
            if cut:
                limit, messages = limit * 2, shortened(first)
        if usable is None:
            raise failure or ModelError("The model gave no reply.", kind="bad_reply")
        self._note_cut(question, usable)
        return usable

    async def _exchange(self, question: _Question, messages: list[dict[str, str]], limit: int, attempt: int) -> Json:
        stage = question.key.stage
        estimated = estimate_messages(messages) + estimate(schema_text(question.schema))
        prompt_tokens = self._counter.corrected(stage, estimated)
        limit = max(LEAST_LIMIT, min(limit, self.window - prompt_tokens - MARGIN))
        request = question.request(messages, limit)
        price = price_of(question.model, self.settings)
        performed = False

        async def perform() -> Reply:
            nonlocal performed
            self._refuse_too_long(question.prompt, prompt_tokens)
            with self.budget.promise(stage, expected(prompt_tokens, limit, price)):
                exchange = await self.endpoint.chat(request)
                reply = as_reply(exchange, question.model, price, estimated, question.field)
                performed = True
                self.budget.spend(Cost(reply.prompt_tokens + reply.completion_tokens, reply.usd))
                return reply

        key = replace(question.key, attempt=attempt)
        reply = await self._recorder.call(key, request, perform, meta=question.meta)
        if not performed:
            self.budget.spend(Cost(reply.prompt_tokens + reply.completion_tokens, reply.usd))
            self.endpoint.remember(question.model, reply.value.get("put", {}))
        self._note(question, reply, estimated)
        value: Json = reply.value
        return value

    # ------------------------------------------------------------ bookkeeping

    async def _model(self, role: Role) -> str:
        if role not in self._names:
            async with self._asking_names:
                if role not in self._names:
                    name = await only_model(self.endpoint, self._recorder, self._asker)
                    self._names |= {each: named_model(each, self.settings) or name for each in ROLES}
        return self._names[role]

    def _refuse_too_long(self, prompt: str, tokens: int) -> None:
        window = self.window
        if tokens + LEAST_LIMIT > window:
            raise ModelError(
                f"The prompt {prompt!r} has about {tokens} tokens and does not fit into a context of {window}.",
                kind="too_long",
                next_step="Raise RESEARCH_CONTEXT_TOKENS if the model's context window is larger.",
            )

    def _note(self, question: _Question, reply: Reply, estimated: int) -> None:
        self.spending.add(reply)
        if reply.value.get("counted"):
            self._counter.learn(question.key.stage, estimated, reply.prompt_tokens)
        self._emit(
            event(
                "model",
                role=question.role,
                prompt=question.prompt,
                prompt_tokens=reply.prompt_tokens,
                completion_tokens=reply.completion_tokens,
                usd=reply.usd,
                seconds=reply.value.get("seconds", 0.0),
            )
        )

    def _note_cut(self, question: _Question, answer: Answer[M]) -> None:
        if answer.cut:
            what = f"The model's reply to {question.prompt} was cut at its length limit; its complete parts are used."
            self._emit(event("problem", stage=question.key.stage, subject=question.key.subject, what=what))
