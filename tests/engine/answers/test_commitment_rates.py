"""The rates of a commitment beside on demand. Expected prices are rows of `knowledge/data/prices/prices.csv`."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.answers.commitment_rates import example, on_demand, rates, use_of, usual_one_year_discount
from engine.library import Library
from engine.workload.profile import Profile
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def library(advisor: Advisor) -> Library:
    return advisor.library()


@pytest.mark.parametrize(
    ("profile", "share", "said"),
    [
        (Profile(run_hours=73, runs_per_month=5), 0.5, True),  # 365 of the 730 hours of a month
        (Profile(run_hours=200, runs_per_month=30), 1.0, True),  # more work than hours: several machines
        (Profile(cadence="continuous"), 1.0, True),
        (Profile(), 1.0, False),  # assumed
    ],
)
def test_use_is_the_share_of_all_hours_in_which_the_machines_work(profile: Profile, share: float, said: bool) -> None:
    assert use_of(profile) == (pytest.approx(share, abs=0.001), said, 0)


@pytest.mark.parametrize(
    ("hours", "share", "machines"),
    [(365, 0.5, 1), (730, 1.0, 1), (3_144, 1.0, 4), (3_650, 1.0, 5)],  # 3,144 / 730 = 4.3: four work all the time
)
def test_hours_worked_out_keep_whole_machines_busy(hours: float, share: float, machines: int) -> None:
    assert use_of(Profile(), hours) == (pytest.approx(share), True, machines)


def test_a_block_is_cheaper_than_on_demand_above_87_percent_of_all_hours(library: Library, facts: Facts) -> None:
    (block,) = rates(facts.instances["p5.48xlarge"], Profile(), library.prices(DAY))
    assert (block.purchase, block.usd, block.on_demand) == ("capacity_block", 47.76, 55.04)
    assert block.share == pytest.approx(0.8677, abs=0.0001)  # 47.76 / 55.04
    assert not block.is_term


def test_what_is_not_sold_on_demand_has_no_rate_beside_it(library: Library, facts: Facts) -> None:
    """trn2.48xlarge is sold by Capacity Block alone."""
    trn2 = facts.instances["trn2.48xlarge"]
    assert on_demand(trn2, Profile(), library.prices(DAY)) is None
    assert rates(trn2, Profile(), library.prices(DAY)) == ()


def test_a_rate_to_explain_with_is_of_a_whole_machine(library: Library, facts: Facts) -> None:
    rate = example(Profile(), library, DAY)
    assert rate is not None and rate.purchase == "reserved_1yr"
    assert facts.instances[rate.instance].count == 8


def test_a_usual_discount_is_one_that_was_seen(library: Library, facts: Facts) -> None:
    found = usual_one_year_discount("aws", library, library.prices(DAY))
    assert found is not None
    discount, source = found
    assert 0 < discount < 1
    assert source in facts.sources
