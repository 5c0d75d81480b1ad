"""Works and ways with round figures, the solver of the product, and a search through everything beside it."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from types import SimpleNamespace

from bot.fleet.solver import solve
from engine.base.interval import Interval
from engine.fleet.asked import Budget
from engine.fleet.build import BLOCK_DAYS, build
from engine.fleet.plan import Plan, plan_of
from engine.fleet.solved import Solved, solved
from engine.fleet.ways import ApiOffer, Way
from engine.fleet.work import Work

MONTH = 730.0
CLOSING = 0.5


def way(
    name: str,
    kind: str = "rent",
    *,
    rate: float = 1.0,
    hours: float = 10.0,
    machines: int = 1,
    purchase: str = "on_demand",
    port_usd: float = 0.0,
    target: str = "cuda",
    lead_days: float = 0.0,
    most: int = 8,
) -> Way:
    """A way that rents, commits or books `machines` for `hours` a unit at `rate` a machine-hour."""
    port = SimpleNamespace(
        usd=Interval.exactly(port_usd),
        target=target,
        moves_cloud=False,
        weeks=Interval.exactly(port_usd / 4000),
        cites=("port",),
    )
    option = SimpleNamespace(
        instance=name,
        region="here",
        purchase=purchase,
        cloud="aws",
        port=port,
        cites=("price", "speed"),
        price=SimpleNamespace(cites=("price",)),
        speed=SimpleNamespace(basis="measured"),
    )
    return Way(
        id=f"{name}:{purchase}",
        kind=kind,
        usd=Interval.exactly(rate * hours * machines),
        rate=Interval.exactly(rate),
        hours=hours,
        machines=machines,
        most=most,
        lead_days=lead_days,
        option=option,
    )


def api(name: str, usd: float) -> Way:
    """A way that calls for so many dollars a unit."""
    offer = ApiOffer(
        provider="p", name="P", model=name, usd_per_request=usd, usd_in=1, usd_out=1, since=None, source="list"
    )
    nothing = Interval.exactly(0.0)
    return Way(
        id=offer.id,
        kind="api",
        usd=Interval.exactly(usd),
        rate=nothing,
        hours=0.0,
        machines=1,
        most=1,
        lead_days=0.0,
        api=offer,
        requests=1.0,
    )


def work(
    name: str,
    ways: Sequence[Way],
    *,
    units: tuple[int, ...] = (),
    total: float = 0.0,
    rhythm: str = "monthly",
    priority: int = 1,
    first: int = 1,
    last: int | None = None,
    deadline_days: float | None = None,
    family: str = "llama",
) -> Work:
    last = last or first + len(units) - 1
    return Work(
        name=name,
        priority=priority,
        rhythm=rhythm,
        first=first,
        last=last,
        units=units,
        total=total or float(sum(units)),
        family=family,
        ways=tuple(sorted(ways, key=lambda each: each.id)),
        deadline_days=deadline_days,
        closing_hours=CLOSING,
    )


def best(
    works: Sequence[Work],
    months: int,
    *,
    total: float | None = None,
    monthly: float | None = None,
    limits: dict[str, int] | None = None,
) -> Solved | None:
    budget = Budget(total_usd=total, monthly_usd=monthly)
    return solved(build(works, months, budget, limits or {}), works, solve)


def planned(works: Sequence[Work], months: int, **limits: object) -> Plan:
    found = best(works, months, **limits)  # type: ignore[arg-type]
    assert found is not None
    return plan_of(found, works, months)


class Everything:
    """Every plan there is of a small fleet, costed without a program: for what a solver finds to be held against."""

    def __init__(self, works: Sequence[Work], months: int, total: float | None, monthly: float | None) -> None:
        self.works, self.months, self.total, self.monthly = works, months, total, monthly

    def best(self) -> tuple[tuple[int, ...], float] | None:
        """How many are done of each priority from 2 on, and the dollars; the first counts most."""
        found = None
        levels = sorted({each.priority for each in self.works if each.priority > 1})
        for done in itertools.product(*((True,) if each.priority == 1 else (True, False) for each in self.works)):
            doing = [each for each, is_done in zip(self.works, done, strict=True) if is_done]
            usd = self._least(doing)
            if usd is None:
                continue
            counts = tuple(-sum(each.priority == level for each in doing) for level in levels)
            if found is None or (counts, usd) < found:
                found = counts, usd
        return None if found is None else (tuple(-count for count in found[0]), found[1])

    def _least(self, doing: Sequence[Work]) -> float | None:
        costs = [
            usd for chosen in itertools.product(*map(self._ways_to_do, doing)) for usd in self._usd(doing, chosen)
        ]
        return min(costs, default=None)

    def _ways_to_do(self, work: Work) -> Iterator[dict[tuple[str, int], int]]:
        if work.units:
            months = [
                self._split(work.units_of(month), [(way.id, month) for way in work.ways]) for month in work.months
            ]
            for parts in itertools.product(*months):
                yield {key: count for part in parts for key, count in part.items()}
        else:
            yield from self._split(round(work.total), [(way.id, month) for way in work.ways for month in work.months])

    def _split(self, units: int, places: list[tuple[str, int]]) -> list[dict[tuple[str, int], int]]:
        if not places:
            return [{}] if units == 0 else []
        head, *rest = places
        return [
            {head: count} | other if count else other
            for count in range(units + 1)
            for other in self._split(units - count, rest)
        ]

    def _usd(self, doing: Sequence[Work], chosen: Sequence[dict[tuple[str, int], int]]) -> Iterator[float]:
        """Dollars of a choice of ways, once for each number of machines committed to in each month."""
        bills: dict[int, float] = defaultdict(float)
        ports: dict[tuple[str, str], float] = defaultdict(float)
        hours: dict[tuple[str, float, str, int], dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for work, units in zip(doing, chosen, strict=True):
            ways = {way.id: way for way in work.ways}
            for (name, month), count in units.items():
                way = ways[name]
                if not _may(work, way, month, count):
                    return
                if way.option is not None and way.port_usd:
                    key = way.option.port.target, work.family
                    ports[key] = max(ports[key], way.port_usd)
                if way.kind in ("rent", "api"):
                    bills[month] += count * way.usd.likely
                else:
                    each = way.machines if way.kind == "block" else 1
                    hours[way.kind, way.rate.likely, name, each][month] += count * way.hours * (way.machines / each)
        for (kind, rate, _, machines), used in hours.items():
            if kind == "block":
                for month, wanted in used.items():
                    days = next((days for days in BLOCK_DAYS if days * 24 - CLOSING >= wanted - 1e-9), None)
                    if days is None:
                        return
                    bills[month] += rate * machines * 24 * days
        yield from self._with_terms(
            [each for each in hours.items() if each[0][0] == "term"], bills, sum(ports.values())
        )

    def _with_terms(self, terms: list, bills: dict[int, float], port_usd: float) -> Iterator[float]:
        """One-year terms bought in any month; a machine-hour of one serves whatever runs in it."""
        if not terms:
            if self.monthly is None or all(usd <= self.monthly + 1e-6 for usd in bills.values()):
                usd = sum(bills.values()) + port_usd
                if self.total is None or usd <= self.total + 1e-6:
                    yield usd
            return
        (_, rate, _, _), used = terms[0]
        need = [math.ceil(used[month] / MONTH - 1e-9) for month in range(1, self.months + 1)]
        for bought in itertools.product(range(max(need) + 1), repeat=self.months):
            there = list(itertools.accumulate(bought))
            if any(held < wanted for held, wanted in zip(there, need, strict=True)):
                continue
            paid = defaultdict(float, bills)
            for month, held in enumerate(there, 1):
                paid[month] += held * rate * MONTH
            owed = sum(count * rate * (8760 - MONTH * (self.months - at)) for at, count in enumerate(bought))
            yield from self._with_terms(terms[1:], paid, port_usd + owed)


def _may(work: Work, way: Way, month: int, count: int) -> bool:
    if way.kind == "api":
        return True
    left = work.hours_left(way, month)
    if work.rhythm == "serving":
        return left >= MONTH - 1
    if way.hours > left + 1e-6:
        return False
    if way.kind == "rent":
        return count <= max(1, way.most // way.machines) * (left // way.hours)
    return left >= MONTH or count * way.hours <= left
