"""The dollars that an answer tells, as its thread goes on with them: of an hour, a run or a month, and of what."""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers.cloud_prices import CloudHours
from engine.answers.model import FactAnswer, PriceRow
from engine.base.reason import Reason
from engine.forms.again.why_not import WhyNot
from engine.forms.billed.billed_reasons import Billed
from engine.forms.compare import SideBySide
from engine.forms.first.fleet import FleetTakes
from engine.forms.money.gap import PriceGap
from engine.forms.money.rows import Priced
from engine.forms.parts.estimate_reasons import (
    Cost,
    EstimateTooSmall,
    MonthEstimate,
    RunEstimate,
    ToldHours,
    WorkUnknown,
)
from engine.forms.parts.fit_reasons import ChipsNeeded, Held
from engine.forms.per_unit.choice import ServesOn
from engine.forms.per_unit.pair import PairCosts
from engine.forms.sold.by_region import ChargedThere
from engine.forms.sold.price_reasons import CheapestChip, NearestHour
from engine.forms.sold.span import SpanCost
from engine.forms.told.month import MachineMonth
from engine.verdict.verdict import Verdict
from engine.workload.profile import Profile
from engine.workload.told_sums import SumView, ToldSum
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

SIDES = 4  # of prices that are set against each other
ABOVE = frozenset({"budget_holds", "beats"})  # codes of first lines above the sum that they are of
TOGETHER = frozenset({"sum", "all"})  # kinds of a bill whose lines are paid together
Told = tuple[ToldSum, SumView | None]


def sums_of(
    told: FactAnswer, verdict: Verdict | None, said: Profile, named: str = ""
) -> tuple[tuple[ToldSum, ...], SumView | None]:
    """The sums of an answer in its order, and how it looks at the last; (), None of one that tells none. `named`: the
    words that named what is priced."""
    first = told.headline
    if isinstance(first, PriceGap):
        sides = [side.one for side in first.sides if side.one is not None][:SIDES]
        view = SumView(hours=first.hours) if first.hours else None
        return tuple(_of_priced(one, first) for one in reversed(sides)), view  # the cheapest was told last
    if isinstance(first, Billed):
        return tuple(_of_bill(first)), SumView(hours=first.hours) if first.unit != "hour" else None
    if isinstance(first, CloudHours):
        return tuple(_of_clouds(first)), None
    if isinstance(first, SideBySide):
        return tuple(_of_sides(first)), None
    if isinstance(first, PairCosts):
        return tuple(_of_chips(first)), None
    if isinstance(first, WhyNot):
        return tuple(_of_pair(first)), None
    if isinstance(first, ChargedThere):
        return tuple(_of_regions(first)), None
    if isinstance(first, ChipsNeeded) and first.every:
        return (_of_needed(first, first.every[0]),), None
    lines = (*((first,) if first is not None else ()), *told.sentences)
    for line in lines:
        if isinstance(line, Cost) and line is not first and first is not None and first.code not in ABOVE:
            break  # of other machines than the first line
        if (found := _of_line(line, said, named)) is not None:
            return (found[0],), found[1]
    if told.prices:
        rows = tuple(_of_rows(told.prices, said))
        return rows, None
    chosen = _of_verdict(verdict, said) if verdict is not None and first is None else None
    return ((chosen,), None) if chosen is not None else ((), None)


def _of_line(line: Reason, said: Profile, named: str) -> Told | None:
    if isinstance(line, SpanCost):
        hours = line.hours or HOURS_PER_MONTH
        return _of_span(line, said), SumView(hours=hours)
    if isinstance(line, MachineMonth):
        daily = line.daily / HOURS_PER_DAY if line.daily else 1.0
        view = SumView(hours=line.hours / daily, share=daily, daily=line.daily)
        return _of_month(line), view
    if isinstance(line, CheapestChip):
        return _of_hour(line, said, named), None
    if isinstance(line, RunEstimate | EstimateTooSmall | MonthEstimate | FleetTakes):
        return _of_cost(line, said), None
    if isinstance(line, ToldHours):
        return _of_hours(line), SumView(hours=line.hours)
    if isinstance(line, WorkUnknown) and line.instance and line.usd_per_hour:
        return _of_machine(line), None
    if isinstance(line, ServesOn):
        return _of_serving(line), None
    return None


def _of_span(line: SpanCost, said: Profile) -> ToldSum:
    chips = 1 if line.of_chip else line.count
    return _hourly(
        line.usd_per_hour,
        thing=line.thing if line.of_chip else line.instance,
        chip="" if line.thing == line.instance else line.thing,
        machines=line.machines,
        chips=chips,
        of_chip=line.of_chip,
        purchase=line.purchase,
        cloud=line.cloud,
        region=line.region,
        place=line.place or (said.region if line.nearby and said.region else ""),
        way=line.way,
        day=line.day,
        cites=line.cites,
    )


def _of_machine(line: WorkUnknown) -> ToldSum:
    machines = max(line.machines, 1)
    usd = line.usd_per_hour / machines
    return _hourly(usd, thing=line.instance, machines=machines, purchase=line.purchase, cites=line.cites)


def _of_month(line: MachineMonth) -> ToldSum:
    return _hourly(
        line.usd_per_hour,
        thing=line.instance,
        chip=line.chip,
        machines=line.machines,
        chips=line.chips,
        purchase=line.purchase,
        region=line.region,
        place=line.place,
        day=line.day,
        cites=line.cites,
    )


def _of_hour(line: CheapestChip, said: Profile, named: str) -> ToldSum:
    """By the machine where it was named ("a p4d"), or so many chips as it has were said, else by the chip."""
    kind = line.instance.split(".")[0]
    whole = kind in named.lower().split() or bool(said.instances) or (said.accelerator_count or 1) == line.count > 1
    return _hourly(
        line.usd if whole else line.usd_chip,
        thing=line.instance if whole else line.chip,
        chip=line.instance if not whole else line.chip,
        chips=line.count if whole else 1,
        of_chip=not whole,
        purchase=line.purchase,
        cloud=line.cloud,
        region=line.region,
        place=line.place if isinstance(line, NearestHour) else "",
        day=line.day,
        cites=line.cites,
    )


def _of_priced(one: Priced, gap: PriceGap) -> ToldSum:
    return _hourly(
        one.usd_chip if gap.by_chip else one.usd,
        thing=one.chip if gap.by_chip else one.instance,
        chip=one.instance if gap.by_chip else one.chip,
        machines=gap.machines,
        chips=1 if gap.by_chip else one.count,
        of_chip=gap.by_chip,
        purchase=one.purchase,
        cloud=one.cloud,
        region=one.region,
        day=one.day,
        cites=gap.cites,
    )


def _of_rows(rows: tuple[PriceRow, ...], said: Profile) -> Iterator[ToldSum]:
    """Of each type the first way to buy it that has a price."""
    for name in dict.fromkeys(row.instance for row in rows):
        ways = [row for row in rows if row.instance == name]
        row = next((one for one in ways if one.sold and one.quote), None)
        if row is not None and row.quote is not None:
            yield _hourly(
                row.quote.usd_per_hour.likely,
                thing=row.instance,
                chip=row.chip,
                machines=row.machines or int(said.instance_count or 1),
                chips=row.count,
                purchase=row.purchase,
                cloud=row.cloud,
                region=row.quote.told_region,
                place=said.region or "" if row.elsewhere else "",
                way=ways[0].purchase if ways[0] is not row and said.purchase == ways[0].purchase else None,
                day=str(row.quote.observed_on),
                cites=row.quote.cites,
            )


def _of_bill(bill: Billed) -> Iterator[ToldSum]:
    """Of several machines together one sum, else one of each line, the cheapest last."""
    together = bill.kind in TOGETHER and bill.hours > 0
    if together:
        names = ", ".join(dict.fromkeys(line.instance for line in bill.lines))
        chips = sum(line.chips * line.count for line in bill.lines)
        yield _hourly(bill.usd / bill.hours, thing=names, chips=max(chips, 1), cites=bill.cites)
    for line in () if together else reversed(bill.lines):
        yield _hourly(
            line.usd_per_hour,
            thing=line.instance,
            machines=line.count,
            chips=max(line.chips, 1),
            purchase=line.purchase,
            cloud=line.cloud,
            region=line.region,
            place=line.place or "",
            way=line.asked if line.asked != line.purchase else None,
            day=line.day,
            cites=(line.source,),
        )


def _of_clouds(told: CloudHours) -> Iterator[ToldSum]:
    """Of each cloud the hour of a chip, the cheapest last."""
    chips = told.chips or (told.chip,) * len(told.clouds)
    rows = zip(told.clouds, told.usd_chip, told.instances, told.regions, told.days, chips, strict=True)
    for cloud, usd, instance, region, day, chip in reversed(list(rows)):
        more = {"purchase": told.purchase, "cloud": cloud, "region": region, "day": day, "cites": told.cites}
        yield _hourly(usd, thing=chip, chip=instance, of_chip=True, **more)


def _of_regions(told: ChargedThere) -> Iterator[ToldSum]:
    """Of the first regions the hour of what is sold there, the cheapest last."""
    for at in reversed(told.each[:SIDES]):
        yield _hourly(
            at.usd,
            thing=at.instance,
            chip=told.chip,
            chips=told.count if told.instance else max(round(at.usd / at.usd_chip), 1),
            purchase=told.purchase,
            cloud=told.cloud,
            region=at.regions[0],
            day=told.last_day,
            cites=told.cites,
        )


def _of_needed(told: ChipsNeeded, held: Held) -> ToldSum:
    """The hour of the chips that what was asked first takes; of USD 0 where no price of them was told."""
    machines = max(held.machines, 1) if held.instance else 1
    more = {"chips": max(held.chips // machines, 1), "beside": True, "cites": told.cites[:1]}
    thing, usd = held.instance or told.chip, held.usd_per_hour / machines
    return _hourly(usd, thing=thing, chip=told.chip, machines=machines, purchase="on_demand", **more)


def _of_sides(sides: SideBySide) -> Iterator[ToldSum]:
    """Of each that has a price, the hour of a chip."""
    for name, usd in zip(sides.sides, sides.usd, strict=True):
        if usd:
            yield _hourly(usd, thing=name, of_chip=True, purchase=sides.way, region="", cites=sides.cites)


def _of_chips(pair: PairCosts) -> Iterator[ToldSum]:
    """Of both a month of the machines that serve on them, where that is told, else the hour of a chip."""
    for on in pair.served:
        yield ToldSum(
            usd=on.month,
            low=on.month,
            high=on.month,
            unit="month",
            thing=on.instance,
            chip=on.name,
            machines=on.machines,
            purchase=on.purchase,
            per_million=None if on.reads else on.unit_usd,
            cites=pair.cites[:2],
        )
    base = pair.base, pair.base_usd, pair.base_purchase
    for name, usd, way in () if pair.served else (base, (pair.other, pair.other_usd, pair.other_purchase)):
        yield _hourly(usd, thing=name, of_chip=True, purchase=way, cites=pair.cites[:2])


def _of_pair(pair: WhyNot) -> Iterator[ToldSum]:
    """What is recommended, then the one that was named, of one run or month each."""
    lead = pair.lead, pair.lead_machines, pair.lead_purchase, pair.lead_usd
    for name, machines, way, usd in (lead, (pair.option, pair.machines, pair.purchase, pair.usd)):
        yield ToldSum(
            usd=usd / pair.runs,
            low=usd / pair.runs,
            high=usd / pair.runs,
            unit="month" if pair.monthly else "run",
            thing=name,
            machines=machines,
            purchase=way,
            cites=pair.cites,
        )


def _hourly(usd: float, **values: object) -> ToldSum:
    return ToldSum.model_validate({"usd": usd, "low": usd, "high": usd, "unit": "hour", **values})


def _of_cost(line: Cost, said: Profile) -> ToldSum:
    month = isinstance(line, MonthEstimate | FleetTakes)
    hours = line.hours.likely if isinstance(line, RunEstimate | EstimateTooSmall) else 0.0
    return ToldSum(
        usd=line.usd.likely,
        low=line.usd.low,
        high=line.usd.high,
        unit="month" if month else "run",
        thing=line.instance,
        chip=line.chip,
        machines=line.machines,
        chips=line.chips,
        hours=hours,
        purchase=line.purchase,
        region=line.region or "",
        way=said.purchase if said.purchase != line.purchase else None,
        runs=line.runs,
        runs_per_month=said.runs_per_month,
        tokens=said.tokens or line.assumed_tokens or line.published_tokens,
        tokens_per_day=line.tokens_per_day if isinstance(line, MonthEstimate | FleetTakes) else None,
        per_million=line.per_million if isinstance(line, MonthEstimate) else None,
        cites=line.cites[:2],
    )


def _of_hours(line: ToldHours) -> ToldSum:
    """The hour of a machine; of one with more chips than were said, those."""
    usd = line.usd / line.hours / line.machines
    chips = max(line.chips // line.machines, 1)
    return _hourly(
        usd,
        thing=line.instance,
        chip=line.chip,
        machines=line.machines,
        chips=chips,
        purchase=line.purchase,
        by_chip=True,
        cites=line.cites[:2],
    )


def _of_serving(line: ServesOn) -> ToldSum:
    return ToldSum(
        usd=line.usd_per_month,
        low=line.usd_per_month,
        high=line.usd_per_month,
        unit="month",
        thing=line.instance,
        chip=line.chip,
        machines=line.machines,
        chips=line.chips,
        purchase=line.purchase,
        cites=line.cites[:2],
    )


def _of_verdict(verdict: Verdict, said: Profile) -> ToldSum | None:
    lead = verdict.option
    if lead is None:
        return None
    usd, each = lead.run.usd, lead.run.usd_per_million_tokens
    profile = verdict.case.filled.profile
    return ToldSum(
        usd=usd.likely,
        low=usd.low,
        high=usd.high,
        unit="month" if profile.by_month else "run",
        thing=lead.instance,
        chip=lead.chip_name,
        machines=lead.count,
        chips=lead.chips,
        hours=lead.run.hours.likely,
        purchase=lead.purchase,
        cloud=lead.cloud,
        region=lead.region,
        runs=verdict.case.runs,
        runs_per_month=said.runs_per_month,
        tokens=profile.tokens,
        tokens_per_day=profile.tokens_per_day if profile.by_month else None,
        per_million=each.likely if each is not None and profile.by_month else None,
        cites=lead.cites[:2],
    )
