"""Hours and dollars of a unit of work on each offering: a billion tokens trained, a million samples, a million tokens
served. None of them depends on how much work there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple

from engine.library import Library
from engine.options.assumptions import Filled, refill
from engine.options.option import CostedOption, Named, costed
from engine.verdict.forks import Case, answer_case
from engine.verdict.headline import AMOUNTS
from engine.workload.profile import Profile, Reading
from knowledge.facts import Purchase, Rule
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, SECONDS_PER_HOUR

Unit = Literal["tokens", "samples", "served", "read"]

SIZES: Mapping[Unit, float] = {"tokens": 1e9, "samples": 1e6, "served": 1e6, "read": 1e9}  # what a unit counts
LIGHT = 1e6  # tokens a day that one machine serves, whatever it is
OPEN: tuple[Purchase, ...] = ("on_demand", "capacity_block")
WORTH_MORE = 1.5  # a machine for fewer dollars an hour leads where a unit costs at most so many times the least
BUSY_MORE = 5.0  # the same in serving, where a machine is paid whether it is busy or not
HOURS = frozenset({"run_hours", "cadence", "runs", "runs_per_month"})  # no traffic
BOUNDS = frozenset({"budget_usd", "deadline_days", "credits_usd"})  # slots
UNSAID = AMOUNTS | {"cadence", "runs", "runs_per_month", "horizon_months", "purchase"}


FEW = 4.0  # requests at once that a machine to serve on holds beside the weights


class UnitCost(NamedTuple):
    """One offering. `hours` of all its machines for a unit of training; None in serving, which goes on."""

    option: CostedOption
    unit: Unit
    usd: float
    usd_high: float  # by which a speed that nobody measured is chosen
    usd_per_hour: float
    hours: float | None

    @property
    def choice_usd(self) -> float:
        return self.usd_high if self.option.speed.basis == "extrapolated" else self.usd

    @property
    def worth(self) -> float:
        """By how much its unit may be dearer than the least."""
        return BUSY_MORE if self.hours is None else WORTH_MORE

    @property
    def requests(self) -> float:
        """How many a copy of the model answers at once; no limit in training."""
        return self.option.serving.batch if self.option.serving else FEW

    @property
    def usd_per_month(self) -> float:
        return self.usd_per_hour * HOURS_PER_MONTH


class Question(NamedTuple):
    """What is asked, with the gaps of the work filled; `rules` speak for what was said, the weightiest first."""

    reading: Reading
    library: Library
    day: date
    filled: Filled
    rules: tuple[Rule, ...] = ()

    @property
    def said(self) -> Profile:
        """What was said."""
        return self.reading.profile


def says_amount(said: Profile) -> bool:
    """Whether anything was said of how much work it is or how often; of an unnamed service, how busy.

    What work may cost or how long it may take bounds it, and says not how much it is. What so many machines of today
    serve is as much as they do.
    """
    served = said.task == "inference"
    if served and said.current_instances and said.current_count and (said.model or said.parameters):
        return True
    unnamed = served and said.model is None and said.parameters is None
    named = said.candidates or said.instances or said.current_instances or said.latency_ms or said.runs
    always = served and said.cadence == "continuous" and not named  # day and night says when, not how much
    bounds = frozenset() if served or said.current_instances else BOUNDS
    if said.concurrent_users == 1:
        bounds |= {"concurrent_users"}  # one user alone is no load
    return not ((AMOUNTS - HOURS if unnamed or always else AMOUNTS) - bounds).isdisjoint(said.stated())


def unit_case(asked: Question) -> Case:
    """Every offering costed for one unit of the work, on as few machines as hold it."""
    profile = asked.filled.profile
    if profile.task == "inference":
        changed: dict[str, object] = {"tokens_per_day": LIGHT}
    else:
        changed = {"cadence": "one_off"} | ({"tokens": SIZES["tokens"]} if profile.tokens else {})
    return answer_case(refill(asked.filled, asked.library, **changed), asked.library, asked.day)


def without_amounts(filled: Filled, unused: frozenset[str] = UNSAID) -> Filled:
    """The workload as a card shows it: what was assumed of amounts, and is not used, is not among the assumptions."""
    kept = tuple(entry for entry in filled.assumptions if entry.slot not in unused)
    return filled.model_copy(update={"assumptions": kept})


def unit_costs(case: Case) -> list[UnitCost]:
    """Of every offering that works, however it is bought; what runs today is among them."""
    return [cost for option in costed(case.options) if (cost := unit_cost(option))]


def fillable(costs: Sequence[UnitCost], asked: Question) -> list[UnitCost]:
    """Without the blocks that a usual run would leave nearly empty: a day of a rack is paid for minutes of work.

    What was named stays, what is bought so because that was said, what serves (nobody said how much), and all of them
    where speed goes before money.
    """
    units = usual_units(asked)
    if units is None or asked.said.purchase or asked.said.priority == "speed":
        return list(costs)
    most = asked.library.constants.likely("block_per_run_at_most")
    days = asked.library.constants.likely("block_step_hours")
    return [
        cost
        for cost in costs
        if cost.option.purchase != "capacity_block"
        or cost.option.named >= Named.BY_CHIP
        or cost.option.at_hand
        or cost.usd_per_hour * days <= most * cost.usd * units
    ]


def unit_cost(option: CostedOption) -> UnitCost | None:
    """None where nothing says how fast it is."""
    hourly = option.price.usd_per_hour.likely * option.count
    if option.serving is not None:
        held = option.serving.tokens_per_second * option.count * option.serving.utilization
        if held <= 0:
            return None
        speed = option.speed.speed
        unit: Unit = "read" if option.serving.answer_tokens is None else "served"
        usd = hourly / (held * SECONDS_PER_HOUR) * SIZES[unit]
        return UnitCost(option, unit, usd, usd * speed.likely / speed.low, hourly, None)
    steps = {entry.label: entry.value.likely for entry in option.steps}
    startup = steps.get("startup_hours", 0.0) + steps.get("compile_hours", 0.0)
    tokens, samples = steps.get("tokens"), steps.get("samples")
    named: Unit = "tokens" if tokens else "samples"
    done = tokens or (samples or 0.0) * steps.get("epochs", 1.0)
    units = done / SIZES[named]
    hours, slow = option.run.hours.likely - startup, option.run.hours.high - startup
    if units <= 0 or hours <= 0:
        return None
    return UnitCost(option, named, hourly * hours / units, hourly * slow / units, hourly, hours / units)


def usual_units(asked: Question) -> float | None:
    """How much a run of such work usually is, for no figure but the longest that one may take; None in serving."""
    usual = asked.filled.profile
    if usual.task == "inference":
        return None
    samples = (usual.samples or 0.0) * (usual.epochs or 1.0)
    return usual.tokens / SIZES["tokens"] if usual.tokens else samples / SIZES["samples"]


def sensible(costs: Iterable[UnitCost], asked: Question) -> UnitCost | None:
    """The least an hour among those whose unit costs little more than the cheapest.

    Nobody said how much: a machine that is a little dearer a unit and far cheaper to hold is the better start, as
    long as a usual run on it ends in time.
    """
    found = sorted(costs, key=lambda cost: (cost.choice_usd, cost.option.id))
    units, most = usual_units(asked), asked.library.constants.likely("run_days_at_most") * HOURS_PER_DAY
    found = [cost for cost in found if not units or not cost.hours or cost.hours * units <= most] or found
    if not found:
        return None
    found = [cost for cost in found if cost.requests >= FEW] or found
    near = [cost for cost in found if cost.usd <= cost.worth * found[0].choice_usd]
    return min(near, key=lambda cost: (cost.usd_per_hour, cost.choice_usd, cost.option.id))
