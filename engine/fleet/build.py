"""Workloads, budget and limits -> the program whose solution is the plan.

Variables: `do` units of a workload by a way in a month, `done` or left out, `buy` machines of a term in a month,
`block` of so many days in a month, `port` to a target, and what it costs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from engine.fleet.asked import Budget
from engine.fleet.program import NO_END, Key, Program, Row, Terms, Variable
from engine.fleet.ways import LONGEST_BLOCK_DAYS, Pool, Way
from engine.fleet.work import Work
from engine.prices.commitments import YEARS, term_usd
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, MONTHS_PER_YEAR

BLOCK_DAYS = (*range(1, 15), 21, LONGEST_BLOCK_DAYS)  # one day at first, then seven: as blocks are sold
LIMIT = "limit"
PAID_WHOLE, EARLIER = 1_000.0, 0.01  # in the order of plans that cost the same


def build(works: Sequence[Work], months: int, budget: Budget, limits: Mapping[str, int]) -> Program:
    """The program of a fleet. Its rows are named by what they mean, so that they can be moved and explained."""
    made = _Builder(works, months, budget, limits)
    made.add_works()
    made.add_terms()
    made.add_blocks()
    made.add_limits()
    made.add_budget()
    return Program(
        variables=tuple(made.variables),
        rows=tuple(made.rows),
        usd=tuple(made.usd),
        bills=tuple((month, tuple(made.bills[month])) for month in made.months),
        rank=tuple(made.rank),
    )


def pools(works: Sequence[Work], kind: str) -> dict[Pool, list[tuple[Work, Way]]]:
    """Who may share what is bought whole."""
    found: dict[Pool, list[tuple[Work, Way]]] = defaultdict(list)
    for work in works:
        for way in work.ways:
            if way.kind == kind:
                found[way.pool].append((work, way))
    return dict(sorted(found.items()))


def term_months(pool: Pool) -> int:
    """How long a term runs."""
    return YEARS[pool[2]] * MONTHS_PER_YEAR


class _Builder:
    """Collects variables and rows; every dollar of a month is put down once, for the total and for its month."""

    def __init__(self, works: Sequence[Work], months: int, budget: Budget, limits: Mapping[str, int]) -> None:
        self.works, self.months, self.budget, self.limits = works, range(1, months + 1), budget, limits
        self.variables: list[Variable] = []
        self.rows: list[Row] = []
        self.usd: list[tuple[Key, float]] = []
        self.rank: list[tuple[Key, float]] = []
        self.bills: dict[int, list[tuple[Key, float]]] = defaultdict(list)  # by month: engineers are not on them
        self.held: dict[tuple[str, int], list[tuple[Key, float]]] = defaultdict(list)  # machines by type and month
        self.terms, self.blocks = pools(works, "term"), pools(works, "block")

    def add_works(self) -> None:
        for work in self.works:
            done: Key = ("done", work.name)
            self.variables.append(Variable(done, 0.0 if work.priority > 1 else 1.0, 1.0, whole=True))
            ported: dict[Key, list[tuple[Key, float]]] = defaultdict(list)
            for place, way in enumerate(work.ways):
                for month in work.months:
                    key: Key = ("do", work.name, way.id, month)
                    most = self._most(work, way, month)
                    self.variables.append(Variable(key, 0.0, most, whole=work.is_whole(way)))
                    self.rank.append((key, place + EARLIER * month))
                    if way.kind in ("rent", "api"):
                        self._pay(key, way.usd.likely, [month])
                        self._hold_rented(key, way, month)
                    target = work.port_key(way)
                    if target and most:
                        ported[("port", work.name, *target)].append((key, most))
                self._keep_runs_whole(work, way)
            self._add_demand(work, done)
            self._add_ports(work, ported)

    def _most(self, work: Work, way: Way, month: int) -> float:
        """Units that a month holds at most: as many side by side as machines may be held, or as are wanted."""
        wanted = float(work.units_of(month) if work.units else work.total)
        if way.option is None:
            return wanted
        if self.limits.get(way.option.instance, way.machines) < way.machines:
            return 0.0
        left = work.hours_left(way, month)
        if work.is_whole(way) and not work.fits(way, month):
            return 0.0
        if work.rhythm == "serving" or way.hours <= 0:
            return wanted
        beside = max(1, way.most // way.machines) if way.kind == "rent" else NO_END
        if work.is_whole(way):
            return min(wanted, beside * (left // way.hours)) if way.kind == "rent" else wanted
        beside = min(beside, wanted)
        return min(wanted, beside * left / way.hours)

    def _keep_runs_whole(self, work: Work, way: Way) -> None:
        """A run that goes on from month to month goes on in the same way."""
        if not work.is_whole(way):
            key: Key = ("runs", work.name, way.id)
            self.variables.append(Variable(key, 0.0, work.total, whole=True))
            parts = tuple((("do", work.name, way.id, month), 1.0) for month in work.months)
            self.rows.append(Row(("whole_runs", work.name, way.id), (*parts, (key, -1.0)), 0.0, 0.0))

    def _add_demand(self, work: Work, done: Key) -> None:
        if work.units:
            for month in work.months:
                if units := work.units_of(month):
                    terms = [(("do", work.name, way.id, month), 1.0) for way in work.ways]
                    row: Key = ("wanted", work.name, month)
                    self.rows.append(Row(row, (*terms, (done, -float(units))), 0.0, 0.0))
            return
        terms = [(("do", work.name, way.id, month), 1.0) for way in work.ways for month in work.months]
        self.rows.append(Row(("wanted", work.name, 0), (*terms, (done, -work.total)), 0.0, 0.0))

    def _add_ports(self, work: Work, ported: Mapping[Key, list[tuple[Key, float]]]) -> None:
        """Work on a target wants its migration, and of the workloads that share one the dearest is paid."""
        for key, doing in ported.items():
            self.variables.append(Variable(key, 0.0, 1.0, whole=True))
            for done, most in doing:
                self.rows.append(Row(("ported", *key[1:], *done[2:]), ((done, 1.0), (key, -most)), high=0.0))
            shared: Key = ("port_usd", *key[2:])
            way = next(way for way in work.ways if (work.port_key(way) or ()) == key[2:])
            if shared not in {variable.key for variable in self.variables}:
                self.variables.append(Variable(shared))
                self.usd.append((shared, 1.0))
            self.rows.append(Row(("port_paid", *key[1:]), ((shared, 1.0), (key, -way.port_usd)), low=0.0))

    def add_terms(self) -> None:
        """Machines of a term are paid for all its hours; those of a month are shared by whatever runs on them."""
        for pool, users in self.terms.items():
            rate, length = pool[4], term_months(pool)
            for month in self.months:
                key: Key = ("buy", *pool, month)
                self.variables.append(Variable(key, whole=True))
                self.rank.append((key, PAID_WHOLE + EARLIER * month))
                self.usd.append((key, term_usd(rate, pool[2])))
                for paid in range(month, min(month + length, self.months.stop)):
                    self.bills[paid].append((key, rate * HOURS_PER_MONTH))
                    self.held[pool[0], paid].append((key, 1.0))
            for month in self.months:
                self._share_term(pool, users, month, length)

    def _share_term(self, pool: Pool, users: Sequence[tuple[Work, Way]], month: int, length: int) -> None:
        there: Terms = tuple((("buy", *pool, bought), 1.0) for bought in range(max(1, month - length + 1), month + 1))
        doing = [(("do", work.name, way.id, month), work, way) for work, way in users if month in work.months]
        hours = [(key, way.hours * way.machines) for key, _, way in doing]
        held = tuple((key, -HOURS_PER_MONTH * count) for key, count in there)
        self.rows.append(Row(("term_hours", *pool, month), (*hours, *held), high=0.0))
        served = [(key, float(way.machines)) for key, work, way in doing if _is_all_month(work, way)]
        for key, work, way in doing:
            if _is_all_month(work, way):
                continue
            left = work.hours_left(way, month)
            if left < HOURS_PER_MONTH:  # a migration or a deadline leaves less of the month
                some = tuple((bought, -left * count) for bought, count in there)
                self.rows.append(
                    Row(("term_left", work.name, way.id, month), ((key, way.hours * way.machines), *some), high=0.0)
                )
            if way.machines > 1:  # so many have to be free side by side
                at: Key = ("at", work.name, way.id, month)
                most = self._most(work, way, month)
                self.variables.append(Variable(at, 0.0, 1.0, whole=True))
                self.rows.append(Row(("is_at", work.name, way.id, month), ((key, 1.0), (at, -most)), high=0.0))
                beside = tuple((bought, -count) for bought, count in there)
                self.rows.append(
                    Row(("beside", work.name, way.id, month), ((at, float(way.machines)), *served, *beside), high=0.0)
                )

    def add_blocks(self) -> None:
        """At most one block of a type and size in a month: whatever fits into it shares it, one run after another."""
        for pool, users in self.blocks.items():
            rate, closing = pool[4], users[0][0].closing_hours
            for month in self.months:
                days: list[tuple[Key, int]] = [(("block", *pool, month, days), days) for days in BLOCK_DAYS]
                for key, length in days:
                    self.variables.append(Variable(key, 0.0, 1.0, whole=True))
                    self.rank.append((key, PAID_WHOLE + EARLIER * month))
                    self._pay(key, rate * pool[3] * HOURS_PER_DAY * length, [month])
                    part = length * HOURS_PER_DAY / HOURS_PER_MONTH
                    self.held[pool[0], month].append((key, pool[3] * part))
                self.rows.append(Row(("one_block", *pool, month), tuple((key, 1.0) for key, _ in days), high=1.0))
                doing = [(("do", work.name, way.id, month), work, way) for work, way in users if month in work.months]
                usable = tuple((key, -(HOURS_PER_DAY * length - closing)) for key, length in days)
                hours = tuple((key, way.hours) for key, _, way in doing)
                self.rows.append(Row(("block_hours", *pool, month), (*hours, *usable), high=0.0))
                for key, work, way in doing:
                    left = work.hours_left(way, month)
                    if left < HOURS_PER_MONTH:
                        self.rows.append(
                            Row(("block_left", work.name, way.id, month), ((key, way.hours),), high=left)
                        )

    def add_limits(self) -> None:
        for (name, month), held in sorted(self.held.items()):
            if name in self.limits:
                self.rows.append(Row((LIMIT, name, month), tuple(held), high=float(self.limits[name])))

    def add_budget(self) -> None:
        if self.budget.monthly_usd is not None:
            for month, paid in sorted(self.bills.items()):
                self.rows.append(Row(("monthly", month), tuple(paid), high=self.budget.monthly_usd))
        if self.budget.total_usd is not None:
            self.rows.append(Row(("total",), tuple(self.usd), high=self.budget.total_usd))

    def _pay(self, key: Key, usd: float, months: Sequence[int]) -> None:
        self.usd.append((key, usd))
        for month in months:
            self.bills[month].append((key, usd))

    def _hold_rented(self, key: Key, way: Way, month: int) -> None:
        if way.option is not None:
            self.held[way.option.instance, month].append((key, way.machines * way.hours / HOURS_PER_MONTH))


def _is_all_month(work: Work, way: Way) -> bool:
    return work.rhythm == "serving" and way.hours >= HOURS_PER_MONTH
