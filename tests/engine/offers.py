"""Offerings made by hand, for tests of the arithmetic."""

from __future__ import annotations

from engine.base.interval import Interval
from engine.options.eligibility import SpotUnsaid
from engine.options.option import (
    Option,
)
from knowledge.facts import Family

FAMILY_CHIP = {"gpu": "h200", "trainium": "trainium2", "tpu": "tpu-v6e", "inferentia": "inferentia2"}


def offer(
    family: Family, usd_per_run: float, port_usd: float = 0.0, *, runs: float = 1, held: bool = False
) -> Option:
    """One costed offering at 1 USD an hour, so that hours and dollars a run are the same number."""
    usd = Interval.exactly(usd_per_run)
    port = Interval(low=port_usd / 2, likely=port_usd, high=port_usd * 1.5)
    return Option(
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
        usd_per_hour=Interval.exactly(1.0),
        hours_per_run=usd,
        billed_hours=usd,
        usd_per_run=usd,
        port_usd=port,
        port_weeks=port.times(1 / 4000),
        runs=runs,
        usd_total=port.plus(usd.times(runs)),
        evidence="vendor_measured",
        basis="measured",
        not_leading=SpotUnsaid() if held else None,
    )
