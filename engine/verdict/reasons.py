"""Why the verdict is what it is, in the order it was decided."""

from __future__ import annotations

from typing import Literal

from engine.base.reason import (
    Why,
)
from engine.options.hidden_costs import a_run, over
from engine.options.option import (
    Option,
)
from engine.options.too_small import roomy, shortfalls
from engine.verdict.deciding_sum import break_even
from engine.verdict.forks import Branch, Case, ForkResult, break_even_of
from engine.verdict.how_to_buy import how_to_buy
from knowledge.facts import Lean, Rule, Scalar

Decided = Literal["sum", "rule", "both", "fork", "neither", "carbon"]
ONE_CHIP: frozenset[Lean] = frozenset({"trainium", "gpu", "tpu", "inferentia"})
ROUNDING = 1.05  # a block that costs less than this share more than its run is no news


def reasons(
    case: Case, asking: ForkResult | None, lean: Lean, rule: Rule | None, decided: Decided, months: float
) -> tuple[Why, ...]:
    """What does not fit, the sum (at each value of what was unsaid), the rules, and what capacity and buying do.

    `months` is the horizon over which the upkeep of a port is counted.
    """
    branches = asking.branches if asking is not None and asking.slot != "runs" else ()
    found: list[Why | None] = [*shortfalls(case.options, case.filled.profile.clouds)]
    found += [_saving(branch.case, branch) for branch in branches] or [_saving(case)]
    if rule is not None:
        values: dict[str, Scalar] = {"rule": rule.title, "lean": rule.lean, "because": rule.because}
        code = "rule_differs" if rule.lean != lean else "rule_decides" if decided == "rule" else "rule_agrees"
        families = {option.family for option in case.options if option.may_lead}
        if rule.lean in ONE_CHIP and rule.lean not in families:
            code = "rule_unavailable"
        if code == "rule_differs" and decided == "carbon":
            code = "rule_differs_from_carbon"
        found.append(Why(code=code, values=values, cites=(rule.source,)))
    if decided == "neither" and case.sum:
        found.append(Why(code="evidence_cannot_decide", values={"probability": case.sum.probability}))
    found.append(_served(case))
    found.append(_budget(case))
    found.append(_stakes(case, asking.slot if branches and asking else None))
    if case.filled.profile.capacity == "tight":
        found.append(_capacity(case))
    if case.sum and case.sum.rival:
        found += [_block_alone(case.sum.rival), _older_price(case, case.sum.rival)]
        found += [_port_effort(case.sum.rival), _beside(case, months)]
    if case.sum:
        weighed = (case.sum.winner, case.sum.rival, case.sum.reference)
        leading = tuple({option.id: option for option in weighed if option}.values())
        profile = case.filled.profile
        found += how_to_buy(leading, profile.purchase, bool(profile.managed))
    found += roomy(case.options, case.filled.profile.clouds)
    return tuple(reason for reason in found if reason)


def _served(case: Case) -> Why | None:
    """How the leading offering answers, and what the latency was taken for."""
    leads = case.sum.winner if case.sum else None
    if leads is None or leads.ttft_ms is None or leads.tpot_ms is None or leads.asked_tokens is None:
        return None
    values: dict[str, Scalar] = {
        "option": leads.instance,
        "ttft_ms": leads.ttft_ms,
        "tpot_ms": leads.tpot_ms,
        "batch": leads.batch or 1.0,
        "joined": leads.joined or 1,
        "prompt": leads.asked_tokens[0],
        "answer": leads.asked_tokens[1],
        "latency_ms": case.filled.profile.latency_ms or 0.0,
        "meaning": leads.latency_is or "",
    }
    return Why(code="served", values=values, cites=leads.speed_cites[:1])


def _saving(case: Case, branch: Branch | None = None) -> Why | None:
    point = break_even_of(case)
    if case.sum is None or case.sum.rival is None or case.sum.reference is None or point is None:
        return None
    values: dict[str, Scalar] = {
        "option": case.sum.rival.instance,
        "against": case.sum.reference.instance,
        "saving": point.saving_per_run_usd,
        "runs": case.runs,
        "assumed": case.filled.assumed("runs"),
        "serving": case.filled.profile.task == "inference",
    }
    if branch is not None:
        values |= {"given_slot": branch.slot, "given_value": branch.value}
    if point.runs:
        values |= {"break_even": point.runs.likely, "low": point.runs.low, "high": point.runs.high}
    cites = tuple(dict.fromkeys((*case.sum.rival.cites, *case.sum.reference.cites)))
    return Why(code="saving" if point.runs else "no_saving", values=values, cites=cites)


def _budget(case: Case) -> Why | None:
    """Whether the money named holds the plan, and how many runs it holds."""
    money = case.filled.profile.budget_usd
    if case.sum is None or not money:
        return None
    winner = case.sum.winner
    total, port = winner.total(case.runs), winner.port_usd.likely if winner.port_usd else 0.0
    each = (total - port) / case.runs
    values: dict[str, Scalar] = {
        "option": winner.instance,
        "budget": money,
        "total": total,
        "runs": case.runs,
        "enough_for": max(0.0, (money - port) // each) if each > 0 else 0.0,
        "serving": case.filled.profile.task == "inference",
    }
    return Why(code="budget_short" if total > money else "budget_holds", values=values, cites=winner.price_cites)


def _stakes(case: Case, given: str | None) -> Why | None:
    """How likely the cheaper one is cheaper, and what taking it costs if it is not."""
    if case.sum is None or case.sum.other is None or case.sum.worst_loss_usd <= 0:
        return None
    values: dict[str, Scalar] = {
        "option": case.sum.winner.instance,
        "against": case.sum.other.instance,
        "probability": case.sum.probability,
        "runs": case.runs,
        "expected": case.sum.expected_loss_usd,
        "worst": case.sum.worst_loss_usd,
        "serving": case.filled.profile.task == "inference",
    }
    if given is not None:
        values |= {"given_slot": given, "given_value": getattr(case.filled.profile, given)}
    return Why(code="stakes", values=values)


def _capacity(case: Case) -> Why:
    blocks = dict.fromkeys(
        option.instance for option in case.options if option.may_lead and option.purchase == "capacity_block"
    )
    return Why(code="capacity_tight", values={"blocks": ", ".join(list(blocks)[:5])})


def _older_price(case: Case, rival: Option) -> Why | None:
    """A cheaper GPU known only from an old price: what it would change if it still held."""
    reference = case.sum.reference if case.sum else None
    old = [
        option
        for option in case.options
        if option.family == "gpu" and option.costed and option.held_back and option.held_back.code == "old_price"
    ]
    cheapest = min(old, key=lambda option: option.total(1), default=None)
    if cheapest is None or reference is None or cheapest.total(1) * ROUNDING >= reference.total(1):
        return None
    point = break_even(rival, cheapest)
    values: dict[str, Scalar] = {
        "option": cheapest.instance,
        "rate": cheapest.usd_per_hour.likely if cheapest.usd_per_hour else 0.0,
        "as_of": str(cheapest.price_as_of),
        "usd": cheapest.usd_per_run.likely if cheapest.usd_per_run else 0.0,
        "rival": rival.instance,
        "serving": case.filled.profile.task == "inference",
    }
    if point.runs:
        values["break_even"] = point.runs.likely
    return Why(code="older_price", values=values, cites=cheapest.price_cites)


def _port_effort(option: Option) -> Why | None:
    """How long until something runs there, and until production: the sum counts the second."""
    if option.port_weeks is None or option.first_job_weeks is None or option.port_weeks.high <= 0:
        return None
    first, all_of_it = option.first_job_weeks, option.port_weeks
    values: dict[str, Scalar] = {
        "option": option.instance,
        "first_low": first.low,
        "first_high": first.high,
        "low": all_of_it.low,
        "weeks": all_of_it.likely,
        "high": all_of_it.high,
    }
    return Why(code="port_effort", values=values, cites=option.port_cites[:1])


def _beside(case: Case, months: float) -> Why | None:
    """What the rest of the bill does to the break-even: upkeep of the port, a first compile, storage and egress."""
    if case.sum is None or case.sum.rival is None or case.sum.reference is None:
        return None
    mine, theirs = case.sum.rival, case.sum.reference
    point = break_even_of(case)
    once = over(mine.beside, months) - over(theirs.beside, months)
    if point is None or point.runs is None or once <= 0:
        return None
    saving = point.saving_per_run_usd - (a_run(mine.beside) - a_run(theirs.beside))
    values: dict[str, Scalar] = {
        "option": mine.instance,
        "months": months,
        "once": once,
        "run": a_run(mine.beside),
        "break_even": point.runs.likely,
        "serving": case.filled.profile.task == "inference",
    }
    if saving > 0:
        port = (mine.port_usd.likely if mine.port_usd else 0.0) - (theirs.port_usd.likely if theirs.port_usd else 0.0)
        values["with_it"] = max(0.0, port + once) / saving
    cites = tuple(dict.fromkeys(cite for line in mine.beside for cite in line.cites))
    return Why(code="beside", values=values, cites=cites[:1])


def _block_alone(option: Option) -> Why | None:
    """A block is paid whole: what a run costs that has one to itself."""
    if not (option.own_block_hours and option.usd_per_run and option.usd_per_hour):
        return None
    usd = option.own_block_hours * option.usd_per_hour.likely * option.count
    if usd <= option.usd_per_run.likely * ROUNDING:
        return None
    values: dict[str, Scalar] = {"option": option.instance, "usd": usd, "hours": option.own_block_hours}
    return Why(code="block_alone", values=values, cites=option.price_cites)
