"""Prices through time, joined into a line each."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bot.prices.history import HistoryLine, HistoryStep, history, spark
from bot.prices.lookup import query_of
from knowledge.facts import Facts
from knowledge.store.store import Store
from tests.bot.observed import P5, P5_SPOT, price, take
from tests.day import DAY

P4D = P5._replace(instance="p4d.24xlarge")


def line(*steps: tuple[date, float | None]) -> HistoryLine:
    made = tuple(HistoryStep(day=day, usd_per_hour=usd, source="s") for day, usd in steps)
    return HistoryLine(
        cloud="aws", instance="p5.48xlarge", region="us-east-1", purchase="on_demand", steps=made, seen_on=DAY
    )


def test_recorded_prices_become_a_step_each_time_they_change(facts: Facts) -> None:
    query = query_of(facts, "p5.48xlarge", region="us-east-1", purchase="on_demand")
    (found,) = history(facts, None, DAY, query, None)
    assert [step.usd_per_hour for step in found.steps] == [98.32, 55.04]
    assert found.steps[1].share == pytest.approx(-0.4402, abs=1e-4)  # 55.04 / 98.32 - 1


def test_a_day_before_the_first_price_has_no_history(facts: Facts) -> None:
    query = query_of(facts, "p5.48xlarge", region="us-east-1", purchase="on_demand")
    assert history(facts, None, date(2020, 1, 1), query, None) == ()


def test_the_change_of_a_line_is_its_last_price_against_its_first() -> None:
    moved = line((date(2026, 1, 1), 50), (date(2026, 2, 1), None), (date(2026, 3, 1), 40))
    assert moved.share == pytest.approx(-0.2)
    assert line((date(2026, 1, 1), None)).share is None


def test_bars_are_spread_over_time_and_leave_a_gap_where_there_was_no_price() -> None:
    """Forty bars over 39 days: a price of 1 for 13 days, none for 13, then 8."""
    drawn = line((date(2026, 1, 1), 1), (date(2026, 1, 14), None), (date(2026, 1, 27), 8))
    assert spark(drawn, date(2026, 2, 9)) == "▁" * 13 + " " * 13 + "█" * 14


@pytest.mark.parametrize(
    "asked",
    [{"name": "p4d.24xlarge", "region": "us-east-1"}, {"region": "us-east-1"}, {"name": "p4d"}, {"cloud": "aws"}],
    ids=str,
)
def test_what_looks_wrong_is_apart_whatever_it_is_asked_with(
    facts: Facts, tmp_path: Path, asked: dict[str, Any]
) -> None:
    """3.66 for an A100 machine on one day, beside Google's and Azure's own prices."""
    gcp = P4D._replace(cloud="gcp", instance="a2-highgpu-8g", region="us-central1")
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as store:
        for day, usd in (("2026-11-10", "21.96"), ("2026-11-14", "3.66"), ("2026-11-18", "21.96")):
            take(store, date.fromisoformat(day), price(P4D, usd), price(gcp, "29.39"))
        found = history(facts, store.history, DAY, query_of(facts, **asked), date(2026, 11, 1))
    (line,) = (each for each in found if each.instance == "p4d.24xlarge" and each.doubted)
    assert [(wrong.usd_per_hour, wrong.code) for wrong in line.doubted] == [(3.66, "returned")]
    assert all(step.usd_per_hour != 3.66 for step in line.steps)


def test_a_price_is_not_seen_on_a_day_on_which_its_zone_showed_another(facts: Facts, tmp_path: Path) -> None:
    """18.50 until the 19th; what the zone shows on the 20th is not believed, what the other shows is."""
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as store:
        for day, usd in ((17, "18.5"), (18, "18.5"), (19, "18.5"), (20, "40")):
            one, other = (price(P5_SPOT, shown, zone=zone) for shown, zone in ((usd, "use1-az1"), ("19", "use1-az2")))
            take(store, date(2026, 11, day), price(P5, "55.04"), one, other)
        query = query_of(facts, P5.instance, region=P5.region, purchase="spot")
        found = history(facts, store.history, date(2026, 11, 20), query, None)
    assert {each.zone: each.seen_on.day for each in found if each.zone} == {"use1-az1": 19, "use1-az2": 20}


def test_of_two_feeds_the_one_that_verdicts_use_is_the_history(facts: Facts, tmp_path: Path) -> None:
    """gpuhunt says 60 from the 4th on; skypilot, read until the 8th, says 55.04 and decides for a week more."""
    looks = (("01", "55.04", "55.04"), ("04", "60", "55.04"), ("08", "60", "55.04"), ("18", "60", None))
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as store:
        for day, gpuhunt, skypilot in looks:
            when = date.fromisoformat(f"2026-11-{day}")
            take(store, when, price(P5, gpuhunt), feed="gpuhunt")
            if skypilot:
                take(store, when, price(P5, skypilot), feed="skypilot")
        query = query_of(facts, P5.instance, region=P5.region, purchase="on_demand")
        (line,) = history(facts, store.history, DAY, query, date(2026, 11, 1))
    assert [(step.day.day, step.usd_per_hour) for step in line.steps if step.day.month == 11] == [(18, 60.0)]
