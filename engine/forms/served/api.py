"""An API paid by the token against a machine of one's own: the tokens a day at which both cost the same.

A machine costs the same whether it is busy or not, an API nothing while nobody asks. Counted are the tokens that the
price of the API is for: prompts and answers together, where one price is for all of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.headline import model_of
from engine.forms.per_unit.choice import open_to
from engine.forms.per_unit.rates import FEW, Question, UnitCost, unit_case, unit_costs, without_amounts
from engine.forms.served.shown import Part, Shown, shown_in
from engine.forms.served.told_serving import ApiPrice, told_api_prices
from engine.options.assumptions import Filled, fill
from engine.options.option import Named, ServingFigures
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.said import said_also
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, MILLION, SECONDS_PER_HOUR

API = "of_api"  # the cue
BILLED = ("current_usd_per_month",)
DAYS = HOURS_PER_MONTH / HOURS_PER_DAY
WEIGHED = ("choice", "better", "vs", "asks_break_even", "for_less", "asks_worth", "self_hosts")  # cues
SIZE = "served_model_parameters"  # the constant: where nobody said the model, its larger size
Verdict = Literal["own", "api", "never", "unknown"]


class OwnMachine(NamedTuple):
    """The cheapest machine that serves the model, and what it does in a day at all of its speed."""

    cost: UnitCost
    serving: ServingFigures
    answers: float  # tokens a day, written
    a_day: float  # dollars

    @property
    def a_month(self) -> float:
        """Dollars."""
        return self.cost.usd_per_month

    def for_volume(self, tokens: float | None, most: float) -> int:
        """How many of them so many tokens a day take; one where nobody said how many."""
        return max(1, math.ceil(tokens / most - 1e-9)) if tokens else 1

    @property
    def in_all(self) -> float:
        """Tokens a day, read and written."""
        return self.answers * (1 + self.serving.prompt_tokens / (self.serving.answer_tokens or 1.0))


class AgainstApi(Reason):
    """The machines of one's own that an API is set against, what they cost and what they serve."""

    instance: str
    machines: int
    chips: int
    chip: str
    purchase: Purchase
    usd_per_hour: float
    own_month: float  # dollars
    precision: str
    model: str
    parameters: float
    assumed_size: bool


class ApiBreakEven(AgainstApi, code="api_break_even"):
    """Tokens a day from which a machine of one's own is cheaper than an API of that price, and the most it serves.

    At a volume that was said the cheaper of both, on as many machines as it takes. `counts`: what is counted, all
    tokens or those of answers.
    """

    verdict: Verdict
    api_usd: float  # of a million of the tokens counted
    mixed: bool  # of two prices, by the share of prompts and answers
    counts: Literal["all", "out"]
    tokens: float | None  # a day; None where every machine is dearer even when full
    most: float  # tokens a day that these machines serve
    own_usd: float  # of a million, at all of its speed
    said: float | None  # tokens a day
    api_month: float | None  # dollars at that volume


class ApiBill(AgainstApi, code="api_bill"):
    """A bill of an API by the month against a machine of one's own, where nobody said the volume: how many of them
    the bill pays, and what one serves at most."""

    verdict: Verdict
    bill: float
    most: float  # tokens a day of one, read and written
    worth: float  # dollars of a million tokens that the API would cost at that volume
    pays: float  # machines that the bill pays


class ApiUnheld(AgainstApi, code="api_unheld"):
    """What an API must be below, where its price was not said: the machine's dollars of a million tokens at the
    volume that was said, else at all of its speed."""

    said: float | None
    usd: float  # of a million answers' tokens, at the volume
    in_all: float  # of a million tokens, read and written


class ApiCounts(Reason, code="api_counts"):
    """What is counted, and what no sum of tokens says."""

    prompt: float
    answer: float
    tokens_per_second: float
    requests: float
    basis: str


class WhichVolume(Reason, code="which_volume"):
    """How many tokens a day, and at which price?"""


def asks(shown: Shown) -> bool:
    """Whether an API is set against machines of one's own: by its price, by its bill, or by name."""
    if shown.trains or shown.of_else or shown.said.method is not None:
        return False
    prices = told_api_prices(shown.text)
    billed = shown.said.current_usd_per_month is not None
    if prices and (shown.sized or shown.has(API)):
        return shown.has(API, "asks_break_even", "better", "vs", "choice", "for_less", "self_hosts")
    offered = shown.has("asks_card") and shown.said.requests_per_second  # "Llama 8B API, 5 requests/s, which GPU?"
    if not shown.has(API) or offered:
        return False
    return billed or (shown.sized and shown.has(*WEIGHED))


def answer(question: Question) -> FactAnswer | None:
    """None where nothing that is priced serves the model."""
    shown = shown_in(question.reading)
    filled = _filled(shown, question)
    machines = _own(question, filled)
    if not machines:
        return None
    prices, said = told_api_prices(shown.text), shown.said.tokens_per_day
    told: AgainstApi
    if prices:
        own, told = _break_even(machines, prices, said)
    elif shown.said.current_usd_per_month is not None:
        own, told = _of_bill(machines, shown.said.current_usd_per_month)
    else:
        own, told = _unheld(machines, said)
    serving, option = own.serving, own.cost.option
    counts = ApiCounts(
        prompt=serving.prompt_tokens,
        answer=serving.answer_tokens or 0.0,
        tokens_per_second=serving.tokens_per_second * option.count,
        requests=serving.batch * option.chips / serving.chips,
        basis=option.speed.basis,
        cites=option.speed.cites[:2],
    )
    problem = Problem(filled, question.library, question.day, brief=True)
    model = {"model": model_of(problem), "parameters": problem.shape.parameters, "assumed_size": not shown.sized}
    unknown = () if said else (WhichVolume(),)
    return FactAnswer(
        headline=told.model_copy(update=model),
        sentences=(counts,),
        questions=unknown,
        filled=without_amounts(filled),
    )


def _filled(shown: Shown, question: Question) -> Filled:
    """The work as serving, on machines of one's own."""
    changed: dict[str, object] = {
        "task": "inference", "tokens_per_day": None, "current_usd_per_month": None, "managed": None, "tokens": None,
        "utilization": None, "budget_usd": None,
    }  # fmt: skip
    if not shown.sized:
        changed["parameters"] = question.library.constants.entry(SIZE).value.high
    reading = question.reading.model_copy(update={"profile": said_also(question.said, changed)})
    return fill(reading, question.library)


def _own(question: Question, filled: Filled) -> list[OwnMachine]:
    """What was named, else every machine that answers a few requests at once without a port, the least a month first.

    Of a chip that was named those in the clouds that were said.
    """
    asked = question._replace(filled=filled, reading=filled.reading)
    costs = [one for one in unit_costs(unit_case(asked)) if one.option.serving and one.option.serving.answer_tokens]
    things = (set(question.said.candidates) - FAMILIES) | set(question.said.instances)
    named = [one for one in costs if things and one.option.named >= Named.BY_CHIP and not one.option.at_hand]
    named = [one for one in named if one.option.cloud in question.said.clouds] or named
    plain = [one for one in named if one.option.purchase == "on_demand"]
    whole = [one for one in plain if one.option.chips == question.said.accelerator_count]  # "an 8xH100 box"
    plain = whole or plain
    roomy = [one for one in open_to(costs, asked) if one.requests >= FEW and one.option.port.usd.likely == 0]
    found = sorted(plain or named or roomy, key=lambda one: (one.usd_per_hour, one.choice_usd, one.option.id))
    return [_machine_of(one, one.option.serving) for one in found if one.option.serving is not None]


def _machine_of(cost: UnitCost, serving: ServingFigures) -> OwnMachine:
    answers = serving.tokens_per_second * cost.option.count * SECONDS_PER_HOUR * HOURS_PER_DAY
    return OwnMachine(cost, serving, answers, cost.usd_per_hour * HOURS_PER_DAY)


def _break_even(
    machines: Sequence[OwnMachine], prices: tuple[ApiPrice, ...], said: float | None
) -> tuple[OwnMachine, ApiBreakEven]:
    """Dollars a day of a machine over the API's dollars of a token, where the machine serves so many.

    At a volume that was said, the machines that serve it for the least.
    """
    by = {price.of: price.usd for price in prices}
    mixed, only_out = {"in", "out"} <= by.keys(), set(by) == {"out"}
    read, written = machines[0].serving.prompt_tokens, machines[0].serving.answer_tokens or 1.0
    both = (by.get("in", 0.0) * read + by.get("out", 0.0) * written) / (read + written)
    api = both if mixed else next(iter(by.values()))

    def most(own: OwnMachine) -> float:
        return own.answers if only_out else own.in_all

    def even(own: OwnMachine) -> float:
        return own.a_day / api * MILLION

    feasible = [own for own in machines if even(own) <= most(own)]
    at = min(feasible, key=even, default=min(machines, key=lambda own: own.a_day / most(own)))
    best = min(machines, key=lambda own: own.for_volume(said, most(own)) * own.a_day) if said else at
    number = best.for_volume(said, most(best))
    api_month = said * api / MILLION * DAYS if said else None
    verdict: Verdict = "unknown" if feasible else "never"
    if api_month is not None:
        verdict = "own" if api_month >= number * best.a_month else "api"
    return best, ApiBreakEven(
        **_values(best, number),
        verdict=verdict,
        api_usd=api,
        mixed=mixed,
        counts="out" if only_out else "all",
        tokens=even(at) if feasible else None,
        most=most(best) * number,
        own_usd=min(own.a_day / most(own) for own in machines) * MILLION,
        said=said,
        api_month=api_month,
    )


def _of_bill(machines: Sequence[OwnMachine], bill: float) -> tuple[OwnMachine, ApiBill]:
    own = machines[0]
    return own, ApiBill(
        **_values(own, 1),
        verdict="own" if bill >= own.a_month else "api",
        bill=bill,
        most=own.in_all,
        worth=bill / (own.in_all * DAYS) * MILLION,
        pays=bill / own.a_month,
    )


def _unheld(machines: Sequence[OwnMachine], said: float | None) -> tuple[OwnMachine, ApiUnheld]:
    """Of a volume that was said as one of answers, as traffic is counted everywhere here."""
    best = min(machines, key=lambda own: own.for_volume(said, own.answers) * own.a_day)
    number = best.for_volume(said, best.answers)
    usd = number * best.a_day / (said or best.answers) * MILLION
    share = best.in_all / best.answers
    return best, ApiUnheld(**_values(best, number), said=said, usd=usd, in_all=usd / share)


def _values(own: OwnMachine, number: int) -> dict[str, Any]:
    """So many of the machine; the model is filled in later."""
    option = own.cost.option
    return {
        "instance": option.instance,
        "machines": option.count * number,
        "chips": option.chips * number,
        "chip": option.chip_name,
        "purchase": option.purchase,
        "usd_per_hour": own.cost.usd_per_hour * number,
        "own_month": own.a_month * number,
        "precision": own.serving.precision,
        "model": "",
        "parameters": 0.0,
        "assumed_size": False,
        "cites": tuple(dict.fromkeys((*option.price.cites[:1], *option.speed.cites[:2]))),
    }


API_OR_OWN = Part(asks, answer)
