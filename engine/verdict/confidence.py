"""How confident the verdict is, and why not more so: the chance of being right, capped by the evidence."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.carbon.footprint import is_estimated
from engine.library import Library
from engine.options.option import CostedOption, cheapest, leading
from engine.verdict.decide import SEVERAL, Decision
from engine.verdict.deciding_sum import Closest, closest
from engine.verdict.forks import Case, ForkResult
from engine.verdict.greenest import Greenest
from knowledge.facts import Cloud, Grade, Lean, Purchase, Rule

Level = Literal["high", "medium", "low"]
LEVELS: tuple[Level, ...] = ("high", "medium", "low")
HIGH, MEDIUM, LOW = range(3)
CEILING: dict[Grade, int] = {"own": 0, "independent": 0, "vendor_measured": 0, "claim": 1, "assumed": 2}
ONE_CHIP: frozenset[Lean] = frozenset({"trainium", "gpu", "tpu", "inferentia"})
TURNING_SLOTS = ("parameters", "tokens", "samples", "epochs", "runs")


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


class ListPriceAlone(Weakness, code="list_price_alone"):
    """A specialist cloud: its list price is all that is known of the option."""

    option: str
    cloud: Cloud
    network: bool  # what joins its machines is published


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
    """The chance that the recommended option is cheaper than the closest one of another chip."""

    probability: float
    option: str
    against: str
    purchase: Purchase  # of `against`
    usd: float  # the total of the recommended option, and the ends of its 80 percent interval
    low: float
    high: float
    against_usd: float  # the same of the other
    against_low: float
    against_high: float
    slot: str | None = None  # the open slot over whose values the chance is a mean
    against_chip: str = ""  # likely cheaper, yet not recommended: its speed is inferred and counts by its high end


class NothingElse(Weakness, code="nothing_else"):
    """Nothing of another chip is left to compare with: no comparison of costs decided."""

    option: str


class RuleAlone(Weakness, code="rule_alone"):
    """A rule decides on what no sum of dollars sees."""

    rule: str


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


class Confidence(Computed):
    """`probability`: that the recommended option is cheaper than the closest one of another chip; None where no
    comparison of costs decides.

    The first of `because` is what keeps the level where it is; the others would not raise it alone, or only inform.
    """

    level: Level
    because: tuple[Weakness, ...]
    probability: float | None = None


class Cap(NamedTuple):
    """The best level that a weakness leaves."""

    place: int  # in LEVELS
    weakness: Weakness


def confidence(taken: Decision, rule: Rule | None, asking: ForkResult | None, library: Library) -> Confidence:
    """The chance that the recommended option is really the cheaper, and at most what the evidence carries.

    A rule that decides rests on documents: medium at most. Where the evidence cannot decide it is low. That a rule
    differs from the sum is noted and takes nothing off.
    """
    case, option = taken.case, taken.option
    if option is None:
        return Confidence(level="low", because=())
    doubt = closest(option, case.options, case.runs)
    chance = _averaged(option, case, asking, doubt)
    against = doubt.option if doubt else None
    caps: list[Cap] = []
    by_rule = taken.decided == "rule"
    if doubt is None:
        caps.append(Cap(MEDIUM, NothingElse(option=option.instance)))
    if by_rule and taken.rule is not None:
        caps.append(Cap(MEDIUM, RuleAlone(rule=taken.rule.title, cites=(taken.rule.source,))))
    if not by_rule or taken.lean in SEVERAL:
        place = LOW if taken.decided == "neither" else _place(chance, library)
        caps += [Cap(place, _close_call(option, doubt, chance, asking, case.runs))] if place else []
    deciding = (option, against) if against else (option,)
    for one, other in zip(deciding, reversed(deciding), strict=True):
        if CEILING[one.evidence]:
            caps.append(Cap(_evidence_cap(one, other, case.runs), _weak_evidence(one)))
        if one.unpublished:
            caps.append(Cap(MEDIUM, _list_price_alone(one)))
    if asking is not None and asking.turns and not asking.even:
        caps.append(Cap(MEDIUM, TurnsOn(slot=asking.slot)))
    caps.sort(key=lambda cap: -cap.place)
    notes = _notes(case, deciding, rule, asking, library)
    place = caps[0].place if caps else HIGH
    return Confidence(
        level=LEVELS[place],
        because=(*(cap.weakness for cap in caps), *notes),
        probability=None if doubt is None or (by_rule and taken.lean not in SEVERAL) else chance,
    )


def _place(chance: float, library: Library) -> int:
    if chance >= library.constants.likely("confidence_high"):
        return HIGH
    return MEDIUM if chance >= library.constants.likely("confidence_medium") else LOW


def _averaged(option: CostedOption, case: Case, asking: ForkResult | None, doubt: Closest | None) -> float:
    """The chance for the work as it is filled; where a slot is open, the mean over its equally likely values."""
    here = doubt.probability if doubt else 1.0
    if asking is None or not asking.turns or not asking.even:
        return here
    chances = [_chance_of_chip(option, branch.case) for branch in asking.branches if branch.case is not case]
    return (here + sum(chances)) / (1 + len(chances))


def _chance_of_chip(option: CostedOption, case: Case) -> float:
    """The same of the best offering of the chip in another case; none where it cannot be used there."""
    same = cheapest((other for other in leading(case.options) if other.accelerator == option.accelerator), case.runs)
    if same is None:
        return 0.0
    doubt = closest(same, case.options, case.runs)
    return doubt.probability if doubt else 1.0


def _evidence_cap(option: CostedOption, other: CostedOption, runs: float) -> int:
    """A claim leaves medium. What was inferred leaves low, unless all of its 80 percent interval lies on one side."""
    if CEILING[option.evidence] < LOW:
        return CEILING[option.evidence]
    if option is other:  # nothing else to be cheaper
        return MEDIUM
    spread, rest = option.total_spread(runs), other.total(runs)
    return MEDIUM if rest < spread.low or rest > spread.high else LOW


def _close_call(
    option: CostedOption, doubt: Closest | None, chance: float, asking: ForkResult | None, runs: float
) -> CloseCall:
    against = doubt.option if doubt else option
    mine, theirs = option.total_spread(runs), against.total_spread(runs)
    inferred = against.speed.basis == "extrapolated" and theirs.likely < mine.likely < theirs.high
    return CloseCall(
        probability=chance,
        option=option.instance,
        against=against.instance,
        purchase=against.purchase,
        slot=asking.slot if asking is not None and asking.turns and asking.even else None,
        usd=mine.likely,
        low=mine.low,
        high=mine.high,
        against_usd=theirs.likely,
        against_low=theirs.low,
        against_high=theirs.high,
        against_chip=against.chip_name if inferred else "",
    )


def _notes(
    case: Case, deciding: tuple[CostedOption, ...], rule: Rule | None, asking: ForkResult | None, library: Library
) -> list[Weakness]:
    """What a reader should know and what takes nothing off: the chance counts it already, or it is no evidence.

    The age of a price, which most verdicts share, comes last.
    """
    notes: list[Weakness] = []
    for option in deciding:
        if option.speed.groups == 1 and not option.speed.is_own:
            notes.append(OneMeasurement(option=option.instance, cites=option.speed.cites[:1]))
    notes += _one_sided(deciding)
    if case.filled.profile.task == "inference":
        wide = max((option.speed.speed for option in deciding), key=lambda speed: speed.sigma, default=None)
        if wide and wide.high > library.constants.likely("serving_wide") * wide.low:
            notes.append(ServingWide(times=wide.high / wide.low))
    if asking is not None and asking.turns and asking.even:
        notes.append(TurnsOn(slot=asking.slot))
    open_runs = {"runs"} if case.filled.runs_open else set()
    assumed = [slot for slot in TURNING_SLOTS if case.filled.assumed(slot) and (slot != "runs" or open_runs)]
    if assumed:
        named = ["horizon_months" if slot == "runs" and case.filled.profile.by_month else slot for slot in assumed]
        notes.append(AssumedMuch(slots=", ".join(named)))
    if rule is not None and case.lean is not None and rule.lean in ONE_CHIP and case.lean != rule.lean:
        notes.append(SumAndRuleDiffer(sum=case.lean, rule=rule.lean))
    prices = ((option.instance, option.price) for option in deciding if option.price.is_old)
    return [*notes, *(PriceStale(option=name, days=price.age_days, cites=price.cites) for name, price in prices)]


def confidence_by_carbon(green: Greenest, case: Case, rule: Rule | None, library: Library) -> Confidence:
    """The same for an order by carbon: the chance that the lowest is lower than the lowest of another family."""
    caps: list[Cap] = []
    for option in filter(None, (green.lowest, green.other)):
        if CEILING[option.evidence]:
            caps.append(Cap(CEILING[option.evidence], _weak_evidence(option)))
        if option.unpublished:
            caps.append(Cap(MEDIUM, _list_price_alone(option)))
        watts = library.facts.accelerators[option.accelerator].tdp_w
        if watts is not None and is_estimated(library.facts.accelerators[option.accelerator]):
            caps.append(Cap(LOW, PowerEstimated(chip=option.chip_name, cites=(watts.source,))))
    if green.ranked == 1:
        caps.append(Cap(MEDIUM, CarbonAlone(option=green.lowest.instance)))
    if not green.decided:
        caps.append(Cap(LOW, CarbonOverlaps()))
    if green.unknown:
        caps.append(Cap(MEDIUM, CarbonIncomplete(count=len({option.chip_name for option in green.unknown}))))
    caps.sort(key=lambda cap: -cap.place)
    notes: list[Weakness] = []
    assumed = [slot for slot in ("parameters", "tokens", "region") if case.filled.assumed(slot)]
    if assumed:
        notes.append(AssumedMuch(slots=", ".join(assumed)))
    if rule is not None and rule.lean in ONE_CHIP and rule.lean != green.lowest.family:
        notes.append(CarbonAndRuleDiffer(carbon=green.lowest.family, rule=rule.lean))
    place = caps[0].place if caps else HIGH
    return Confidence(level=LEVELS[place], because=(*(cap.weakness for cap in caps), *notes))


def _weak_evidence(option: CostedOption) -> Weakness:
    """What of an option is only claimed or inferred: its speed, or its price where the speed was measured."""
    kinds = {"claimed": SpeedClaimed, "measured": PriceClaimed}
    kind = kinds.get(option.speed.basis, SpeedGuessed)
    return kind(option=option.instance, cites=option.speed.cites[:1])


def _list_price_alone(option: CostedOption) -> ListPriceAlone:
    return ListPriceAlone(
        option=option.instance,
        cloud=option.cloud,
        network="network" not in option.unpublished,
        cites=option.price.cites[:1],
    )


def _one_sided(deciding: tuple[CostedOption, ...]) -> list[Weakness]:
    """A team's own script seldom reaches what is published: measuring one side alone leans against it."""
    own = [option.instance for option in deciding if option.speed.is_own]
    published = [option.instance for option in deciding if not option.speed.is_own]
    return [OwnOneSided(own=own[0], published=published[0])] if own and published else []
