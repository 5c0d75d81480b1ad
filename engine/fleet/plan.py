"""A solution as the lines of a plan: what is rented, committed, booked, called and migrated, and what each costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import cast

from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.fleet.build import pools, term_months
from engine.fleet.program import Key, total
from engine.fleet.solved import Solved
from engine.fleet.ways import Pool, Way
from engine.fleet.work import Work
from engine.options.port import PortCost
from engine.prices.commitments import term_hours, term_usd
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

NOTHING = Interval.exactly(0.0)


class Used(Computed):
    """A workload by one way: units of each month. `usd` is 0 where the hours were paid for whole."""

    work: Work
    way: Way
    months: tuple[tuple[int, float], ...]
    usd: Interval

    @property
    def units(self) -> float:
        return sum(units for _, units in self.months)

    @property
    def machine_hours(self) -> float:
        return self.units * self.way.machines * self.way.hours


class Share(Computed):
    """Machine-hours that a workload uses of what was bought whole."""

    work: str
    hours: float


class Committed(Computed):
    """Machines of a term. `hours`: of one term; `usd`: of all terms whole; `owed_usd`: of it, after the plan ends.

    `held_hours`: machine-hours of the terms within the plan.
    """

    way: Way
    month: int
    machines: int
    hours: float
    usd: Interval
    owed_usd: float
    held_hours: float
    shares: tuple[Share, ...]

    @property
    def used(self) -> float:
        return sum(share.hours for share in self.shares) / self.held_hours


class Booked(Computed):
    """A block of `days` in each of `months`; `hours`: of each machine, of them `shares` are used in each month."""

    way: Way
    days: int
    months: tuple[int, ...]
    usd: Interval
    shares: tuple[Share, ...]

    @property
    def hours(self) -> float:
        return float(self.days * HOURS_PER_DAY)


class Migrated(Computed):
    """A migration, paid once for a target and a model family: the dearest of those that its works need."""

    port: PortCost
    family: str
    works: tuple[str, ...]
    usd: Interval


class Plan(Computed):
    """The lines of a plan; their likely dollars add up to `usd.likely`."""

    months: int
    works: tuple[Work, ...]
    used: tuple[Used, ...]
    committed: tuple[Committed, ...]
    booked: tuple[Booked, ...]
    migrated: tuple[Migrated, ...]
    bills: tuple[tuple[int, float], ...]
    usd: Interval

    @property
    def costs(self) -> list[Interval]:
        """What its lines cost, in their order."""
        return costs(self.used, self.committed, self.booked, self.migrated)

    @property
    def left_out(self) -> tuple[Work, ...]:
        doing = {entry.work.name for entry in self.used}
        return tuple(work for work in self.works if work.name not in doing)

    @property
    def cites(self) -> tuple[str, ...]:
        """What the lines rest on, in their order."""
        ways = [entry.way for entry in self.used]
        found = [cite for way in ways for cite in way.cites()]
        return tuple(dict.fromkeys((*found, *(cite for entry in self.migrated for cite in entry.port.cites))))


def costs(
    used: Sequence[Used],
    committed: Sequence[Committed],
    booked: Sequence[Booked],
    migrated: Sequence[Migrated],
) -> list[Interval]:
    """Dollars of all lines that cost something."""
    found = [entry.usd for entry in used] + [entry.usd for entry in committed]
    found += [entry.usd for entry in booked] + [entry.usd for entry in migrated]
    return [each for each in found if each.likely]


def plan_of(found: Solved, works: Sequence[Work], months: int) -> Plan:
    """The lines behind the values of a solution."""
    used = tuple(entry for work in works for way in work.ways if (entry := _used(found, work, way)))
    committed, booked = _committed(found, works, used, months), _booked(found, works, used)
    migrated = _migrated(found, works)
    usd = NOTHING
    for each in costs(used, committed, booked, migrated):
        usd = usd.plus(each)
    return Plan(
        months=months,
        works=tuple(works),
        used=used,
        committed=committed,
        booked=booked,
        migrated=migrated,
        bills=tuple((month, total(terms, found.values)) for month, terms in found.program.bills),
        usd=usd,
    )


def _used(found: Solved, work: Work, way: Way) -> Used | None:
    done = [(cast("int", key[3]), units) for key, units in found.of("do", work.name, way.id)]
    if not done:
        return None
    units = sum(each for _, each in done)
    usd = way.usd.times(units) if way.kind in ("rent", "api") else NOTHING
    return Used(work=work, way=way, months=tuple(done), usd=usd)


def _shares(used: Sequence[Used], pool: Pool, months: Sequence[int]) -> tuple[Share, ...]:
    hours: dict[str, float] = defaultdict(float)
    for entry in used:
        if entry.way.kind in ("term", "block") and entry.way.pool == pool:
            for month, units in entry.months:
                if month in months:
                    hours[entry.work.name] += units * entry.way.hours * entry.way.machines
    return tuple(Share(work=name, hours=each) for name, each in hours.items() if each)


def _committed(found: Solved, works: Sequence[Work], used: Sequence[Used], months: int) -> tuple[Committed, ...]:
    made = []
    for pool, users in pools(works, "term").items():
        bought = [(cast("int", key[-1]), round(count)) for key, count in found.of("buy", *pool)]
        for at, (month, machines) in enumerate(bought):
            way, length = users[0][1], term_months(pool)
            inside = min(length, months - month + 1)
            whole = term_usd(pool[4], pool[2], machines)
            until = range(month, month + inside)
            # of several terms of a pool, each month's use is put down to the first that runs
            mine = [each for each in until if all(not first <= each < first + length for first, _ in bought[:at])]
            held = machines * inside * HOURS_PER_MONTH
            made.append(
                Committed(
                    way=way,
                    month=month,
                    machines=machines,
                    hours=term_hours(pool[2]),
                    usd=Interval(whole, whole, max(whole, term_usd(way.rate.high, pool[2], machines))),
                    owed_usd=machines * pool[4] * HOURS_PER_MONTH * (length - inside),
                    held_hours=float(held),
                    shares=_shares(used, pool, mine),
                )
            )
    return tuple(made)


def _booked(found: Solved, works: Sequence[Work], used: Sequence[Used]) -> tuple[Booked, ...]:
    """Blocks that are alike, and whose hours are used alike, in one line."""
    alike: dict[tuple[Pool, int, tuple[Share, ...]], list[int]] = defaultdict(list)
    ways: dict[Pool, Way] = {}
    for pool, users in pools(works, "block").items():
        ways[pool] = users[0][1]
        for key, _ in found.of("block", *pool):
            month, days = cast("tuple[int, int]", key[-2:])
            alike[pool, days, _shares(used, pool, [month])].append(month)
    return tuple(
        Booked(
            way=ways[pool],
            days=days,
            months=tuple(months),
            usd=ways[pool].rate.times(float(pool[3] * HOURS_PER_DAY * days * len(months))),
            shares=shares,
        )
        for (pool, days, shares), months in alike.items()
    )


def _migrated(found: Solved, works: Sequence[Work]) -> tuple[Migrated, ...]:
    wanted: dict[Key, list[tuple[str, PortCost]]] = defaultdict(list)
    for work in works:
        for key, _ in found.of("port", work.name):
            ported = next(way.option.port for way in work.ways if way.option and work.port_key(way) == key[2:])
            wanted[key[2:]].append((work.name, ported))
    made = []
    for key, users in wanted.items():
        port = max((each for _, each in users), key=lambda each: each.usd.likely)
        made.append(Migrated(port=port, family=str(key[1]), works=tuple(name for name, _ in users), usd=port.usd))
    return tuple(made)


def by_month(plan: Plan) -> Mapping[tuple[str, str], tuple[float, ...]]:
    """Dollars billed in each month, by workload ("" for what is shared) and way. Engineers' time is on no bill."""
    months = range(1, plan.months + 1)
    found: dict[tuple[str, str], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for entry in plan.used:
        for month, units in entry.months:
            if entry.usd.likely:
                found[entry.work.name, entry.way.id][month] += entry.way.usd.likely * units
    for term in plan.committed:
        length = round(term.hours / HOURS_PER_MONTH)
        for month in months:
            if term.month <= month < term.month + length:
                found["", term.way.id][month] += term.machines * term.way.rate.likely * HOURS_PER_MONTH
    for block in plan.booked:
        for month in block.months:
            found["", block.way.id][month] += block.usd.likely / len(block.months)
    return {name: tuple(paid[month] for month in months) for name, paid in found.items()}
