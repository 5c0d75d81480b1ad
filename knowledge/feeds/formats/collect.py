"""Collects the prices of a snapshot: rows may come in any order, repeat, or contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from knowledge.feeds.formats.amounts import Amount, amount, within
from knowledge.feeds.formats.names import tpu_slice
from knowledge.feeds.formats.rules import Lookalike, Rules
from knowledge.types.base import Cloud, Purchase
from knowledge.types.observed import Observed, RejectedRow, SeriesKey

_key = partial(tuple.__new__, SeriesKey)  # avoids a Python call for each of many thousands
_observed = partial(tuple.__new__, Observed)


class _NotPrices(NamedTuple):
    """Figures that are no price of one type bought one way: sentinels, and rates of another way of buying."""

    sentinels: tuple[Decimal, ...]
    lookalikes: tuple[Lookalike, ...]


class _SpotBounds(NamedTuple):
    """Around which figures spot beside one on-demand price is a limit and no market price."""

    cap: Decimal
    near_cap: tuple[Decimal, Decimal]
    near_floor: tuple[Decimal, Decimal] | None


class _Seen:
    """The prices of one series so far: the first with how often it was seen, and any others."""

    __slots__ = ("chips", "others", "times", "usd")

    def __init__(self, usd: Decimal | None, chips: float | None) -> None:
        self.usd, self.times, self.chips = usd, 1, chips
        self.others: dict[Decimal | None, int] | None = None


class Collector:
    """Prices by series, until the last row was read. Memory grows with the series, not with the rows.

    A catalog has many rows for each type and price: what depends on those alone is looked up once.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._seen: dict[SeriesKey, _Seen] = {}
        self._read: dict[tuple[Cloud, str, Purchase, str, float | None], Amount] = {}
        self._not_prices: dict[tuple[Cloud, str, Purchase], _NotPrices] = {}
        self._unlisted = {(price.cloud, price.instance): price.usd_per_hour for price in rules.unlisted}

    def put(self, key: SeriesKey, cell: object, chips: float | None = None) -> Iterable[RejectedRow]:
        """Adds the price in a cell, or reports why not."""
        text = cell if isinstance(cell, str) else str(cell) if cell is not None else ""
        asked = key[0], key[1], key[3], text, chips
        read = self._read.get(asked)
        if read is None:
            read = self._read[asked] = self._price_in(key, cell, chips)
        usd, why = read
        if why:
            return (RejectedRow(code=why, row=label(key), value=text[:60], key=key),)
        self._add(key, usd, chips)
        return ()

    def _price_in(self, key: SeriesKey, cell: object, chips: float | None) -> Amount:
        """What a cell says of a series; the same for all with its type and way of buying."""
        read = amount(cell, self.rules, chips)
        if read.reason == "too_high" and self._is_sentinel(key, Decimal(str(cell).strip())):
            return Amount(None, "sentinel")
        return self._unless_other(key, read, chips)

    def _unless_other(self, key: SeriesKey, read: Amount, chips: float | None) -> Amount:
        why = "" if read.usd is None else self.not_its_price(key, read.usd, chips)
        return Amount(None, why) if why else read

    def put_usd(self, key: SeriesKey, usd: Decimal, chips: float | None = None) -> Iterable[RejectedRow]:
        """Adds a price that was computed."""
        return self.put_amount(key, within(usd, self.rules, chips), chips, written=f"{usd:f}")

    def put_amount(self, key: SeriesKey, read: Amount, chips: float | None, written: str) -> Iterable[RejectedRow]:
        """Adds a price that was read before. A figure in doubt neither replaces the price in force nor delists it."""
        usd, why = self._unless_other(key, read, chips)
        if why:
            return (RejectedRow(code=why, row=label(key), value=written[:60], key=key),)
        self._add(key, usd, chips)
        return ()

    def _add(self, key: SeriesKey, usd: Decimal | None, chips: float | None) -> None:
        seen = self._seen.get(key)
        if seen is None:
            self._seen[key] = _Seen(usd, chips)
            return
        seen.chips = chips
        if usd is seen.usd or usd == seen.usd:  # as a rule: the same in every zone
            seen.times += 1
        else:
            seen.others = seen.others or {}
            seen.others[usd] = seen.others.get(usd, 0) + 1

    def not_its_price(self, key: SeriesKey, usd: Decimal, chips: float | None) -> str:
        """Why a plausible figure is not the price of this series: a sentinel, or another way of buying."""
        known = self._known(key)
        if usd in known.sentinels:
            return "sentinel"
        return _lookalike(known.lookalikes, usd, chips) if known.lookalikes else ""

    def _known(self, key: SeriesKey) -> _NotPrices:
        asked = key.cloud, key.instance, key.purchase
        known = self._not_prices.get(asked)
        if known is None:
            slice_ = tpu_slice(key.instance)
            version = slice_.version if slice_ else key.instance.removeprefix("tpu-")
            sentinels = tuple(
                sentinel.usd_per_hour
                for sentinel in self.rules.sentinels
                if key.cloud == sentinel.cloud and key.instance.startswith(sentinel.begins)
            )
            known = _NotPrices(sentinels, _lookalikes(self.rules, key._replace(instance=version)))
            self._not_prices[asked] = known
        return known

    def _is_sentinel(self, key: SeriesKey, usd: Decimal) -> bool:
        return usd in self._known(key).sentinels

    def settle(self) -> Iterator[Observed | RejectedRow]:
        """Every series once, in order. Spot prices are compared with the on-demand price of their region."""
        agreed: dict[SeriesKey, Decimal | None] = {}
        for key in sorted(self._seen):
            seen = self._seen[key]
            if seen.others is None:
                agreed[key] = seen.usd
                continue
            prices = {seen.usd: seen.times} | seen.others
            usd = most_common(prices)
            others = sorted(other for other in prices if other is not None and not nearly_equal(other, usd or other))
            if others:
                listed = ", ".join(f"{other:f}" for other in sorted({*others, usd or others[0]}))
                is_tie = any(prices[other] == prices[usd] for other in others)
                yield RejectedRow(code="disagree", row=label(key), value=listed[:60], key=key if is_tie else None)
            agreed[key] = usd
        withheld = set()
        for rejected in (*self._cheap_regions(agreed), *self._spot(agreed)):
            yield rejected
            if rejected.key is not None:
                withheld.add(rejected.key)
        read = self._seen
        for key, usd in agreed.items():
            if key not in withheld:
                yield _observed((key, usd, read[key].chips))

    def _spot(self, agreed: dict[SeriesKey, Decimal | None]) -> Iterator[RejectedRow]:
        """At its floor or cap, spot is not a market price; above the on-demand price, one of the two is wrong."""
        beside: tuple[object, ...] = ()
        limits: _SpotBounds | None = None
        for key, usd in agreed.items():
            cloud, instance, region, purchase, _, terms, scope = key
            if purchase != "spot" or usd is None:
                continue
            if beside != (cloud, instance, region, terms, scope):  # in order: zones of one machine follow each other
                beside = cloud, instance, region, terms, scope
                plain = agreed.get(_key((cloud, instance, region, "on_demand", "", terms, scope)))
                plain = plain or self._unlisted.get((cloud, instance))
                limits = None if plain is None else self._spot_bounds(cloud, plain)
            if plain is None or limits is None:
                continue
            low, high = limits.near_cap
            if low <= usd <= high:
                agreed[key] = None
                yield RejectedRow(code="spot_at_cap", row=label(key), value=f"{usd:f} / {plain:f}")
            elif usd > limits.cap:
                yield RejectedRow(code="spot_above_on_demand", row=label(key), value=f"{usd:f} / {plain:f}", key=key)
            elif limits.near_floor and limits.near_floor[0] <= usd <= limits.near_floor[1]:
                agreed[key] = None
                yield RejectedRow(code="spot_at_floor", row=label(key), value=f"{usd:f} / {plain:f}")

    def _spot_bounds(self, cloud: Cloud, plain: Decimal) -> _SpotBounds:
        rules = self.rules.spot
        cap = plain * rules.cap_share
        slack, share = cap * rules.cap_tolerance, rules.floor_share.get(cloud)
        floor = None if share is None else plain * share
        by = rules.floor_tolerance_usd
        return _SpotBounds(cap, (cap - slack, cap + slack), None if floor is None else (floor - by, floor + by))

    def _cheap_regions(self, agreed: dict[SeriesKey, Decimal | None]) -> Iterator[RejectedRow]:
        """Regions whose on-demand price is too far below the most expensive region: it is another way of buying."""
        shares = self.rules.regions.lowest_share
        listed = [
            (key, usd)
            for key, usd in agreed.items()
            if key[0] in shares and key[3] == "on_demand" and usd is not None
        ]
        dearest: dict[tuple[Cloud, str, str], Decimal] = {}
        for key, usd in listed:
            everywhere = (key.cloud, key.instance, key.terms)
            dearest[everywhere] = max(usd, dearest.get(everywhere, usd))
        for key, usd in listed:
            most = dearest[key.cloud, key.instance, key.terms]
            if usd < most * shares[key.cloud]:
                agreed[key] = None
                yield RejectedRow(code="too_cheap_here", row=label(key), value=f"{usd:f} / {most:f}", key=key)


def other_purchase(rules: Rules, key: SeriesKey, usd: Decimal, chips: float | None) -> str:
    """The code of the other way of buying that has this rate; `key.instance` names an accelerator."""
    return _lookalike(_lookalikes(rules, key), usd, chips)


def _lookalikes(rules: Rules, key: SeriesKey) -> tuple[Lookalike, ...]:
    thing = key.cloud, key.purchase, key.instance
    return tuple(other for other in rules.lookalikes if thing == (other.cloud, other.purchase, other.accelerator))


def _lookalike(others: Iterable[Lookalike], usd: Decimal, chips: float | None) -> str:
    rate = usd / Decimal(str(chips)) if chips else usd
    for other in others:
        if any(nearly_equal(rate, known) for known in other.usd_per_chip_hour):
            return f"is_{other.because}"
    return ""


def most_common(prices: Mapping[Decimal | None, int]) -> Decimal | None:
    """The price in most rows, the lower of two that are equally frequent; blanks beside a price do not count."""
    named_prices = [(-times, usd) for usd, times in prices.items() if usd is not None]
    return min(named_prices)[1] if named_prices else None


def most_common_amount(amounts: Iterable[Amount]) -> Amount:
    """The same for figures not yet added: a price counts before a doubt, a doubt before a blank."""
    known = list(amounts)
    usd = most_common(Counter(read.usd for read in known))
    return Amount(usd, "" if usd is not None else max((read.reason for read in known), default=""))


def nearly_equal(usd: Decimal, other: Decimal) -> bool:
    """Equal up to a difference in the fifth digit, as rounding makes."""
    return abs(usd - other) <= Decimal("1e-5") * max(usd, other) + Decimal("1e-6")


def label(key: SeriesKey) -> str:
    """What identifies a series in a message."""
    return " ".join(part for part in (key.instance, key.zone or key.region, key.purchase, key.terms) if part)
