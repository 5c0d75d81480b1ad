"""The same dollars for each CPU, on machines of different price, are a license."""

from __future__ import annotations

from engine.changes.licenses import LicenseSteps
from engine.changes.peers import PeerMoves
from knowledge.facts import Facts, SeriesKey
from tests.engine.changes.looks import limits, line, week

A100 = SeriesKey("azure", "Standard_NC24ads_A100_v4", "eastus", "on_demand")  # 24 CPUs
H100 = A100._replace(instance="Standard_ND96isr_H100_v5")  # 96


def machines(facts: Facts, mine: str, other: str, key: SeriesKey = H100) -> int:
    lines = [line(mine, A100), line(other, key)]
    bounds = limits(facts)
    steps = LicenseSteps(PeerMoves(lines, bounds), bounds)
    before, now = (float(usd) for usd in mine.split()[-2:])
    return steps.machines(lines[0], before, now, week(1))


def test_46_thousandths_for_each_of_24_and_of_96_cpus_are_a_license(facts: Facts) -> None:
    """24 x 0.046 = 1.104; 96 x 0.046 = 4.416."""
    assert machines(facts, "3.673 4.777", "98.32 102.736") == 1


def test_the_same_share_is_a_price(facts: Facts) -> None:
    assert machines(facts, "3.673 4.0403", "98.32 108.152") == 0


def test_the_same_dollars_in_two_regions_of_one_price_are_a_price(facts: Facts) -> None:
    assert machines(facts, "3.673 4.777", "3.673 4.777", A100._replace(region="westus")) == 0
    assert machines(facts, "3.673 4.777", "4.775 5.879", A100._replace(region="westus")) == 1


def test_a_fall_is_no_license(facts: Facts) -> None:
    assert machines(facts, "4.777 3.673", "102.736 98.32") == 0
