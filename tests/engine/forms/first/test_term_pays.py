"""Whether a term pays for machines that run so much of it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.first.term_pays import TermPays


@pytest.mark.parametrize(
    ("text", "pays", "share", "least"),
    [
        ("5 x p5.48xlarge run 62% of the hours. 1 year savings plan at 35% off worth it?", "no", 0.62, 0.65),
        ("6 g6.12xlarge are busy 80% of the hours, they offer 27% off for one year. take it?", "yes", 0.8, 0.73),
        ("should we buy a savings plan for g5.xlarge runners, 146 hours a month each?", "no", 0.2, 0.28),
        ("our project ends in 7 months: is a 1 year RI at 35% off on 4 p5.48xlarge 24/7 ok?", "no", 0.58, 0.65),
        ("p4d 3yr at $8.80 vs od 21.96, we're at 45% utilisation: ok?", "yes", 0.45, 0.4),
        ("3-year commitment, 55% off, machines idle 30% of the time: does it pay?", "yes", 0.7, 0.45),
    ],
)
def test_it_pays_where_more_of_the_hours_are_used_than_is_left_of_the_price(
    advisor: Advisor, text: str, pays: str, share: float, least: float
) -> None:
    """Without a rate the most that any type gets off, 72%, says where it cannot pay: up to 28% of the hours."""
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TermPays)
    assert (first.pays, round(first.share, 2), round(first.least, 2)) == (pays, share, least)
    assert card_text(advisor.ask(text)).startswith({"no": "No.", "yes": "Yes."}[pays])


def test_of_a_time_in_one_go_the_bill_comes_first_where_it_is_asked(advisor: Advisor) -> None:
    """12 machines x 90 days x 24 h, and 90 of 365 days are a quarter of the term."""
    asked = advisor.ask("12 p4de nodes for 90 days 24/7. what's the on-demand bill, and does a 1yr plan make sense?")
    first = asked.facts.headline
    assert isinstance(first, TermPays) and first.bill_first
    assert first.without_usd == pytest.approx(12 * 2160 * first.free) and round(first.share, 2) == 0.25


def test_a_chip_is_billed_by_the_cheapest_machine_with_it(advisor: Advisor) -> None:
    """16 x 6.88 x 8,760 x 0.7 = $675k owed, against 14 of 24 hours: $563k."""
    first = advisor.ask("we use 16 H100 14 hours a day, 30% off for a 1 year commitment. worth it?").facts.headline
    assert isinstance(first, TermPays) and first.pays == "no"
    assert (first.with_usd, first.without_usd) == pytest.approx((675_000, 562_500), rel=0.01)
