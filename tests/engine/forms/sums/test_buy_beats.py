"""The use from which a machine that is for sale beats renting."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sums.buy_beats import BuyBeats


@pytest.mark.parametrize(
    ("text", "price", "count"),
    [
        ("a reseller offers an 8xH100 server for 280k; at which utilization does it beat renting p5?", 280e3, 8),
        ("vendor wants $32k for one H100 PCIe. utilization at which it beats p5.4xlarge?", 32e3, 1),
        ("when does buying 4 L40S for 48k pay off against g6e.12xlarge?", 48e3, 4),
        ("dealer: 2x H200 NVL for 75k. Above what monthly hours cheaper than p5en?", 75e3, 2),
    ],
)
def test_the_share_of_the_hours_after_which_buying_has_paid(
    advisor: Advisor, text: str, price: float, count: int
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, BuyBeats) and (first.price, first.count, first.months) == (price, count, 36.0)
    assert first.hours == pytest.approx(price / (first.rate - first.power_usd))
    assert first.share == pytest.approx(first.hours / (36 * 730)) and first.bare < first.share


def test_of_a_machine_with_more_chips_the_part_that_is_as_many_counts(advisor: Advisor) -> None:
    whole = advisor.ask("8x H200 for 300k. At which utilization is that cheaper than p5en?").facts.headline
    part = advisor.ask("2x H200 for 75k. At which utilization is that cheaper than p5en?").facts.headline
    assert isinstance(whole, BuyBeats) and isinstance(part, BuyBeats) and part.part and not whole.part
    assert part.rate == pytest.approx(whole.rate / 4)


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("An A100 costs $15k to buy or $2 an hour to rent. When does buying pay?", 2),
        ("8x H100 for $280k, or rented at $30 an hour. When does buying pay?", 30),
        ("8x H100 for $280k, or rented at $4 a GPU-hour. When does buying pay?", 32),
    ],
)
def test_the_rent_that_is_told_is_the_one_it_is_set_against(advisor: Advisor, text: str, rate: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, BuyBeats) and first.told and first.rate == pytest.approx(rate)


def test_of_a_range_of_rents_that_is_told_both_ends_are_worked_out(advisor: Advisor) -> None:
    """An A100 SXM draws 400 W x (1 + its host's share) at a PUE; whatever that costs, 15,000 / (rent - it)."""
    first = advisor.ask("Buying an A100 at 15k. Renting is $1.5/h to $2.5/h. When would buying pay?").facts.headline
    assert isinstance(first, BuyBeats) and first.told and first.most and first.least is None
    assert (first.rate, first.most.rate) == (1.5, 2.5)
    assert first.hours == pytest.approx(15e3 / (1.5 - first.power_usd))
    assert first.most.hours == pytest.approx(15e3 / (2.5 - first.power_usd))
    assert first.most.share == pytest.approx(first.most.hours / 26_280) and first.most.share < first.share


def test_without_a_told_rent_the_range_is_from_the_least_held_to_a_large_cloud(advisor: Advisor) -> None:
    """Lambda listed an A100 40 GB at $1.99 on 2026-09-25, a2-highgpu-1g cost $3.67."""
    first = advisor.ask("An A100 40GB costs $15k to buy. When does buying pay?").facts.headline
    assert isinstance(first, BuyBeats) and first.least and first.most is None
    assert (first.least.seller, first.least.rate) == ("lambda", pytest.approx(1.99))
    assert first.least.hours == pytest.approx(15e3 / (1.99 - first.power_usd)) and first.least.hours > first.hours


def test_a_cloud_or_a_machine_that_is_named_is_the_one_it_is_set_against(advisor: Advisor) -> None:
    for text in ("One A100 40GB for 15k: at which utilization does it beat a2-highgpu-1g?",):
        first = advisor.ask(text).facts.headline
        assert isinstance(first, BuyBeats) and first.least is None


@pytest.mark.parametrize(
    "text",
    [
        "Is it worth buying an H100 at $28,000 if I can rent one for between $1.99 and $2.99 per hour?",
        "We could buy an H100 for $28k or rent it at $1.99-2.99/hr. break even?",
        "Buying at $28k per H100 vs. renting at $1.99/h to $2.99/h. break-even?",
    ],
)
def test_the_break_even_is_told_and_not_which_of_two_rents_is_the_less(advisor: Advisor, text: str) -> None:
    asked = advisor.ask(text)
    first = asked.facts.headline
    assert isinstance(first, BuyBeats) and first.most and (first.rate, first.most.rate) == (1.99, 2.99)
    assert first.hours == pytest.approx(28e3 / (1.99 - first.power_usd))
