"""How many hours so many dollars buy: of each machine that is named, and within the time in which they expire."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from engine.answers.mentioned import meant
from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.money.amounts import dollars, sum_told
from engine.forms.money.rows import Priced, apart, bound, cites_of, priced, rows_of, types_of
from engine.forms.money.said import MoneySaid
from engine.forms.money.things import one_of_each
from engine.forms.parts.asked_on import AskedOn
from engine.forms.sold.counted import in_all
from engine.options.credits import last_day
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading
from knowledge.facts import COMPARED, Facts, Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

_HOURS = re.compile(r"\b(?:hours?|hrs)\b|\bhow long\b", re.IGNORECASE)
_HOW_MANY = r"(?:how many|wie ?viele|combien de|cu[aá]nt[oa]s|quant[aieo]s?)\s+"
_UNITS = {
    "days": (HOURS_PER_DAY, re.compile(rf"{_HOW_MANY}(?:days|tage|jours|d[ií]as|giorni|dias)|几天|何日", re.I)),
    "weeks": (7 * HOURS_PER_DAY, re.compile(rf"{_HOW_MANY}(?:weeks|wochen|semain|seman|settiman)|几周|何週", re.I)),
    "months": (HOURS_PER_MONTH, re.compile(rf"{_HOW_MANY}(?:months|monate|mois|mes|mesi)|几个月|何か?月", re.I)),
}
DOLLAR = "$"
LOWEST = frozenset({"cheapest_of", "money_cheapest"})  # cues
SIDES = 4
WAYS: tuple[Purchase, ...] = ("on_demand", "capacity_block", "spot")
ALONE = ("side", "bought", "usd", "hours", "days", "together")  # columns
COLUMNS = (*ALONE, "compute", "bandwidth")


class Lasts(Computed):
    """What the dollars buy of one machine: hours of `machines` together, and their days around the clock.

    `together`: machines that run all the time until the dollars expire, `whole` as one can run them, and what these
    leave of the dollars. `compute`, `bandwidth`: the work of those
    hours over that of the first machine's, by the data sheets; `times`: the hours alone.
    """

    one: Priced
    machines: int
    hours: float
    days: float
    together: float | None
    whole: int | None
    left_usd: float | None
    compute: float
    bandwidth: float
    times: float


class DollarsLast(Reason, code="dollars_last"):
    """`usd` in hours of each machine, the first that is named first; `until_hours`: to the day they expire."""

    usd: float
    each: tuple[Lasts, ...]
    until_hours: float | None
    hours_first: bool = False  # they are what is asked
    unit: str = ""  # the unit that is asked, and how many of it are bought first
    in_unit: float | None = None
    of_chips: float | None = None  # chip-hours, where the chip was named and no machine
    sign: str = DOLLAR  # of another currency each dollar of the sum is one of it
    unheld: tuple[Purchase, ...] = ()  # ways that are named, of which no price is held
    region: str = ""


def lasts(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """hours = dollars / (USD an hour x machines); None where no price of what is named is held."""
    asked = bound(asked, said)
    rows = list(_bought(asked, said))
    if not said.usd or not rows:
        return None
    usd, until, said_count = said.usd, _until(asked, said), int(asked.profile.instance_count or 1)
    counts = [row.machines if row.machines > 1 else said_count for row in rows]
    hours = [usd / (row.quote.seen.likely * count) for row, count in zip(rows, counts, strict=True)]
    first = _speeds(rows[0], asked.facts)
    each = []
    for row, bought, count in zip(rows, hours, counts, strict=True):
        math_of, band_of = (own / base for own, base in zip(_speeds(row, asked.facts), first, strict=True))
        to_end = row.quote.seen.likely * until if until else None
        each.append(
            Lasts(
                one=priced(row),
                machines=count,
                hours=bought,
                days=bought / HOURS_PER_DAY,
                together=usd / to_end if to_end else None,
                whole=int(usd / to_end) if to_end else None,
                left_usd=usd % to_end if to_end else None,
                compute=math_of * bought / hours[0],
                bandwidth=band_of * bought / hours[0],
                times=bought / hours[0],
            )
        )
    unit, per = next(((name, h) for name, (h, words) in _UNITS.items() if words.search(asked.reading.text)), ("", 0))
    told = DollarsLast(
        usd=usd,
        each=tuple(each),
        until_hours=until,
        unheld=tuple(way for way in said.ways if way not in {row.quote.purchase for row in rows}),
        region=asked.profile.region or "",
        unit=unit,
        in_unit=each[0].hours / per if per else None,
        of_chips=_chip_hours(each[0], rows[0], asked),
        sign=_sign(asked.reading.text),
        hours_first=_HOURS.search(asked.reading.text) is not None,
        cites=cites_of(rows),
    )
    return FactAnswer(headline=told, table=_table(each, rows, until=until), of_told=True, whole=True)


def _sign(text: str) -> str:
    told = None if dollars(text) else sum_told(text)
    return told.sign if told else DOLLAR


def _chip_hours(first: Lasts, row: RankedPrice, asked: AskedOn) -> float | None:
    """Of a chip that was named alone, whose machine has several."""
    return first.hours * row.instance.count if _is_chip_alone(asked) and row.instance.count > 1 else None


def _is_chip_alone(asked: AskedOn) -> bool:
    """Whether one chip is named by its own name, without a number."""
    said = asked.profile
    if said.instances or said.accelerator_count or said.instance_count or len(said.candidates) != 1:
        return False
    return not (FAMILIES.issuperset(said.candidates) or _is_line(asked.reading, asked.facts))


def _is_line(reading: Reading, facts: Facts) -> bool:
    """Whether a chip was named by a line of machines: "p5en"."""
    words = set(reading.words.get("candidates", "").casefold().replace(",", " ").split())
    return any(thing.line in words for thing in facts.instances.values())


def _table(each: list[Lasts], rows: list[RankedPrice], *, until: float | None) -> AnswerTable:
    columns = tuple(
        name
        for name in (COLUMNS if len({one.one.instance for one in each}) > 1 else ALONE)
        if name != "together" or until is not None
    )

    def cells(one: Lasts) -> dict[str, Cell]:
        own: dict[str, Cell] = {name: getattr(one, name) for name in COLUMNS[3:]}
        first: dict[str, Cell] = {
            "side": f"{one.machines} x {one.one.instance}",
            "bought": one.one.purchase,
            "usd": one.one.usd,
        }
        return {**first, **own}

    lines = tuple(
        AnswerRow(cells=tuple(cells(one)[name] for name in columns), cites=(row.quote.source,))
        for one, row in zip(each, rows, strict=True)
    )
    return AnswerTable(words="lasts", columns=columns, rows=lines)


def _bought(asked: AskedOn, said: MoneySaid) -> Iterator[RankedPrice]:
    """Of each machine that is meant its price in each way that is named, else on demand, else as it is sold."""
    book, wanted = asked.library.prices(asked.day), asked.profile.accelerator_count
    if not LOWEST.isdisjoint(asked.reading.cues) and wanted and not asked.profile.instances:
        rows = rows_of(asked, types_of(asked), said.ways or WAYS[:1], asked.profile.region)
        yield from apart(in_all(rows, wanted))[:SIDES]
        return
    if _is_chip_alone(asked) and (cheapest := _of_each_cloud(asked, said)):
        yield from cheapest[:SIDES]
        return
    for thing in one_of_each(asked) or meant(asked.reading, asked.facts, book, SIDES, SIDES):
        named = [rows_of(asked, (thing,), (way,), asked.profile.region)[:1] for way in said.ways]
        others = (rows_of(asked, (thing,), (way,), asked.profile.region)[:1] for way in WAYS)
        yield from chain.from_iterable(named) if any(named) else next(filter(None, others), ())


def _of_each_cloud(asked: AskedOn, said: MoneySaid) -> list[RankedPrice]:
    """The cheapest hour of a chip on each cloud that is compared, or that is named."""
    first: dict[str, RankedPrice] = {}
    for row in rows_of(asked, types_of(asked), said.ways or WAYS[:1], asked.profile.region):
        if row.instance.cloud in (asked.profile.clouds or COMPARED):
            first.setdefault(row.instance.cloud, row)
    return list(first.values())


def _until(asked: AskedOn, said: MoneySaid) -> float | None:
    """Hours until the dollars expire, by the day or the span that is said."""
    until = asked.profile.credits_until
    days = float((last_day(until, asked.day) - asked.day).days) if until else asked.profile.deadline_days
    return days * HOURS_PER_DAY if days else said.span_hours


def _speeds(row: RankedPrice, facts: Facts) -> tuple[float, float]:
    """16-bit math and memory bandwidth of a whole machine, by the data sheet."""
    chip, count = facts.accelerators[row.instance.accelerator], row.instance.count
    return chip.bf16_dense_tflops.value * count, chip.hbm_gbps.value * count
