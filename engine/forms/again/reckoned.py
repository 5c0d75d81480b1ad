"""What a turn asks of the dollars told before it: of a month, of eight, of each of three, under a limit, or which of
the last two is less."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.workload.told_sums import NO_VIEW, SumView, ToldSum
from knowledge.facts import Purchase
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR, MILLION

SPANS = (  # what a number of hours is told in, the longest first
    ("year", float(HOURS_PER_YEAR)), ("month", float(HOURS_PER_MONTH)),
    ("week", float(DAYS_PER_WEEK * HOURS_PER_DAY)),
    ("day", float(HOURS_PER_DAY)), ("hour", 1.0),
)  # fmt: skip
QUARTER = 3
DAY = float(HOURS_PER_DAY)
WANTED = {"hours": 1.0, "days": DAY, "weeks": DAYS_PER_WEEK * DAY, "months": float(HOURS_PER_MONTH)}
NEAR = 0.99  # of the high end, from which the low one is no other
OF_A_DAY = 0.1  # hours by which those of a day differ from their share of all
SAME = 0.005  # share of a sum below which there is no difference
CHEAPER = "cheaper"  # the value of a term


class Total(Computed):
    """A sum as it is looked at: `usd` of `count` of `unit`, all parts of it together; `rate` of one hour, run or
    month of one thing. `runs` of the span; 0 where it is one of an hour or month. `paid`: hours of each thing."""

    usd: Interval
    ranges: bool  # by more than is rounded
    unit: str
    count: float
    of: str
    rate: float
    number: float
    thing: str
    of_chip: bool
    chip: str
    chips: float
    purchase: Purchase | None
    region: str
    place: str
    way: Purchase | None
    day: str
    paid: float
    runs: float
    daily: float | None
    workdays: bool  # of which only
    share: float
    factor: float
    parts: float
    hours: float  # of a run
    per_million: float | None  # USD


class Reckoned(Reason, code="reckoned"):
    """The sum over the span and the number; `usd_one` of one of the parts, or of one of so many chips (`each`; 0: of
    all). Of serving the tokens of a day, and USD for a million of them."""

    now: Total
    usd_one: float
    tokens_per_day: float | None = None
    per_million: float | None = None
    each: float = 0.0


class ReckonedTokens(Reason, code="reckoned_tokens"):
    """USD for a million tokens: served, or trained on where there are so many `tokens` of a run."""

    now: Total
    usd: float
    tokens: float | None


class ReckonedOf(Reason, code="reckoned_of"):
    """What a sum is of, and what a month of it comes to where that can be said."""

    now: Total
    month: Total | None


class ReckonedAlways(Reason, code="reckoned_always"):
    """Whether the sum is of all hours of its span (`is_so`)."""

    now: Total
    is_so: bool


class ReckonedRun(Reason, code="reckoned_run"):
    """One run was summed, and nobody said how many there are in the span that is asked about."""

    now: Total
    unit: str
    count: float
    example: float
    usd: float


class ReckonedGap(Reason, code="reckoned_gap"):
    """Two sums, the less first; where it is asked whether the last one is less or more (`is_so`), that first.
    `alike`: no difference. `each`: both are of one chip. `more`: the first is the more."""

    side: Total
    against: Total
    side_usd: float
    against_usd: float
    more: bool
    usd: float
    less: float
    is_so: bool | None
    alike: bool
    each: bool
    million: bool = False  # what is compared is a million tokens
    rest: tuple[tuple[Total, float], ...] = ()  # dearer still


class ReckonedLimit(Reason, code="reckoned_limit"):
    """Whether a sum stays within `budget`, by `spare` or over it by as much; `sure`: at both ends of its range.
    `buys`: how many hours, runs or months of it the budget pays for; `left`: what remains is asked."""

    now: Total
    budget: float
    pays: bool
    sure: bool
    spare: float
    buys: float
    left: bool


class ReckonedBuys(Reason, code="reckoned_buys"):
    """How many of `wants` a `budget` pays for; `low`, `high` where the sum has a range; `days` that is, at so many
    hours of each."""

    now: Total
    budget: float
    wants: str
    buys: float
    low: float
    high: float
    days: float
    daily: float | None  # hours of a day that it is on
    each: float  # USD of one
    ranges: bool


class ReckonedPaid(Reason, code="reckoned_paid"):
    """What is paid today, in the span of the sum, against it: `less` is a share, below 0 where it is more."""

    now: Total
    paid: float
    usd: float
    less: float


class ReckonedAlone(Reason, code="reckoned_alone"):
    """Nothing was told that the sum could be set against."""

    now: Total


def total(one: ToldSum, view: SumView) -> Total | None:
    """None of a run in a span of which nobody said how many runs there are."""
    of_hour, hours = one.unit == "hour", view.hours
    number = view.number or (float(one.machines) if of_hour else 1.0)
    runs, paid, count = 0.0, 0.0, 1.0
    unit: str = one.unit
    if of_hour:
        paid = (hours or 1.0) * view.share
        times = number * paid
        unit, count = span_of(hours) if hours else ("hour", 1.0)
    elif one.unit == "run":
        monthly = view.runs_per_month or one.runs_per_month
        if hours and not monthly:
            return None
        runs = number if not hours else (monthly or 0.0) * hours / HOURS_PER_MONTH
        times, number = runs, 1.0
        unit, count = span_of(hours) if hours else ("run", runs)
    else:
        months = hours / HOURS_PER_MONTH if hours else 1.0
        times = months * number * view.share
        unit, count = span_of(hours) if hours else ("month", 1.0)
    whole = times * view.factor
    usd = Interval(one.low * whole, one.usd * whole, one.high * whole)
    machines = number if of_hour else number * one.machines
    return Total(
        usd=usd,
        ranges=usd.low < usd.high * NEAR,
        unit=unit,
        count=count,
        of=one.unit,
        rate=one.usd,
        number=machines,
        thing=one.thing,
        of_chip=one.of_chip,
        chip=one.chip,
        chips=one.chips * number,
        purchase=one.purchase,
        region="" if one.region == "unstated" else one.region,
        place=one.place,
        way=one.way,
        day=one.day,
        paid=paid,
        runs=runs,
        daily=view.daily,
        workdays=bool(view.daily) and view.share * DAY < (view.daily or 0.0) - OF_A_DAY,
        share=view.share,
        factor=view.factor,
        parts=view.parts,
        hours=one.hours,
        per_million=one.per_million,
    )


def span_of(hours: float) -> tuple[str, float]:
    """Hours by the longest unit of which they are a whole number."""
    if hours == QUARTER * HOURS_PER_MONTH:
        return "quarter", 1.0
    for unit, length in SPANS:
        if hours >= length and abs(hours / length - round(hours / length)) < SAME:
            return unit, float(round(hours / length))
    return "hour", hours


def seen(one: ToldSum, view: SumView, asks: frozenset[str]) -> Reason | None:
    """The sum as a turn looks at it; None where that says nothing of it."""
    now = total(one, view)
    plain = total(one, NO_VIEW)
    if plain is None:
        return None
    cites = one.cites
    if "which_unit" in asks:
        return ReckonedOf(now=plain, month=_month(one, view), cites=cites)
    if "million" in asks:
        return _tokens(one, plain)
    if "always" in asks:
        timed = now if now is not None and now.of != "run" and now.unit != "hour" else None
        return ReckonedAlways(now=timed, is_so=timed.share == 1, cites=cites) if timed is not None else None
    if now is None:
        return _unsaid(one, plain, view)
    each = now.chips if "each" in asks and now.chips > 1 else 0.0
    return Reckoned(
        now=now,
        usd_one=now.usd.likely / (each or now.parts),
        each=each,
        tokens_per_day=one.tokens_per_day,
        per_million=one.per_million,
        cites=cites,
    )


def _month(one: ToldSum, view: SumView) -> Total | None:
    return None if one.unit == "month" else total(one, view.model_copy(update={"hours": float(HOURS_PER_MONTH)}))


def _tokens(one: ToldSum, plain: Total) -> Reason | None:
    if one.per_million:
        return ReckonedTokens(now=plain, usd=one.per_million, tokens=None, cites=one.cites)
    if one.unit == "run" and one.tokens:
        return ReckonedTokens(now=plain, usd=one.usd / one.tokens * MILLION, tokens=one.tokens, cites=one.cites)
    return None


def _unsaid(one: ToldSum, plain: Total, view: SumView) -> Reason:
    unit, count = span_of(view.hours or float(HOURS_PER_MONTH))
    example = 10.0
    return ReckonedRun(
        now=plain, unit=unit, count=count, example=example, usd=one.usd * view.factor * example, cites=one.cites
    )


def asked_of(one: ToldSum, view: SumView) -> Reason | None:
    """Whether the sum keeps to an amount, what that leaves or buys, or what it is against what is paid today."""
    usd = view.usd
    if not usd or view.ask is None:
        return None
    timed = view.model_copy(update={"hours": view.period}) if view.period else view
    if view.ask == "buys":
        return _buys(one, timed, usd)
    if view.ask == "paid" and not timed.hours:
        return None
    now = total(one, timed)
    if now is None:
        return _buys(one, view, usd) if view.ask == "limit" else None
    if view.ask == "paid":
        return ReckonedPaid(
            now=now, paid=usd, usd=abs(usd - now.usd.likely), less=1 - now.usd.likely / usd, cites=one.cites
        )
    if one.unit == "hour" and not timed.hours:
        return _buys(one, view, usd)  # of an hour every amount is more than enough
    pays = now.usd.likely <= usd
    return ReckonedLimit(
        now=now,
        budget=usd,
        pays=pays,
        sure=now.usd.high <= usd if pays else now.usd.low > usd,
        spare=abs(usd - now.usd.likely),
        buys=usd / now.usd.likely,
        left=view.ask == "left",
        cites=one.cites,
    )


def _buys(one: ToldSum, view: SumView, usd: float) -> Reason | None:
    plain = total(one, SumView(number=view.number, factor=view.factor))
    if plain is None:
        return None
    each, wants = plain.usd, view.wants
    of_run = one.unit == "run" and wants in WANTED and one.hours > 0
    if one.unit == "hour" or of_run:
        wants, by = wants if wants in WANTED else "hours", one.hours if of_run else 1.0
        on = WANTED[wants] * (view.share if wants != "hours" else 1.0)  # hours that it is on
        part, hours = on / by, usd / each.likely * by / view.share
    elif wants and wants != ("runs" if one.unit == "run" else "months"):
        return None
    else:
        wants, part, hours = ("runs" if one.unit == "run" else "months"), 1.0, 0.0
    return ReckonedBuys(
        now=plain,
        budget=usd,
        wants=wants,
        buys=usd / (each.likely * part),
        low=usd / (each.high * part),
        high=usd / (each.low * part),
        days=hours / HOURS_PER_DAY,
        daily=view.daily,
        each=each.likely * part,
        ranges=plain.ranges,
        cites=one.cites,
    )


def _is_again(one: ToldSum, last: ToldSum) -> bool:
    """Whether it is the same sum, told a second time with other digits, or without its place."""
    named = (one.thing, one.machines, one.purchase) == (last.thing, last.machines, last.purchase)
    placed = one.region == last.region or "" in (one.region, last.region)
    return one.name == last.name or (named and placed and abs(one.usd - last.usd) <= SAME * last.usd)


def gap_of(sums: Sequence[ToldSum], view: SumView, asks: frozenset[str], told: int) -> Reason | None:
    """The last two sums of the thread of one kind, as they are looked at; all that were told together (`told`)."""
    if not sums:
        return None
    last = sums[-1]
    timed = view if total(last, view) else view.model_copy(update={"hours": None})
    now = total(last, timed)
    if now is None:
        return None
    kept = [one for at, one in enumerate(sums) if not any(_is_again(one, later) for later in sums[at + 1 :])]
    alike = [one for one in kept[:-1] if one.unit == last.unit]
    together = alike[-(told - 1) :] if told > 1 else alike[-1:]
    if not together:
        return ReckonedAlone(now=now, cites=last.cites) if "compare" in asks else None
    sides = [side for one in together if (side := total(one, timed)) is not None and side.unit == now.unit]
    if not sides:
        return None
    each, million = "each" in asks, "million" in asks
    if million and not all(side.per_million for side in (now, *sides)):
        return None

    def usd(side: Total) -> float:
        return (side.per_million or 0.0) if million else side.usd.likely / (side.chips if each else 1.0)

    order = sorted((now, *sides), key=usd)
    is_so, first, second = None, order[0], order[1]
    if "compare" not in asks:
        first, second = now, min(sides, key=usd)
        is_so = usd(first) < usd(second) * (1 - SAME) if CHEAPER in asks else usd(first) > usd(second) * (1 + SAME)
    more = usd(first) > usd(second)
    gap = usd(first) / usd(second)
    return ReckonedGap(
        side=first,
        against=second,
        side_usd=usd(first),
        against_usd=usd(second),
        more=more,
        usd=abs(usd(first) - usd(second)),
        less=abs(gap - 1),
        is_so=is_so,
        alike=abs(gap - 1) <= SAME,
        each=each,
        million=million,
        rest=tuple((side, usd(side)) for side in order[2:]) if is_so is None else (),
        cites=tuple(dict.fromkeys(cite for one in (last, *together) for cite in one.cites[:2])),
    )


def below(first: Reason, anew: FactAnswer | None = None) -> FactAnswer:
    """The answer that begins with it; `anew`: what was worked out for it, which goes on below."""
    if anew is None:
        return FactAnswer(headline=first, whole=True, of_told=True)
    return anew.headed(first).model_copy(update={"whole": True, "verdict_below": False})
