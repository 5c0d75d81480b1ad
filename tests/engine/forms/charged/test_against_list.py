"""What somebody pays against what is listed."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.charged.against_list import AgainstList


@pytest.mark.parametrize(
    ("text", "less", "by_chip", "term_less"),
    [
        ("our contract: $41,000 a month for one p5en.48xlarge in us-west-2, always on. how far under list is that?",
         0.113, False, None),
        ("we pay 1.70 $ per A100-80GB hour on p4de in us-east-1. good deal vs list and vs the 1 yr RI?",
         0.505, True, 0.218),
        ("we pay $60/h for p5.48xlarge in us-east-1, is that good against list?", -0.090, False, None),
        ("Wir zahlen 18 $ pro Stunde für p4d.24xlarge in us-east-1, guter Preis gegenüber dem Listenpreis?",
         0.180, False, -0.293),
    ],
)  # fmt: skip
def test_what_is_paid_is_told_below_or_above_the_list(
    text: str, less: float, by_chip: bool, term_less: float | None, advisor: Advisor
) -> None:
    """41,000 / 730 = 56.16 of 63.296; 1.70 of 27.44705 / 8 and of 17.401365 / 8; 60 of 55.04; 18 of 21.957642 and of
    13.92."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, AgainstList) and (round(told.less, 3), told.by_chip) == (less, by_chip)
    assert term_less is None or (told.term_less is not None and round(told.term_less, 2) == round(term_less, 2))


def test_a_price_that_is_told_with_work_is_left_to_the_sum_of_it(advisor: Advisor) -> None:
    text = "we pay $32/h for p5.48xlarge, is it a good price to train a 70B model on 1B tokens?"
    assert not isinstance(advisor.ask(text).facts.headline, AgainstList)


@pytest.mark.parametrize(
    ("text", "paid", "by_chip", "less"),
    [
        ("a reseller offers H100 at $2.10/h, good deal vs the big clouds?", 2.10, True, 0.695),
        ("we pay 31 an hour for a p4d. too much?", 31.0, False, -0.412),
        ("got quoted 24 per hour for 8xA100 80GB, is it good", 24.0, False, 0.126),
    ],
)
def test_what_it_is_of_is_what_it_is_nearest_to(
    text: str, paid: float, by_chip: bool, less: float, advisor: Advisor
) -> None:
    """2.10 of 6.88; 31 of 21.957642; 24 of 27.44705."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, AgainstList) and (told.paid, told.by_chip, round(told.less, 3)) == (paid, by_chip, less)


def test_another_currency_is_told_by_the_rate_at_which_it_is_as_listed(advisor: Advisor) -> None:
    """2.744705 / 1.85 = 1.484."""
    told = advisor.ask("someone quotes 1.85 EUR per A100 hour, how does it compare to list").facts.headline
    assert isinstance(told, AgainstList) and told.sign == "€" and round(told.parity or 0, 3) == 1.484
