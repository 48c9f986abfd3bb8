"""How a request is put differently after each kind of refusal."""

from __future__ import annotations

import json

import pytest

from research_agent.llm.faults import from_status
from research_agent.llm.profile import Mode, Profile, after_refusal, body, first_profile, from_record, is_too_long

REQUEST = {
    "model": "m",
    "messages": [{"role": "user", "content": "hello"}],
    "name": "plan",
    "schema": {"type": "object"},
    "limit": 1000,
    "temperature": 0.0,
    "seed": 7,
}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("'response_format.type' must be text", Profile(mode=Mode.OBJECT)),
        ("Unsupported value: 'temperature' does not support 0.0", Profile(dropped=frozenset({"temperature"}))),
        ("Unrecognized request argument supplied: seed", Profile(dropped=frozenset({"seed"}))),
        (
            "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
            Profile(limit_name="max_completion_tokens"),
        ),
        ("Unknown parameter: max_tokens", Profile(limit_name="")),
        ("max_tokens must be less than or equal to `500`", Profile(limit_cap=500)),
        ("maximum context length is 4096 tokens, reduce max_tokens or the messages", None),
    ],
)
def test_each_refusal_teaches_one_thing(message: str, expected: Profile | None) -> None:
    assert after_refusal(Profile(), REQUEST, message) == expected


@pytest.mark.parametrize("message", ["logprobs is not supported", "top_logprobs must be at most 3", "bad request"])
def test_log_probabilities_are_the_first_to_go(message: str) -> None:
    request = {**REQUEST, "logprobs": {"field": "label", "top": 5}}
    sent = body(request, Profile())
    assert (sent["logprobs"], sent["top_logprobs"]) == (True, 5)
    without = after_refusal(Profile(), request, message)
    assert without == Profile(dropped=frozenset({"logprobs"}))
    assert body(request, without) == body(REQUEST, Profile())
    assert from_record(Profile(), without.as_record()) == without


def test_when_nothing_is_left_to_try_the_refusal_stands() -> None:
    assert after_refusal(Profile(mode=Mode.TEXT), REQUEST, "no") is None


def test_bodies_hold_what_each_mode_needs() -> None:
    schema, text = body(REQUEST, Profile()), body(REQUEST, Profile(mode=Mode.TEXT, dropped=frozenset({"seed"})))
    assert schema["response_format"]["json_schema"]["strict"] is True
    assert schema["messages"] == REQUEST["messages"]
    assert "response_format" not in text
    assert "seed" not in text
    assert "JSON schema, named plan" in text["messages"][-1]["content"]
    assert body(REQUEST, Profile(mode=Mode.OBJECT))["response_format"] == {"type": "json_object"}


def test_openai_starts_with_its_own_name_for_the_limit() -> None:
    assert first_profile(None).limit_name == "max_completion_tokens"
    assert first_profile("http://127.0.0.1:8000/v1").limit_name == "max_tokens"
    assert first_profile("https://openai.com.example.org/v1").limit_name == "max_tokens"


def test_a_profile_survives_the_journal() -> None:
    profile = Profile(mode=Mode.OBJECT, dropped=frozenset({"seed"}), limit_name="")
    assert from_record(Profile(), profile.as_record()) == profile
    assert from_record(profile, {"mode": "of a later release"}) == profile


@pytest.mark.parametrize("message", ["This model's maximum context length is 8192 tokens", "prompt is too long: 9 > 8"])
def test_a_prompt_that_is_too_long_is_recognised(message: str) -> None:
    assert is_too_long(message)


def test_a_server_that_hides_its_refusal_behind_a_500_is_asked_more_plainly() -> None:
    text = "1 validation error: {'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text'\"}"
    error = from_status(500, {}, json.dumps({"error": {"message": text}}), base_url="http://127.0.0.1/v1", model="m")
    assert error.kind == "bad_request"
    plainer = after_refusal(first_profile(None), {"limit": 10, "seed": 1}, error.message)
    assert plainer is not None
    assert plainer.mode is Mode.OBJECT
