"""What one price is more than another: of two places, of two things, of two ways to buy; over hours that are told."""

from __future__ import annotations

from engine.answers.commitment_rates import usual_one_year_discount
from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.answers.rank_prices import TERMS, RankedPrice, lines_named
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.money.rows import Priced, bound, cites_of, priced, rows_of
from engine.forms.money.said import IS_CHEAPER, IS_DEARER, PAIR, MoneySaid
from engine.forms.money.things import Thing, by_thing
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from engine.forms.sold.span import unit_of
from engine.forms.ways.own_places import own_places
from engine.prices.areas import JOINT
from engine.workload.hours.told_spans import times
from engine.workload.question import A_CHIP
from knowledge.facts import PURCHASES_IN_ORDER, Instance, Purchase
from knowledge.units import HOURS_PER_MONTH, HOURS_PER_YEAR

NETWORK = "money_network"  # a cue
_ASKS_SO = {IS_CHEAPER: {IS_CHEAPER, "now_cheaper"}, IS_DEARER: {IS_DEARER, "now_dearer"}}  # cues
WAYS: tuple[Purchase, ...] = ("on_demand", "capacity_block", "spot")
BOUGHT: tuple[Purchase, ...] = ("reserved_1yr", "savings_plan", "reserved_3yr", "spot", "capacity_block")


class Side(Computed):
    """One side: what tells it from the others (a place, a thing or a way), and its price; None: none is held."""

    name: str
    one: Priced | None


class PriceGap(Reason, code="price_gap"):
    """The sides, the cheapest first, those without a price last; `axis`: place, thing or way.

    `more`: by which the dearest is above the cheapest, and `less` the other way round. `by_chip`: compared by a
    chip's hour. `hours`: told, and what the gap comes to in them. `year_usd`: what a term saves where every hour is
    used, `pays_from`: the share of the hours from which it does. `instead`: the way that is compared because no price
    of `asked_way` is held on any side.
    """

    axis: str
    things: str
    sides: tuple[Side, ...]
    usd: float
    more: float
    less: float
    by_chip: bool
    hours: float | None
    hours_usd: float | None
    year_usd: float | None
    pays_from: float | None
    instead: Purchase | None
    asked_way: Purchase | None
    saves: bool
    machines: int = 1
    unit: str = ""  # the month, week or year that the hours are
    sums: tuple[float, ...] = ()  # USD of each side in these hours, in its order
    times: float = 0.0  # the dearest of the cheapest, where it is twice it or more
    is_cheaper: bool | None = None  # whether what was named first is, where that is asked


class WayUnheld(Reason, code="way_unheld"):
    """No price of one of the ways is held, so nothing is saved that can be told; `one`: what is held of the other.

    `month_usd`: of `machines` of it around the clock. `usual`: the discount of one year that is seen most on this
    cloud, where a term is asked.
    """

    things: str
    ways: tuple[Purchase, ...]
    one: Priced
    machines: int
    month_usd: float
    where: str
    usual: float | None


class OnePlace(Reason, code="one_place"):
    """Of places that are set against each other one alone has a price; the others have none on any list here."""

    things: str
    one: Priced
    place: str
    missing: tuple[str, ...]


class NetworkOf(Reason, code="network_of"):
    """Gbit/s between machines, of each machine that is compared; 0 where it is not published."""

    each: tuple[tuple[str, float], ...]


class NearestSold(Reason, code="nearest_sold"):
    """The price that is nearest to one which is not held: of the same chip and way, wherever that is."""

    one: Priced


# Cues of how much faster something is, and of those that ask for money all the same.
OF_SPEED = frozenset({"by_how_much", "speed_word"})
OF_MONEY = frozenset(
    {"asks_cost", "for_less", "now_dearer", "money_cheapest", "money_saves", "chip_hour", "per_chip"}
)
Found = dict[str, RankedPrice | None]


def gap(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None where fewer than two sides are named, or prices of fewer than two are held."""
    if _is_of_speed(asked):
        return None
    asked = bound(asked, said)
    places, things = (asked.profile.region or "").split(JOINT), list(by_thing(asked))
    types = tuple(one for _, of_it in things for one in of_it)
    ways = ("on_demand", *(said.ways or BOUGHT[:1])) if said.saves and len(said.ways) < PAIR else said.ways
    if (said.saves and len(said.ways) < PAIR) or (len(places) < PAIR and len(ways) >= PAIR):
        by_way = _by_way(asked, types, tuple(dict.fromkeys(ways)))
        return _told(asked, said, "way", by_way, None, None) or _unheld(asked, by_way)
    wanted, axis = said.ways[0] if said.ways else "on_demand", "place" if len(places) >= PAIR else "thing"
    if own := own_places(asked.reading):
        axis = "thing"
    if axis == "thing" and not said.ways and _is_of_work(asked):
        return None

    def found_by(way: Purchase) -> Found:
        if axis == "place":
            return {place: _first(asked, _sold_there(asked, types, place), way, place) for place in places}
        if own:
            return {name: _first(asked, of_it, way, own.get(name)) for name, of_it in things}
        return _alike(asked, things, way)

    each = {way: found_by(way) for way in dict.fromkeys((wanted, *WAYS))}
    way = max(each, key=lambda one: _held(each[one]))  # the first of those
    if _held(each[way]) < PAIR:
        return _one_place(each[way]) if axis == "place" else None
    told = _told(asked, said, axis, each[way], way if way != wanted else None, wanted)
    others = [_told(asked, said, axis, each.get(one) or found_by(one), None, one) for one in said.ways if one != way]
    lines = tuple(one.headline for one in others if one and one.headline)
    return told.model_copy(update={"sentences": (*lines, *told.sentences)}) if told else None


def _one_place(found: Found) -> FactAnswer | None:
    """The price in one of the places, where the others have none: nothing is cheaper there."""
    held = [(place, row) for place, row in found.items() if row is not None]
    if len(held) != 1:
        return None
    place, row = held[0]
    missing = tuple(other for other in found if other != place)
    told = OnePlace(things=row.instance.id, one=priced(row), place=place, missing=missing, cites=(row.quote.source,))
    return FactAnswer(headline=told, table=price_table([row]), of_told=True, whole=True)


def _is_of_speed(asked: AskedOn) -> bool:
    """Whether "by how much" is of a speed: "is an L4 faster than a T4, and by how much?"."""
    cues = frozenset(asked.reading.cues)
    return cues >= OF_SPEED and cues.isdisjoint(OF_MONEY) and unit_of(asked.reading.text) is None


def _is_of_work(asked: AskedOn) -> bool:
    """Whether things are set against each other for work that is named: an hour of each is not what decides."""
    said = asked.profile
    return bool(said.task and (said.parameters or said.model)) and unit_of(asked.reading.text) is None


def _held(found: Found) -> int:
    return sum(row is not None for row in found.values())


def _first(asked: AskedOn, types: tuple[Instance, ...], way: Purchase, place: str | None) -> RankedPrice | None:
    """The cheapest bought so."""
    rows = rows_of(asked, types, (way,), place)
    return rows[0] if rows else None


def _sold_there(asked: AskedOn, types: tuple[Instance, ...], place: str) -> tuple[Instance, ...]:
    """Those of the cloud whose region it is; where none is, that cloud's machines with the same chips."""
    region = asked.facts.regions.get(place)
    if region is None or any(one.cloud == region.cloud for one in types):
        return types if region is None else tuple(one for one in types if one.cloud == region.cloud)
    chips = {one.accelerator for one in types}
    kin = (one for one in asked.facts.instances.values() if one.cloud == region.cloud)
    return tuple(one for one in kin if one.accelerator in chips) or types


def _alike(asked: AskedOn, things: list[Thing], way: Purchase) -> Found:
    """Each at its cheapest; machines of one seller in a region that has them all, where one does."""
    place = asked.profile.region
    found = {name: _first(asked, of_it, way, place) for name, of_it in things}
    sellers = {one.cloud for _, of_it in things for one in of_it}
    if place or len(sellers) > 1 or any(row is None for row in found.values()):
        return found
    every = {name: rows_of(asked, of_it, (way,), None, everywhere=True) for name, of_it in things}
    there: dict[str, Found] = {}
    for name, rows in every.items():
        for row in sorted(rows, key=_size, reverse=True):
            if row.quote.is_placed:
                there.setdefault(row.quote.seen_in, {})[name] = row
    whole = [one for one in there.values() if len(one) == len(things)]
    best = min(whole, key=lambda one: sum(row.usd_per_chip_hour for row in one.values() if row), default=None)
    return {name: best[name] for name, _ in things} if best else found


def _size(row: RankedPrice) -> tuple[float, float]:
    return round(row.usd_per_chip_hour, 4), row.instance.count


def _unheld(asked: AskedOn, found: Found) -> FactAnswer | None:
    """What is held of one way alone, where another is asked to be set against it."""
    held = [row for row in found.values() if row is not None]
    if len(held) > 1:
        return None
    if not held:  # how it is sold instead
        types = tuple(one for _, of_it in by_thing(asked) for one in of_it)
        held = list(rows_of(asked, types, WAYS, asked.profile.region)[:1] or rows_of(asked, types, WAYS, None)[:1])
    if not held:
        return None
    row, missing = held[0], tuple(way for way in PURCHASES_IN_ORDER if way in found and found[way] is None)
    machines = int(asked.profile.instance_count or 1)
    usual = None
    if set(missing) & set(TERMS) and row.quote.purchase == "on_demand":
        usual = usual_one_year_discount(row.instance.cloud, asked.library, asked.library.prices(asked.day))
    told = WayUnheld(
        things=row.instance.id,
        ways=missing,
        one=priced(row),
        machines=machines,
        month_usd=machines * row.quote.seen.likely * HOURS_PER_MONTH,
        where=asked.profile.region or "",
        usual=usual[0] if usual else None,
        cites=(row.quote.source, *((usual[1],) if usual else ())),
    )
    return FactAnswer(headline=told, table=price_table([row]), of_told=True, whole=True)


def _by_way(asked: AskedOn, types: tuple[Instance, ...], ways: tuple[Purchase, ...]) -> Found:
    """The ways of one type in one region, where one has them all; else each at its cheapest."""
    place = asked.profile.region
    of_line = "capacity_block" in ways and lines_named(asked.reading)  # a block of "p5": its largest machine
    usual = meant(asked.reading, asked.facts, asked.library.prices(asked.day), 1) if of_line else ()
    every = [row for way in ways for row in rows_of(asked, types, (way,), place, everywhere=True)]
    kept: dict[tuple[str, str], dict[Purchase, RankedPrice]] = {}
    for row in every:
        kept.setdefault((row.instance.id, row.quote.region), {}).setdefault(row.quote.purchase, row)
    whole = [one for one in kept.values() if len(one) == len(ways)]
    best = min(
        whole,
        key=lambda one: (one[ways[0]].instance not in usual, _nearness(one), one[ways[0]].instance.count),
        default=None,
    )
    if best is not None:
        return {way: best[way] for way in ways}
    return {way: next((row for row in every if row.quote.purchase == way), None) for way in ways}


def _nearness(one: dict[Purchase, RankedPrice]) -> int:
    return max(row.nearness for row in one.values())


def _told(
    asked: AskedOn, said: MoneySaid, axis: str, found: Found, instead: Purchase | None, asked_way: Purchase | None
) -> FactAnswer | None:
    held = {name: row for name, row in found.items() if row is not None}
    if len(held) < PAIR:
        return None
    sizes = {row.instance.id for row in held.values()}
    counts = {row.instance.count for row in held.values()}
    named_lines = lines_named(asked.reading) if axis == "way" else set[str]()  # "p4d" is one machine
    of_lines = {row.instance.line for row in held.values()} <= named_lines
    named = sizes <= set(asked.profile.instances) or of_lines
    alike = len(counts) == 1 or (max(counts) < PAIR * min(counts) and bool(own_places(asked.reading)))
    wanted, alone = asked.profile.accelerator_count, next(iter(counts)) if len(counts) == 1 else None
    of_chips = wanted // int(alone) if wanted and alone and wanted % alone == 0 else None
    whole = of_chips is not None  # "16 v5e chips" are the slice of 16, "256 H100" 32 machines of 8
    by_chip = not ((whole or (named and alike)) and A_CHIP.isdisjoint(asked.reading.cues))

    def usd(row: RankedPrice) -> float:
        return row.usd_per_chip_hour if by_chip else row.quote.seen.likely

    ordered = sorted(held.items(), key=lambda one: usd(one[1]))
    low, high = ordered[0][1], ordered[-1][1]
    sides = [Side(name=name, one=priced(row)) for name, row in ordered]
    sides += [Side(name=name, one=None) for name, row in found.items() if row is None]
    hours = asked.profile.run_hours or (said.worked.hours if said.worked else None)
    unit = unit_of(asked.reading.text) or _unit(asked.reading.text)
    hours = hours or (unit[1] if unit else None)
    hours = hours or (said.span_hours if axis != "way" or not said.saves else None)
    term = next((row for row in held.values() if row.quote.purchase in TERMS), None) if axis == "way" else None
    free = next((row for row in held.values() if row.quote.purchase == "on_demand"), None)
    machines = 1 if by_chip else int(asked.profile.instance_count or of_chips or 1)
    wanted_first = next(iter(found))
    gained = usd(free) - usd(term) if term and free else None
    told = PriceGap(
        axis=axis,
        things=low.instance.id if len(sizes) == 1 else ", ".join(dict.fromkeys(row.chip for row in held.values())),
        sides=tuple(sides),
        usd=usd(high) - usd(low),
        more=usd(high) / usd(low) - 1,
        times=usd(high) / usd(low) if usd(high) >= 2 * usd(low) else 0.0,
        less=1 - usd(low) / usd(high),
        by_chip=by_chip,
        hours=hours,
        hours_usd=(usd(high) - usd(low)) * hours * machines if hours else None,
        year_usd=gained * HOURS_PER_YEAR * machines if gained else None,
        pays_from=usd(term) / usd(free) if term and free else None,
        instead=instead,
        asked_way=asked_way,
        saves=said.saves,
        machines=machines,
        unit=unit[0] if unit and hours == unit[1] else "",
        sums=tuple(usd(row) * hours * machines for _, row in ordered) if hours else (),
        is_cheaper=_is_so(asked, wanted_first, [name for name, _ in ordered]) if axis != "way" else None,
        cites=cites_of(list(held.values())),
    )
    lines: list[Reason] = []
    if instead and asked_way:
        same = _of_chips(asked, held)
        nearest = rows_of(asked, same, (asked_way,), asked.profile.region) or rows_of(asked, same, (asked_way,), None)
        lines += [NearestSold(one=priced(row), cites=(row.quote.source,)) for row in nearest[:1]]
    if NETWORK in asked.reading.cues:
        joined = {one.id: one for of_it in _machines(asked, held) for one in of_it}
        speeds = tuple((name, float(one.network_gbps or 0.0)) for name, one in joined.items())
        lines.append(NetworkOf(each=speeds, cites=tuple(dict.fromkeys(one.source for one in joined.values()))))
    table = price_table([row for _, row in ordered], best=low, chip=len({row.chip for row in held.values()}) > 1)
    return FactAnswer(headline=told, sentences=tuple(lines), table=table, of_told=True, whole=True)


def _is_so(asked: AskedOn, first: str, ordered: list[str]) -> bool | None:
    """Whether what is named first is the cheaper one, or the dearer, as is asked."""
    cues = asked.reading.cues
    cheaper, dearer = (not _ASKS_SO[move].isdisjoint(cues) for move in (IS_CHEAPER, IS_DEARER))
    return ordered[0] == first if cheaper else ordered[-1] == first if dearer else None


def _unit(text: str) -> tuple[str, float] | None:
    """A month, a week or a day of it, however it is written; a year is a term."""
    told = (one for one in times(text) if one.unit and one.unit != "year")
    return next(((one.unit, one.hours) for one in told), None)


def _machines(asked: AskedOn, held: dict[str, RankedPrice]) -> list[tuple[Instance, ...]]:
    """Of each thing the machine whose price is told, else its largest."""
    told = [(row.instance,) for row in held.values()]
    others = [of_it for name, of_it in by_thing(asked) if name not in held]
    return [*told, *((max(of_it, key=lambda one: one.count),) for of_it in others)]


def _of_chips(asked: AskedOn, held: dict[str, RankedPrice]) -> tuple[Instance, ...]:
    """Every machine with one of these chips, of the same sellers."""
    chips = {row.instance.accelerator for row in held.values()}
    clouds = {row.instance.cloud for row in held.values()}
    return tuple(one for one in asked.facts.instances.values() if one.accelerator in chips and one.cloud in clouds)
