"""Collects the prices of a snapshot: rows may come in any order, repeat, or contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from knowledge.feeds.formats.amounts import Amount, nearly_equal, within
from knowledge.feeds.formats.cells import NO_OTHERS, Cells, NotPrices, not_prices
from knowledge.feeds.formats.names import has_region, normalized_place
from knowledge.feeds.formats.rules import Rules
from knowledge.types.base import Cloud, Purchase
from knowledge.types.observed import Figure, PlacePrices, RejectedRow, Rest, SeriesKey, to_text, to_usd

Type = tuple[Cloud, str]
LISTED: Rest = ("on_demand", "", "", "instance")  # of the key of the on-demand price
_key = partial(tuple.__new__, SeriesKey)  # avoids a Python call for each of many thousands
_place_prices = partial(tuple.__new__, PlacePrices)


class _SpotBounds(NamedTuple):
    """Around which figures spot beside one on-demand price is a limit and no market price."""

    plain: Decimal  # the on-demand price
    cap: Decimal
    near_cap: tuple[Decimal, Decimal]
    near_floor: tuple[Decimal, Decimal] | None
    market: tuple[float, float]  # between them it is one; numbers, whose order rounding does not turn

    def why(self, usd: Decimal) -> str:
        """The code of what it is instead of a market price; "" for a market price."""
        low, high = self.near_cap
        if low <= usd <= high:
            return "spot_at_cap"
        if usd > self.cap:
            return "spot_above_on_demand"
        return "spot_at_floor" if self.near_floor and self.near_floor[0] <= usd <= self.near_floor[1] else ""


class Place:
    """The prices of a type in a region so far, by the rest of their keys: how it is bought, zone, terms, scope."""

    __slots__ = ("again", "first", "listed", "name", "times")

    def __init__(self, name: tuple[Cloud, str, str]) -> None:
        self.name = name  # cloud, type and region
        self.first: dict[Rest, Figure] = {}  # its first price
        self.again: dict[Rest, Counter[str | None]] = {}  # the prices that came later, and how often
        self.listed: Figure | None = None  # the on-demand price in `first`
        self.times = 0  # how often just that came again, besides what is in `again`

    def add(self, rest: Rest, figure: Figure) -> None:
        first = self.first.get(rest)
        usd, chips = figure
        if first is None:
            self.first[rest] = figure
        else:
            if chips != first[1]:
                self.first[rest] = first[0], chips
            self.again.setdefault(rest, Counter())[usd] += 1
        if rest == LISTED:
            self.listed = self.first[rest]

    def counted(self, rest: Rest) -> dict[Decimal | None, int]:
        """How many rows have each price."""
        first = Counter({self.first[rest][0]: 1 + (self.times if rest == LISTED else 0)})
        return {to_usd(usd): times for usd, times in (first + self.again[rest]).items()}


class _Places(dict[str, Place]):
    """The prices of a type so far, by region."""

    def __init__(self, type_: Type) -> None:
        super().__init__()
        self._type = type_

    def __missing__(self, region: str) -> Place:
        self[region] = place = Place((*self._type, region))
        return place


class Machine:
    """One type in a catalog with a row for each of its zones: what both figures of a row say."""

    def __init__(self, collector: Collector, cloud: Cloud, instance: str, chips: float | None) -> None:
        self.cloud, self.instance = cloud, instance
        self._places = collector.places((cloud, instance))
        self._by_cell: dict[str, Place] = {}
        self.listed = collector.cells(cloud, instance, "on_demand", chips)
        self.spots = collector.cells(cloud, instance, "spot", chips)

    def place(self, cell: str, region: str) -> Place:
        """Its prices so far in the region that a cell names, to be given to `put`."""
        self._by_cell[cell] = place = self._places[region]
        return place

    def place_in(self, cell: str) -> Place | None:
        """The same of a cell alone; None if its cloud has no such region."""
        place = self._by_cell.get(cell)
        if place is None and has_region(self.cloud, region := normalized_place(cell)):
            return self.place(cell, region)
        return place

    def put(self, place: Place, usd: str, rest: Rest, spot: str) -> Iterable[RejectedRow]:
        """Adds the on-demand price and that on spot, whose key ends with `rest`, or reports why not."""
        known, why = self.listed[usd]
        beside, why_not = self.spots[spot]
        if not why:
            place.add(LISTED, known)
        if not why_not:
            place.add(rest, beside)
        found = (LISTED, why, usd), (rest, why_not, spot)
        return [_rejected(_key(place.name + bought), code, cell) for bought, code, cell in found if code]


class _ByChips(dict[float | None, Cells]):
    """What cells say of all types with so many chips of which nothing is known that only looks like a price."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, chips: float | None) -> Cells:
        self[chips] = cells = Cells(chips, self._rules, NO_OTHERS)
        return cells


class Collector:
    """Prices by series, until the last row was read. Memory grows with the series, not with the rows.

    A catalog has many rows for each type and price: what depends on those alone is looked up once.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._places: dict[Type, _Places] = {}
        self._cells: dict[tuple[Cloud, str, Purchase, float | None], Cells] = {}
        self._by_chips = _ByChips(rules)
        self._not_prices: dict[tuple[Cloud, str, Purchase], NotPrices] = {}
        self._has_not_prices = {one.cloud for one in rules.sentinels} | {one.cloud for one in rules.lookalikes}
        self._bounds: dict[tuple[Cloud, str], _SpotBounds] = {}  # by the on-demand price
        self._named: dict[Type, str] = {}  # what the feed calls the chip of a type
        self._floor_share = {str(cloud): share for cloud, share in rules.spot.floor_share.items()}
        self._unlisted = {(price.cloud, price.instance): to_text(price.usd_per_hour) for price in rules.unlisted}

    def put(self, key: SeriesKey, cell: object, chips: float | None = None) -> Iterable[RejectedRow]:
        """Adds the price in a cell, or reports why not."""
        text = cell if isinstance(cell, str) else str(cell) if cell is not None else ""
        figure, why = self.cells(key[0], key[1], key[3], chips)[text]
        if why:
            return (_rejected(key, why, text),)
        self.places(key[:2])[key[2]].add(key[3:], figure)
        return ()

    def cells(self, cloud: Cloud, instance: str, purchase: Purchase, chips: float | None) -> Cells:
        """What a cell says, by its text: the same for all prices of a type bought one way."""
        asked = cloud, instance, purchase, chips
        cells = self._cells.get(asked)
        if cells is None:
            known = self._known(cloud, instance, purchase)
            cells = self._by_chips[chips] if known is NO_OTHERS else Cells(chips, self.rules, known)
            self._cells[asked] = cells
        return cells

    def name_chip(self, cloud: Cloud, instance: str, chip: str) -> None:
        """What the feed calls the accelerators of a type; the first name counts."""
        if chip:
            self._named.setdefault((cloud, instance), chip)

    def places(self, type_: Type) -> _Places:
        """The prices of a type so far, by region."""
        places = self._places.get(type_)
        if places is None:
            places = self._places[type_] = _Places(type_)
        return places

    def put_usd(self, key: SeriesKey, usd: Decimal, chips: float | None = None) -> Iterable[RejectedRow]:
        """Adds a price that was computed."""
        return self.put_amount(key, within(usd, self.rules, chips), chips, written=f"{usd:f}")

    def put_amount(self, key: SeriesKey, read: Amount, chips: float | None, written: str) -> Iterable[RejectedRow]:
        """Adds a price that was read before. A figure in doubt neither replaces the price in force nor delists it."""
        usd, why = self._known(key.cloud, key.instance, key.purchase).unless_other(read, chips)
        if why:
            return (_rejected(key, why, written),)
        self.places(key[:2])[key[2]].add(key[3:], (to_text(usd), chips))
        return ()

    def _known(self, cloud: Cloud, instance: str, purchase: Purchase) -> NotPrices:
        if cloud not in self._has_not_prices:
            return NO_OTHERS
        asked = cloud, instance, purchase
        if asked not in self._not_prices:
            self._not_prices[asked] = not_prices(self.rules, cloud, instance, purchase)
        return self._not_prices[asked]

    def settle(self) -> Iterator[PlacePrices | RejectedRow]:
        """Every series once, place by place in order. Spot is compared with the on-demand price of its region."""
        yield from self._agree()
        yield from self._cheap_regions()
        odd: list[RejectedRow] = []
        for type_ in sorted(self._places):
            places, chip = self._places[type_], self._named.get(type_, "")
            for region in sorted(places):
                place = places[region]
                self._settle(place, odd)
                if odd:
                    yield from odd
                    odd.clear()
                if place.first:
                    yield _place_prices((*type_, region, place.first, chip))

    def _settle(self, place: Place, odd: list[RejectedRow]) -> None:
        """Spot prices that are a limit of the cloud are left out, or become none; each is told in `odd`."""
        prices, terms, scope = place.first, None, None
        limits: _SpotBounds | None = None
        low = high = 0.0
        outside: list[tuple[Rest, Figure, _SpotBounds]] = []
        for rest, figure in prices.items():
            text = figure[0]
            if text is None or rest[0] != "spot":
                continue
            if terms is not rest[2] or scope is not rest[3]:  # those of the zones of a machine are the same
                _, _, terms, scope = rest
                limits = self._spot_bounds(place.name, prices.get(("on_demand", "", terms, scope)))
                if limits is not None:
                    low, high = limits.market
            if limits is not None and not low < float(text) < high:
                outside.append((rest, figure, limits))
        for rest, (text, chips), beside in outside:
            usd = Decimal(text or 0)
            why = beside.why(usd)
            if why:
                key, is_kept_out = _key(place.name + rest), why == "spot_above_on_demand"
                written = f"{usd:f} / {beside.plain:f}"
                odd.append(RejectedRow(code=why, row=label(key), value=written, key=key if is_kept_out else None))
                if is_kept_out:
                    del prices[rest]
                else:
                    prices[rest] = None, chips

    def _agree(self) -> Iterator[RejectedRow]:
        """One price of each series whose rows contradict each other."""
        repeated = (place for places in self._places.values() for place in places.values() if place.again)
        for place in sorted(repeated, key=attrgetter("name")):
            for rest in sorted(place.again):
                prices = place.counted(rest)
                if len(prices) == 1:
                    continue
                chips = place.first[rest][1]
                usd = most_common(prices)
                others = sorted(
                    price for price in prices if price is not None and not nearly_equal(price, usd or price)
                )
                if others:
                    key = _key(place.name + rest)
                    listed = ", ".join(f"{other:f}" for other in sorted({*others, usd or others[0]}))
                    tied = key if any(prices[other] == prices[usd] for other in others) else None
                    yield RejectedRow(code="disagree", row=label(key), value=listed[:60], key=tied)
                place.first[rest] = to_text(usd), chips

    def _cheap_regions(self) -> Iterator[RejectedRow]:
        """Regions whose on-demand price is too far below the most expensive region: it is another way of buying.

        They are left out.
        """
        shares = self.rules.regions.lowest_share
        listed = [
            (place, rest, Decimal(text))
            for type_ in sorted(self._places)
            if type_[0] in shares
            for _, place in sorted(self._places[type_].items())
            for rest, (text, _) in sorted(place.first.items())
            if rest[0] == "on_demand" and text is not None
        ]
        dearest: dict[tuple[Cloud, str, str], Decimal] = {}
        for place, rest, usd in listed:
            everywhere = (*place.name[:2], rest[2])
            dearest[everywhere] = max(usd, dearest.get(everywhere, usd))
        for place, rest, usd in listed:
            most = dearest[(*place.name[:2], rest[2])]
            if usd < most * shares[place.name[0]]:
                del place.first[rest]
                key = _key(place.name + rest)
                yield RejectedRow(code="too_cheap_here", row=label(key), value=f"{usd:f} / {most:f}", key=key)

    def _spot_bounds(self, name: tuple[Cloud, str, str], listed: Figure | None) -> _SpotBounds | None:
        """Of spot in that place beside its on-demand price; None if that is not known."""
        cloud = name[0]
        text = (listed[0] if listed else None) or self._unlisted.get(name[:2])
        if text is None:
            return None
        bounds = self._bounds.get((cloud, text))
        if bounds is None:
            plain, rules = Decimal(text), self.rules.spot
            cap = plain * rules.cap_share
            slack, share = cap * rules.cap_tolerance, self._floor_share.get(cloud)
            floor = None if share is None else plain * share
            by = rules.floor_tolerance_usd
            near_floor = None if floor is None else (floor - by, floor + by)
            market = float(near_floor[1] if near_floor else 0), float(cap - slack)
            bounds = _SpotBounds(plain, cap, (cap - slack, cap + slack), near_floor, market)
            self._bounds[cloud, text] = bounds
        return bounds


def _rejected(key: SeriesKey, code: str, written: str) -> RejectedRow:
    return RejectedRow(code=code, row=label(key), value=written[:60], key=key)


def most_common(prices: Mapping[Decimal | None, int]) -> Decimal | None:
    """The price in most rows, the lower of two that are equally frequent; blanks beside a price do not count."""
    named_prices = [(-times, usd) for usd, times in prices.items() if usd is not None]
    return min(named_prices)[1] if named_prices else None


def most_common_amount(amounts: Iterable[Amount]) -> Amount:
    """The same for figures not yet added: a price counts before a doubt, a doubt before a blank."""
    known = list(amounts)
    usd = most_common(Counter(read.usd for read in known))
    return Amount(usd, "" if usd is not None else max((read.reason for read in known), default=""))


def label(key: SeriesKey) -> str:
    """What identifies a series in a message."""
    return " ".join(part for part in (key.instance, key.zone or key.region, key.purchase, key.terms) if part)
