"""The prices that ship with chipscout, as a feed: what really happened, told by hand from their sources."""

from __future__ import annotations

from datetime import date

from engine.changes.changes import Change, changes
from engine.changes.recorded import recorded_series
from knowledge.loading.load import load

FACTS = load()


def recorded(since: date, until: date) -> tuple[Change, ...]:
    return changes(recorded_series(FACTS), since, until, FACTS)


def said(found: tuple[Change, ...]) -> set[tuple[str, str, float | None, float | None]]:
    return {
        (change.instance, change.region, change.before, change.after)
        for change in found
        if change.announced and change.purchase == "on_demand"
    }


def test_every_on_demand_change_of_four_years_is_told_and_no_other() -> None:
    """Karpenter's snapshots of the AWS and Azure lists, and gcosts' of Google's, 2022 to 2026."""
    assert said(recorded(date(2022, 1, 1), date(2026, 11, 21))) == {
        ("g2-standard-4", "us-east4", 0.796105, 0.704518),
        ("Standard_ND96isr_MI300X_v5", "eastus2", 88.488, 48.0),
        ("Standard_ND96isr_MI300X_v5", "westus", 115.034, 62.853),
        ("Standard_ND96isr_MI300X_v5", "westus3", 88.488, 48.0),
        ("Standard_ND96isr_H200_v5", "eastus2", 118.0, 84.8),
        ("Standard_ND96isr_H200_v5", "westus", 153.4, 110.24),
        ("Standard_ND96isr_H200_v5", "westus3", 118.0, 84.8),
        ("p4d.24xlarge", "us-east-1", 32.7726, 21.957642),
        ("p5.48xlarge", "us-east-1", 98.32, 55.04),
        ("p5en.48xlarge", "us-east-1", 84.8, 63.296),
    }


def test_the_cuts_of_june_2025_have_their_percentages() -> None:
    found = recorded(date(2025, 6, 1), date(2025, 7, 30))
    assert {(change.instance, round(change.percent or 0, 1)) for change in found} == {
        ("p5.48xlarge", -44.0),
        ("p4d.24xlarge", -33.0),
        ("p5en.48xlarge", -25.4),
    }


def test_googles_a3_spot_is_told_as_a_trend_in_2026_and_not_in_the_flat_year_before() -> None:
    """20.39 USD/h from May to December 2025; then 10 to 16 % more every month."""
    rising = [c for c in recorded(date(2025, 12, 31), date(2026, 7, 1)) if c.instance == "a3-highgpu-8g"]
    assert [(change.kind, change.before, change.after) for change in rising] == [("spot_trend", 20.390157, 43.804399)]
    flat = recorded(date(2025, 6, 1), date(2025, 12, 31))
    assert [change for change in flat if change.instance == "a3-highgpu-8g"] == []


def test_nothing_that_was_recorded_looks_wrong() -> None:
    found = recorded(date(2022, 1, 1), date(2026, 11, 21))
    assert [(change.code, change.instance, change.region) for change in found if change.kind == "suspect"] == []
