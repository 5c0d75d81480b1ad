"""Combines the rows of AWS's price files: hourly rate and upfront fee become one price, each price once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from knowledge.feeds.aws.amounts import over_the_term, usd
from knowledge.types.base import Purchase
from knowledge.types.observed import Observed, RejectedRow, SeriesKey

HOURS, FEE = "Hrs", "Quantity"
NO_UPFRONT = "No Upfront"
OPTIONS = {NO_UPFRONT: "no_upfront", "Partial Upfront": "partial_upfront", "All Upfront": "all_upfront"}
LEASES: dict[str, tuple[Purchase, int]] = {"1yr": ("reserved_1yr", 1), "3yr": ("reserved_3yr", 3)}
OFFERINGS = frozenset({"standard", "convertible"})
IN_DOLLARS = "USD"
FIRST_TIER = ("", "0")


class Product(NamedTuple):
    """What is rented. `zone` is set only in a Local or Wavelength Zone."""

    instance: str
    region: str
    zone: str
    chips: float | None


class LedgerRate(NamedTuple):
    """One row of prices, as written. `id` is its rate code; `offer` distinguishes the offers of one SKU."""

    id: str
    sku: str
    offer: str
    term: str
    unit: str
    price: str
    currency: str
    starts: str
    effective: str
    lease: str = ""
    option: str = ""
    offering: str = ""


@dataclass
class _Commitment:
    product: Product
    rate: LedgerRate
    hourly: Decimal | None = None
    fee: Decimal | None = None


class BestPrices:
    """One price for each series: of several the one in force, else the highest, so that no bill is a surprise."""

    def __init__(self, seen_on: date) -> None:
        self.today = seen_on.isoformat()
        self._best: dict[SeriesKey, tuple[tuple[bool, str], Observed]] = {}

    def take(self, price: Observed, effective: str, row: str) -> Iterator[RejectedRow]:
        """Considers one price, and reports it if another has the same date."""
        rank = (effective[: len(self.today)] <= self.today, effective)
        best = self._best.get(price.key)
        if best is None or rank > best[0]:
            self._best[price.key] = (rank, price)
        elif rank == best[0]:
            usd_here, usd_best = price.usd_per_hour or Decimal(0), best[1].usd_per_hour or Decimal(0)
            low, high = sorted((usd_here, usd_best))
            if low != high:
                yield RejectedRow(code="aws_two_prices", row=row, value=f"{low}, {high}")
            if usd_here > usd_best:
                self._best[price.key] = (rank, price)

    def prices(self) -> Iterator[Observed]:
        """The best price of each series."""
        return (price for _, price in self._best.values())


class Ledger:
    """Rates in, prices out. Memory grows with the accelerator types on sale, not with the file."""

    def __init__(self, seen_on: date) -> None:
        self.best = BestPrices(seen_on)
        self.commitments: dict[tuple[str, str], _Commitment] = {}

    def add(self, product: Product, rate: LedgerRate) -> Iterator[RejectedRow]:
        """Adds one row, and reports it if it cannot be a price."""
        amount = usd(rate.price)
        if rate.currency != IN_DOLLARS:
            yield RejectedRow(code="aws_other_currency", row=rate.id, value=rate.currency)
        elif amount is None and rate.price.strip():
            yield RejectedRow(code="aws_no_number", row=rate.id, value=rate.price)
        elif rate.starts not in FIRST_TIER:
            yield RejectedRow(code="aws_later_tier", row=rate.id, value=rate.starts)
        elif rate.term == "OnDemand":
            yield from self._on_demand(product, rate, amount)
        elif rate.term == "Reserved":
            yield from self._reserved(product, rate, amount)
        else:
            yield RejectedRow(code="aws_other_terms", row=rate.id, value=rate.term)

    def prices(self) -> Iterator[Observed | RejectedRow]:
        """The prices of all rows, and what is left over."""
        for commitment in self.commitments.values():
            yield from self._committed(commitment)
        yield from self.best.prices()

    def _on_demand(self, product: Product, rate: LedgerRate, amount: Decimal | None) -> Iterator[RejectedRow]:
        if rate.unit != HOURS:
            yield RejectedRow(code="aws_other_unit", row=rate.id, value=rate.unit)
        elif amount == 0:
            yield RejectedRow(code="aws_free", row=rate.id, value=product.instance)
        else:
            key = SeriesKey("aws", product.instance, product.region, "on_demand", product.zone)
            price = Observed(key=key, usd_per_hour=amount, chips=product.chips)
            yield from self.best.take(price, rate.effective, rate.id)

    def _reserved(self, product: Product, rate: LedgerRate, amount: Decimal | None) -> Iterator[RejectedRow]:
        terms = (rate.lease, rate.option, rate.offering)
        if rate.lease not in LEASES or rate.option not in OPTIONS or rate.offering not in OFFERINGS:
            yield RejectedRow(code="aws_other_terms", row=rate.id, value=" ".join(filter(None, terms)))
            return
        if amount is None or rate.unit not in (HOURS, FEE):
            yield RejectedRow(code="aws_other_unit", row=rate.id, value=rate.unit)
            return
        commitment = self.commitments.setdefault((rate.sku, rate.offer), _Commitment(product, rate))
        if rate.unit == HOURS:
            commitment.hourly = max(amount, commitment.hourly or amount)
        else:
            commitment.fee = max(amount, commitment.fee or amount)

    def _committed(self, commitment: _Commitment) -> Iterator[RejectedRow]:
        product, rate = commitment.product, commitment.rate
        purchase, years = LEASES[rate.lease]
        if commitment.hourly is None:
            yield RejectedRow(code="aws_fee_alone", row=rate.id, value=product.instance)
        elif commitment.fee is None and rate.option != NO_UPFRONT:
            yield RejectedRow(code="aws_no_fee", row=rate.id, value=product.instance)
        elif not (total := over_the_term(commitment.hourly, commitment.fee or Decimal(0), years)):
            yield RejectedRow(code="aws_free", row=rate.id, value=product.instance)
        else:
            terms = f"{OPTIONS[rate.option]} {rate.offering}"
            key = SeriesKey("aws", product.instance, product.region, purchase, product.zone, terms)
            price = Observed(key=key, usd_per_hour=total, chips=product.chips)
            yield from self.best.take(price, rate.effective, rate.id)
