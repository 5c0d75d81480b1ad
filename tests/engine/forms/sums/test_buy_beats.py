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
