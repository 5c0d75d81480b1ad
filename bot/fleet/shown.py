"""A plan as labelled sentences with numbered sources: what a terminal, Slack and tests read alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from bot.card.citations import Citations
from bot.card.sentences import said_briefly
from bot.fleet.planner import Planned
from bot.wording import numbers
from bot.wording.words import say
from engine.fleet.plan import Plan, Used
from engine.fleet.ways import Way
from engine.fleet.work import Work
from engine.options.assumptions import Assumption
from engine.options.port import PortCost
from engine.options.problem import DAYS_PER_MONTH

WORDS = "words/plan.j2"
TURNING = frozenset({
    "parameters", "method", "tokens", "samples", "epochs", "tokens_per_sample", "steps", "batch_size",
    "sequence_length", "run_hours", "instances", "runs", "runs_per_month", "tokens_per_day",
    "requests_per_second", "concurrent_users", "prompt_tokens", "answer_tokens", "latency_ms", "utilization",
    "precision",
})  # fmt: skip


class Section(NamedTuple):
    """Sentences under a label."""

    label: str
    sentences: tuple[str, ...]


class ShownPlan(NamedTuple):
    """`headline` answers; the sections explain it line by line."""

    headline: str
    sections: tuple[Section, ...]


def shown(planned: Planned) -> ShownPlan:
    """All of it in words."""
    if planned.plan is None:
        return ShownPlan(_no_plan(planned), (*_assumed(planned), *_unread(planned)))
    cite = Citations(planned.sources)
    plan = planned.plan
    done = len(plan.works) - len(plan.left_out)
    sections = [Section(name, tuple(lines)) for name, lines in _by_work(plan, cite)]
    whole = [*_whole(planned, plan, cite)]
    if whole:
        sections.append(_labelled("whole", whole))
    sections.append(_labelled("sum", [_sum(plan)]))
    sections.append(_labelled("bills", [_bills(plan)]))
    if plan.left_out:
        needs = [say(WORDS, "left_out", work, planned.missing.get(work.name, ())) for work in plan.left_out]
        sections.append(_labelled("left_out", needs))
    if planned.moved:
        sections.append(_labelled("worth", [say(WORDS, f"moved_{each.what}", each) for each in planned.moved]))
    sections += (*_assumed(planned), *_unread(planned))
    sections.append(_labelled("planned", [say(WORDS, "counted_from", planned.as_of) + " " + say(WORDS, "method")]))
    sections.append(_labelled("sources", [say(WORDS, "source", note) for note in cite.notes()]))
    return ShownPlan(say(WORDS, "headline", planned, done, len(plan.works)), tuple(sections))


def spans(months: Iterable[int]) -> list[str]:
    """1, 2, 3, 5 as "1-3" and "5"."""
    found = []
    for _, group in groupby(enumerate(sorted(months)), key=lambda pair: pair[1] - pair[0]):
        run = [month for _, month in group]
        found.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return found


def _labelled(key: str, sentences: Sequence[str]) -> Section:
    return Section(say(WORDS, "label", key), tuple(sentences))


def _by_work(plan: Plan, cite: Citations) -> Iterable[tuple[str, list[str]]]:
    for work in plan.works:
        lines = [_used(entry, cite) for entry in plan.used if entry.work.name == work.name]
        if lines:
            yield work.name, [*_read_as(work), *lines]


def _read_as(work: Work) -> list[str]:
    """What the text was taken for, and what the cost of it turns on that was assumed."""
    if work.filled is None:
        return []
    said = work.filled.reading.profile.model_copy(update={"horizon_months": None})  # that of the file
    turning = [entry for entry in _guessed(work) if entry.slot in TURNING]
    return [say(WORDS, "read_as", said_briefly(said), turning)]


def _guessed(work: Work) -> list[Assumption]:
    """What nobody said; the number of runs is none where it follows from a rhythm, a single run, or the months."""
    if work.filled is None:
        return []
    said = work.filled.reading.profile
    follows = work.rhythm == "serving" or said.runs_per_month is not None or said.cadence == "one_off"
    return [entry for entry in work.filled.assumptions if entry.slot != "runs" or not follows]


def _used(entry: Used, cite: Citations) -> str:
    way, when = entry.way, spans(month for month, _ in entry.months)
    cites = cite.of(way.cites())
    if way.api is not None:
        profile = entry.work.filled.profile if entry.work.filled else None
        asked = (profile.prompt_tokens, profile.answer_tokens) if profile else (0, 0)
        return say(WORDS, "call", entry, when, *asked, cites)
    grade = _price_grade(way)
    if way.kind != "rent":
        return say(WORDS, "on_whole", entry, when, grade, cites)
    run = way.option.run if way.option else None
    if run is not None and run.usd_block_each is not None and run.booking is not None:
        return say(WORDS, "own_block", entry, when, run.booking.hours, grade, cites)
    return say(WORDS, "rent", entry, when, grade, cites)


def _whole(planned: Planned, plan: Plan, cite: Citations) -> Iterable[str]:
    for term in plan.committed:
        yield say(WORDS, "committed", term, _price_grade(term.way), cite.of(_price_cites(term.way)))
    for block in plan.booked:
        cites = cite.of(_price_cites(block.way))
        yield say(WORDS, "booked", block, spans(block.months), _price_grade(block.way), cites)
    if any((month - 1) * DAYS_PER_MONTH > planned.block_lead_days for each in plan.booked for month in each.months):
        yield say(WORDS, "booked_later", planned.block_lead_days)
    for port in plan.migrated:
        target = say(WORDS, "target", port.port.target)
        yield say(WORDS, "migrated", port, target, _port_steps(port.port), cite.of(port.port.cites))


def _port_steps(port: PortCost) -> dict[str, float]:
    """What a week of an engineer costs, and what the move to another cloud does."""
    steps = {step.label.removesuffix("_said"): step.value.likely for step in port.steps}
    return {"rate": steps["engineer_usd_per_week"], "move": steps.get("move_cloud_usd", 0.0)}


def _price_grade(way: Way) -> str:
    return say(WORDS, "price_grade", way.option.price.grade) if way.option else ""


def _price_cites(way: Way) -> tuple[str, ...]:
    return way.option.price.cites if way.option else ()


def _sum(plan: Plan) -> str:
    parts = [numbers.dollar_rate(each.likely) for each in plan.costs]
    return say(WORDS, "sum_of", parts, numbers.dollar_rate(plan.usd.likely))


def _bills(plan: Plan) -> str:
    parts = []
    for _, group in groupby(plan.bills, key=lambda pair: round(pair[1], 2)):
        months = list(group)
        parts.append(say(WORDS, "bill", ", ".join(spans(month for month, _ in months)), months[0][1]))
    return say(WORDS, "bills", parts)


def _assumed(planned: Planned) -> list[Section]:
    lines = [say(WORDS, "assumed", work, _guessed(work)) for work in planned.works if _guessed(work)]
    return [_labelled("assumed", lines)] if lines else []


def _unread(planned: Planned) -> list[Section]:
    """What of the texts was not used."""
    read = [(work.name, work.filled.reading.unread) for work in planned.works if work.filled]
    lines = [say(WORDS, "unread", name, stretches) for name, stretches in read if stretches]
    return [_labelled("unread", lines)] if lines else []


def _no_plan(planned: Planned) -> str:
    trouble = planned.trouble
    if trouble is None:
        raise ValueError("without a plan there is a reason")
    if trouble.no_ways:
        return " ".join(say(WORDS, "no_way", each) for each in trouble.no_ways)
    if trouble.needed:
        return say(WORDS, "short", trouble.needed)
    return say(WORDS, "short_together", trouble.together) if trouble.together else say(WORDS, "never")
