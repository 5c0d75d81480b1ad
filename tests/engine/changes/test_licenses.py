"""The same dollars for each CPU, on machines of different price, are a license."""

from __future__ import annotations

from engine.changes.changes import Change, changes
from engine.changes.licenses import HeldLicense, LicensedPrice, LicenseSteps, held_licenses
from engine.changes.peers import PeerMoves
from knowledge.facts import Facts, Series, SeriesKey
from tests.engine.changes.looks import limits, line, shown, week

A100 = SeriesKey("azure", "Standard_NC24ads_A100_v4", "eastus", "on_demand")  # 24 CPUs
H100 = A100._replace(instance="Standard_ND96isr_H100_v5")  # 96


def is_license(facts: Facts, mine: str, other: str, key: SeriesKey = H100, when: int = 1) -> bool:
    """Whether the last move of the first machine looks like a license, with another machine beside it."""
    lines = [line(mine, A100), line(other, key)]
    bounds = limits(facts)
    before, now = (float(usd) for usd in mine.split()[when - 1 : when + 1])
    return LicenseSteps(PeerMoves(lines, bounds), bounds).is_license(lines[0], before, now, week(when))


def test_46_thousandths_for_each_of_24_and_of_96_cpus_are_a_license(facts: Facts) -> None:
    """24 x 0.046 = 1.104; 96 x 0.046 = 4.416."""
    assert is_license(facts, "3.673 4.777", "98.32 102.736")


def test_the_same_share_is_a_price(facts: Facts) -> None:
    assert not is_license(facts, "3.673 4.0403", "98.32 108.152")


def test_the_same_dollars_in_two_regions_of_one_price_are_a_price(facts: Facts) -> None:
    assert not is_license(facts, "3.673 4.777", "3.673 4.777", A100._replace(region="westus"))
    assert is_license(facts, "3.673 4.777", "4.775 5.879", A100._replace(region="westus"))


def test_a_fall_is_no_license(facts: Facts) -> None:
    assert not is_license(facts, "4.777 3.673", "102.736 98.32")


def test_falls_by_the_same_dollars_for_each_cpu_are_alike(facts: Facts) -> None:
    """24 x 0.046 = 1.104 and 96 x 0.046 = 4.416; 96 x 0.05 = 4.8. The same machine: 1.104 from two prices."""
    west = A100._replace(region="westus")
    for key, prices, expected in ((H100, "102.736 98.32", 1), (H100, "102.736 97.936", 0), (west, "5.879 4.775", 1)):
        mine, bounds = line("4.777 3.673", A100), limits(facts)
        steps = LicenseSteps(PeerMoves([mine, line(prices, key)], bounds), bounds)
        assert steps.fallen_alike(mine, 4.777, 3.673, week(1)) == expected


def test_a_rise_has_not_fallen_alike(facts: Facts) -> None:
    mine, bounds = line("4.777 3.673", A100), limits(facts)
    steps = LicenseSteps(PeerMoves([mine, line("98.32 102.736", H100)], bounds), bounds)
    assert steps.fallen_alike(mine, 4.777, 3.673, week(1)) == 0


def test_of_a_license_that_was_seen_before_one_machine_is_enough(facts: Facts) -> None:
    """Nobody knows how many CPUs an NX32 has: 1.472 is 32 x 0.046, and 1.5 is no even number of them."""
    slip, other = line("3.673 4.777 3.673 3.673", A100), line("98.32 102.736 98.32 98.32", H100)
    bounds = limits(facts)
    for usd, expected in (("7.572", True), ("7.6", False)):
        unknown = line(f"6.1 6.1 6.1 {usd}", A100._replace(instance="Standard_NX32"))
        steps = LicenseSteps(PeerMoves([slip, other, unknown], bounds), bounds)
        assert steps.is_license(unknown, 6.1, float(usd), week(3)) is expected
        assert not steps.is_license(unknown, 6.1, float(usd), week(0))  # it was not known yet


WEST = A100._replace(region="westus")  # 4.775 + 24 x 0.046 = 5.879


def told(facts: Facts, *others: Series, until: int = 6) -> list[Change]:
    """Of machines that list the license for five weeks."""
    series = [
        shown("3.673 4.777 4.777 4.777 4.777 4.777 4.777", A100),
        shown("4.775 5.879 5.879 5.879 5.879 5.879 5.879", WEST),
        shown("98.32 102.736 102.736 102.736 102.736 102.736 102.736", H100),
    ]
    return list(changes([*series, *others], week(0), week(until), facts))


def test_looks_of_one_feed_never_make_a_license_a_price(facts: Facts) -> None:
    every = told(facts)
    assert {(one.code, one.announced, one.needed) for one in every} == {("license", False, 0)}
    assert {round(one.limit or 0, 6) for one in every} == {0.046}


def test_a_small_move_of_the_price_with_it_is_no_move_of_the_price(facts: Facts) -> None:
    """3.673, with the license 4.777, then 4.9: nearer to that than to the price."""
    series = [shown("3.673 4.777 4.9 4.9 4.9", A100), shown("98.32 102.736 102.736 102.736 102.736", H100)]
    assert not any(one.announced for one in changes(series, week(0), week(4), facts))


def test_another_feed_that_shows_the_same_makes_it_a_price(facts: Facts) -> None:
    """That one price; of the others nobody says it."""
    every = told(facts, shown("3.673 3.673 3.673 4.777 4.777 4.777 4.777", A100, "two"))
    (one,) = (change for change in every if change.announced)
    assert (one.region, one.before, one.after, one.told_on) == ("eastus", 3.673, 4.777, week(3))


def test_prices_with_a_license_are_one_statement() -> None:
    """Two types, and of the one that nobody knows no dollars a CPU."""
    day = week(1)
    prices = [
        LicensedPrice("one", "azure", day, "A", "westus", 0.046),
        LicensedPrice("one", "azure", day, "A", "eastus", 0.046),
        LicensedPrice("one", "azure", day, "B", "eastus", None),
    ]
    assert held_licenses(prices) == (HeldLicense("one", "azure", day, 0.046, 2, ("eastus", "westus")),)
