"""What a sum of money buys: tokens of training where a model was named, else hours of a machine."""

from __future__ import annotations

from datetime import date

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import instances_asked, lines_named, ranked, smallest, usually_bought
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.library import Library
from engine.options.option import CostedOption
from engine.verdict.forks import Case
from engine.workload.profile import Period, Profile, Reading
from knowledge.facts import Purchase

ASKED = "buys_how_much"  # the cue


class DataBought(Reason, code="data_bought"):
    """The tokens a run may have for the `budget_usd` that was named; `samples` where the tokens of one were said."""

    budget_usd: float
    period: Period | None
    tokens: Interval
    samples: float | None


class HoursBought(Reason, code="hours_bought"):
    """How long the `budget_usd` pays for one machine, at the cheapest on demand unless a way to buy was said."""

    budget_usd: float
    period: Period | None
    hours: float
    chip_hours: float
    instance: str
    chips: int
    chip: str
    usd_per_hour: float
    purchase: Purchase
    region: str


def data_bought(said: Profile, case: Case, lead: CostedOption, unit: float | None) -> tuple[DataBought, ...]:
    """By the dollars that `unit` tokens take on the machine of the first line; () where their number was said."""
    if unit is None or not said.budget_usd or not lead.run.usd.low or said.task == "inference":
        return ()
    run = case.filled.profile.tokens or unit
    usd, times = lead.run.usd, said.budget_usd * run
    tokens = Interval(low=times / usd.high, likely=times / usd.likely, high=times / usd.low)
    each = said.tokens_per_sample
    samples = tokens.likely / each if each else None
    return (DataBought(budget_usd=said.budget_usd, period=said.budget_period, tokens=tokens, samples=samples),)


def hours_bought(reading: Reading, library: Library, day: date) -> FactAnswer | None:
    """ "How many H100 hours is $5,000?": None unless a machine, money and no work was named."""
    said = reading.profile
    if ASKED not in reading.cues or not said.budget_usd or said.parameters or said.model:
        return None
    types = instances_asked(said, lines_named(reading), library.facts)
    rows = ranked(types, library, day, said.region, said.purchase)
    if not rows:
        return None
    _, row = usually_bought(rows, for_years=False)
    row = smallest(row, rows)
    hours = said.budget_usd / row.quote.seen.likely
    bought = HoursBought(
        budget_usd=said.budget_usd,
        period=said.budget_period,
        hours=hours,
        chip_hours=hours * row.instance.count,
        instance=row.instance.id,
        chips=row.instance.count,
        chip=row.chip,
        usd_per_hour=row.quote.seen.likely,
        purchase=row.quote.purchase,
        region=row.quote.seen_in,
        cites=(row.quote.source,),
    )
    return FactAnswer(headline=bought)
