"""What one snapshot says, gathered before it is told: rows may come in any order, twice, or against one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal

from knowledge.feeds.formats.amounts import Amount, amount, within
from knowledge.feeds.formats.names import tpu_slice
from knowledge.feeds.formats.rules import Rules
from knowledge.types.base import Cloud
from knowledge.types.observed import Observed, Oddity, SeriesKey


class Collector:
    """Prices by series until the last row is read; memory grows with the series, not with the rows."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._seen: dict[SeriesKey, Counter[Decimal | None]] = {}
        self._chips: dict[SeriesKey, float | None] = {}
        self._unlisted = {(each.cloud, each.instance): each.usd_per_hour for each in rules.unlisted}

    def put(self, key: SeriesKey, cell: object, chips: float | None = None) -> Iterator[Oddity]:
        """Take what a cell says, or tell why not."""
        found = amount(cell, self.rules, chips)
        if found.reason == "too_high" and self._is_sentinel(key, Decimal(str(cell).strip())):
            found = Amount(None, "sentinel")
        return self.put_amount(key, found, chips, said=str(cell))

    def put_usd(self, key: SeriesKey, usd: Decimal, chips: float | None = None) -> Iterator[Oddity]:
        """The same for a sum."""
        return self.put_amount(key, within(usd, self.rules, chips), chips, said=f"{usd:f}")

    def put_amount(self, key: SeriesKey, found: Amount, chips: float | None, said: str) -> Iterator[Oddity]:
        """The same for what was read already. A doubtful figure leaves what stands, and delists nothing."""
        why = found.reason
        if found.usd is not None:
            why = self.not_its_price(key, found.usd, chips)
        if not why:
            self._seen.setdefault(key, Counter())[found.usd] += 1
            self._chips[key] = chips
        else:
            yield Oddity(code=why, row=named(key), value=said[:60], key=key)

    def not_its_price(self, key: SeriesKey, usd: Decimal, chips: float | None) -> str:
        """Why a sound figure is not the price of this: a sentinel, or another way of buying."""
        if self._is_sentinel(key, usd):
            return "sentinel"
        slice_ = tpu_slice(key.instance)
        version = slice_.version if slice_ else key.instance.removeprefix("tpu-")
        return lookalike(self.rules, key._replace(instance=version), usd, chips)

    def _is_sentinel(self, key: SeriesKey, usd: Decimal) -> bool:
        return any(
            usd == each.usd_per_hour and key.cloud == each.cloud and key.instance.startswith(each.begins)
            for each in self.rules.sentinels
        )

    def settle(self) -> Iterator[Observed | Oddity]:
        """Every series once, in order. A spot price is held against the on-demand price of its region."""
        told: dict[SeriesKey, Decimal | None] = {}
        for key in sorted(self._seen):
            prices = self._seen[key]
            usd = most_said(prices)
            others = sorted(other for other in prices if other is not None and not alike(other, usd or other))
            if others:
                listed = ", ".join(f"{other:f}" for other in sorted({*others, usd or others[0]}))
                is_tie = any(prices[other] == prices[usd] for other in others)
                yield Oddity(code="disagree", row=named(key), value=listed[:60], key=key if is_tie else None)
            told[key] = usd
        withheld = set()
        for oddity in (*self._cheap_regions(told), *self._spot(told)):
            yield oddity
            if oddity.key is not None:
                withheld.add(oddity.key)
        for key, usd in told.items():
            if key not in withheld:
                yield Observed(key=key, usd_per_hour=usd, chips=self._chips[key])

    def _spot(self, told: dict[SeriesKey, Decimal | None]) -> Iterator[Oddity]:
        """At its floor or cap spot is no market price; above the on-demand price one of the two is wrong."""
        spot_rules = self.rules.spot
        for key, usd in told.items():
            plain = told.get(key._replace(purchase="on_demand", zone="")) or self._unlisted.get(
                (key.cloud, key.instance)
            )
            if key.purchase != "spot" or usd is None or plain is None:
                continue
            cap = plain * spot_rules.cap_share
            floor = spot_rules.floor_share.get(key.cloud)
            said = f"{usd:f} / {plain:f}"
            if abs(usd - cap) <= cap * spot_rules.cap_tolerance:
                told[key] = None
                yield Oddity(code="spot_at_cap", row=named(key), value=said)
            elif usd > cap:
                yield Oddity(code="spot_above_on_demand", row=named(key), value=said, key=key)
            elif floor is not None and abs(usd - plain * floor) <= spot_rules.floor_tolerance_usd:
                told[key] = None
                yield Oddity(code="spot_at_floor", row=named(key), value=said)

    def _cheap_regions(self, told: dict[SeriesKey, Decimal | None]) -> Iterator[Oddity]:
        """Regions whose on-demand price is another way of buying, by what the dearest region asks."""
        dearest: dict[tuple[Cloud, str, str], Decimal] = {}
        for key, usd in told.items():
            if key.purchase == "on_demand" and usd is not None:
                of = (key.cloud, key.instance, key.terms)
                dearest[of] = max(usd, dearest.get(of, usd))
        for key, usd in list(told.items()):
            least = self.rules.regions.lowest_share.get(key.cloud)
            if key.purchase != "on_demand" or usd is None or least is None:
                continue
            most = dearest[key.cloud, key.instance, key.terms]
            if usd < most * least:
                told[key] = None
                yield Oddity(code="too_cheap_here", row=named(key), value=f"{usd:f} / {most:f}", key=key)


def lookalike(rules: Rules, key: SeriesKey, usd: Decimal, chips: float | None) -> str:
    """The code of the other way of buying whose rate this is; `key.instance` names an accelerator."""
    rate = usd / Decimal(str(chips)) if chips else usd
    for other in rules.lookalikes:
        same = (key.cloud, key.purchase, key.instance) == (other.cloud, other.purchase, other.accelerator)
        if same and any(alike(rate, each) for each in other.usd_per_chip_hour):
            return f"is_{other.because}"
    return ""


def most_said(prices: Counter[Decimal | None]) -> Decimal | None:
    """The price most rows name, the lower of two named as often; a blank beside a price says nothing."""
    named_prices = [(-times, usd) for usd, times in prices.items() if usd is not None]
    return min(named_prices)[1] if named_prices else None


def most_said_of(amounts: Iterable[Amount]) -> Amount:
    """The same for figures not yet put: a price before a doubt, a doubt before a blank."""
    known = list(amounts)
    usd = most_said(Counter(each.usd for each in known))
    return Amount(usd, "" if usd is not None else max((each.reason for each in known), default=""))


def alike(one: Decimal, other: Decimal) -> bool:
    """Equal up to rounding at the fifth digit."""
    return abs(one - other) <= Decimal("1e-5") * max(one, other) + Decimal("1e-6")


def named(key: SeriesKey) -> str:
    """What identifies a series in a message."""
    return " ".join(part for part in (key.instance, key.zone or key.region, key.purchase, key.terms) if part)
