"""Which prices are plausible: thresholds from the data, and the range of prices each chip has had."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from typing import NamedTuple

from engine.base.constants import Constants
from engine.base.of_facts import once
from engine.changes.lines import PriceId, plain, price_id_of
from engine.changes.recorded import RECORDED, TERMS_UNSTATED, bundled_days, bundled_figures, recorded_series
from knowledge.facts import Cloud, Facts, Instance, Point, Series, SeriesKey

PLACEHOLDER, SLIP, CORES = "placeholder_price_", "unit_slip_", "cores_in_name_"


class PriceRange(NamedTuple):
    """USD per hour."""

    low: float
    high: float


Ranges = dict[tuple[str, bool], PriceRange]  # by chip, and whether on demand


class PriceFault(NamedTuple):
    """Why a price by itself looks wrong. `is_final`: it is not accepted however often it is seen."""

    code: str
    is_final: bool
    limit: float | None = None


class _Bounds(NamedTuple):
    """What a price of one type bought one way can be, and what it has been before (None: nothing is known)."""

    possible: PriceRange
    known: PriceRange | None


class PlausibleLimits:
    """Thresholds of `constants_changes.toml` by name, and price bounds for each instance type and chip."""

    def __init__(self, facts: Facts, least_share: float | None = None) -> None:
        """`least_share` overrides the share from which a move is reported."""
        constants = Constants(facts)
        self.constants = constants
        self.least_share = constants.likely("change_least_share") if least_share is None else least_share
        self.same_share = constants.likely("change_same_share")
        self.alike_share = constants.likely("change_alike_share")
        self.placeholders = frozenset(
            entry.value.likely for name, entry in facts.constants.items() if name.startswith(PLACEHOLDER)
        )
        self.slips = [entry.value.likely for name, entry in facts.constants.items() if name.startswith(SLIP)]
        self._slip_share = constants.likely("change_slip_share")
        self.window = timedelta(constants.likely("sources_differ_days"))
        self.feed_order = {feed: place for place, feed in enumerate(facts.preferences["feeds"].feeds)}
        self._instances = _by_name(facts)
        self._bundled = partial(bundled_figures, facts)
        self._bundled_days = partial(bundled_days, facts)
        self._bundled_points = partial(_bundled_points, facts)
        self.outdated = timedelta(constants.entry("price_outdated_by_days").value.high)
        self._cores = {
            name.removeprefix(CORES): entry.value.likely
            for name, entry in facts.constants.items()
            if name.startswith(CORES)
        }
        self._known = _chip_ranges(facts, constants.likely("change_price_margin"))
        self._least = constants.likely("change_chip_usd_least")
        self._most = constants.likely("change_chip_usd_most")
        self._instance_most = constants.likely("change_thing_usd_most")
        self._bounds: dict[tuple[str, str, str, str, float | None], _Bounds] = {}

    def likely(self, name: str) -> float:
        return self.constants.likely(name)

    def family(self, key: SeriesKey) -> str:
        """The chip, if it is known; else the first part of the type's name."""
        if key.scope == "chip":
            return key.instance
        instance = self._instances.get((key.cloud, plain(key.instance)))
        return instance.accelerator if instance else key.instance.partition(".")[0].rpartition("-")[0] or key.instance

    def chips(self, key: SeriesKey, listed: float | None) -> float | None:
        """Accelerators the price is for; `listed` is the feed's own count."""
        if key.scope == "chip":
            return 1
        instance = self._instances.get((key.cloud, plain(key.instance)))
        return instance.count if instance else listed

    def cpus(self, key: SeriesKey) -> int | None:
        """Virtual CPUs of the machine, if they are known."""
        instance = self._instances.get((key.cloud, plain(key.instance)))
        return instance.vcpu if instance and key.scope == "instance" else None

    def fault(self, key: SeriesKey, usd: float, chips: float | None) -> PriceFault | None:
        """What is wrong with a list price by itself, whatever it was before."""
        if usd <= 0:
            return PriceFault("not_positive", is_final=True)
        if usd in self.placeholders:
            return PriceFault("placeholder", is_final=True)
        cloud, instance, _, purchase, _, _, scope = key
        thing = cloud, instance, purchase, scope, chips
        bounds = self._bounds.get(thing)
        if bounds is None:
            bounds = self._bounds[thing] = self._bounds_of(key, chips)
        (low, high), known = bounds
        if usd < low or usd > high:
            return PriceFault("no_such_price", is_final=True, limit=low if usd < low else high)
        if known and (usd < known.low or usd > known.high):
            return PriceFault("outside", is_final=False, limit=known.low if usd < known.low else known.high)
        return None

    def is_bundled(self, feed: str, price_id: PriceId, usd: float) -> bool:
        """Whether it comes with chipscout. What somebody imports into the same history does not."""
        return feed == RECORDED and usd in self._bundled().get(price_id, ())

    def is_all_bundled(self, entry: Series) -> bool:
        """Whether every figure of it comes with chipscout."""
        price = price_id_of(entry.key)
        figures = (point.usd_per_hour for point in entry.points)
        return all(usd is not None and self.is_bundled(entry.feed, price, float(usd)) for usd in figures)

    def bundled_on(self, price_id: PriceId, day: date) -> date | None:
        """The last day by `day` on which a price that comes with chipscout was seen, of those that verdicts use."""
        days = self._bundled_days().get(price_id, ())
        at = bisect_right(days, day)
        return days[at - 1] if at else None

    def bundled_price(self, price_id: PriceId, day: date) -> tuple[date, float] | None:
        """The last day by `day` on which a price that comes with chipscout was seen, and that price."""
        seen_on = self.bundled_on(price_id, day)
        points = self._bundled_points().get(price_id, ())
        at = 0 if seen_on is None else bisect_right(points, seen_on, key=lambda point: point.seen_on)
        return None if not at or seen_on is None else (seen_on, float(points[at - 1].usd_per_hour or 0))

    def _bounds_of(self, key: SeriesKey, chips: float | None) -> _Bounds:
        count = self.chips(key, chips)
        if not count:
            return _Bounds(PriceRange(self._least, self._instance_most), None)
        possible = PriceRange(self._least * count, self._most * count)
        known = self._known.get((self.family(key), key.purchase == "on_demand"))
        if known is None or key.purchase == "spot":  # market prices have no list price to compare with
            return _Bounds(possible, None)
        return _Bounds(possible, PriceRange(known.low * count, known.high * count))

    def slip(self, key: SeriesKey, before: float, after: float, chips: float | None) -> float | None:
        """The factor of the unit mistake that the move looks like: per month for per hour, one chip for all."""
        ratio = max(before, after) / min(before, after)
        count = self.chips(key, chips) or 0
        factors = (
            [*self.slips, count] if count > 2 else self.slips
        )  # with two chips, half the price may be a real cut
        cores = self._cores.get(self.family(key)) if key.scope == "instance" else None
        factors = [*factors, cores] if cores else factors
        return next((factor for factor in factors if abs(ratio / factor - 1) <= self._slip_share), None)


@once
def limits_of(facts: Facts) -> PlausibleLimits:
    """Those of the facts alone: every feed that is read asks for them."""
    return PlausibleLimits(facts)


@once
def _by_name(facts: Facts) -> Mapping[tuple[Cloud, str], Instance]:
    """The types by cloud and plain name."""
    return {(instance.cloud, plain(instance.id)): instance for instance in facts.instances.values()}


@once
def _bundled_points(facts: Facts) -> Mapping[PriceId, tuple[Point, ...]]:
    """The list prices that come with chipscout; not those of which each source assumes its own terms."""
    return {
        price_id_of(entry.key): entry.points
        for entry in recorded_series(facts)
        if entry.key.purchase not in ("spot", *TERMS_UNSTATED)
    }


@once
def _chip_ranges(facts: Facts, margin: float) -> Ranges:
    """The range of hourly prices of each chip, on demand and for commitments, with a wide margin; spot excluded."""
    prices: dict[tuple[str, bool], list[float]] = {}
    for offer in facts.offers:
        if offer.purchase == "spot":
            continue
        if offer.scope == "chip":
            chip, count = offer.instance, 1.0
        else:
            instance = _by_name(facts).get((offer.cloud, plain(offer.instance)))
            if instance is None:
                continue
            chip, count = instance.accelerator, instance.count
        prices.setdefault((chip, offer.purchase == "on_demand"), []).append(float(offer.usd_per_hour) / count)
    return {key: PriceRange(min(usd) / margin, max(usd) * margin) for key, usd in prices.items()}
