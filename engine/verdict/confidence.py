"""How sure the verdict is, and why not surer: evidence x agreement x how much was assumed."""

from __future__ import annotations

from typing import Literal

from engine.base.reason import (
    Why,
)
from engine.carbon.footprint import is_estimated
from engine.library import Library
from engine.options.option import (
    Option,
)
from engine.verdict.forks import Case, ForkResult
from engine.verdict.greenest import Greenest
from knowledge.facts import Fact, Grade, Lean, Rule, Scalar

Level = Literal["high", "medium", "low"]
LEVELS: tuple[Level, ...] = ("high", "medium", "low")
CEILING: dict[Grade, int] = {"own": 0, "independent": 0, "vendor_measured": 0, "claim": 1, "assumed": 2}
ONE_CHIP: frozenset[Lean] = frozenset({"trainium", "gpu", "tpu", "inferentia"})
TURNING_SLOTS = ("parameters", "tokens", "runs")


class Confidence(Fact):
    level: Level
    because: tuple[Why, ...]


def confidence(case: Case, rule: Rule | None, asking: ForkResult | None, library: Library) -> Confidence:
    """Start high; each weakness lowers the ceiling, and disagreement with the rules takes one step more."""
    reasons: list[Why] = []
    ceiling = 0
    deciding = _deciding(case)
    for option in deciding:
        limit = CEILING[option.evidence]
        if limit:
            code = "speed_claimed" if option.basis == "claimed" else "speed_guessed"
            code = code if option.basis != "measured" else "price_claimed"
            reasons.append(Why(code=code, values={"option": option.instance}, cites=option.speed_cites[:1]))
        ceiling = max(ceiling, limit)
        if option.price_is_old and option.price_age_days is not None:
            values: dict[str, Scalar] = {"option": option.instance, "days": option.price_age_days}
            reasons.append(Why(code="price_stale", values=values, cites=option.price_cites))
            ceiling = max(ceiling, 1)
        if option.groups == 1 and not option.own:
            reasons.append(
                Why(code="one_measurement", values={"option": option.instance}, cites=option.speed_cites[:1])
            )
            ceiling = max(ceiling, 1)
    reasons += _one_sided(deciding)
    if case.filled.profile.task == "inference":
        wide = max((option.speed for option in deciding if option.speed), key=lambda held: held.sigma, default=None)
        if wide and wide.high > library.constants.likely("serving_wide") * wide.low:
            reasons.append(Why(code="serving_wide", values={"times": wide.high / wide.low}))
            ceiling = max(ceiling, 1)
    if asking is not None and asking.turns:
        reasons.append(Why(code="turns_on", values={"slot": asking.slot}))
        ceiling = max(ceiling, 1)
    open_runs = {"runs"} if case.filled.runs_open else set()
    assumed = [slot for slot in TURNING_SLOTS if case.filled.assumed(slot) and (slot != "runs" or open_runs)]
    if assumed:
        reasons.append(Why(code="assumed_much", values={"slots": ", ".join(assumed)}))
        ceiling = max(ceiling, 1)
    if case.sum and case.sum.probability < library.constants.likely("confident_share"):
        reasons.append(Why(code="close_call", values={"probability": case.sum.probability}))
        ceiling = max(ceiling, 1)
    if rule is not None and case.lean is not None and rule.lean in ONE_CHIP and case.lean != rule.lean:
        reasons.append(Why(code="sum_and_rule_differ", values={"sum": case.lean, "rule": rule.lean}))
        ceiling = min(ceiling + 1, 2)
    return Confidence(level=LEVELS[ceiling], because=tuple(reasons))


def confidence_by_carbon(green: Greenest, case: Case, rule: Rule | None, library: Library) -> Confidence:
    """The same for an order by carbon: no surer than the speeds and powers compared, low where intervals overlap."""
    reasons: list[Why] = []
    ceiling = 0
    for option in filter(None, (green.lowest, green.other)):
        if CEILING[option.evidence]:
            code = "speed_claimed" if option.basis == "claimed" else "speed_guessed"
            code = code if option.basis != "measured" else "price_claimed"
            reasons.append(Why(code=code, values={"option": option.instance}, cites=option.speed_cites[:1]))
        ceiling = max(ceiling, CEILING[option.evidence])
        watts = library.facts.accelerators[option.accelerator].tdp_w
        if watts is not None and is_estimated(library.facts.accelerators[option.accelerator]):
            reasons.append(Why("power_estimated", {"chip": option.chip_name}, (watts.source,)))
            ceiling = 2
    if green.ranked == 1:
        reasons.append(Why("carbon_alone", {"option": green.lowest.instance}))
        ceiling = max(ceiling, 1)
    if not green.decided:
        reasons.append(Why("carbon_overlaps"))
        ceiling = 2
    if green.unknown:
        reasons.append(Why("carbon_incomplete", {"count": len({option.chip_name for option in green.unknown})}))
        ceiling = max(ceiling, 1)
    assumed = [slot for slot in ("parameters", "tokens", "region") if case.filled.assumed(slot)]
    if assumed:
        reasons.append(Why(code="assumed_much", values={"slots": ", ".join(assumed)}))
        ceiling = max(ceiling, 1)
    if rule is not None and rule.lean in ONE_CHIP and rule.lean != green.lowest.family:
        reasons.append(Why("carbon_and_rule_differ", {"carbon": green.lowest.family, "rule": rule.lean}))
        ceiling = min(ceiling + 1, 2)
    return Confidence(level=LEVELS[ceiling], because=tuple(reasons))


def _one_sided(deciding: tuple[Option, ...]) -> list[Why]:
    """A team's own script seldom reaches what is published: measuring one side alone leans against it."""
    own = [option.instance for option in deciding if option.own]
    published = [option.instance for option in deciding if not option.own]
    return [Why(code="own_one_sided", values={"own": own[0], "published": published[0]})] if own and published else []


def _deciding(case: Case) -> tuple[Option, ...]:
    """The two offerings the sum weighed against each other."""
    if case.sum is None:
        return ()
    return (case.sum.winner,) if case.sum.other is None else (case.sum.winner, case.sum.other)
