"""The cheapest H100 over every cloud, region and way to buy: against gpuhunt's own query on the same rows.

Run: make bench. The peer is gpuhunt's Catalog.query where the package is installed (it is no dependency), and besides
one SQLite table of the same rows. Every row is an on-demand or spot price that comes with the facts. Nothing asserts.
"""

from __future__ import annotations

import importlib.util
import sqlite3
from collections.abc import Callable
from datetime import date
from types import SimpleNamespace
from typing import Any

from benchmarks.timing import median_seconds
from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.answers.rank_prices import instances_asked, ranked
from engine.library import Library
from engine.prices.price_book import PriceBook
from engine.workload.profile import Profile
from knowledge.facts import Facts, Offer
from knowledge.loading.load import load

DAY = date(2026, 11, 22)
QUESTION = "cheapest H100"
TRIES = 15


def rows(facts: Facts) -> list[Offer]:
    """What both are asked of: a price of a whole type with GPUs, on demand or on spot."""
    offers = (
        offer for offer in facts.offers if offer.scope == "instance" and offer.purchase in ("on_demand", "spot")
    )
    return [
        offer for offer in offers if facts.accelerators[facts.instances[offer.instance].accelerator].family == "gpu"
    ]


def our_query(library: Library, *, afresh: bool) -> Callable[[], object]:
    """Each type and way at its cheapest region, sorted by the chip-hour; `afresh`: no quote kept from before."""
    wanted = Profile(candidates=("h100",))

    def ask() -> object:
        if afresh:
            library.prices(DAY).forget()
        return ranked(instances_asked(wanted, set(), library.facts), library, DAY, None, None)

    return ask


def sqlite_query(facts: Facts) -> Callable[[], object]:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE prices (chip, chips, instance, region, purchase, day, usd)")
    db.executemany(
        "INSERT INTO prices VALUES (?, ?, ?, ?, ?, ?, ?)", (_columns(facts, offer) for offer in rows(facts))
    )
    return lambda: db.execute(
        "SELECT instance, region, purchase, max(day), usd, usd / chips AS hour FROM prices WHERE chip LIKE 'h100%'"
        " GROUP BY instance, region, purchase ORDER BY hour"
    ).fetchall()


def gpuhunt_query(facts: Facts) -> Callable[[], object] | None:
    """None where the package is not installed."""
    if importlib.util.find_spec("gpuhunt") is None:
        return None
    gpuhunt: Any = importlib.import_module("gpuhunt")
    catalog = gpuhunt.Catalog(balance_resources=False, auto_reload=False)
    catalog.loaded_at = 0.0
    for cloud in ("aws", "gcp", "azure"):
        items = [_item(gpuhunt, facts, offer) for offer in rows(facts) if offer.cloud == cloud]
        catalog.catalog[cloud] = SimpleNamespace(version="bench", items=items)
    return lambda: catalog.query(provider=["aws", "gcp", "azure"], gpu_name="H100")


def _columns(facts: Facts, offer: Offer) -> tuple[object, ...]:
    thing = facts.instances[offer.instance]
    day, usd = str(offer.observed_on), float(offer.usd_per_hour)
    return thing.accelerator, thing.count, thing.id, offer.region, offer.purchase, day, usd


def _item(gpuhunt: Any, facts: Facts, offer: Offer) -> object:
    thing = facts.instances[offer.instance]
    chip = facts.accelerators[thing.accelerator]
    return gpuhunt.CatalogItem(
        provider=offer.cloud, instance_name=thing.id, location=offer.region, price=float(offer.usd_per_hour),
        cpu=thing.vcpu or 0, memory=thing.host_ram_gib or 0.0, gpu_count=thing.count,
        gpu_name=chip.id.split("-")[0].upper(), gpu_memory=chip.hbm_gib.value,
        spot=offer.purchase == "spot", disk_size=None, gpu_vendor=gpuhunt.AcceleratorVendor.cast(chip.vendor),
    )  # fmt: skip


def main() -> None:
    facts = load()
    advisor = Advisor(facts, DAY)
    cold = median_seconds(lambda: card_text(advisor.ask(QUESTION)), 1)
    library = advisor.library()
    first = median_seconds(our_query(library, afresh=True), TRIES)
    again = median_seconds(our_query(library, afresh=False), TRIES)
    print(f"chipscout ranks H100   {again * 1000:7.2f} ms ({first * 1000:.2f} at first; {len(rows(facts))} prices)")
    peers = {"gpuhunt": gpuhunt_query(facts), "plain SQLite": sqlite_query(facts)}
    for name, query in peers.items():
        if query is None:
            print(f"{name}: not installed here")
            continue
        taken = median_seconds(query, TRIES)
        ratio, at_first = again / taken, first / taken
        print(f"{name:22} {taken * 1000:7.2f} ms   chipscout takes {ratio:.2f} x ({at_first:.1f} x at first)")
    asked = median_seconds(lambda: card_text(advisor.ask(QUESTION)), TRIES)
    print(f"the whole answer, from text to card {asked * 1000:7.2f} ms ({cold * 1000:.2f} the first of the process)")
    fresh = median_seconds(lambda: PriceBook(facts, DAY), TRIES)
    print(f"the prices of another day, laid out     {fresh * 1000:7.2f} ms")


if __name__ == "__main__":
    main()
