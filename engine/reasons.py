"""Why the verdict is what it is, in the order it was decided."""

from __future__ import annotations

from typing import Literal

from engine.deciding_sum import break_even
from engine.forks import Branch, Case, ForkResult, break_even_of
from engine.options import Option, Why
from knowledge.facts import Lean, Rule, Scalar

Decided = Literal["sum", "rule", "both", "fork", "neither", "carbon"]
ONE_CHIP: frozenset[Lean] = frozenset({"trainium", "gpu", "tpu", "inferentia"})
ROUNDING = 1.05  # a block that costs less than this share more than its run is no news


def reasons(
    case: Case, asking: ForkResult | None, lean: Lean, rule: Rule | None, decided: Decided
) -> tuple[Why, ...]:
    """The sum (at each value of what was unsaid), then the rules, then what capacity and buying do to both."""
    branches = asking.branches if asking is not None and asking.slot != "runs" else ()
    found: list[Why | None] = [_saving(branch.case, branch) for branch in branches] or [_saving(case)]
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
    if case.filled.profile.capacity == "tight":
        found.append(_capacity(case))
    if case.sum and case.sum.rival:
        found += [_block_alone(case.sum.rival), _older_price(case, case.sum.rival)]
    return tuple(reason for reason in found if reason)


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


def _block_alone(option: Option) -> Why | None:
    """A block is paid whole: what a run costs that has one to itself."""
    if not (option.own_block_hours and option.usd_per_run and option.usd_per_hour):
        return None
    usd = option.own_block_hours * option.usd_per_hour.likely * option.count
    if usd <= option.usd_per_run.likely * ROUNDING:
        return None
    values: dict[str, Scalar] = {"option": option.instance, "usd": usd, "hours": option.own_block_hours}
    return Why(code="block_alone", values=values, cites=option.price_cites)
