"""A comparison as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from research_agent.adr_bench.comparing.comparison import Comparison
from research_agent.adr_bench.comparing.paired import Paired
from research_agent.adr_bench.comparing.pairwise import WHOLE, HeadToHead, Pairwise, Ratings
from research_agent.adr_bench.estimates import SEED, Estimate
from research_agent.adr_bench.pages import figures
from research_agent.adr_bench.pages.parts import Dot, Part, Scatter, Section, Sheet, Stacks, Table, Words
from research_agent.adr_bench.scoreboard.groups import readable
from research_agent.adr_bench.scoreboard.headline import cost_words, quality_words
from research_agent.adr_bench.scoreboard.origins import limits_words, record_facts, system_words

OUTCOMES = ("win", "tie", "lose")
LISTED = 20
"""Reports over budget that are shown; compare.json has all."""
_MODELS = {
    "elo": "Elo",
    "bradley_terry": "Bradley-Terry, a tie half a win",
    "davidson": "Davidson, ties an outcome of their own",
}


def sheet_of(found: Comparison) -> Sheet:
    """The page of a comparison."""
    sections = [
        Section(title="Quality per cost", parts=tuple(_standings(found))),
        Section(title="Task by task", parts=tuple(_paired(found.pairs, found.judge))),
        Section(title="Reports side by side", parts=tuple(_pairwise(found.pairwise)) if found.pairwise else ()),
        Section(title="To reproduce", parts=tuple(_origins(found)), reference=True),
    ]
    names = [one.name for one in found.standings]
    return Sheet(
        title=f"Comparison: {', '.join(names)}",
        summary=tuple(_summary(found)),
        sections=tuple(one for one in sections if one.parts),
    )


def _summary(found: Comparison) -> Iterator[str]:
    for one in found.standings:
        yield f"{one.name}: {system_words(one.batch)}."
    limits = limits_words(found.standings[0].batch.limits)
    budgets = f"limits of each task: {limits}" if found.equal_budgets else "limits that differ"
    judged = f"verdicts of {found.judge}" if found.judge else "no verdicts by checklist"
    yield f"{found.tasks:,} common task{'' if found.tasks == 1 else 's'}, {budgets}; {judged}."
    yield from found.notes


# ---------------------------------------------------------------- scores and costs


def _standings(found: Comparison) -> Iterator[Part]:
    yield Table(
        caption="On the common tasks",
        columns=("system", "score", "quality per cost", "cost a report", "time a report"),
        rows=tuple(
            (
                one.name,
                figures.interval(one.score),
                quality_words(one.quality) if found.judge else figures.NOTHING,
                cost_words(one.cost),
                figures.duration(one.cost.seconds_per_report.value or 0.0),
            )
            for one in found.standings
        ),
    )
    over = [(one.name, task, why) for one in found.standings for task, why in one.overspent.items()]
    if over:
        rest = f" (the first {LISTED} of {len(over):,})" if len(over) > LISTED else ""
        yield Table(
            caption=f"Reports that cost more than they may, and count as 0{rest}",
            columns=("system", "task", "spent"),
            rows=tuple(over[:LISTED]),
            words=3,
        )
    for one in found.standings:
        if one.unchecked:
            yield Words(
                text=f"{one.name} did not tell what {one.unchecked:,} tasks cost: a limit could not be checked."
            )
    if (chart := _chart(found)) is not None:
        yield chart


def _chart(found: Comparison) -> Scatter | None:
    known = [one for one in found.standings if one.score.value is not None]
    dollars = all(one.cost.usd_per_report.value is not None and not one.cost.usd_unknown for one in known)
    costs = [(one.cost.usd_per_report if dollars else one.cost.tokens_per_report).value or 0.0 for one in known]
    if not any(costs):
        return None
    return Scatter(
        title="Score against cost",
        description="One dot a system: its mean score over what a report cost; as in the table above.",
        x="US dollars a report" if dollars else "tokens a report",
        y="score",
        coloured=True,
        dots=tuple(Dot(label=one.name, x=cost, y=one.score) for one, cost in zip(known, costs, strict=True)),
    )


def _paired(pairs: Sequence[Paired], judge: str | None) -> Iterator[Part]:
    if not pairs:
        return
    yield Stacks(
        title=f"Win, tie and lose by score ({judge})",
        description="Tasks on which the first system scored higher, alike or lower; as in the table below.",
        names=OUTCOMES,
        rows=tuple((f"{one.left} against {one.right}", (one.wins, one.ties, one.losses)) for one in pairs),
    )
    yield Table(
        caption="Score of the first less score of the second, on the same tasks",
        columns=("systems", "difference", "p, flips", "p, signs", "win / tie / lose", "cost ratio"),
        rows=tuple(
            (
                f"{one.left} - {one.right}",
                _signed(one.difference),
                _p(one.p_permutation),
                _p(one.p_sign),
                f"{one.wins:,} / {one.ties:,} / {one.losses:,}",
                _ratio(one),
            )
            for one in pairs
        ),
    )
    yield from (
        Words(text=f"{one.left} - {one.right}: {one.left_out:,} of the tasks have no score of one of them.")
        for one in pairs
        if one.left_out
    )
    if len(pairs) > 1:
        yield Words(text=f"The p values are not corrected for their number ({len(pairs)} pairs).")


def _signed(estimate: Estimate) -> str:
    if estimate.value is None:
        return figures.NOTHING
    told = f"{estimate.value:+.3f}"
    return (
        told if estimate.low is None or estimate.high is None else f"{told} [{estimate.low:+.2f}, {estimate.high:+.2f}]"
    )


def _p(value: float | None) -> str:
    if value is None:
        return figures.NOTHING
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _ratio(pair: Paired) -> str:
    if pair.cost_ratio.value is None:
        return "both cost nothing" if pair.cost_unit == "none" else figures.NOTHING
    return f"{figures.times(pair.cost_ratio)} ({'dollars' if pair.cost_unit == 'usd' else 'tokens'})"


# ---------------------------------------------------------------- pairwise


def _pairwise(found: Pairwise) -> Iterator[Part]:
    whole = [one for one in found.tables if one.dimension == WHOLE]
    yield Words(
        text=f"A model compared {found.pairs:,} pairs of reports, blind and in both orders; {found.undecided:,} could "
        f"not be decided. In {figures.percent(found.bias)} of the decided ones the winner changed with the places, "
        f"which counts as a tie; {found.favoured_first:,} of these favoured the first place."
    )
    yield Stacks(
        title="Win, tie and lose, report by report",
        description="Tasks on which the judge preferred the first system's report; as in the table below.",
        names=OUTCOMES,
        rows=tuple((f"{one.left} against {one.right}", (one.wins, one.ties, one.losses)) for one in whole),
    )
    yield Table(
        caption="Win, tie and lose by dimension",
        columns=("systems", "dimension", "win / tie / lose", "rate", "biased", "undecided"),
        rows=tuple(map(_head_to_head, found.tables)),
        words=2,
    )
    for rated in found.ratings:
        yield from _ratings(rated)
    if found.errors:
        yield Table(
            caption="What went wrong",
            columns=("error", "pairs"),
            rows=tuple((error, f"{count:,}") for error, count in found.errors.items()),
        )


def _head_to_head(one: HeadToHead) -> tuple[str, ...]:
    return (
        f"{one.left} - {one.right}",
        readable(one.dimension),
        f"{one.wins:,} / {one.ties:,} / {one.losses:,}",
        figures.percent(one.rate),
        f"{one.biased:,}",
        f"{one.undecided:,}",
    )


def _ratings(rated: Ratings) -> Iterator[Part]:
    tied = "" if rated.tie_parameter is None else f", tie parameter {rated.tie_parameter:.3f}"
    yield Table(
        caption=f"{_MODELS[rated.name]}: ratings around 1000{tied}",
        columns=("system", "rating"),
        rows=tuple((one.system, _rating(one.value, one.low, one.high)) for one in rated.ratings),
    )
    yield from (Words(text=note) for note in rated.notes)


def _rating(value: float, low: float | None, high: float | None) -> str:
    return f"{value:.0f}" if low is None or high is None else f"{value:.0f} [{low:.0f}–{high:.0f}]"


# ---------------------------------------------------------------- origins


def _origins(found: Comparison) -> Iterator[Part]:
    for one in found.standings:
        yield Table(caption=one.name, columns=("what", "value"), rows=tuple(record_facts(one.batch)), words=2)
    yield Words(text=f"Intervals and drawn sign flips have the seed {SEED}.")
    if found.pairwise:
        models = ", ".join(f"{model or 'unknown'} ({count:,})" for model, count in found.pairwise.models.items())
        prompts = "; ".join(f"{name} {', '.join(digests)}" for name, digests in found.pairwise.prompts.items())
        usage = found.pairwise.usage
        cost = "unknown" if usage.usd is None else figures.money(usage.usd)
        tokens = usage.prompt_tokens + usage.completion_tokens
        yield Words(
            text=f"Pairwise judge: {models or 'none'}; prompts: {prompts or 'none'}; {usage.calls:,} calls, "
            f"{tokens:,} tokens, cost {cost}."
        )
