"""How many tokens a sum of money trains a model on: those whose run costs as much on the cheapest that suits.

tokens = dollars / dollars a token, which a run of as many tokens as compute is best spent on tells first, and then a
run of the number that follows.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.costed.lead import lead_of
from engine.forms.costed.work import OPTIMAL
from engine.forms.form import Asked
from engine.forms.machines.own_or_rent import price_of
from engine.options.assumptions import fill
from engine.options.option import CostedOption, costed
from engine.verdict.forks import answer_case
from engine.workload.conditions import FAMILIES
from engine.workload.named import published_run
from engine.workload.said import said_also

ABLE, TRAINING = "able", "training_words"  # a predicate; a cue
TOKEN, PER = "token", frozenset({"", "run"})
BUDGET = "token_budget"  # a unit
TRAINS = frozenset({"pretraining", "fine_tuning"})
TAKEN_BACK = {"budget_usd": None, "budget_period": None, "credits_usd": None, "credits_until": None}
BARE_K = re.compile(
    r"(?<![\w.,])(\d[\d.,]*)\s?k(?![\w-])(?!\s*(?:tok|ctx|context|seq|param|step|sampl))", re.IGNORECASE
)
GROUPED = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w.])")
THOUSAND, CREDITS = 1e3, "credits"  # the signal
LEAST_USD, FEW_CHIPS, USD_A_CHIP = 50.0, 64, 2000.0


class TokensFor(Reason, code="tokens_for"):
    """The first line. `tokens` for `usd` on `count` of an instance; `best`: what compute is best spent on, in all."""

    usd: float
    tokens: Interval
    parameters: float
    per_parameter: float
    best: float
    enough: bool
    asks_if: bool  # it is asked whether the money trains the model at all
    task: str
    instance: str
    count: int
    chip: str
    chips: int
    hours: float
    rate: float
    purchase: str


class TokensRest(Reason, code="tokens_rest"):
    """What such a sum leaves out: tries, failures, evaluation, storage."""


class _Run(NamedTuple):
    option: CostedOption
    usd: Interval


def tokens_for(asked: Asked) -> FactAnswer | None:
    """None where no money or no size was said, or the tokens were; and of money by the month."""
    said = asked.profile
    wants = any(
        goal.wants == "things" and goal.thing == TOKEN and goal.per in PER for goal in asked.reading.measured.goals
    )
    wants = wants or BUDGET in asked.reading.sought.units
    if_enough = not wants and _asks_if(asked)
    wants = wants or if_enough
    sized = said.parameters or said.model or said.variant
    if not wants or not sized or said.tokens or said.tokens_per_day or said.budget_period == "month":
        return None
    if said.task == "inference":
        return None
    usd = said.credits_usd or said.budget_usd or _money(asked)
    if not usd or usd < LEAST_USD:
        return None
    parameters = asked.problem.shape.active_parameters
    best = asked.library.constants.likely(OPTIMAL) * parameters
    first = _run(asked, best, usd)
    if first is None:
        return None
    guess = best * usd / first.usd.likely
    run = _run(asked, guess, usd) or first
    tokens = guess if run is first else guess * usd / run.usd.likely
    spread = Interval(tokens * run.usd.likely / run.usd.high, tokens, tokens * run.usd.likely / run.usd.low)
    option = run.option
    told = TokensFor(
        usd=usd,
        tokens=spread,
        parameters=asked.problem.shape.parameters,
        per_parameter=tokens / parameters,
        best=best,
        enough=tokens >= best,
        asks_if=if_enough,
        task=said.task if said.task in TRAINS else "pretraining",
        instance=option.instance,
        count=option.count,
        chip=option.chip_name,
        chips=option.chips,
        hours=option.run.hours.likely * usd / run.usd.likely,
        rate=option.price.usd_per_hour.likely,
        purchase=option.purchase,
        cites=tuple(dict.fromkeys((*option.cites, asked.library.constants.entry(OPTIMAL).source))),
    )
    return FactAnswer(headline=told, sentences=(TokensRest(),), of_told=True, whole=True)


def _asks_if(asked: Asked) -> bool:
    """ "I have $5,000 in credits, can I train a 1B with that?": money, a size, and no amount of work or machines."""
    said, sought = asked.profile, asked.reading.sought
    trains = said.task in TRAINS or TRAINING in asked.reading.cues
    told = (
        said.samples
        or said.data_gb
        or said.dataset
        or said.steps
        or said.run_hours
        or said.deadline_days
        or said.runs
    )
    machines = {*said.candidates, *said.instances} - FAMILIES
    paid = bool(said.credits_usd or said.budget_usd) and sought.asks and ABLE in sought.predicates
    if published_run(said, asked.facts) is not None:
        return False  # whose tokens are those that are meant
    return paid and trains and not (told or machines or said.current_instances or asked.reading.by_hand)


def _run(asked: Asked, tokens: float, usd: float) -> _Run | None:
    """The cheapest run of so many tokens."""
    profile = said_also(asked.profile, {**TAKEN_BACK, "tokens": tokens, "task": asked.profile.task or "pretraining"})
    reading = asked.reading.model_copy(update={"profile": profile})
    case = answer_case(fill(reading, asked.library), asked.library, asked.day)
    options = [one for one in costed(case.options) if not one.at_hand]
    # by the hour, and on few: money of a small size books no rack
    few = max(FEW_CHIPS, usd / USD_A_CHIP)
    options = [one for one in options if one.named or one.chips <= few] or options
    for way in (asked.profile.purchase, "on_demand", "capacity_block"):
        if bought := [one for one in options if one.purchase == way]:
            options = bought
            break
    lead = lead_of(options, case, asked.facts)
    return _Run(lead, lead.run.usd) if lead is not None and lead.run.usd.low > 0 else None


def _money(asked: Asked) -> float:
    """A sum with its sign, or one number of thousands beside nothing: "25k of credits"."""
    text = asked.reading.text
    if (told := price_of(text)) is not None:
        return told.amount
    found = [float(match[1].rstrip(".,").replace(",", "")) * THOUSAND for match in BARE_K.finditer(text)]
    if not found and CREDITS in asked.reading.signals:
        found = [float(match[0].replace(",", "")) for match in GROUPED.finditer(text)]
    return found[0] if len(found) == 1 else 0.0
