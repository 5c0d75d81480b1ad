"""gpuhunt's catalog of one provider (`aws.csv`, `gcp.csv`, `azure.csv`): one row for each type, place and spot.

Prices include accelerators and local SSD. Google's places are zones, the others' are regions. Offers flagged as
Google's Dynamic Workload Scheduler look like on demand but are not. Hosts that accelerators are attached to (n1) are
distinguished by what is attached, in `terms` ("2 T4").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import BinaryIO

from knowledge.feeds.formats.amounts import count
from knowledge.feeds.formats.collect import Collector, label
from knowledge.feeds.formats.csv_table import Table, clipped
from knowledge.feeds.formats.names import clouds_of, corrected_count, normalized_place, region_of, tpu_slice
from knowledge.feeds.formats.rules import rules
from knowledge.types.base import Cloud
from knowledge.types.observed import FeedError, ParseContext, PlacePrices, RejectedRow, SeriesKey

NEEDED = ("instance_name", "location", "price", "gpu_count", "gpu_name", "spot")
FLAGS = "flags"
SPOT = {"true": True, "false": False}


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[PlacePrices | RejectedRow]:
    """Prices of accelerated machines and TPU slices in the catalogs of one cloud.

    Raises:
        FeedError: a document is not such a catalog, is cut off, is another cloud's, or has nothing with accelerators.
    """
    collector = Collector(rules())
    has_any, other_cloud = False, ""
    for document in documents:
        table = Table(document, NEEDED)
        places = [table.place[name] for name in NEEDED]
        flags = table.place.get(FLAGS)
        for row in table:
            if isinstance(row, RejectedRow):
                yield row
                continue
            name, location, usd, chips, gpu, spot = (row[place].strip() for place in places)
            if not (gpu or count(chips) or name.startswith(tuple(context.prefixes))):
                continue
            location = normalized_place(location)
            clouds = clouds_of(name, location)
            cloud = context.cloud or (next(iter(clouds)) if len(clouds) == 1 else None)
            if cloud is None or cloud not in clouds:
                other_cloud = clipped(f"{name} {location}")
                yield RejectedRow(code="other_cloud" if location else "no_region", row=other_cloud, cells=(name,))
                continue
            has_any = True
            if spot.lower() not in SPOT:
                yield RejectedRow(
                    code="no_purchase", row=clipped(f"{name} {location}"), value=clipped(spot, 60), cells=(name,)
                )
                continue
            if flags is not None and any(word in row[flags].lower() for word in rules().descriptions.scheduled):
                yield RejectedRow(
                    code="is_scheduled", row=clipped(f"{name} {location}"), value=clipped(row[flags], 60)
                )
                continue
            key, counted = _key(cloud, name, location, gpu, count(chips), SPOT[spot.lower()])
            if not usd:  # an offer is its price: a cell without one was lost, and nothing was withdrawn
                yield RejectedRow(code="unreadable", row=label(key), key=key)
                continue
            if not key.terms:
                collector.name_chip(cloud, key.instance, clipped(gpu))
            yield from collector.put(key, usd, counted)
    if not has_any:
        raise FeedError("other_cloud" if other_cloud else "no_prices", other_cloud)
    yield from collector.settle()


def _key(
    cloud: Cloud, name: str, location: str, gpu: str, chips: float | None, is_spot: bool
) -> tuple[SeriesKey, float | None]:
    """The series and its number of accelerators; for a slice the name says it, since the column says 1."""
    slice_ = tpu_slice(name) if cloud == "gcp" else None
    region = region_of(location) if cloud == "gcp" else location
    zone = location if is_spot and region != location else ""
    key = SeriesKey(cloud, slice_.name if slice_ else name, region, "spot" if is_spot else "on_demand", zone)
    if slice_ is None and cloud == "gcp" and gpu and name not in _built_in():
        attached = _attached().get((name, gpu, chips or 1))
        key = key._replace(instance=attached) if attached else key._replace(terms=f"{chips or 1:g} {gpu}")
    return key, slice_.chips if slice_ else corrected_count(cloud, name, chips)


@cache
def _built_in() -> frozenset[str]:
    """Google's machines that have accelerators of their own."""
    return frozenset(machine.id for machine in rules().machines if not machine.host)


@cache
def _attached() -> dict[tuple[str, str, float], str]:
    """By host, accelerator and number: what the machine is called here."""
    return {(one.host, one.accelerator, float(one.chips)): one.id for one in rules().machines if one.host}
