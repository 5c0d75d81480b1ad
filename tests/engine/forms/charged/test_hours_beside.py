"""The hour of each of several chips; whether one is less than another anywhere."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.charged.hours_beside import CheaperAnywhere, HourOfEach
from engine.forms.money.gap import PriceGap


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        ("L4, A10G and L40S on demand per hour", [0.7068, 1.006, 1.861]),
        ("g5.xlarge, g6.xlarge, g6e.xlarge hourly", [0.8048, 1.006, 1.861]),
        ("price per chip hour of MI300X, H200 and B200", [6.0, 7.912, 14.2416]),
    ],
)
def test_each_is_told_by_the_chip_the_cheapest_first(text: str, usd: list[float], advisor: Advisor) -> None:
    """B200: 113.9328 / 8; H200: 63.296 / 8."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, HourOfEach) and [round(one.usd_chip, 4) for one in told.each] == usd


def test_across_clouds_one_may_be_less_that_is_more_on_each(advisor: Advisor) -> None:
    told = advisor.ask("is there anywhere H200 costs less per gpu than an H100?").facts.headline
    assert isinstance(told, CheaperAnywhere) and not told.there and told.above
    assert told.least is not None and all(one.usd_chip > told.least.usd_chip for one in told.above)


def test_where_it_is_less_comes_first(advisor: Advisor) -> None:
    told = advisor.ask("is L4 anywhere cheaper than T4").facts.headline
    assert isinstance(told, CheaperAnywhere) and [one.cloud for one, _ in told.there] == ["gcp"]


def test_two_chips_on_two_clouds_are_four_hours(advisor: Advisor) -> None:
    """g4dn.xlarge 0.526, g2-standard-4 0.70683, n1-standard-8 with a T4 0.73, g6.xlarge 0.8048."""
    told = advisor.ask("L4 vs T4 on AWS and GCP, hourly please").facts.headline
    assert isinstance(told, HourOfEach)
    assert [one.cloud for one in told.each] == ["aws", "gcp", "gcp", "aws"]
    assert [one.usd for one in told.each] == pytest.approx([0.526, 0.70683, 0.73, 0.8048], rel=1e-3)


@pytest.mark.parametrize(
    ("text", "is_cheaper", "times"),
    [
        ("Is tpu v6e cheaper than an H100 per chip-hr if we stay in google cloud?", True, 4.097),  # 11.06125 / 2.70
        ("is an L40S cheaper than an A10G per hour?", False, 0.0),
    ],
)
def test_whether_a_chip_is_cheaper_by_the_hour_is_yes_or_no(
    text: str, is_cheaper: bool, times: float, advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PriceGap) and told.is_cheaper is is_cheaper
    assert told.times == pytest.approx(times, rel=1e-3)


def test_what_is_sold_by_one_of_the_clouds_is_not_missing(advisor: Advisor) -> None:
    told = advisor.ask("A10 on Lambda vs A10G on AWS, per hour").facts.headline
    assert isinstance(told, HourOfEach) and not told.missing
    assert [round(one.usd_chip, 3) for one in told.each] == [1.006, 1.29]


def test_told_prices_of_a_chip_on_several_clouds_are_set_against_those_held(advisor: Advisor) -> None:
    """n1-standard-8 with a V100 2.86, p3.2xlarge 3.06; Azure retired its own."""
    told = advisor.ask("V100: AWS 3.06, GCP 2.95, Azure 3.06. Is that still right?").facts.headline
    assert isinstance(told, HourOfEach) and [round(one.usd_chip, 2) for one in told.each] == [2.86, 3.06]
    assert told.unheld == ("azure",)
