"""The same dollars for each CPU, on machines of different price, are a license."""

from __future__ import annotations

from engine.changes.licenses import LicenseSteps
from engine.changes.peers import PeerMoves
from knowledge.facts import Facts, SeriesKey
from tests.engine.changes.looks import limits, line, week

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
