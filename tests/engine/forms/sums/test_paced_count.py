"""How many cards a rate takes, of which so many did another."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sums.paced_count import PacedCount


@pytest.mark.parametrize(
    ("text", "exact", "cards"),
    [
        ("2 MIG slices of an A100 did 5.4 TPS, we need 37.5: how many A100?", 13.9, 2),  # of 7 a card
        ("On 2/7 of an A100 we measured 5.4 q/s, need 37.5 queries/s. How many A100s?", 13.9, 2),
        ("On 2 of 7 slices of an A100 we see 5.4 TPS, 37.5 TPS needed. how many A100?", 13.9, 2),
        ("one L4 handles 12 req/s, we expect 90. how many L4?", 7.5, 8),
        ("we got 95 requests per second out of 2 A10G, planning for 400, how many do we need", 8.42, 9),
        ("на одной A100 получаем 2200 токенов/с, нужно 15000, сколько карт?", 6.82, 7),
        ("one A100 serves 28 users fine, how many for 300 users?", 10.7, 11),
    ],
)
def test_a_rate_over_what_was_measured(advisor: Advisor, text: str, exact: float, cards: int) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, PacedCount) and first.cards == cards
    assert first.exact == pytest.approx(exact, rel=0.005)
    assert first.at_busy >= first.cards


def test_other_cards_stand_between_the_bounds(advisor: Advisor) -> None:
    text = "a single L40S gives 1,450 tok/s in our benchmark; target is 12k tok/s. number of L40S? and H100s?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, PacedCount) and first.cards == 9  # 8.28
    other = first.others[0]
    assert (other.chip, other.low, other.high) == (
        "NVIDIA H100 SXM",
        3,
        4,
    )  # 8.28 / 3,350 x 864 = 2.1; / 989 x 362 = 3.03


@pytest.mark.parametrize(
    "text",
    [
        "Why are you using num cores as 24 for inf2.48xlarge, shouldn't it be 12 since it has 12 accelerators?",
        "TPU v3-8 is advertised as 128 GB, why can I not use all the memory?",
    ],
)
def test_two_numbers_of_a_why_are_no_rates(advisor: Advisor, text: str) -> None:
    first = advisor.ask(text).facts.headline
    assert first is None or first.code != "paced_count"
