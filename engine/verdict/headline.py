"""Which first line a verdict deserves; the sentence itself stands in the templates."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.options.option import CostedOption, Named, costed, leading
from engine.verdict.forks import break_even_of
from engine.verdict.reasons import RuleDecides
from engine.verdict.verdict import Verdict
from engine.workload.conditions import FAMILIES

Headline = Literal[
    "need_more",
    "no_fit",
    "hybrid",
    "pilot_both",
    "by_value_from_runs",
    "by_value",
    "from_runs",
    "only_family",
    "never_pays",
    "not_yet",
    "about_the_same",
    "pays",
    "rule_decides",
    "lowest_carbon",
    "stays",
    "leaves",
    "buys_otherwise",
]


Word = Literal["yes", "no", "not_yet", "depends"]

AMOUNTS = frozenset(
    {
        "tokens", "flops", "samples", "epochs", "dataset", "data_gb", "steps", "runs", "runs_per_month", "cadence",
        "run_hours",
        "tokens_per_day", "requests_per_second", "concurrent_users", "budget_usd", "deadline_days", "credits_usd",
        "current_hours_per_run", "current_usd_per_month", "current_usd_per_hour", "current_tokens_per_second",
        "seconds_per_step", "elapsed_hours", "horizon_months", "utilization",
    }
)  # fmt: skip


class Supposed(NamedTuple):
    """The amount of work a sum rests on where nothing was said of any; None what is asked instead, or was said."""

    runs: float | None
    tokens: float | None
    tokens_per_day: float | None
    parameters: float | None
    busy: float | None = None  # the share of their time in which the machines of today serve so much


def unsaid_amount(verdict: Verdict) -> Supposed | None:
    """None where something was said of how much work it is, or where no sum is told."""
    filled = verdict.base.filled
    said = filled.reading.profile.stated().keys()
    if said & AMOUNTS or verdict.option is None or headline(verdict) == "rule_decides":
        return None
    asked = verdict.ask.slot if verdict.ask is not None else None
    profile = filled.profile
    if profile.task == "inference":
        carried = (one.parts[-1] for one in filled.reading.chains if one.slot == "tokens_per_day")
        busy = next((part.value for part in carried if part.thing == "busy"), None)
        return Supposed(None, None, profile.tokens_per_day, None, busy)
    sized = "parameters" in said or "model" in said or asked == "parameters"
    return Supposed(
        runs=verdict.case.runs,
        tokens=None if asked == "tokens" else profile.tokens,
        tokens_per_day=None,
        parameters=None if sized else profile.parameters,
    )


def word(verdict: Verdict) -> Word | None:
    """Yes or no, where it was asked whether a move is worth it; None for another question, or to another machine.

    It depends where a value that nobody said turns the answer.
    """
    if "asks_worth" not in verdict.base.filled.reading.cues or verdict.case.sum is None or verdict.option is None:
        return None
    decision, point = verdict.case.sum, break_even_of(verdict.case)
    rival = decision.rival if decision.rival != verdict.option else None
    later = point is not None and point.runs is not None and point.runs.likely > verdict.case.runs
    match headline(verdict):
        case "by_value" if verdict.base.filled.reading.profile.task is not None:
            return "depends"
        case "stays":
            return "not_yet" if later and rival is not None else "no"
        case "buys_otherwise":
            return "no"
        case "never_pays" if rival is not None and rival.named >= Named.BY_CHIP:
            return "no"
        case "not_yet" if rival is not None and rival.named >= Named.BY_CHIP:
            return "not_yet"
        case "leaves" if not _names_another(verdict):
            return "yes"  # "is there something cheaper?"
        case "leaves" if verdict.option.named < Named.BY_CHIP and _is_dearer_than_today(verdict):
            return "no"
        case "only_family" if verdict.option.named >= Named.BY_CHIP:
            return _of_first_named(verdict)
        case "leaves" | "from_runs" | "pays" if verdict.option.named >= Named.BY_CHIP and not verdict.option.at_hand:
            return "yes" if verdict.option.family != "gpu" or verdict.case.incumbent is not None else None
        case _:
            return None


def _of_first_named(verdict: Verdict) -> Word | None:
    """Of several chips that were named, whether the first of them leads: it is the one that was asked about."""
    named = {one.accelerator for one in leading(verdict.case.options) if one.named >= Named.BY_CHIP}
    words = verdict.base.filled.reading.profile.candidates
    if len(named) < 2 or len(words) < 2 or verdict.option is None:
        return None
    meant = [
        word
        for word in words
        if verdict.option.accelerator in (word, *(one for one in named if one.startswith(f"{word}-")))
    ]
    return None if not meant else "yes" if meant[0] == words[0] else "no"


def _names_another(verdict: Verdict) -> bool:
    """Whether anything is named beside what runs today."""
    today, said = verdict.case.incumbent, verdict.base.filled.reading.profile
    if today is None:
        return True
    types = set(said.instances) - {today.instance}
    return bool(types) or any(not f"{today.accelerator}-".startswith(f"{word}-") for word in said.candidates)


def _is_dearer_than_today(verdict: Verdict) -> bool:
    """Whether what was named to move to costs more than what runs today."""
    case, today = verdict.case, verdict.case.incumbent.instance if verdict.case.incumbent else None
    named = [one for one in leading(case.options) if one.named >= Named.BY_CHIP and one.instance != today]
    least = min((one.total(case.runs) for one in named), default=0.0)
    return case.incumbent is not None and least > case.incumbent.total(case.runs)


def headline(verdict: Verdict) -> Headline:
    """The shape of the answer: a fork, a break-even, or a plain call. Each names the recommended option first."""
    if verdict.kind in ("need_more", "no_fit"):
        return "need_more" if verdict.kind == "need_more" else "no_fit"
    if verdict.lean in ("hybrid", "pilot_both"):
        return "hybrid" if verdict.lean == "hybrid" else "pilot_both"
    if verdict.green is not None and verdict.option == verdict.green.lowest:
        return "lowest_carbon"
    if any(isinstance(reason, RuleDecides) for reason in verdict.because):
        return "rule_decides"
    runs_open = verdict.base.filled.runs_open
    if verdict.ask is not None and verdict.ask.slot != "runs":
        if verdict.ask.turns:
            return "by_value"
        if runs_open and any(branch.break_even and branch.break_even.runs for branch in verdict.ask.branches):
            return "by_value_from_runs"
    if verdict.case.incumbent is not None and verdict.option is not None:
        if verdict.option.at_hand:
            return "stays"
        return "buys_otherwise" if verdict.option.instance == verdict.case.incumbent.instance else "leaves"
    decision, point = verdict.case.sum, break_even_of(verdict.case)
    if decision is None or decision.other is None or point is None:
        return "only_family"
    if point.runs is None:
        return "never_pays" if decision.lean == "gpu" else "pays"
    if decision.lean == "gpu":
        return "not_yet" if point.runs.likely > verdict.case.runs else "about_the_same"
    return "from_runs" if point.runs.likely > 1 else "pays"


SIDES: frozenset[Headline] = frozenset({
    "only_family", "never_pays", "pays", "from_runs", "not_yet", "about_the_same", "pilot_both",
})  # fmt: skip


def other_side(verdict: Verdict) -> CostedOption | None:
    """Of two clouds or kinds of chips that were named as a whole, the best of the one that does not lead: bought as
    what leads is, else on demand."""
    lead, said = verdict.option, verdict.base.filled.reading.profile
    if lead is None or headline(verdict) not in SIDES or said.instances:
        return None
    sides = set(said.candidates) & FAMILIES
    if len(said.clouds) + len(sides) < 2 or len(said.candidates) != len(sides):
        return None
    free = [one for one in costed(verdict.case.options) if one.purchase in (lead.purchase, "on_demand")]
    others = [one for one in free if one.family in sides and one.family != lead.family]
    others += [one for one in free if one.cloud in said.clouds and one.cloud != lead.cloud]
    shown = verdict.case.sum.other if verdict.case.sum else None
    best = min(others, key=lambda one: (one.total(verdict.case.runs), one.id), default=None)
    return None if best is None or (shown is not None and best.family == shown.family) else best
