"""Facts about a run in the words of the report's language, for every rendering alike."""

from __future__ import annotations

from collections import Counter

from research_agent.domain import ClaimStatus, Outcome, Report, SearchAttempt, Usage
from research_agent.reports.labels import Labels


def outcome_words(report: Report, words: Labels) -> str:
    """How the run ended; of a complete one also whether something beside the question's demands was not found."""
    if report.outcome is Outcome.COMPLETE and report.not_found:
        return words("outcome_complete_but")
    return words(f"outcome_{report.outcome.value}")


def engine_words(report: Report, words: Labels) -> str:
    """Who did the thinking, said plainly at the head of the report."""
    if report.engine.name == "extractive":
        return words("no_model")
    if report.engine.name == "fake":
        return words("fake_engine")
    models = ", ".join(dict.fromkeys(report.engine.models.values()))
    return words("models", models=models or words("engine_llm"))


def judged_words(report: Report, words: Labels) -> str:
    """Whether a judge saw the report, and how it scored."""
    if report.verdict is None:
        return words("not_judged")
    score = score_words(report.verdict.score, words)
    return words("judged", score=score, decided=report.verdict.decided, items=len(report.verdict.items))


def score_words(score: float | None, words: Labels) -> str:
    return words("score_none") if score is None else f"{score:.2f}"


def attempt_words(attempt: SearchAttempt, words: Labels) -> str:
    """What a provider said to a query; what limits removed stands beside it."""
    if attempt.status == "failed":
        return words("failed_hits", why=attempt.why)
    said = words("found_hits", hits=attempt.hits) if attempt.status == "found" else words("nothing_hits")
    return f"{said} ({attempt.why})" if attempt.why else said


def evidence_words(report: Report, words: Labels) -> str:
    counts = Counter(claim.status for claim in report.claims)
    parts = words("separator").join(
        words(f"count_{status.value}", n=counts[status]) for status in ClaimStatus if counts[status]
    )
    said = words("evidence_counts", read=report.sources_read, cited=len(report.sources), quotes=len(report.quotes))
    return f"{said} {words('claim_counts', claims=len(report.claims), parts=parts)}" if report.claims else said


def cost_words(usage: Usage, words: Labels) -> str:
    if not usage.calls:
        return words("cost_none")
    usd = words("cost_unpriced") if usage.usd is None else f"${usage.usd:.4f}"
    return words(
        "cost_calls", calls=usage.calls, prompt=usage.prompt_tokens, completion=usage.completion_tokens, usd=usd
    )
