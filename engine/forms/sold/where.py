"""Where a chip is sold: the regions that come nearest to what was asked, and what each charges."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.answers.rank_prices import RankedPrice, ranked, ranking
from engine.answers.unpriced import beside
from engine.base.reason import Reason
from engine.forms.parts.price_table import price_table
from engine.forms.sold.by_region import ChargedThere, charged_there, held_there
from engine.library import Library
from engine.options.named import CLOUDS
from engine.prices.areas import area_around, regions_within, twin
from engine.prices.price_book import UNSTATED
from engine.workload.profile import Profile
from knowledge.facts import PURCHASES_IN_ORDER, Cloud, Facts, Instance, Purchase

ROWS, REGIONS, FEW = 10, 8, 3  # told at most; regions of each, where more than one chip or cloud is told


class NotSoldThere(Reason, code="not_sold_there"):
    """No price is known as asked: what of it was said, each may be empty.

    `unsold`: more than that, no region there, or no type of those clouds, is known to sell it. `asked`: a yes or a no
    is asked for. `follows`: prices elsewhere do. `near`: regions of the same part of the world that sell it.
    """

    things: str
    place: str
    clouds: tuple[Cloud, ...]
    purchase: str
    unsold: bool = False
    asked: bool = False
    follows: bool = True
    near: tuple[str, ...] = ()


class SoldInstead(Reason, code="sold_instead"):
    """The other chips that these clouds sell in the place, as far as is known."""

    place: str
    clouds: tuple[Cloud, ...]
    chips: tuple[str, ...]


class SoldThere(Reason, code="sold_there"):
    """That it is sold as asked: in these regions, or on these clouds."""

    things: str
    clouds: tuple[Cloud, ...]
    regions: tuple[str, ...]


class WhereSold(Reason, code="where_sold"):
    """The regions known to sell a chip, of one cloud, and the ways it is sold there."""

    chip: str
    cloud: Cloud
    regions: tuple[str, ...]  # the nearest; none where no source names one
    more: int  # than these
    ways: tuple[Purchase, ...]
    contract: bool = False  # through a sales agreement alone


class UnpricedThere(Reason, code="unpriced_there"):
    """It is sold in the place, in the regions `sold`, and no price of it there is held; the nearest that is, USD an
    hour. `asked`: a yes or a no is asked for."""

    things: str
    place: str
    clouds: tuple[Cloud, ...]
    sold: tuple[str, ...]
    way: Purchase | None
    usd: float
    usd_chip: float
    count: int
    instance: str
    purchase: Purchase
    region: str
    day: str
    asked: bool


class NeverSoldSo(Reason, code="never_sold_so"):
    """It is sold, and nowhere in the way that was asked about."""

    things: str
    purchase: Purchase


class SoldNowhere(Reason, code="sold_nowhere"):
    """No region is known that sells it; `place`: that of the price which is held, no region of the cloud's."""

    things: str
    place: str | None = None
    purchase: Purchase | None = None
    usd: float | None = None
    day: str | None = None


def where_sold(
    profile: Profile,
    library: Library,
    day: date,
    types: tuple[Instance, ...],
    beyond: tuple[Reason, ...],
    without: frozenset[Purchase] = frozenset(),
    *,
    plain: bool = False,
) -> FactAnswer:
    """Where each chip is sold, the ways to buy it there but those `without`, and what each region charges; `beyond`:
    lines at the end. Each region and each way that is named has a row, if need be without a price.

    `plain`: a yes or a no comes first.
    """
    book, facts = library.prices(day), library.facts
    told: list[Reason] = []
    inside = within(profile.region, facts) if profile.region else set()
    sellers = dict.fromkeys((thing.accelerator, thing.cloud) for thing in types)
    named = REGIONS if len(sellers) == 1 else FEW
    for chip, cloud in sellers:
        same = [thing for thing in types if (thing.accelerator, thing.cloud) == (chip, cloud)]
        regions = tuple(dict.fromkeys(region for thing in same for region in book.sold_in(thing)))
        ways = tuple(
            way for way in PURCHASES_IN_ORDER if way not in without and any(way in thing.sold for thing in same)
        )
        sold = bool(regions)
        regions = tuple(region for region in regions if not region.endswith(UNSTATED))
        regions = tuple(sorted(regions, key=lambda region: region not in inside))  # those asked about first
        if sold:
            told.append(
                WhereSold(
                    chip=_names(same) if profile.instances else facts.accelerators[chip].name,
                    cloud=cloud,
                    regions=regions[:named],
                    more=max(0, len(regions) - named),
                    ways=ways,
                    contract=all(thing.by_contract for thing in same),
                    cites=(same[0].source,),
                )
            )
    rows = ranked(types, library, day, profile.region, profile.purchase, everywhere=True, without=without)
    place, known = profile.region, {region for thing in types for region in book.sold_in(thing)}
    name = name_of(types, facts)
    if plain and told and known & inside:
        there = [thing for thing in types if inside.intersection(book.sold_in(thing))]
        regions = tuple(dict.fromkeys(one for thing in there for one in book.sold_in(thing) if one in inside))
        clouds = tuple(dict.fromkeys(thing.cloud for thing in there))
        told.insert(0, SoldThere(things=name, clouds=clouds, regions=regions))
    elif plain and told and len(profile.clouds) == 1 and not place:
        told.insert(0, SoldThere(things=name, clouds=profile.clouds, regions=()))
    if place and told and not known & inside:
        around = within(area, facts) if (area := area_around(place, facts)) else set()
        near = tuple(sorted(known & around))[:FEW]
        bound = NotSoldThere(things=name, place=place, clouds=profile.clouds, purchase="", unsold=bool(known))
        told.insert(0, bound.model_copy(update={"asked": plain, "near": near}))
        told += _instead(types, place, inside, library, day) if plain else ()
        rows = ranked(types, library, day, None, profile.purchase, without=without)
    if (way := profile.purchase) and told and not any(way in thing.sold for thing in types):
        told = [one for one in told if not isinstance(one, SoldThere)]
        told.insert(0, NeverSoldSo(things=name_of(types, facts, anywhere=True), purchase=way))
        asked = None if len(told) > 1 and isinstance(told[1], NotSoldThere) else profile.region
        rows = ranked(types, library, day, asked, None, everywhere=True, without=without)
        profile = profile.model_copy(update={"purchase": None})
    told.sort(key=lambda one: isinstance(one, WhereSold) and inside.isdisjoint(one.regions))  # where asked first
    places = [one for one in told if isinstance(one, WhereSold)]
    told = [*_charged(told, types, library, day, profile, without, plain=plain)]
    if not told:
        told.append(_nowhere(types, library, day))
    told += (*beside(profile, types, library, day), *beyond)
    told_of = {region for one in places for region in one.regions}
    own = held_there(types, library, day, told_of, profile.purchase, without)
    shown = _shown(rows, own, places, inside & known)
    table = price_table(shown, chip=len({row.chip for row in shown}) > 1)
    lines, rows_told = tuple(told[1:]), _with_unknown(table, places, shown, profile)
    whole = isinstance(told[0], ChargedThere | UnpricedThere)
    return FactAnswer(headline=told[0], sentences=lines, table=rows_told, of_told=whole, whole=whole)


def _names(types: Sequence[Instance]) -> str:
    return ", ".join(thing.id for thing in types)


def _nowhere(types: tuple[Instance, ...], library: Library, day: date) -> SoldNowhere:
    told = SoldNowhere(things=_names(types) if len(types) <= FEW else name_of(types, library.facts))
    row = next(iter(ranked(types, library, day, None, None)), None)
    if row is None or row.quote.told_region.endswith(UNSTATED):
        return told
    quote = row.quote
    found = {"place": quote.told_region, "purchase": quote.purchase, "usd": quote.seen.likely}
    return told.model_copy(update=found | {"day": str(quote.observed_on), "cites": (quote.source,)})


def _instead(
    types: tuple[Instance, ...], place: str, inside: set[str], library: Library, day: date
) -> tuple[SoldInstead, ...]:
    book, facts = library.prices(day), library.facts
    clouds = {thing.cloud for thing in types}
    there = [
        one for one in facts.instances.values() if one.cloud in clouds and not inside.isdisjoint(book.sold_in(one))
    ]
    chips = tuple(dict.fromkeys(facts.accelerators[one.accelerator].name for one in there))
    sellers = tuple(dict.fromkeys(one.cloud for one in there))
    return (SoldInstead(place=place, clouds=sellers, chips=chips, cites=(there[0].source,)),) if chips else ()


def _charged(
    told: Sequence[Reason],
    types: tuple[Instance, ...],
    library: Library,
    day: date,
    profile: Profile,
    without: frozenset[Purchase],
    *,
    plain: bool,
) -> Sequence[Reason]:
    """What each region of the place charges comes first; that no price is held there where it is sold; what others
    charge behind that it is not sold there."""
    place, way, book = profile.region, profile.purchase, library.prices(day)
    if not told or isinstance(told[0], NeverSoldSo):
        return told
    inside = within(place, library.facts) if place else None
    sold = dict.fromkeys(region for thing in types for region in book.sold_in(thing))
    there = [region for region in sold if inside is None or region in inside]
    every = held_there(types, library, day, there or tuple(sold), way, without)
    charged = charged_there(every, there, way, place if there else None, library.facts, asked=plain and bool(there))
    if charged and charged[0].asked and profile.accelerator_count == 1 and charged[0].count > 1:
        charged = (charged[0].model_copy(update={"alone": True}), *charged[1:])
    if isinstance(told[0], NotSoldThere):
        return [told[0], *charged, *told[1:]]
    rest = [one for one in told if not isinstance(one, SoldThere)]
    if [one.number for one in charged] == [1] and not place and not way and len(sold) > FEW:
        return [*rest, *charged]  # the one region with a price is not where it is sold
    if charged:
        return [charged[0], *(one.model_copy(update={"asked": False}) for one in charged[1:]), *rest]
    if way and not ranked(types, library, day, None, way, without=without):
        otherwise = held_there(types, library, day, there or tuple(sold), None, without)
        others = charged_there(otherwise, there, None, place if there else None, library.facts, asked=False)
        return [NotSoldThere(things=name_of(types, library.facts), place="", clouds=(), purchase=way), *others, *rest]
    near = ranked(types, library, day, None, way, without=without) if place and there else ()
    if not near or not place:
        return told
    clouds = tuple(dict.fromkeys(thing.cloud for thing in types if set(there) & set(book.sold_in(thing))))
    row = next((one for one in near if one.quote.purchase == "on_demand" and one.is_current), near[0])
    name, cites = name_of(types, library.facts), (row.quote.source,)
    quote = row.quote
    told_of = UnpricedThere(
        things=name, place=place, clouds=clouds, sold=tuple(there), way=way, usd=quote.seen.likely,
        usd_chip=row.usd_per_chip_hour, count=int(row.instance.count), instance=row.instance.id,
        purchase=quote.purchase, region=quote.told_region, day=str(quote.observed_on), asked=plain, cites=cites,
    )  # fmt: skip
    return [told_of, *rest]


def _shown(
    rows: Sequence[RankedPrice], own: Sequence[RankedPrice], places: Sequence[WhereSold], first: Collection[str]
) -> list[RankedPrice]:
    """The first rows, of each region that is named the cheapest held there, and of each way the first one; the
    regions that come `first` before the others."""
    held = {(row.instance.id, row.quote.purchase, row.quote.seen_in): row for row in (*own, *rows)}
    every = sorted(held.values(), key=ranking)
    kept: list[RankedPrice] = []
    for told in places:
        of_it = [row for row in every if (row.chip, row.instance.cloud) == (told.chip, told.cloud)]
        ranked_so = [row for row in rows if row in of_it]
        for found in (
            *(next((row for row in of_it if row.quote.seen_in == region), None) for region in told.regions),
            *(next((row for row in ranked_so if row.quote.purchase == way), None) for way in told.ways),
        ):
            kept += [found] if found is not None and found not in kept else []
    rest = [row for row in rows if row not in kept]
    kept += rest[: max(0, ROWS - len(kept))]
    return sorted(kept, key=lambda row: (bool(first) and row.quote.seen_in not in first, ranking(row)))


def _with_unknown(
    table: AnswerTable | None, places: Sequence[WhereSold], shown: Sequence[RankedPrice], profile: Profile
) -> AnswerTable | None:
    """With a row without a price for each region and way that is named and has none."""
    if table is None:
        return None
    rows: list[AnswerRow] = []
    for told in places:
        of_it = [row.quote for row in shown if (row.chip, row.instance.cloud) == (told.chip, told.cloud)]
        ways = [way for way in told.ways if profile.purchase in (None, way)]
        bare = {"chip": told.chip, "cloud": told.cloud}
        gaps: list[dict[str, Cell]] = [
            {**bare, "region": region} for region in told.regions if region not in {quote.seen_in for quote in of_it}
        ]
        gaps += [{**bare, "bought": way} for way in ways if way not in {quote.purchase for quote in of_it}]
        rows += [
            AnswerRow(cells=tuple(gap.get(column) for column in table.columns), cites=told.cites) for gap in gaps
        ]
    return table.model_copy(update={"rows": (*table.rows, *rows)})


def name_of(types: Sequence[Instance], facts: Facts, *, anywhere: bool = False) -> str:
    """The chips; a few of the types that hold them, on these clouds or `anywhere`, by their own names."""
    chips = dict.fromkeys(thing.accelerator for thing in types)
    clouds = {thing.cloud for thing in types}
    every = [
        one for one in facts.instances.values() if one.accelerator in chips and (anywhere or one.cloud in clouds)
    ]
    few = len(types) < len(every) and len(types) <= FEW
    return (
        ", ".join(thing.id for thing in types) if few else ", ".join(facts.accelerators[chip].name for chip in chips)
    )


def within(place: str, facts: Facts) -> set[str]:
    """The regions of each cloud in a place; a region that was named by its city is a place of the others too."""
    region = facts.regions.get(place)
    found: set[str] = set()
    for cloud in CLOUDS:
        there = twin(region, cloud, facts) if region else place
        found |= set(regions_within(there, cloud, facts)) if there else set()
    return found
