"""What named machines cost over a time that is told, bought as is said: a sum, a sum each way, or side against side.

USD = machines x hours paid x $ an hour; a term is paid for all hours. Every number of the text is used, else there is
no bill and other forms answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from engine.answers.cloud_prices import CloudHours
from engine.answers.model import FactAnswer, PriceRow
from engine.answers.prices import YEARS, about_prices, prices
from engine.answers.rank_prices import TERMS
from engine.answers.unpriced import NoPriceFor
from engine.base.measures import unit as measured
from engine.base.named_terms import named_term
from engine.base.reason import Reason
from engine.forms.billed.billed_reasons import AgainstPaid, Billed, Line
from engine.forms.billed.items import Item, items, of_sellers
from engine.forms.billed.own_paid import own_paid
from engine.forms.billed.ways_told import Way, numbers_of_ways, ways_told
from engine.forms.form import Asked, Form
from engine.forms.registry import form_named
from engine.forms.sold.price_reasons import InDollars
from engine.forms.sold.span import SpanCost, cost_of_row, unit_of
from engine.forms.ways.beside import ways_named
from engine.library import Library
from engine.prices.areas import JOINT
from engine.prices.capacity_blocks import block_hours
from engine.workload.hours.schedule import Schedule, schedule
from engine.workload.hours.told_spans import ALWAYS, DAILY, TERM, hours_a_day, times, without_times
from engine.workload.profile import Reading
from engine.workload.question import PAIR
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

# What somebody may say who asks for such a bill and nothing else.
SLOTS = frozenset({
    "candidates", "instances", "instance_count", "accelerator_count", "clouds", "region", "purchase", "run_hours",
    "runs_per_month", "cadence", "priority", "horizon_months", "utilization", "providers",
})  # fmt: skip
PRICED = frozenset({
    "price", "price_strong", "price_short", "price_word", "asks_cost", "asks_bill", "asks_charge", "cost_of_month",
    "money_gap", "for_less",
})  # fmt: skip
# Cues of other questions about prices, or of work.
ELSE = frozenset({
    "cheapest_of", "money_cheapest", "money_dearest", "money_second", "money_third", "money_top", "money_saves",
    "asks_break_even", "money_lasts", "money_how_many", "keep", "carbon", "carbon_strong", "support", "fit_strong",
    "fit_word", "training_words", "serving_words", "asks_reason", "asks_why", "where_sold", "asks_where",
    "money_spread", "price_moved", "price_fell", "price_rose", "commit_asked", "asks_worth", "money_past",
    "money_lost", "money_reclaimed", "money_total_of_all", "in_currency", "is_normal", "what_if", "how_much_faster",
    "asks_quota", "of_api", "self_hosts", "price_each_token",
})  # fmt: skip
QUESTION = frozenset({"interrogative", "other_question"})
VERSUS = frozenset(
    {"vs", "compare", "better", "money_versus", "money_gap", "picks_one", "money_is_cheaper", "wants_other"}
)
A_DAY = measured(h=1, day=-1)  # hours of each day
BLOCK: Purchase = "capacity_block"
OWED = "money_owed"  # the cue of a term that is paid in all
CHIP_HOUR = "chip_hour"  # the cue of the price of an hour
HOUR, TIE = "hour", 0.005  # a share by which sums may differ and be the same
KEPT = frozenset(
    {"hours_cost", "machine_month", "for_span"}
)  # codes of sums that know days of the week, or every way
SAME = 0.01  # a share by which two ways to count the hours of a month may differ
HOURLY = frozenset({"asks_cost", "price_strong"})  # cues of types that are set against each other by their price
LONGEST, SHORT = 40, 8  # words of a bill; of one that names no price
_PLAIN_NUMBER = re.compile(r"(?<![\w.])\d[\d,.]*(?![\w.])|(?<![\w.])\d+(?=-?(?:day|hour|week|month|year|h\b))")
_AN_HOUR = re.compile(
    r"\b(?:rates?|hourly)\b|(?:\b(?:per|an|each|a|pro|par|por|à l')\s?|/)\s?(?:hour|hr?|stunde|heure|hora)\b", re.I
)
_DAYS_OF_IT = r"(?:\W{0,3}\d+\s*days?\s*(?:/|per|an?|each|every)\s*(?:week|month))?"
_EACH_DAY = re.compile(DAILY.pattern + r"s?" + _DAYS_OF_IT, re.IGNORECASE)

PAID = "current_usd_per_month"  # a slot
WHOLE = {"year": float(HOURS_PER_YEAR), "month": float(HOURS_PER_MONTH)}


class _Time(NamedTuple):
    unit: str
    hours: float
    plan: Schedule | None = None

    def paid(self, way: Purchase, library: Library) -> float:
        """Hours of one machine that are paid for: of a term all, used or not; of a block whole days."""
        if way in TERMS:
            return WHOLE.get(self.unit, self.hours)
        whole = self.plan.whole if self.plan else self.hours  # a block is paid day and night
        return block_hours(whole, library.constants) if way == BLOCK and not self.unit else self.hours

    @property
    def used(self) -> float:
        """The share of all hours that this is, where it is told by the month or year."""
        return self.hours / WHOLE.get(self.unit, self.hours)


def with_bill(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The bill in place of what is stated, where the question is for one and its first line has not that sum.

    Rows of prices that were found stay below it.
    """
    if (own := asked.once(own_paid)) is not None:
        return form_named("price"), own
    if (answer := asked.once(bill)) is None:
        return form, stated
    if out := tuple(asked.facts.providers[name].name for name in asked.profile.providers):
        answer = answer.model_copy(update={"sentences": (NoPriceFor(names=out), *answer.sentences)})
    first = stated.headline or next(iter(stated.sentences), None)
    unsold = isinstance(answer.headline, SpanCost) and not answer.headline.sold and answer.headline.way in TERMS
    planned = schedule(asked.reading.text) is not None or getattr(answer.headline, "kind", "") == "all"
    kept = first is not None and first.code in KEPT and not planned
    if unsold or kept or _is_near(_usd(first), _usd(answer.headline)):
        return form, stated
    if stated.prices and not answer.prices:
        more = tuple(one for one in stated.sentences if one not in answer.sentences and one.code != SpanCost.code)
        rows = {"prices": stated.prices, "table": answer.table or stated.table}
        answer = answer.model_copy(update={**rows, "sentences": (*answer.sentences, *more)})
    return form_named("price"), answer


def _usd(line: Reason | None) -> float:
    """What a line comes to, 0 where it is no sum."""
    told = line.values.get("usd") if line is not None else None
    return float(told) if isinstance(told, int | float) else 0.0


def _is_near(one: float, other: float) -> bool:
    return one > 0 and abs(one - other) <= SAME * max(one, other)


def bill(asked: Asked) -> FactAnswer | None:
    """None where it is no such question, or a machine in it has no price."""
    reading = asked.reading
    if not _asks(reading):
        return None
    if (by_cloud := _by_cloud(asked)) is not None:
        return by_cloud
    sold, types = of_sellers(reading, asked.library, asked.day), asked.facts.instances
    typed_alone = tuple(one for one in reading.hardware if one.id in types)
    typed_too = sold and typed_alone  # the chip is the seller's side
    of_types = reading.model_copy(update={"hardware": typed_alone}) if typed_too else reading
    found = (*items(of_types, asked.facts), *sold)
    if not found:
        return None
    ways = ways_told(reading, found[0].end)
    cues, text = set(reading.cues), reading.text
    sides = len(found) >= PAIR and (bool(VERSUS & cues) or " or " in text or len({one.at for one in found}) == 1)
    time = _time(reading, ways, asked.day)
    typed = len(reading.profile.instances) == len(found)
    brief = len(reading.text.split()) <= SHORT
    if (
        time is None
        and sides
        and typed
        and brief
        and HOURLY & set(reading.cues)
        and not any(one.said for one in found)
    ):
        return _by_side(asked, found, ways, _Time(HOUR, 1.0)) if len(ways) < PAIR else None
    if time is None and sides and any(one.number > 1 for one in found):
        time = _Time(HOUR, 1.0)
    if time is None or _leaves_numbers(reading, found, ways, time.plan):
        return None
    if reading.profile.utilization is not None and time.plan is None:
        return None
    if len(found) >= PAIR and not sides:
        return _summed(asked, found, ways, time) if len(ways) < PAIR else None
    if sides:
        if len(ways) > 1 or not (typed or any(one.said for one in found)):
            return None
        return _by_side(asked, found, ways, time)
    if len(ways) == 1 and not sides and "money_gap" in reading.cues:
        return None  # how much less it is, bought so: engine/forms/money/gap.py
    if len(ways) > 1 and ways_named(reading) and not times(TERM.sub(" ", reading.text)):
        return None  # the hours of each way: engine/forms/ways/beside.py
    if len(ways) > 1:
        return _by_way(asked, found[0], ways, time)
    return _of_one(asked, found[0], ways, time)


def _by_cloud(asked: Asked) -> FactAnswer | None:
    """Hours of one chip or several on each of the clouds that are named: "1000 H100 gpu-hours on AWS, GCP and
    Azure"."""
    said = asked.profile
    counted = said.instance_count or said.instances or said.runs_per_month or said.task
    unit = unit_of(asked.reading.text)
    hours = asked.reading.chip_hours or (None if counted else said.run_hours or (unit[1] if unit else None))
    if hours is None or said.instances or len(said.clouds) < PAIR or len(said.candidates) != 1:
        return None
    if said.accelerator_count and not asked.reading.chip_hours:
        hours *= said.accelerator_count
    told = form_named("price").answer(asked)
    if told is None or not isinstance(told.headline, CloudHours):
        return None
    lines = tuple(one.summed(hours) if isinstance(one, CloudHours) else one for one in told.sentences)
    headline = told.headline.summed(hours)
    return told.model_copy(update={"headline": headline, "sentences": lines, "of_told": True, "whole": True})


def _asks(reading: Reading) -> bool:
    cues, said = set(reading.cues), reading.profile
    if reading.by_hand or reading.intent == "followup" or len(reading.thread) > 1 or JOINT in (said.region or ""):
        return False
    planned = schedule(reading.text) is not None
    slots = SLOTS | ({"deadline_days"} if planned else set[str]()) | ({PAID} if unit_of(reading.text) else set[str]())
    if not said.stated().keys() <= slots or ELSE & cues or len(reading.text.split()) > LONGEST:
        return False
    if "$" in _without_paid(reading) or "€" in reading.text or reading.most_usd_per_hour is not None:
        return False
    if named_term(cues, said.purchase) is not None:
        return False  # by payment and class: engine/forms/ways/unheld_term.py
    hourly = CHIP_HOUR in cues or _AN_HOUR.search(reading.text) is not None
    if hourly and OWED not in cues and times(reading.text) and not times(TERM.sub(" ", reading.text)):
        return False  # the hour of a term is asked, and not all of it: "3yr p4d price per hour"
    ways = said.purchase or reading.ambiguous.get("purchase")
    bare = bool(ways) and (not QUESTION & cues or bool(VERSUS & cues))
    short = len(reading.text.split()) <= SHORT and bool(times(reading.text))
    bare = bare or (planned and not QUESTION & cues)
    timed = short or reading.chip_hours is not None or unit_of(reading.text) is not None
    return bool(PRICED & cues or OWED in cues or bare or timed)


def _without_paid(reading: Reading) -> str:
    """The text without what is paid now."""
    paid = reading.words.get(PAID, "")
    return re.sub(rf"\$?\s?{re.escape(paid)}", " ", reading.text) if paid else reading.text


def _time(reading: Reading, ways: Sequence[Way], day: date) -> _Time | None:
    """The one time that is told; of a term that is owed in all its years. None of a time that is past."""
    if (plan := schedule(reading.text)) is not None:
        past = plan.begins is not None and plan.begins < day
        return None if past else _Time(plan.unit, plan.hours, plan)
    years = [YEARS[way.purchase] for way in ways if way.purchase in YEARS]
    terms = any(way.purchase in TERMS for way in ways)
    plain = times(TERM.sub(lambda match: " " * len(match[0]), reading.text)) if terms else ()
    told = {(one.unit, one.hours) for one in plain or times(reading.text)}
    if OWED in reading.cues and len(years) == 1 and not told:
        return _Time("", years[0] * float(HOURS_PER_YEAR))
    if not told and reading.profile.run_hours:
        return _Time("", reading.profile.run_hours)  # "two weeks"
    if len(told) != 1:
        return None
    unit, hours = told.pop()
    of_days = any(one.role == "of" or one.units[0] == A_DAY for one in reading.measured.measures)
    return None if of_days and not unit else _Time(unit, hours)  # "10 hours each weekday, for two weeks" is no ten


def _leaves_numbers(reading: Reading, found: Sequence[Item], ways: Sequence[Way], plan: Schedule | None) -> bool:
    """Whether a number of the text is no part of the bill."""
    text = reading.text if plan else _without_paid(reading)
    for start, end in plan.words if plan else ():
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    for one in sorted(found, key=lambda one: -one.at):
        text = text[: one.at] + " " + text[one.end :]
    for words in (reading.words.get("region", ""), reading.words.get("instance_count", "")):
        text = text.replace(words, " ") if words else text
    left = _PLAIN_NUMBER.findall(without_times(TERM.sub(" ", ALWAYS.sub(" ", text))))
    plain = TERM.sub(" ", ALWAYS.sub(" ", reading.text))
    rest = _EACH_DAY.sub(" ", plain)
    timed = rest != plain and without_times(rest) != rest
    if plan is None and timed and hours_a_day(plain) != HOURS_PER_DAY:
        return True  # hours of a day, for so many days
    used = numbers_of_ways(ways) | {str(reading.profile.instance_count), str(reading.profile.accelerator_count)}
    return any(number.strip(".,") not in used for number in left)


def _row(asked: Asked, item: Item, way: Purchase | None) -> tuple[PriceRow | None, Reading]:
    """The price of a machine bought so; on demand, where none is held of it or none was said."""
    named = {"instances": (item.thing.id,), "candidates": (), "purchase": way or "on_demand"}
    said = asked.profile.model_copy(update=named | {"instance_count": item.number, "run_hours": None})
    reading = asked.reading.model_copy(update={"profile": said, "ambiguous": {}, "words": {}})
    rows = [row for row in prices(reading, asked.library, asked.day) if row.instance == item.thing.id]
    return next((row for row in rows if row.sold and row.quote), None), reading


def _line(asked: Asked, item: Item, way: Purchase | None, count: int, time: _Time) -> Line | None:
    row, _ = _row(asked, item, way)
    quote = row.quote if row else None
    if row is None or quote is None:
        return None
    hours = time.paid(row.purchase, asked.library)
    rate = quote.usd_per_hour.likely
    return Line(
        instance=item.thing.id, count=count, chips=int(item.thing.count) * count, cloud=row.cloud,
        purchase=row.purchase, asked=way or row.purchase, region=quote.told_region, usd_per_hour=rate, hours=hours,
        usd=rate * hours * count, day=str(quote.observed_on), age=quote.age_days, old=quote.is_outdated,
        own=quote.own is not None, place=asked.profile.region if row.elsewhere else None, nearby=row.nearby,
        source=quote.source, claimed=quote.grade in ("claim", "assumed"),
    )  # fmt: skip


def _of_one(asked: Asked, item: Item, ways: Sequence[Way], time: _Time) -> FactAnswer | None:
    """One machine type bought one way, as any price over a span is told."""
    way = ways[0].purchase if ways else None
    row, reading = _row(asked, item, way)
    quote = row.quote if row else None
    if row is None or quote is None:
        return None
    paid = time.paid(row.purchase, asked.library)
    told = cost_of_row(row, quote, reading, (time.unit, time.hours), paid, item.number)
    if (plan := time.plan) is not None:
        told = told.model_copy(update={"days": round(plan.days, 1), "of_day": plan.of_day, "share": plan.share})
    if (wanted := way or "on_demand") != row.purchase:
        told = told.model_copy(update={"way": wanted, "sold": not item.thing.sold or wanted in item.thing.sold})
    return _answer(asked, told, item, way)


def _answer(asked: Asked, told: SpanCost, item: Item, way: Purchase | None) -> FactAnswer:
    """With every way to buy it as a table, where none was said."""
    named = {"instances": (item.thing.id,), "candidates": (), "instance_count": item.number}
    said = asked.profile.model_copy(update=named | {"run_hours": None})
    reading = asked.reading.model_copy(update={"profile": said, "words": {}})
    rows = prices(reading, asked.library, asked.day)
    plain = way is None and not told.one_list
    about = about_prices(reading, asked.library, asked.day, rows) if plain else ()
    dollars = (InDollars(),) if "in_currency" in asked.reading.cues else ()
    if (paid := asked.profile.current_usd_per_month) and told.unit == "month":
        dollars = (AgainstPaid(usd=told.usd, paid=paid, less=paid - told.usd, share=1 - told.usd / paid), *dollars)
    return FactAnswer(headline=told, sentences=(*dollars, *about), prices=rows)


def _by_way(asked: Asked, item: Item, ways: Sequence[Way], time: _Time) -> FactAnswer | None:
    """Each way; together where each has its number."""
    mixed = any(way.number is not None for way in ways)
    lines = [_line(asked, item, way.purchase, way.number or item.number, time) for way in ways]
    held = [line for line in lines if line is not None and line.purchase == line.asked]
    missing = tuple(
        way.purchase for way, line in zip(ways, lines, strict=True) if line is None or line.purchase != line.asked
    )
    if not held or (mixed and missing):
        return None
    named = {line.purchase for line in held}
    if time.used < 1 and len(named) == PAIR and "on_demand" in named and named & set(TERMS):
        return _told("pays", held, time, missing)
    return _told("sum" if mixed else "ways", held, time, missing)


def _by_side(asked: Asked, found: Sequence[Item], ways: Sequence[Way], time: _Time) -> FactAnswer | None:
    lines = [_line(asked, item, ways[0].purchase if ways else None, item.number, time) for item in found]
    held = [line for line in lines if line is not None]
    return _told("sides", held, time, ()) if len(held) == len(found) else None


def _summed(asked: Asked, found: Sequence[Item], ways: Sequence[Way], time: _Time) -> FactAnswer | None:
    """Machines of several kinds together."""
    lines = [_line(asked, item, ways[0].purchase if ways else None, item.number, time) for item in found]
    held = [line for line in lines if line is not None]
    return _told("all", held, time, ()) if len(held) == len(found) else None


def _told(kind: str, held: list[Line], time: _Time, missing: tuple[Purchase, ...]) -> FactAnswer:
    ordered = held if kind in ("sum", "all") else sorted(held, key=lambda line: (line.claimed, line.usd))
    low, high = min(line.usd for line in held), max(line.usd for line in held)
    told = Billed(
        kind=kind, lines=tuple(ordered), usd=sum(line.usd for line in held), unit=time.unit, hours=time.hours,
        gap=high - low, less=1 - low / high if high else 0.0, missing=missing, used=time.used,
        is_tie=high - low < TIE * high,
        pays_from=min(line.usd_per_hour for line in held) / max(line.usd_per_hour for line in held),
        cites=tuple(dict.fromkeys(line.source for line in ordered)),
    )  # fmt: skip
    return FactAnswer(headline=told, of_told=True, whole=True)
