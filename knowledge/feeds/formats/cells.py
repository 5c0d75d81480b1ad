"""What the cells of a catalog say: a price, or the reason why it is none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from knowledge.feeds.formats.amounts import Amount, amount, nearly_equal, possible
from knowledge.feeds.formats.names import tpu_slice
from knowledge.feeds.formats.rules import Lookalike, Rules
from knowledge.types.base import Cloud, Purchase
from knowledge.types.observed import Figure, SeriesKey, to_text

PLAIN = re.compile(r"(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,30})?", re.ASCII)  # as nearly all numbers are written


class NotPrices(NamedTuple):
    """Figures that are no price of one type bought one way: sentinels, and rates of another way of buying."""

    sentinels: tuple[Decimal, ...]
    lookalikes: tuple[Lookalike, ...]

    def why(self, usd: Decimal, chips: float | None) -> str:
        """Which of them a plausible figure is; "" for none."""
        if usd in self.sentinels:
            return "sentinel"
        return _lookalike(self.lookalikes, usd, chips) if self.lookalikes else ""

    def unless_other(self, read: Amount, chips: float | None) -> Amount:
        """What was read, unless it is one of them."""
        why = "" if read.usd is None else self.why(read.usd, chips)
        return Amount(None, why) if why else read


NO_OTHERS = NotPrices((), ())


def not_prices(rules: Rules, cloud: Cloud, instance: str, purchase: Purchase) -> NotPrices:
    """Those of a type, which for Google may be an accelerator or a slice."""
    slice_ = tpu_slice(instance)
    version = slice_.version if slice_ else instance.removeprefix("tpu-")
    sentinels = tuple(
        sentinel.usd_per_hour
        for sentinel in rules.sentinels
        if cloud == sentinel.cloud and instance.startswith(sentinel.begins)
    )
    return NotPrices(sentinels, _lookalikes(rules, cloud, purchase, version))


class Cells(dict[str, tuple[Figure, str]]):
    """What cells say of a machine with so many chips, and why that is no price ("" if it is one).

    Most cells are written many times: they are read once, and share one figure.
    """

    def __init__(self, chips: float | None, rules: Rules, known: NotPrices) -> None:
        super().__init__()
        self._chips, self._rules, self._known = chips, rules, known
        low, high = possible(rules, chips)
        self._low, self._high = float(low), float(high)  # rounding does not turn the order of two numbers
        self._is_plain = not known.sentinels and not known.lookalikes

    def __missing__(self, text: str) -> tuple[Figure, str]:
        if self._is_plain and PLAIN.fullmatch(text) and self._low < float(text) < self._high:
            usd = text.rstrip("0").rstrip(".") if "." in text else text  # as `to_text` writes it
            plain = self[text] = (usd, self._chips), ""
            return plain
        read = amount(text, self._rules, self._chips)
        if read.reason == "too_high" and Decimal(text.strip()) in self._known.sentinels:
            read = Amount(None, "sentinel")
        known, why = self._known.unless_other(read, self._chips)
        self[text] = (to_text(known), self._chips), why
        return self[text]


def other_purchase(rules: Rules, key: SeriesKey, usd: Decimal, chips: float | None) -> str:
    """The code of the other way of buying that has this rate; `key.instance` names an accelerator."""
    return _lookalike(_lookalikes(rules, key.cloud, key.purchase, key.instance), usd, chips)


def _lookalikes(rules: Rules, cloud: Cloud, purchase: Purchase, accelerator: str) -> tuple[Lookalike, ...]:
    thing = cloud, purchase, accelerator
    return tuple(other for other in rules.lookalikes if thing == (other.cloud, other.purchase, other.accelerator))


def _lookalike(others: Iterable[Lookalike], usd: Decimal, chips: float | None) -> str:
    rate = usd / Decimal(str(chips)) if chips else usd
    for other in others:
        if any(nearly_equal(rate, known) for known in other.usd_per_chip_hour):
            return f"is_{other.because}"
    return ""
