"""The smallest machine that makes sense where nothing is known of the work: what is named at most, never advised."""

from __future__ import annotations

from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.prices.price_book import Quote
from knowledge.facts import Cloud, Instance
from knowledge.units import HOURS_PER_MONTH

USUAL: tuple[Cloud, ...] = ("aws",)


class Smallest(Reason, code=""):
    """One chip by itself that trains and serves, on a host of the usual kind, the cheapest on demand.

    A month of it is on day and night."""

    instance: str
    chip: str
    gib: float
    cloud: Cloud
    usd_per_hour: float
    usd_per_month: float
    region: str
    day: str


def smallest(asked: Question, kind: type[Smallest], *, least_gib: float = 0.0) -> Smallest | None:
    """On the clouds that were said, of the families that were not excluded, with a chip of at least so much memory.

    None where no price is known."""
    out = set(asked.reading.ruled_out.get("candidates", ()))
    clouds = asked.said.clouds or USUAL
    book = asked.library.prices(asked.day)
    priced: list[tuple[Instance, Quote]] = []
    for instance in asked.library.facts.instances.values():
        chip = asked.library.facts.accelerators[instance.accelerator]
        usable = chip.trains and chip.serves and not chip.arm_host
        usable = usable and instance.count == 1 and instance.cloud in clouds
        usable = usable and chip.hbm_gib.value >= least_gib
        if not usable or out & {chip.id, chip.family}:
            continue
        quote = book.near(instance, "on_demand", asked.said.region)
        if quote is not None:
            priced.append((instance, quote))
    gpus = [
        (thing, quote)
        for thing, quote in priced
        if asked.library.facts.accelerators[thing.accelerator].family == "gpu"
    ]
    if not priced:
        return None
    thing, quote = min(gpus or priced, key=lambda entry: (entry[1].seen.likely, entry[0].id))
    chip = asked.library.facts.accelerators[thing.accelerator]
    return kind(
        instance=thing.id,
        chip=chip.name,
        gib=chip.hbm_gib.value,
        cloud=thing.cloud,
        usd_per_hour=quote.usd_per_hour.likely,
        usd_per_month=quote.usd_per_hour.likely * HOURS_PER_MONTH,
        region=quote.region,
        day=str(quote.observed_on),
        cites=(*quote.cites, chip.hbm_gib.source),
    )
