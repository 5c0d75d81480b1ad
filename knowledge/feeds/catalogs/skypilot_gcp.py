"""Google's machines as SkyPilot lists them: the host in one row, its accelerators in another; the price is the sum.

Neither includes local SSD, so a sum is up to 1 % below Google's list price (a3-highgpu-8g: 87.83 of 88.49).
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from knowledge.feeds.formats.amounts import NOTHING, Amount, amount
from knowledge.feeds.formats.cells import other_purchase
from knowledge.feeds.formats.collect import Collector, most_common_amount
from knowledge.feeds.formats.rules import MachineRule
from knowledge.types.base import Purchase
from knowledge.types.observed import RejectedRow, SeriesKey

MICRO = Decimal("1e-6")
PURCHASES: tuple[Purchase, ...] = ("on_demand", "spot")


class SkyPlace(NamedTuple):
    """A place and a way of buying."""

    region: str
    zone: str
    purchase: Purchase

    def key(self, instance: str) -> SeriesKey:
        """The series of something there: on demand by region, spot by zone."""
        return SeriesKey("gcp", instance, self.region, self.purchase, self.zone if self.purchase == "spot" else "")

    def row(self, name: str) -> str:
        """What identifies the row in a message."""
        return f"{name} {self.zone or self.region} {self.purchase}"


class Parts:
    """Collects rows of hosts and of accelerators, until both are known."""

    def __init__(self, collector: Collector) -> None:
        self.collector = collector
        self._machines: dict[str, list[MachineRule]] = {}
        for machine in collector.rules.machines:
            self._machines.setdefault(machine.host or machine.id, []).append(machine)
        self._built_in = {machine.accelerator for machine in collector.rules.machines if not machine.host}
        self.hosts = frozenset(
            machine.host for machine in collector.rules.machines if machine.host
        )  # also sold alone
        self._hosts: dict[tuple[str, SkyPlace], list[Amount]] = {}
        self._rates: dict[tuple[str, SkyPlace], dict[float, list[Amount]]] = {}

    def put_host(self, host: str, place: SkyPlace, cell: str) -> Iterator[RejectedRow]:
        """Adds the price of a machine without its accelerators."""
        if host not in self._machines:
            yield RejectedRow(code="unknown_machine", row=place.row(host), value=cell[:60], key=place.key(host))
            return
        self._hosts.setdefault((host, place), []).append(amount(cell, self.collector.rules, 1))

    def put_chips(self, accelerator: str, count: float | None, place: SkyPlace, cell: str) -> Iterator[RejectedRow]:
        """Adds the price of `count` accelerators without a machine."""
        if count is None:
            yield RejectedRow(code="no_count", row=place.row(accelerator), value=cell[:60])
            return
        rate = amount(cell, self.collector.rules, count)
        if rate.usd is not None:
            why = other_purchase(self.collector.rules, place.key(accelerator), rate.usd, count)
            rate = Amount(None, why) if why else Amount(rate.usd / Decimal(str(count)))
        if rate.reason:
            yield RejectedRow(code=rate.reason, row=place.row(f"{count:g} {accelerator}"), value=cell[:60])
        self._rates.setdefault((accelerator, place), {}).setdefault(count, []).append(rate)

    def compose(self) -> Iterator[RejectedRow]:
        """Adds the sums to the collector, and what can be attached to any host as the price of one chip."""
        yield from self._drop_cheap()
        for accelerator, place in sorted(self._rates):
            if accelerator not in self._built_in:
                rate = self._rate(accelerator, place, 1)
                key = place.key(accelerator)._replace(scope="chip")
                if not rate.reason:
                    yield from self.collector.put_amount(key, rate, 1, written=str(rate.usd))
        for host, place in sorted(self._hosts):
            usual = most_common_amount(self._hosts[host, place])
            for machine in self._machines[host]:
                if machine.host and (machine.accelerator, place) not in self._rates:
                    continue  # the host is sold there by itself
                price = self._sum(machine, place, usual)
                yield from self.collector.put_amount(place.key(machine.id), price, machine.chips, written=machine.id)

    def _sum(self, machine: MachineRule, place: SkyPlace, host: Amount) -> Amount:
        """The machine's price: blank if a part is blank, and a reason if a part is missing or in doubt."""
        if (machine.accelerator, place) not in self._rates:
            return Amount(None, "host_alone")
        rate = self._rate(machine.accelerator, place, machine.chips)
        if host.reason or rate.reason:
            return Amount(None, "part_doubtful")
        if host.usd is None or rate.usd is None:
            return NOTHING
        return Amount((host.usd + rate.usd * machine.chips).quantize(MICRO))

    def _rate(self, accelerator: str, place: SkyPlace, count: float) -> Amount:
        """USD per hour and chip, from the row with the same number of chips, or else with the fewest."""
        by_count = self._rates[accelerator, place]
        return most_common_amount(by_count.get(count) or by_count[min(by_count)])

    def _drop_cheap(self) -> Iterator[RejectedRow]:
        """On-demand rates far below those of the same chip elsewhere are another way of buying."""
        least = self.collector.rules.regions.lowest_share["gcp"]
        dearest: dict[str, Decimal] = {}
        for (accelerator, place), by_count in self._rates.items():
            for usd in (rate.usd for rates in by_count.values() for rate in rates):
                if place.purchase == "on_demand" and usd is not None:
                    dearest[accelerator] = max(usd, dearest.get(accelerator, usd))
        for (accelerator, place), by_count in sorted(self._rates.items()):
            for count, rates in by_count.items() if place.purchase == "on_demand" else ():
                for at, rate in enumerate(rates):
                    if rate.usd is not None and rate.usd < dearest[accelerator] * least:
                        rates[at] = Amount(None, "too_cheap_here")
                        written = f"{rate.usd:f} / {dearest[accelerator]:f}"
                        yield RejectedRow(
                            code="too_cheap_here", row=place.row(f"{count:g} {accelerator}"), value=written[:60]
                        )
