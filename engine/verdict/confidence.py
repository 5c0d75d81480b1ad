"""How confident the verdict is, and why not more so: evidence x agreement x how much was assumed."""

from __future__ import annotations

from typing import Literal

from engine.base.reason import Reason
from engine.carbon.footprint import is_estimated
from engine.library import Library
from engine.options.option import CostedOption
from engine.verdict.forks import Case, ForkResult
from engine.verdict.greenest import Greenest
from knowledge.facts import Fact, Grade, Lean, Rule

Level = Literal["high", "medium", "low"]
LEVELS: tuple[Level, ...] = ("high", "medium", "low")
CEILING: dict[Grade, int] = {"own": 0, "independent": 0, "vendor_measured": 0, "claim": 1, "assumed": 2}
ONE_CHIP: frozenset[Lean] = frozenset({"trainium", "gpu", "tpu", "inferentia"})
TURNING_SLOTS = ("parameters", "tokens", "runs")


class Weakness(Reason):
    """Why confidence is not higher."""


class SpeedClaimed(Weakness, code="speed_claimed"):
    """A vendor's claim, not measured in public."""

    option: str


class SpeedGuessed(Weakness, code="speed_guessed"):
    """Extrapolated from other chips or other work."""

    option: str


class PriceClaimed(Weakness, code="price_claimed"):
    """A document's word, not a price list's."""

    option: str


class PriceStale(Weakness, code="price_stale"):
    option: str
    days: int


class OneMeasurement(Weakness, code="one_measurement"):
    """A single group of measurements was published."""

    option: str


class OwnOneSided(Weakness, code="own_one_sided"):
    """The team measured one of the two offerings compared."""

    own: str
    published: str


class ServingWide(Weakness, code="serving_wide"):
    """The range of the serving speed spans this factor."""

    times: float


class TurnsOn(Weakness, code="turns_on"):
    """The verdict changes with a slot that nobody stated."""

    slot: str


class AssumedMuch(Weakness, code="assumed_much"):
    """Slots that matter and were assumed, joined by commas."""

    slots: str


class CloseCall(Weakness, code="close_call"):
    probability: float


class SumAndRuleDiffer(Weakness, code="sum_and_rule_differ"):
    sum: Lean
    rule: Lean


class PowerEstimated(Weakness, code="power_estimated"):
    """An outsider's estimate: the vendor publishes none."""

    chip: str


class CarbonAlone(Weakness, code="carbon_alone"):
    """Nothing else that may lead has a known carbon."""

    option: str


class CarbonOverlaps(Weakness, code="carbon_overlaps"): ...


class CarbonIncomplete(Weakness, code="carbon_incomplete"):
    """So many chips that may lead have no known carbon."""

    count: int


class CarbonAndRuleDiffer(Weakness, code="carbon_and_rule_differ"):
    carbon: Lean
    rule: Lean


class Confidence(Fact):
    level: Level
    because: tuple[Weakness, ...]


def confidence(case: Case, rule: Rule | None, asking: ForkResult | None, library: Library) -> Confidence:
    """Start high; each weakness lowers the ceiling, and disagreement with the rules takes one step more."""
    weaknesses: list[Weakness] = []
    ceiling = 0
    deciding = _deciding(case)
    for option in deciding:
        limit = CEILING[option.evidence]
        if limit:
            weaknesses.append(_weak_evidence(option))
        ceiling = max(ceiling, limit)
        if option.price.is_old:
            stale = PriceStale(option=option.instance, days=option.price.age_days, cites=option.price.cites)
            weaknesses.append(stale)
            ceiling = max(ceiling, 1)
        if option.speed.groups == 1 and not option.speed.is_own:
            weaknesses.append(OneMeasurement(option=option.instance, cites=option.speed.cites[:1]))
            ceiling = max(ceiling, 1)
    weaknesses += _one_sided(deciding)
    if case.filled.profile.task == "inference":
        wide = max((option.speed.speed for option in deciding), key=lambda speed: speed.sigma, default=None)
        if wide and wide.high > library.constants.likely("serving_wide") * wide.low:
            weaknesses.append(ServingWide(times=wide.high / wide.low))
            ceiling = max(ceiling, 1)
    if asking is not None and asking.turns:
        weaknesses.append(TurnsOn(slot=asking.slot))
        ceiling = max(ceiling, 1)
    open_runs = {"runs"} if case.filled.runs_open else set()
    assumed = [slot for slot in TURNING_SLOTS if case.filled.assumed(slot) and (slot != "runs" or open_runs)]
    if assumed:
        weaknesses.append(AssumedMuch(slots=", ".join(assumed)))
        ceiling = max(ceiling, 1)
    if case.sum and case.sum.probability < library.constants.likely("confident_share"):
        weaknesses.append(CloseCall(probability=case.sum.probability))
        ceiling = max(ceiling, 1)
    if rule is not None and case.lean is not None and rule.lean in ONE_CHIP and case.lean != rule.lean:
        weaknesses.append(SumAndRuleDiffer(sum=case.lean, rule=rule.lean))
        ceiling = min(ceiling + 1, 2)
    return Confidence(level=LEVELS[ceiling], because=tuple(weaknesses))


def confidence_by_carbon(green: Greenest, case: Case, rule: Rule | None, library: Library) -> Confidence:
    """The same for an order by carbon: as good as the speeds and powers compared, low where intervals overlap."""
    weaknesses: list[Weakness] = []
    ceiling = 0
    for option in filter(None, (green.lowest, green.other)):
        if CEILING[option.evidence]:
            weaknesses.append(_weak_evidence(option))
        ceiling = max(ceiling, CEILING[option.evidence])
        watts = library.facts.accelerators[option.accelerator].tdp_w
        if watts is not None and is_estimated(library.facts.accelerators[option.accelerator]):
            weaknesses.append(PowerEstimated(chip=option.chip_name, cites=(watts.source,)))
            ceiling = 2
    if green.ranked == 1:
        weaknesses.append(CarbonAlone(option=green.lowest.instance))
        ceiling = max(ceiling, 1)
    if not green.decided:
        weaknesses.append(CarbonOverlaps())
        ceiling = 2
    if green.unknown:
        weaknesses.append(CarbonIncomplete(count=len({option.chip_name for option in green.unknown})))
        ceiling = max(ceiling, 1)
    assumed = [slot for slot in ("parameters", "tokens", "region") if case.filled.assumed(slot)]
    if assumed:
        weaknesses.append(AssumedMuch(slots=", ".join(assumed)))
        ceiling = max(ceiling, 1)
    if rule is not None and rule.lean in ONE_CHIP and rule.lean != green.lowest.family:
        weaknesses.append(CarbonAndRuleDiffer(carbon=green.lowest.family, rule=rule.lean))
        ceiling = min(ceiling + 1, 2)
    return Confidence(level=LEVELS[ceiling], because=tuple(weaknesses))


def _weak_evidence(option: CostedOption) -> Weakness:
    """What of an option is only claimed or inferred: its speed, or its price where the speed was measured."""
    kinds = {"claimed": SpeedClaimed, "measured": PriceClaimed}
    kind = kinds.get(option.speed.basis, SpeedGuessed)
    return kind(option=option.instance, cites=option.speed.cites[:1])


def _one_sided(deciding: tuple[CostedOption, ...]) -> list[Weakness]:
    """A team's own script seldom reaches what is published: measuring one side alone leans against it."""
    own = [option.instance for option in deciding if option.speed.is_own]
    published = [option.instance for option in deciding if not option.speed.is_own]
    return [OwnOneSided(own=own[0], published=published[0])] if own and published else []


def _deciding(case: Case) -> tuple[CostedOption, ...]:
    """The two offerings the sum weighed against each other."""
    if case.sum is None:
        return ()
    return (case.sum.winner,) if case.sum.other is None else (case.sum.winner, case.sum.other)
