"""What a thing costs over a span that was said: hours, a day, a week, a month or a year of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.answers.model import FactAnswer, PriceRow
from engine.answers.prices import YEARS
from engine.base.of_texts import read_once
from engine.base.reason import Reason
from engine.forms.sold.price_reasons import CheapestChip, NearestHour, Unplaced
from engine.library import Library
from engine.prices.capacity_blocks import block_hours
from engine.prices.price_book import Quote
from engine.workload.hours.schedule import WEEKEND_DAYS
from engine.workload.hours.told_spans import TERM, hours_a_day, times
from engine.workload.profile import Profile, Reading
from engine.workload.question import FormCues
from knowledge.facts import Cloud, Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

# Cues of another question of a thing, and slots of how many of it for how long.
NO_PRICE = ("fit", "support", "asks_time", "explain_strong", "commit_strong", "carbon", "asks_if", "choice")
COUNTS = frozenset({"accelerator_count", "instance_count", "run_hours"})
_PER = r"(?:\b(?:per|each|every)[ -]|/\s?)"
_ONE = r"(?<!in )(?<!within )(?<!over )(?<!than )(?<!half )\b(?:an?|one|1)[ -]"
_A = r"(?<!in )(?<!within )(?<!over )(?<!than )(?<!half )(?<!for )\ban?[ -]"
_NO_TERM = r"(?![ -](?:ago|later|before|earlier|old|cud|reserv|commit|term|contract|plan|savings|ri\b|lease))"


def _named(words: str, one: str, alone: str) -> re.Pattern[str]:
    return re.compile(rf"{_PER}(?:{words})\b|{one}(?:{words})\b{_NO_TERM}|\b(?:{alone})\b{_NO_TERM}", re.IGNORECASE)


UNITS = (  # the first that is named
    ("year", HOURS_PER_YEAR, _named("year|yr", _A, "yearly|annual|annually")),  # "for a year" is a term
    ("month", HOURS_PER_MONTH, _named("month|mo", _ONE, "monthly|whole month|full month|entire month")),
    ("week", 7 * HOURS_PER_DAY, _named("week|wk", _ONE, "weekly")),
    ("day", HOURS_PER_DAY, _named("day", _ONE, "daily")),
)
_ENGLISH = re.compile(r"\b(?:hours?|days?|weeks?|months?|years?|weekends?)\b|\b\d+\s?h\b", re.IGNORECASE)
HOUR = "hour"
_WEEKEND = re.compile(
    r"\b(?<!on )(?<!off )(?:an?|one|the|this|next|ein|übers|das|un|ce|le|el|este|um|o)\s?(?:weekend|week-end|"
    r"wochenende|fin de semana|fim de semana)\b|\bübers wochenende\b",
    re.IGNORECASE,
)
WEEKEND_HOURS = float(WEEKEND_DAYS * HOURS_PER_DAY)
USUAL_AREA = "us"
MONTH_OF_DAYS = 30 * HOURS_PER_DAY  # "one month", as it is read
FOREIGN = "in_currency"  # a cue


class SpanCost(Reason, code="span_cost"):
    """USD over `hours` of `machines`, or of one chip of a machine of `count`; `billed`: the hours paid of all.

    `unit`: the span by its name, empty for hours. `place`, `way`: asked about, and no price of it is held.
    `term_usd`: what a term of years is owed for in all. `usd_machine`: the whole machine, where `usd` is of one chip.
    """

    thing: str
    usd: float
    unit: str
    hours: float
    billed: float
    machines: int
    usd_per_hour: float
    purchase: Purchase
    instance: str
    cloud: Cloud
    count: int
    region: str
    day: str
    age: int
    claimed: bool
    caveat: str = ""  # what is said of a price from a document
    of_chip: bool = False
    place: str | None = None
    nearby: bool = False
    way: Purchase | None = None
    foreign: bool = False  # asked for in another currency than dollars
    sold: bool = True  # the way that was asked about
    term_usd: float | None = None
    usd_machine: float | None = None
    chip_hours: bool = False  # `hours` are those of chips, in all
    machine_hours: float | None = None  # of the whole machine, that hold these
    on_day: str | None = None
    old: bool = False
    one_list: bool = False  # one price for all regions of the seller, of which `region` is one
    own: bool = False  # the team's own price
    list_usd: float | None = None  # an hour at the list price beside it
    days: float | None = None  # on which each runs, where that is told
    of_day: float = float(HOURS_PER_DAY)  # hours of each
    share: float = 1.0  # of them, as told


@read_once
def unit_of(text: str) -> tuple[str, float] | None:
    """The unit of what is paid that a text names, "per month", and its hours; a term of years is none."""
    if hours_a_day(text) is not None:
        return None  # "12 h a day"
    named = next(((unit, float(hours)) for unit, hours, search in UNITS if search.search(text)), None)
    return named or _foreign_unit(text)


def is_weekend(text: str) -> bool:
    """Whether one weekend is told: "for a weekend"."""
    return _WEEKEND.search(text) is not None


def _foreign_unit(text: str) -> tuple[str, float] | None:
    """The same in a text that has none of the English words: "pro Monat", "в месяц"."""
    if _ENGLISH.search(text):
        return None
    whole = {unit: float(hours) for unit, hours, _ in UNITS}
    told = (one for one in times(TERM.sub(" ", text)) if whole.get(one.unit) == one.hours)
    return next(((one.unit, one.hours) for one in told), None)


def span_of(reading: Reading) -> tuple[str, float] | None:
    """A unit, or hours that were said, without the name of one."""
    said, named = reading.profile, unit_of(reading.text)
    if reading.chip_hours:
        return "", reading.chip_hours
    if said.runs_per_month:  # "per month" alone is read as one run of it
        return named if said.runs_per_month == 1 and said.run_hours is None else None
    month = named is not None and named[0] == "month" and said.run_hours == MONTH_OF_DAYS
    if said.run_hours is None and named is None and is_weekend(reading.text):
        return "", WEEKEND_HOURS
    if said.run_hours is None or month or (named and said.run_hours == named[1]):
        return named
    return "", said.run_hours * (said.runs or 1)


def in_months(reading: Reading) -> Reading:
    """A month is 730 hours, not thirty days, where the price of one is asked."""
    said, span = reading.profile, span_of(reading)
    if span and span[0] == "month" and said.run_hours:
        return reading.model_copy(update={"profile": said.model_copy(update={"run_hours": span[1]})})
    return reading


def of_usual_area(reading: Reading) -> Reading:
    """Hours of chips of which no place and no seller is said are summed by the prices of the usual area."""
    said = reading.profile
    if not reading.chip_hours or said.region or said.clouds or said.providers or "cheapest_of" in reading.cues:
        return reading
    return reading.model_copy(update={"profile": said.model_copy(update={"region": USUAL_AREA})})


def with_span(told: FactAnswer, reading: Reading, library: Library) -> FactAnswer:
    """The same below what the span costs."""
    span = span_of(reading) or _hour_of_several(told, reading)
    if span is None or reading.chip_hours == 1:  # "what's one GPU hour?" is the price itself
        return told
    if told.prices:
        costs = tuple(
            one.model_copy(update={"foreign": FOREIGN in reading.cues})
            for one in _of_types(told.prices, reading, span, library)
        )
        return told.model_copy(update={"sentences": (*costs, *told.sentences)})
    lines = [told.headline, *told.sentences]
    hour = next((one for one in lines if isinstance(one, CheapestChip) and not isinstance(one, Unplaced)), None)
    if hour is None:
        return told
    cost = _of_chip(hour, reading, span, library)
    cost = cost.model_copy(update={"foreign": FOREIGN in reading.cues})
    if isinstance(hour, NearestHour) and hour.place:
        cost = cost.model_copy(update={"place": hour.place})
    if hour is told.headline and (not isinstance(hour, NearestHour) or cost.place):
        return told.headed(cost)
    return told.model_copy(update={"sentences": (cost, *told.sentences)})


def _hour_of_several(told: FactAnswer, reading: Reading) -> tuple[str, float] | None:
    """An hour, where the price of several machines is asked, so that their sum is told."""
    return (HOUR, 1.0) if any(_number(row, reading.profile) > 1 for row in told.prices) else None


def _number(row: PriceRow, said: Profile) -> int:
    """The machines that were said, as such or by their chips."""
    chips = -(-int(said.accelerator_count or 1) // row.count)
    return row.machines or int(said.instance_count or chips)


def _of_types(
    rows: tuple[PriceRow, ...], reading: Reading, span: tuple[str, float], library: Library
) -> Iterator[SpanCost]:
    """Of each type the first way to buy it that has a price."""
    for name in dict.fromkeys(row.instance for row in rows):
        ways = [row for row in rows if row.instance == name]
        row = next((one for one in ways if one.sold and one.quote), None)
        if row is None or row.quote is None:
            continue
        asked = ways[0] if ways[0] is not row else None
        told = cost_of_row(row, row.quote, reading, span, _paid(span, row.purchase, library))
        yield told.model_copy(update={"way": asked.purchase, "sold": asked.sold}) if asked else told


def cost_of_row(
    row: PriceRow, quote: Quote, reading: Reading, span: tuple[str, float], paid: float, machines: int | None = None
) -> SpanCost:
    """Of a price: a span by its unit and hours, of which so many are paid on each machine."""
    rate, number = quote.usd_per_hour.likely, machines or _number(row, reading.profile)
    return SpanCost(
        thing=row.instance,
        usd=rate * paid * number,
        unit=span[0],
        hours=span[1],
        billed=paid * number,
        machines=number,
        usd_per_hour=rate,
        purchase=row.purchase,
        instance=row.instance,
        cloud=row.cloud,
        count=row.count,
        region=quote.told_region,
        day=str(quote.observed_on),
        age=quote.age_days,
        claimed=quote.grade in ("claim", "assumed"),
        caveat=quote.caveat or "",
        old=quote.is_outdated,
        one_list=quote.one_list,
        own=quote.own is not None,
        list_usd=quote.list_usd_per_hour if quote.own else None,
        place=reading.profile.region if row.elsewhere else None,
        nearby=row.nearby,
        term_usd=_owed(rate * number, row.purchase),
        cites=(quote.source,),
    )


def _of_chip(hour: CheapestChip, reading: Reading, span: tuple[str, float], library: Library) -> SpanCost:
    """Of one chip, or of the machines that hold the number that was said."""
    (unit, hours), said = span, reading.profile
    if reading.chip_hours:
        said = Profile()
    wanted = said.accelerator_count
    machines = -(-int(wanted) // hour.count) if wanted else int(said.instance_count or 1)
    of_chip = not wanted and said.instance_count is None and not said.instances
    billed = _paid(span, hour.purchase, library)
    rate = hour.usd_chip if of_chip else hour.usd
    whole, shared = hour.usd * machines, of_chip and hour.count > 1
    return SpanCost(
        thing=hour.chip,
        usd=rate * billed * machines,
        unit=unit,
        hours=hours,
        billed=billed * machines,
        machines=machines,
        usd_per_hour=rate,
        purchase=hour.purchase,
        instance=hour.instance,
        cloud=hour.cloud,
        count=hour.count,
        region=hour.region,
        day=hour.day,
        age=hour.age,
        claimed=hour.claimed,
        caveat=hour.caveat,
        old=hour.old,
        one_list=hour.one_list,
        of_chip=of_chip,
        term_usd=_owed(whole, hour.purchase),
        usd_machine=whole * billed if shared and not reading.chip_hours else None,
        machine_hours=hours / hour.count if shared and reading.chip_hours else None,
        chip_hours=reading.chip_hours is not None,
        on_day=hour.on_day,
        own=hour.own,
        list_usd=hour.list_usd / (hour.count if of_chip else 1) if hour.list_usd else None,
        cites=hour.cites,
    )


def _paid(span: tuple[str, float], purchase: Purchase, library: Library) -> float:
    """Hours that are paid for: of a block whole days, where hours were said and no unit."""
    unit, hours = span
    return block_hours(hours, library.constants) if purchase == "capacity_block" and not unit else hours


def _owed(usd_per_hour: float, purchase: Purchase) -> float | None:
    """USD of a term of years in all; None of what binds nobody."""
    years = YEARS.get(purchase)
    return usd_per_hour * HOURS_PER_YEAR * years if years else None


def names_unit(seen: FormCues, slots: frozenset[str]) -> bool:
    """ "TPU v5e per chip?", "a v5p slice of 32 chips per day?": one thing, the unit of its price, no slot beside."""
    plain = not seen.has(*NO_PRICE)
    alone = frozenset(seen.profile.stated()) <= slots | COUNTS
    return (
        seen.specific + seen.instances == 1
        and plain
        and alone
        and (seen.has("per_chip") or unit_of(seen.text) is not None)
    )
