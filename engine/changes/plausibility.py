"""What a price can be: thresholds as they stand in the data, and what each chip has ever cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.base.constants import Constants
from engine.changes.lines import plain
from knowledge.facts import Cloud, Facts, Instance, SeriesKey

PLACEHOLDER, SLIP, CORES = "placeholder_price_", "unit_slip_", "cores_in_name_"


class PriceRange(NamedTuple):
    """USD per hour."""

    low: float
    high: float


Ranges = dict[tuple[str, bool], PriceRange]  # by chip, and whether on demand


class PriceFault(NamedTuple):
    """Why a price by itself looks wrong. `is_final`: however often it is seen, it is none."""

    code: str
    is_final: bool
    limit: float | None = None


class PlausibleLimits:
    """Thresholds of `constants_changes.toml` by name, and bounds for each thing that is rented."""

    def __init__(self, facts: Facts, least_share: float | None = None) -> None:
        """`least_share` overrides the share from which a move is told."""
        held = Constants(facts)
        self.constants = held
        self.least_share = held.likely("change_least_share") if least_share is None else least_share
        self.same_share = held.likely("change_same_share")
        self.alike_share = held.likely("change_alike_share")
        self._placeholders = [
            entry.value.likely for name, entry in facts.constants.items() if name.startswith(PLACEHOLDER)
        ]
        self.slips = [entry.value.likely for name, entry in facts.constants.items() if name.startswith(SLIP)]
        self._slip_share = held.likely("change_slip_share")
        self._things = {(thing.cloud, plain(thing.id)): thing for thing in facts.instances.values()}
        self._cores = {
            name.removeprefix(CORES): entry.value.likely
            for name, entry in facts.constants.items()
            if name.startswith(CORES)
        }
        self._known = _chip_ranges(facts, self._things, held.likely("change_price_margin"))
        self._least = held.likely("change_chip_usd_least")
        self._most = held.likely("change_chip_usd_most")
        self._thing_most = held.likely("change_thing_usd_most")

    def likely(self, name: str) -> float:
        return self.constants.likely(name)

    def family(self, key: SeriesKey) -> str:
        """The chip, where it is known; else what the type's name begins with."""
        if key.scope == "chip":
            return key.instance
        thing = self._things.get((key.cloud, plain(key.instance)))
        return thing.accelerator if thing else key.instance.partition(".")[0].rpartition("-")[0] or key.instance

    def chips(self, key: SeriesKey, said: float | None) -> float | None:
        """Accelerators the price is for."""
        if key.scope == "chip":
            return 1
        thing = self._things.get((key.cloud, plain(key.instance)))
        return thing.count if thing else said

    def fault(self, key: SeriesKey, usd: float, chips: float | None) -> PriceFault | None:
        """What is wrong with a list price by itself, whatever it was before."""
        if usd <= 0:
            return PriceFault("not_positive", is_final=True)
        if usd in self._placeholders:
            return PriceFault("placeholder", is_final=True)
        count = self.chips(key, chips)
        low, high = (self._least * count, self._most * count) if count else (self._least, self._thing_most)
        if usd < low or usd > high:
            return PriceFault("no_such_price", is_final=True, limit=low if usd < low else high)
        if key.purchase == "spot":  # a market has no list to be held against
            return None
        known = self._known.get((self.family(key), key.purchase == "on_demand"))
        if known and count:
            low, high = known.low * count, known.high * count
            if usd < low or usd > high:
                return PriceFault("outside", is_final=False, limit=low if usd < low else high)
        return None

    def slip(self, key: SeriesKey, before: float, after: float, chips: float | None) -> float | None:
        """The factor of a slip of units that the move looks like: a month for an hour, one chip for all."""
        ratio = max(before, after) / min(before, after)
        count = self.chips(key, chips) or 0
        factors = [*self.slips, count] if count > 2 else self.slips  # two chips: half the price is a sale, too
        cores = self._cores.get(self.family(key)) if key.scope == "instance" else None
        factors = [*factors, cores] if cores else factors
        return next((factor for factor in factors if abs(ratio / factor - 1) <= self._slip_share), None)


def _chip_ranges(facts: Facts, things: Mapping[tuple[Cloud, str], Instance], margin: float) -> Ranges:
    """For each chip, what an hour of it has cost on demand, and otherwise off the spot market; with a wide margin."""
    seen: dict[tuple[str, bool], list[float]] = {}
    for offer in facts.offers:
        if offer.purchase == "spot":
            continue
        if offer.scope == "chip":
            chip, count = offer.instance, 1.0
        else:
            thing = things.get((offer.cloud, plain(offer.instance)))
            if thing is None:
                continue
            chip, count = thing.accelerator, thing.count
        seen.setdefault((chip, offer.purchase == "on_demand"), []).append(float(offer.usd_per_hour) / count)
    return {whose: PriceRange(min(prices) / margin, max(prices) * margin) for whose, prices in seen.items()}
