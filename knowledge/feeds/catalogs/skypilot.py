"""SkyPilot's catalog of a cloud's machines (`vms.csv`), for AWS, Google Cloud and Azure; columns by name.

One row for each type and zone. The on-demand price is that of the region, repeated in every zone; the spot price is
that of the zone. If zones have different on-demand prices, the most frequent one counts; the others are outdated.
A Local Zone of AWS is a place of its own, as its prices are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from operator import itemgetter
from typing import BinaryIO

from knowledge.feeds.catalogs.skypilot_gcp import PURCHASES, Parts, SkyPlace
from knowledge.feeds.formats.amounts import count
from knowledge.feeds.formats.collect import LISTED, Collector, Machine, Place
from knowledge.feeds.formats.csv_table import Table, clipped
from knowledge.feeds.formats.names import clouds_of, corrected_count, normalized_place, tpu_slice
from knowledge.feeds.formats.rules import rules
from knowledge.types.aws_places import aws_place, is_apart
from knowledge.types.base import Cloud
from knowledge.types.observed import FeedError, ParseContext, PlacePrices, RejectedRow, Rest, SeriesKey

NAMES = ("InstanceType", "AcceleratorName", "AcceleratorCount", "Region")
PRICE, SPOT, ZONE = "Price", "SpotPrice", "AvailabilityZone"
NEEDED = (*NAMES, PRICE, SPOT)
_key = partial(tuple.__new__, SeriesKey)  # avoids a Python call for each of many thousands


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[PlacePrices | RejectedRow]:
    """Prices of accelerated types, attached GPUs and TPU slices in the catalogs of one cloud.

    Raises:
        FeedError: a document is not such a catalog, is cut off, is another cloud's, or has nothing with accelerators.
    """
    collector = Collector(rules())
    parts = Parts(collector)
    has_any, other_cloud = False, ""
    prefixes = tuple(context.prefixes)
    machines: dict[tuple[str, ...], Machine] = {}  # by the cells that name them
    zones = _Zones()
    for document in documents:
        table = Table(document, NEEDED)
        at = table.place
        zone, names = at.get(ZONE), itemgetter(*(at[name] for name in NAMES))
        figures = itemgetter(at[PRICE], at[SPOT])
        before: tuple[str, ...] = ()  # what the row before named, and what is known of that
        machine: Machine | None = None
        there: Place | None = None
        for row in table:
            if not isinstance(row, list):
                yield row
                continue
            named, cell, is_cut = names(row), "" if zone is None else row[zone], table.is_cut
            is_in_zone = is_cut and zone == table.width - 1 and cell not in zones
            apart, rest = zones[cell]
            if apart:  # a Local Zone has prices of its own
                named = (*named[:3], apart)
            if named != before:  # zones follow each other: comparing takes half as long as looking up
                before = named
                machine = machines.get(named[:3])
                there = None if machine is None else machine.place_in(named[3])
                if machine is not None and there is not None:
                    listed, spots, first = machine.listed, machine.spots, there.first
            if machine is not None and there is not None and not is_cut:  # another zone or region of it
                usd, spot = figures(row)
                price, why = listed[usd]
                beside, why_not = spots[spot]
                before_it = there.listed
                if before_it is price and not (why or why_not):  # as a rule: the same in every zone
                    known = len(first)
                    first.setdefault(rest, beside)
                    if len(first) > known:
                        there.times += 1
                        continue
                elif before_it is None and not (why or why_not or rest in first):
                    first[LISTED] = there.listed = price
                    first[rest] = beside
                    continue
                yield from machine.put(there, usd, rest, spot)
                continue
            cells = Cells(row, table)
            cells.region = apart or cells.region
            if not (cells.accelerator or cells.instance.startswith(prefixes) or cells.instance in parts.hosts):
                continue
            clouds = clouds_of(cells.instance, cells.region)
            cloud = _cloud(context, clouds)
            if cloud is None:
                other_cloud = clipped(f"{cells.instance or cells.accelerator} {cells.region}".strip())
                code, lost = "other_cloud" if cells.region else "no_region", (cells.instance,)
                yield RejectedRow(code=code, row=other_cloud, cells=lost)
                continue
            has_any = True
            if cloud == "gcp":
                yield from _google(cells, collector, parts)
                continue
            if is_in_zone:
                raise FeedError("cut_off", clipped(",".join(row)))  # inside the name of its zone, or of a new one
            if table.is_cut or not cells.instance:
                yield from _machine(cells, cloud, collector)
                continue
            chips = corrected_count(cloud, cells.instance, cells.count)
            collector.name_chip(cloud, cells.instance, clipped(cells.accelerator))
            machine = machines[named[:3]] = Machine(collector, cloud, cells.instance, chips)
            there = machine.place(named[3], cells.region)
            listed, spots, first = machine.listed, machine.spots, there.first
            yield from machine.put(there, cells.usd, rest, cells.spot)
    if not has_any:
        raise FeedError("other_cloud" if other_cloud else "no_prices", other_cloud)
    yield from parts.compose()
    yield from collector.settle()


class _Zones(dict[str, tuple[str, Rest]]):
    """By the cell of a zone: the Local or Wavelength Zone that it names, else empty; and the rest of the key of spot
    there."""

    def __missing__(self, cell: str) -> tuple[str, Rest]:
        name = cell.strip()
        where = aws_place(name)
        self[cell] = said = where[0] if where and is_apart(where[0]) else "", ("spot", name, "", "instance")
        return said


def _cloud(context: ParseContext, clouds: frozenset[Cloud]) -> Cloud | None:
    """The cloud that was given, or the only one; None if that is not one of `clouds`."""
    cloud = context.cloud or only(clouds)
    return cloud if cloud in clouds else None


class Cells:
    """The cells of a row that matter, as text."""

    __slots__ = ("accelerator", "count", "instance", "is_cut", "region", "spot", "usd", "zone")

    def __init__(self, row: list[str], table: Table) -> None:
        place = table.place
        self.instance = row[place["InstanceType"]].strip()
        self.accelerator = row[place["AcceleratorName"]].strip()
        self.count = count(row[place["AcceleratorCount"]])
        self.usd = row[place["Price"]]
        self.spot = row[place["SpotPrice"]]
        self.region = normalized_place(row[place["Region"]])
        self.zone = row[place[ZONE]].strip() if ZONE in place else ""
        self.is_cut = table.is_cut and place["SpotPrice"] == table.width - 1

    def key(self, cloud: Cloud, instance: str) -> SeriesKey:
        """The series of the on-demand price, which is that of the region."""
        return _key((cloud, instance, self.region, "on_demand", "", "", "instance"))


def _machine(cells: Cells, cloud: Cloud, collector: Collector) -> Iterator[RejectedRow]:
    if not cells.instance:
        yield RejectedRow(code="no_instance", row=clipped(f"{cells.accelerator} {cells.region}"))
        return
    chips = corrected_count(cloud, cells.instance, cells.count)
    collector.name_chip(cloud, cells.instance, clipped(cells.accelerator))
    yield from _both(cells, cells.key(cloud, cells.instance), chips, collector)


def _both(cells: Cells, key: SeriesKey, chips: float | None, collector: Collector) -> Iterator[RejectedRow]:
    yield from collector.put(key, cells.usd, chips)
    spot = _spot(key, cells.zone)
    if cells.is_cut:
        yield RejectedRow(
            code="cut_price", row=clipped(f"{key.instance} {cells.zone}"), value=cells.spot[:60], key=spot
        )
    else:
        yield from collector.put(spot, cells.spot, chips)


def _spot(key: SeriesKey, zone: str) -> SeriesKey:
    """The series of the spot price in a zone, beside that of the on-demand price."""
    return _key((key[0], key[1], key[2], "spot", zone, "", "instance"))


def _google(cells: Cells, collector: Collector, parts: Parts) -> Iterator[RejectedRow]:
    known = tpu_slice(cells.accelerator or cells.instance)
    if known is not None:
        if cells.accelerator and cells.count != 1:
            yield RejectedRow(code="slices", row=clipped(f"{known.name} {cells.zone}"), value=str(cells.count))
        else:
            yield from _both(cells, cells.key("gcp", known.name), known.chips, collector)
    elif cells.accelerator.startswith("tpu"):
        yield RejectedRow(code="unknown_accelerator", row=clipped(f"{cells.accelerator} {cells.zone}"))
    elif cells.instance and cells.accelerator:
        yield from _machine(cells, "gcp", collector)
    else:
        for purchase, cell in zip(PURCHASES, (cells.usd, cells.spot), strict=True):
            place = SkyPlace(cells.region, cells.zone, purchase)
            if purchase == "spot" and cells.is_cut:
                yield RejectedRow(
                    code="cut_price", row=place.row(cells.instance or cells.accelerator), value=cell[:60]
                )
            elif cells.instance:
                yield from parts.put_host(cells.instance, place, cell)
            else:
                yield from parts.put_chips(cells.accelerator, cells.count, place, cell)


def only(clouds: frozenset[Cloud]) -> Cloud | None:
    """The cloud, if there is only one it can be."""
    return next(iter(clouds)) if len(clouds) == 1 else None
