"""The lines of a bill as sums. Every line counts in exactly one kind, so the kinds add up to the bill."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from engine.bills.cents import cents, parted
from knowledge.facts import BillKind, BillLine, BillWay, Cloud, Facts, names_of
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

DOLLARS = "USD"
FINEST = Decimal("0.000001")
MOST_DIGITS = 18  # before the point: what is longer is no rate, and is not rounded
ZERO = Decimal(0)
UNSTATED: BillWay = "reserved"  # the way of a reservation of which the line does not state the term
NOT_SHARED = ("", "spot")  # what is billed beside spot machines says spot itself
MIDNIGHT = ("T00:00:00", "T00:00")


class ExchangeRateError(Exception):
    """The bill is in another currency, and neither it nor the user says what one of it is in dollars."""

    def __init__(self, currency: str) -> None:
        self.currency = currency
        super().__init__(currency)


class UseKey(NamedTuple):
    cloud: Cloud
    machine: str
    region: str
    way: BillWay


class MachineUse(NamedTuple):
    """One machine type in one region, bought one way. `idle_usd` was paid for it and not used.

    `instance` is its id among the facts; None if nobody knows it. `hours` are None where the bill does not tell them;
    `run_hours` are those of lines whose tag names a run.
    """

    key: UseKey
    instance: str | None
    usd: Decimal
    hours: Decimal | None
    idle_usd: Decimal
    idle_hours: Decimal
    runs: int
    run_hours: Decimal = ZERO

    @property
    def usd_per_hour(self) -> Decimal | None:
        """What an hour of use cost; None where it cost nothing, since then another line has its price."""
        if not self.hours or self.hours < 0 or self.usd <= 0:
            return None
        rate = self.usd / self.hours
        return (rate if rate.adjusted() > MOST_DIGITS else rate.quantize(FINEST)).normalize() + ZERO

    @property
    def idle_share(self) -> Decimal | None:
        whole = self.usd + self.idle_usd
        return self.idle_usd / whole if self.idle_usd > 0 and whole > 0 else None


class IdleCommitment(NamedTuple):
    """What lay idle of the commitments of one kind, against what they covered: also machines without accelerators."""

    cloud: Cloud
    way: BillWay
    idle_usd: Decimal
    used_usd: Decimal

    @property
    def share(self) -> Decimal:
        return self.idle_usd / (self.idle_usd + self.used_usd)


class Exchange(NamedTuple):
    """A currency of the bill, and what one unit of it was taken for. `by_bill`: the bill states it, line by line."""

    currency: str
    usd: Decimal
    by_bill: bool


class BillSummary(NamedTuple):
    """What a bill comes to. `of_kind` adds up to `total_usd`; machines ran from `first` to `last`; the bill is of the
    days from `since` to `until`: its billing period, or those of all its lines where it names none."""

    total_usd: Decimal
    of_kind: Mapping[BillKind, Decimal]
    uses: tuple[MachineUse, ...]
    idle: tuple[IdleCommitment, ...]
    exchanges: tuple[Exchange, ...]
    first: date | None
    last: date | None
    since: date | None
    until: date | None
    lines: int
    runs: int
    shared_fees_usd: Decimal

    @property
    def shown_of_kind(self) -> dict[BillKind, Decimal]:
        """`of_kind` to the cent, so that the parts add up to the total to the cent."""
        return parted(self.of_kind, cents(self.total_usd))

    @property
    def shown_paid(self) -> dict[UseKey, Decimal]:
        """What each use cost to the cent, together what machines cost."""
        return parted({use.key: use.usd for use in self.uses}, self.shown_of_kind.get("machine", ZERO))

    @property
    def shown_idle(self) -> tuple[IdleCommitment, ...]:
        """`idle` with its sums to the cent, together what was not used of all commitments."""
        whole = self.shown_of_kind.get("idle", ZERO)
        shown = parted({place: one.idle_usd for place, one in enumerate(self.idle)}, whole)
        return tuple(one._replace(idle_usd=shown[place]) for place, one in enumerate(self.idle))

    @property
    def is_longer(self) -> bool:
        """Whether the bill spans other days than its machines."""
        if self.first is None or self.last is None:
            return False
        return self.days != (self.last - self.first).days + 1

    @property
    def days(self) -> int:
        """Days that the bill spans, with use or without; 0 where no machine ran."""
        return (self.until - self.since).days + 1 if self.first and self.since and self.until else 0

    @property
    def months(self) -> float:
        return self.days * HOURS_PER_DAY / HOURS_PER_MONTH

    @property
    def runs_per_month(self) -> float:
        return self.runs / self.months if self.days else 0.0


@dataclass
class _Tally:
    usd: Decimal = ZERO
    hours: Decimal = ZERO
    chip_hours: Decimal = ZERO
    covered: Decimal = ZERO
    beside_usd: Decimal = ZERO  # of what is billed beside the chips, where they are billed apart: cores and memory
    idle_usd: Decimal = ZERO
    idle_hours: Decimal = ZERO
    idle_chip_hours: Decimal = ZERO
    runs: set[str] = field(default_factory=set)
    run_hours: Decimal = ZERO
    run_chip_hours: Decimal = ZERO


@dataclass
class _Sums:
    """Everything counted so far. Memory grows with the types, regions and runs, not with the lines."""

    of_kind: dict[BillKind, Decimal] = field(default_factory=dict)
    tallies: dict[UseKey, _Tally] = field(default_factory=dict)
    idle: dict[tuple[Cloud, BillWay], Decimal] = field(default_factory=dict)
    used: dict[tuple[Cloud, BillWay], Decimal] = field(default_factory=dict)  # by machines of any kind, and the rest
    covered: dict[Cloud, Decimal] = field(default_factory=dict)
    fees: dict[Cloud, Decimal] = field(default_factory=dict)
    terms: dict[Cloud, set[BillWay]] = field(default_factory=dict)
    exchanges: dict[str, Exchange] = field(default_factory=dict)
    leases: dict[str, BillWay] = field(default_factory=dict)  # the term of each reservation of which a line states it
    idle_of: list[BillLine] = field(default_factory=list)  # of reservations, without their term: one or so of each
    runs: set[str] = field(default_factory=set)
    start: str = ""
    end: str = ""
    since: str = ""
    until: str = ""  # of billing periods
    over: str = ""  # of all lines
    lines: int = 0


def summed(
    lines: Iterable[BillLine], facts: Facts, usd_per_unit: Mapping[str, Decimal], today: date | None = None
) -> BillSummary:
    """The sums of a bill. `usd_per_unit` is what the user says a currency is worth; `today` ends an open period.

    Raises:
        ExchangeRateError: a line is in a currency that nobody states a rate for.
    """
    sums = _Sums()
    for line in lines:
        if line.contract and line.way == UNSTATED and line.kind == "idle":
            sums.idle_of.append(line)
            continue
        if line.contract and line.way != UNSTATED:
            sums.leases[line.contract] = line.way
        _add(sums, line, usd_per_unit)
    for line in sums.idle_of:
        _add(sums, line._replace(way=sums.leases.get(line.contract, UNSTATED)), usd_per_unit)
    _count_once(sums, facts)
    _spread_parts(sums)
    shared = _share_fees(sums)
    uses = tuple(sorted((_use(key, tally, facts) for key, tally in sums.tallies.items()), key=_by_dollars))
    return BillSummary(
        total_usd=sum(sums.of_kind.values(), ZERO),
        of_kind=sums.of_kind,
        uses=uses,
        idle=_idle(sums),
        exchanges=tuple(sums.exchanges.values()),
        first=_day(sums.start),
        last=_last_day(sums.end or sums.start),
        since=_day(sums.since or sums.start),
        until=_until(sums, today),
        lines=sums.lines,
        runs=len(sums.runs),
        shared_fees_usd=shared,
    )


def _add(sums: _Sums, line: BillLine, usd_per_unit: Mapping[str, Decimal]) -> None:
    usd = _in_dollars(line.amount, line, sums, usd_per_unit)
    sums.lines += line.rows
    if since := min(filter(None, (line.since, line.start)), default=""):
        sums.since = min(sums.since or since, since)
    sums.until, sums.over = max(sums.until, line.until), max(sums.over, line.end)
    sums.of_kind[line.kind] = sums.of_kind.get(line.kind, ZERO) + usd
    if line.cloud is None:
        return
    if line.covered:
        covered = _in_dollars(line.covered, line, sums, usd_per_unit)
        sums.covered[line.cloud] = sums.covered.get(line.cloud, ZERO) + covered
    if line.kind == "fee":
        sums.fees[line.cloud] = sums.fees.get(line.cloud, ZERO) + usd
        if line.way:
            sums.terms.setdefault(line.cloud, set()).add(line.way)
    if line.way and line.kind in ("idle", "machine", "other"):
        of_way = sums.idle if line.kind == "idle" else sums.used
        of_way[line.cloud, line.way] = of_way.get((line.cloud, line.way), ZERO) + usd
    if not line.machine:
        return
    tally = sums.tallies.setdefault(UseKey(line.cloud, line.machine, line.region, line.way), _Tally())
    if line.kind == "idle":
        tally.idle_usd += usd
        tally.idle_hours += line.hours
        tally.idle_chip_hours += line.chip_hours
        return
    tally.usd += usd
    tally.beside_usd += ZERO if line.chip_hours else usd
    tally.hours += line.hours
    tally.chip_hours += line.chip_hours
    if line.covered:
        tally.covered += _in_dollars(line.covered, line, sums, usd_per_unit)
    if line.run:
        tally.runs.add(line.run)
        tally.run_hours += line.hours
        tally.run_chip_hours += line.chip_hours
        sums.runs.add(line.run)
    if (line.hours or line.chip_hours) and line.start:
        sums.start = min(sums.start or line.start, line.start)
        sums.end = max(sums.end, line.end)


def _in_dollars(amount: Decimal, line: BillLine, sums: _Sums, usd_per_unit: Mapping[str, Decimal]) -> Decimal:
    """A rate that the user states counts before that of the bill."""
    currency = line.currency.upper()
    if currency == DOLLARS or not amount:
        return amount
    stated = usd_per_unit.get(currency)
    if stated is None and line.per_usd is None:
        raise ExchangeRateError(currency)
    usd = amount * stated if stated is not None else amount / (line.per_usd or Decimal(1))
    if currency not in sums.exchanges:
        one = stated if stated is not None else 1 / (line.per_usd or Decimal(1))
        sums.exchanges[currency] = Exchange(currency, one, by_bill=stated is None)
    return usd


def _count_once(sums: _Sums, facts: Facts) -> None:
    """Where cores and chips of the same machines were bought in different ways, the chips carry the hours, and the
    cores beyond theirs go to the ways that lack them."""
    for place in dict.fromkeys(key[:3] for key in sums.tallies):
        machine = names_of(facts).instance(place[1])
        group = {key: tally for key, tally in sums.tallies.items() if key[:3] == place and key.way not in NOT_SHARED}
        if machine is None or not any(tally.chip_hours for tally in group.values()):
            continue
        own = {key: tally.chip_hours / machine.count for key, tally in group.items()}
        lacks = {key: own[key] - tally.hours for key, tally in group.items() if own[key] > tally.hours}
        lacking, pool = sum(lacks.values(), ZERO), ZERO
        if not lacking or not any(tally.hours for tally in group.values()):
            continue
        for key, tally in group.items():
            if tally.hours > own[key]:
                moved = tally.beside_usd * (tally.hours - own[key]) / tally.hours
                tally.usd, pool = tally.usd - moved, pool + moved
                tally.hours = own[key]
                if not tally.hours and not tally.idle_usd:
                    sums.tallies.pop(key)
        for key, lack in lacks.items():
            group[key].usd += pool * lack / lacking
            group[key].hours = own[key]


def _spread_parts(sums: _Sums) -> None:
    """What is billed beside a machine, such as its disks, goes to the ways it was bought, by their hours."""
    for part in [key for key in sums.tallies if not key.way]:
        bought = [
            (tally, tally.hours or tally.chip_hours)
            for key, tally in sums.tallies.items()
            if key[:3] == part[:3] and key.way not in NOT_SHARED and (tally.hours or tally.chip_hours) > 0
        ]
        whole = sum((hours for _, hours in bought), ZERO)
        if whole:
            beside = sums.tallies.pop(part)
            for tally, hours in bought:
                tally.usd += beside.usd * hours / whole


def _share_fees(sums: _Sums) -> Decimal:
    """Google's fees for commitments go to the machines they covered, by how much of each; returns what went."""
    shared = ZERO
    for cloud, covered in sums.covered.items():
        fee = sums.fees.get(cloud, ZERO)
        if not covered or not fee:
            continue
        terms = sums.terms.get(cloud, set())
        for key, tally in list(sums.tallies.items()):
            if key.cloud != cloud or not tally.covered:
                continue
            part = fee * tally.covered / covered
            tally.usd += part
            shared += part
            if key.way == UNSTATED and len(terms) == 1:
                sums.tallies[key._replace(way=next(iter(terms)))] = sums.tallies.pop(key)
    if shared:
        sums.of_kind["machine"] = sums.of_kind.get("machine", ZERO) + shared
        sums.of_kind["fee"] = sums.of_kind.get("fee", ZERO) - shared
    return shared


def _use(key: UseKey, tally: _Tally, facts: Facts) -> MachineUse:
    known = names_of(facts).instance(key.machine)
    instance = known if known is not None and known.cloud == key.cloud else None
    chips = instance.count if instance else None
    hours: Decimal | None = tally.hours
    if not tally.hours and tally.chip_hours:
        hours = tally.chip_hours / chips if chips else None
    idle_hours = tally.idle_hours or (tally.idle_chip_hours / chips if chips else ZERO)
    in_runs = tally.run_hours or (tally.run_chip_hours / chips if chips else ZERO)
    return MachineUse(
        key, instance.id if instance else None, tally.usd, hours, tally.idle_usd, idle_hours, len(tally.runs),
        min(in_runs, hours or ZERO),
    )  # fmt: skip


def _by_dollars(use: MachineUse) -> tuple[Decimal, UseKey]:
    return -(use.usd + use.idle_usd), use.key


def _idle(sums: _Sums) -> tuple[IdleCommitment, ...]:
    found = []
    for (cloud, way), idle in sorted(sums.idle.items()):
        if idle > 0:
            found.append(IdleCommitment(cloud, way, idle, sums.used.get((cloud, way), ZERO)))
    return tuple(found)


def _until(sums: _Sums, today: date | None) -> date | None:
    """The last day of the bill: that of its billing period, today if it is not over; else that of its lines."""
    last, period = _last_day(sums.over), _last_of_period(sums.until)
    if period is None or last is None:
        return last
    return max(last, period if today is None else min(period, today))


def _last_of_period(moment: str) -> date | None:
    """The last day of a billing period: an end on the first of a month is exclusive, with a time or without."""
    day = _day(moment)
    return day - timedelta(days=1) if day and (day.day == 1 or moment[10:] in MIDNIGHT) else day


def _day(moment: str) -> date | None:
    try:
        return date.fromisoformat(moment[:10])
    except ValueError:
        return None


def _last_day(moment: str) -> date | None:
    """The day of an end, which is exclusive: midnight belongs to the day before."""
    day = _day(moment)
    if day is None:
        return None
    return day - timedelta(days=1) if moment[10:] in MIDNIGHT else day
