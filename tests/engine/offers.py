"""Offerings made by hand, for tests of the arithmetic."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from engine.base.evidence import Achieved
from engine.base.interval import Interval
from engine.options.eligibility import SpotUnsaid
from engine.options.option import CostedOption
from engine.options.port import PortCost
from engine.options.run_cost import RunCost
from engine.prices.price_book import Quote
from knowledge.facts import Family

FAMILY_CHIP = {"gpu": "h200", "trainium": "trainium2", "tpu": "tpu-v6e", "inferentia": "inferentia2"}
PRICE = Quote(
    region="us-east-1",
    purchase="on_demand",
    usd_per_hour=Interval.exactly(1.0),
    seen=Interval.exactly(1.0),
    observed_on=date(2026, 11, 20),
    age_days=1,
    is_old=False,
    grade="independent",
    source="price-list",
)
SPEED = Achieved(
    speed=Interval.exactly(400.0),
    basis="measured",
    grade="vendor_measured",
    cites=("speed",),
    groups=3,
    source_chip="h200",
)


def offer(
    family: Family, usd_per_run: float, port_usd: float = 0.0, *, runs: float = 1, held: bool = False
) -> CostedOption:
    """One costed offering at 1 USD an hour, so that hours and dollars a run are the same number."""
    usd = Interval.exactly(usd_per_run)
    port = Interval(low=port_usd / 2, likely=port_usd, high=port_usd * 1.5)
    return CostedOption(
        id=f"{family}:{usd_per_run:g}:{port_usd:g}",
        cloud="aws",
        instance=family,
        accelerator=FAMILY_CHIP[family],
        chip_name=family,
        family=family,
        count=1,
        chips=8,
        region=None,
        purchase="on_demand",
        runs=runs,
        price=PRICE,
        run=RunCost(instances=1, hours=usd, billed=usd, usd=usd, steady_usd=usd),
        port=ported(port),
        speed=SPEED,
        not_leading=SpotUnsaid() if held else None,
    )


def costing(option: CostedOption, usd: Interval) -> CostedOption:
    """The same offering with another cost of a run."""
    return replace(option, run=option.run._replace(usd=usd))


def ported(usd: Interval) -> PortCost:
    """A migration that costs `usd`, at 4,000 USD an engineer-week."""
    return PortCost(
        target="neuron",
        weeks=usd.times(1 / 4000),
        first_job_weeks=usd.times(1 / 8000),
        usd=usd,
        entry="by-hand",
        moves_cloud=False,
        cites=("port",),
        steps=(),
    )
