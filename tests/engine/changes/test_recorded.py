"""The prices that ship with chipscout, as a feed: what really happened, told by hand from their sources."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from engine.changes.changes import Change, changes
from engine.changes.recorded import RECORDED, price_history, recorded_series
from knowledge.facts import Point, Series, SeriesKey
from knowledge.loading.load import load
from tests.day import DAY

KNOWN = load()  # without what is recorded after the day of the tests: it must not change what happened before
FACTS = KNOWN.model_copy(update={"offers": tuple(offer for offer in KNOWN.offers if offer.observed_on <= DAY)})


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


# ---- one history of recorded and observed prices

P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
CUT = date(2025, 6, 23)  # the day on which the recorded prices saw p5 fall from 98.32 to 55.04
SKYPILOT = "skypilot"


def observed(*days: tuple[date, str], key: SeriesKey = P5, feed: str = SKYPILOT) -> Series:
    points = tuple(Point(day, Decimal(usd)) for day, usd in days)
    return Series(feed, key, points, tuple(day for day, _ in days))


def of(key: SeriesKey, *series: Series) -> dict[str, dict[date, str]]:
    """The history of one price, by feed: each day on which it changed."""
    return {
        one.feed: {point.seen_on: str(point.usd_per_hour) for point in one.points}
        for one in price_history(FACTS, series)
        if one.key == key
    }


def test_a_feed_stands_beside_the_recorded_prices_and_hides_none() -> None:
    history = of(P5, observed((date(2026, 11, 14), "55.04")))
    assert history[RECORDED] == {date(2023, 7, 31): "98.32", CUT: "55.04"}
    assert history[SKYPILOT] == {date(2026, 11, 14): "55.04"}


def test_on_a_day_of_which_both_speak_the_observed_price_stands() -> None:
    assert of(P5, observed((CUT, "60.00")))[RECORDED][CUT] == "60.00"


def test_a_table_of_ones_own_and_the_recorded_prices_are_one_line() -> None:
    imported = observed((date(2025, 6, 5), "55.04"), (date(2026, 11, 20), "50.00"), feed=RECORDED)
    assert of(P5, imported) == {
        RECORDED: {date(2023, 7, 31): "98.32", date(2025, 6, 5): "55.04", date(2026, 11, 20): "50.00"}
    }


def test_what_no_recorded_price_speaks_of_is_there_as_observed() -> None:
    key = P5._replace(instance="p9.48xlarge")
    assert of(key, observed((CUT, "70.00"), key=key)) == {SKYPILOT: {CUT: "70.00"}}


def test_recorded_spot_prices_end_where_a_feed_begins() -> None:
    """The middle of a region's zones and one recorded figure are not the same thing, so they do not alternate."""
    key = next(one.key for one in recorded_series(FACTS) if one.key.purchase == "spot" and len(one.points) > 2)
    before = of(key)[RECORDED]
    begun = sorted(before)[1]
    history = of(key, observed((begun, "9.99"), key=key._replace(zone="a")))
    assert list(history[RECORDED]) == sorted(before)[:1]


def test_where_a_feed_begins_is_no_change_and_neither_is_what_it_lists_late() -> None:
    """Recorded: 55.04 since June 2025. A feed that shows the old price first and the new one later brings no news."""
    late = observed((date(2026, 11, 10), "98.32"), (date(2026, 11, 17), "55.04"))
    found = changes(price_history(FACTS, [late]), date(2026, 11, 7), date(2026, 11, 21), FACTS)
    assert [change for change in found if change.announced and change.feed == SKYPILOT] == []


def test_a_price_that_a_feed_saw_go_is_told_although_it_was_recorded_once() -> None:
    looks = (date(2026, 11, 7), date(2026, 11, 14), date(2026, 11, 18), date(2026, 11, 21))
    points = (Point(looks[0], Decimal("55.04")), Point(looks[2], None, is_gone=True))
    others = [
        observed(*((day, "9.99") for day in looks), key=P5._replace(instance=f"g6e.{size}xlarge"))
        for size in (2, 4, 8, 12, 16, 24)
    ]
    history = price_history(FACTS, [Series(SKYPILOT, P5, points, looks), *others])
    found = changes(history, date(2026, 11, 14), date(2026, 11, 21), FACTS)
    assert [(change.instance, change.kind) for change in found if change.announced] == [("p5.48xlarge", "delisted")]
