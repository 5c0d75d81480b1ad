"""What serving costs where nobody said the traffic: a million tokens, a thousand requests, a month of the machine."""

from __future__ import annotations

from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.costed.lead import lead_of as named_lead
from engine.forms.per_unit.choice import HowMuchTraffic
from engine.forms.per_unit.choice import lead_of as sensible_lead
from engine.forms.per_unit.copies import copies
from engine.forms.per_unit.pair import pair
from engine.forms.per_unit.rates import SIZES, Question, UnitCost, unit_case, unit_costs, without_amounts
from engine.options.assumptions import fill
from engine.options.option import Named
from engine.verdict.forks import Case
from engine.workload.conditions import FAMILIES
from engine.workload.hours.on_hours import OnHours, paid
from engine.workload.profile import Profile
from engine.workload.said import said_also
from engine.workload.samples import serves_samples
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, SECONDS_PER_HOUR

Of = Literal["tokens", "requests", "month", "budget"]

TRAFFIC = frozenset({"tokens_per_day", "requests_per_second", "concurrent_users", "tokens", "samples", "run_hours"})
TRAINS = frozenset({"training_words"})  # cues
PER_REQUEST, PER_TOKEN, PER_MONTH = "cost_of_request", "cost_of_tokens", "cost_of_month"  # cues
MANY = 1000.0  # requests


class ServingCost(Reason, code="serving_cost"):
    """The price of a machine over what it serves: of answers, with their prompts, at the share of its speed that is
    assumed or was said, and at all of it. `of`: what is told first."""

    of: Of
    instance: str
    machines: int
    chips: int
    chip: str
    purchase: Purchase
    usd_per_hour: float
    usd_per_month: float
    usd: Interval  # per million tokens
    full_usd: float
    usd_per_thousand: Interval  # requests
    precision: str
    utilization: float
    is_assumed: bool  # nobody said how busy
    is_named: bool
    tokens_per_second: float
    prompt_tokens: float
    answer_tokens: float
    basis: str
    budget_usd: float  # a month, 0 where none was said
    kept: int  # copies of `machines` that it keeps day and night
    kept_tokens_per_second: float  # of answers, by all of them when full
    kept_tokens_per_month: float  # at the share of it that is taken
    open_hours: float  # a day that it keeps one, where it keeps none day and night
    copies: int = 1  # that are wanted, each on so many machines
    on: OnHours | None = None  # the hours of a month in which it is on, where they were said


def serving_cost(question: Question) -> FactAnswer | None:
    """None of training and of traffic that was said; of two chips, what a token costs on either."""
    if not _is_of_serving(question.said, set(question.reading.cues)):
        return None
    both = pair(_as_serving(question)) if PER_TOKEN in question.reading.cues else None
    return both or served(question)


def served(question: Question, budget: float = 0.0) -> FactAnswer | None:
    """`budget`: the dollars a month that it is told of, 0 where none were said. None of what nobody sells or knows
    the speed of."""
    question = _as_serving(question)
    if serves_samples(question.said, question.library.facts):
        return None
    case = unit_case(question)
    lead = _lead(unit_costs(case), case, question)
    if lead is None or lead.unit != "served":
        return None
    told = _told(lead, question, budget)
    if told is None:
        return None
    return FactAnswer(headline=told, questions=(HowMuchTraffic(),), filled=without_amounts(question.filled))


def _as_serving(question: Question) -> Question:
    said = said_also(question.said, {"task": "inference"})
    reading = question.reading.model_copy(update={"profile": said})
    return question._replace(reading=reading, filled=fill(reading, question.library))


def _is_of_serving(said: Profile, cues: set[str]) -> bool:
    if not TRAFFIC.isdisjoint(said.stated()) or said.method is not None or not (said.model or said.parameters):
        return False
    if said.task not in (None, "inference"):
        return False
    if said.task is None:
        per_unit = not cues.isdisjoint({PER_TOKEN, PER_REQUEST, PER_MONTH}) or said.cadence == "continuous"
        return per_unit and cues.isdisjoint(TRAINS)
    return not cues.isdisjoint({"asks_cost", PER_MONTH}) and "asks_time" not in cues


def _lead(costs: list[UnitCost], case: Case, question: Question) -> UnitCost | None:
    """Of what was named as an estimate takes it, else the machine that an answer to "which" names."""
    named = [cost for cost in costs if cost.option.named >= Named.BY_CHIP and not cost.option.at_hand]
    said = question.said
    if not named:
        things = (set(said.candidates) - FAMILIES) | set(said.instances)
        return None if things else sensible_lead(costs, question)
    option = named_lead([cost.option for cost in named], case, question.library.facts)
    return next((cost for cost in named if option is not None and cost.option.id == option.id), None)


def _told(cost: UnitCost, question: Question, budget: float) -> ServingCost | None:
    option, cues = cost.option, question.reading.cues
    serving = option.serving
    if serving is None or serving.answer_tokens is None:
        return None
    speed = option.speed.speed
    usd = Interval(cost.usd * speed.likely / speed.high, cost.usd, cost.usd_high)
    of: Of = "tokens"
    if PER_REQUEST in cues:
        of = "requests"
    elif PER_TOKEN not in cues and (PER_MONTH in cues or question.said.cadence == "continuous"):
        of = "month"
    if budget and PER_TOKEN not in cues and PER_REQUEST not in cues:
        of = "budget"
    number = copies(question.reading)
    on = paid(question.reading.text, question.filled.profile, cost.usd_per_month * number, option.purchase)
    of = "month" if (on is not None or number > 1) and of == "tokens" else of
    rate, kept = serving.tokens_per_second * option.count, int(budget // cost.usd_per_month)
    return ServingCost(
        of=of,
        instance=option.instance,
        machines=option.count,
        chips=option.chips,
        chip=option.chip_name,
        purchase=option.purchase,
        usd_per_hour=cost.usd_per_hour,
        usd_per_month=cost.usd_per_month * number,
        usd=usd,
        full_usd=cost.usd * serving.utilization,
        usd_per_thousand=usd.times(serving.answer_tokens * MANY / SIZES["served"]),
        precision=serving.precision,
        utilization=serving.utilization,
        is_assumed=question.said.utilization is None,
        is_named=option.named >= Named.BY_CHIP,
        tokens_per_second=rate,
        prompt_tokens=serving.prompt_tokens,
        answer_tokens=serving.answer_tokens,
        basis=option.speed.basis,
        budget_usd=budget,
        kept=kept,
        kept_tokens_per_second=kept * rate,
        kept_tokens_per_month=budget and kept * rate * serving.utilization * HOURS_PER_MONTH * SECONDS_PER_HOUR,
        open_hours=HOURS_PER_DAY * min(1.0, budget / cost.usd_per_month),
        copies=number,
        on=on,
        cites=tuple(dict.fromkeys((*option.price.cites, *option.speed.cites[:2]))),
    )
