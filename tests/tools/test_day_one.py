"""Day-one prices are never older than the release says, by cloud and way to buy."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

import pytest

from knowledge.facts import Facts, Offer
from tools.day_one import ROOT, Age, Way, held, released, stated, wrong

SAYS = stated((ROOT / "docs" / "prices.md").read_text(encoding="utf-8"))
RELEASE = released((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))


def bad(offers: Iterable[Offer], day: date = RELEASE) -> dict[Way, str]:
    return dict(wrong(held(offers), SAYS, day))


def test_no_way_to_buy_is_older_than_the_release_says(facts: Facts) -> None:
    assert bad(facts.offers) == {}, "make day-one"
    assert {way: says.age for way, says in SAYS.items()} == held(facts.offers)


def test_a_copy_without_the_newest_block_rates_fails(facts: Facts) -> None:
    """As of 2026-10-06 the blocks are those of August: on demand, seen in November, does not make up for them."""
    stale = [
        one
        for one in facts.offers
        if (one.cloud, one.purchase) != ("aws", "capacity_block") or one.observed_on < date(2026, 10, 7)
    ]
    assert bad(stale) == {("aws", "capacity_block"): "older"}


@pytest.mark.parametrize("way", sorted(SAYS))
def test_each_way_a_week_older_fails_alone(way: Way, facts: Facts) -> None:
    late = [
        one.model_copy(update={"observed_on": one.observed_on - timedelta(days=7)})
        if (one.cloud, one.purchase) == way
        else one
        for one in facts.offers
    ]
    assert bad(late) == {way: "older"}


def test_the_same_prices_are_too_old_for_a_release_a_quarter_later(facts: Facts) -> None:
    """2026-10-08 and 92 days are 2027-01-08."""
    block = ("aws", "capacity_block")
    assert block not in bad(facts.offers, date(2027, 1, 8))
    assert bad(facts.offers, date(2027, 1, 9))[block] == "late"


def test_a_way_that_is_not_said_or_not_held_fails(facts: Facts) -> None:
    spot = ("gcp", "spot")
    found = held(facts.offers)
    assert dict(wrong(found, {way: says for way, says in SAYS.items() if way != spot}, RELEASE)) == {spot: "unsaid"}
    assert dict(wrong({way: age for way, age in found.items() if way != spot}, SAYS, RELEASE)) == {spot: "gone"}


def test_half_of_the_types_were_seen_by_the_middle_day(facts: Facts) -> None:
    """Of each type its newest: 1, 5 and 9 October."""
    first = facts.offers[0]
    days = {"a": (1,), "b": (2, 5), "c": (9,)}
    offers = [
        first.model_copy(
            update={"cloud": "aws", "purchase": "spot", "instance": name, "observed_on": date(2026, 10, day)}
        )
        for name, seen in days.items()
        for day in seen
    ]
    assert held(offers) == {("aws", "spot"): Age(date(2026, 10, 9), date(2026, 10, 5))}


def test_the_newest_release_is_the_one_of_the_check() -> None:
    assert released("## [Unreleased]\n## [0.1.0] - 2026-11-21\n## [0.2.0] - 2026-12-01\n") == date(2026, 12, 1)
