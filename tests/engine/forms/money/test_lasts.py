"""How long dollars last."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.money.lasts import DollarsLast


def last(text: str, advisor: Advisor) -> DollarsLast:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, DollarsLast), text
    assert card_text(answer)
    return answer.facts.headline


def test_of_two_machines_and_until_they_expire(advisor: Advisor) -> None:
    """100,000 / 55.04 = 1,817 h and / 35.76 = 2,796 h; in 210 x 24 = 5,040 h they pay 0.36 machines.

    Work: 2,796 / 1,817 x 16 x 667 / (8 x 989) = 2.08 times the math.
    """
    told = last(
        "We got $100k of AWS credits and they expire in 7 months. How many hours of p5.48xlarge is that at list "
        "price, and would trn2 stretch it much further?",
        advisor,
    )
    assert [round(one.hours) for one in told.each] == [1817, 2796]
    assert told.until_hours == 5040 and told.each[0].together == pytest.approx(0.3605, abs=1e-3)
    assert told.each[1].compute == pytest.approx(2.08, abs=0.01)


def test_of_several_machines_at_once(advisor: Advisor) -> None:
    """50,000 / (2 x 21.957642) = 1,139 h."""
    told = last("wie viele Stunden p4d.24xlarge bekommen wir für 50.000 $ mit 2 Maschinen?", advisor)
    assert told.each[0].machines == 2 and round(told.each[0].hours) == 1139


@pytest.mark.parametrize(
    ("text", "whole", "together"),
    [
        # As of 2026-11-21: to 2027-01-31 71 days, 1,704 h x 55.04 = 93,788; 100,000 / 93,788 = 1.07.
        ("$100k of AWS credits that expire on 2027-01-31. How many p5.48xlarge can I keep running?", 1, 1.07),
        # To 2026-12-31 40 days, 960 h x 21.957642 = 21,079; 40,000 / 21,079 = 1.90.
        ("$40k of AWS credits that expire on 31.12.2026: how many p4d.24xlarge around the clock?", 1, 1.90),
        ("I have 20k USD of AWS credits valid until 2026-12-31, how many p4d.24xlarge all the time?", 0, 0.95),
    ],
)
def test_the_day_on_which_credits_end_bounds_the_machines(
    text: str, whole: int, together: float, advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, DollarsLast)
    one = told.each[0]
    assert one.whole == whole and one.together == pytest.approx(together, abs=0.005)
    assert one.left_usd is not None and told.until_hours is not None
    assert one.left_usd == pytest.approx(told.usd - whole * one.one.usd * told.until_hours)


def test_in_each_way_that_is_named_and_what_is_not_held_is_told(advisor: Advisor) -> None:
    """500 / 1.861 = 269 h and / 0.5918 = 845 h."""
    told = last("com 500 dolares quantas horas de g6e.xlarge em us-east-2, sob demanda e spot?", advisor)
    assert [round(one.hours) for one in told.each] == [269, 845] and not told.unheld
    told = last("avec 300 dollars, combien d'heures de g6.xlarge en spot à us-east-1 ?", advisor)
    assert told.unheld == ("spot",)


@pytest.mark.parametrize(
    ("text", "usd", "sign", "hours", "in_unit"),
    [
        ("with 8k how long can i run 8 H100", 8_000, "$", 145.3, None),
        ("I have 50k EUR, how many weeks of p4d.24xlarge", 50_000, "€", 2277.1, 13.55),
        ("how far does CHF 2000 go on g5.xlarge", 2_000, "CHF ", 1988.1, None),
        ("3k dollars, inf2.xlarge, how many months", 3_000, "$", 3956.7, 5.42),
    ],
)
def test_a_sum_in_thousands_or_another_currency_in_the_unit_that_is_asked(
    text: str, usd: float, sign: str, hours: float, in_unit: float | None, advisor: Advisor
) -> None:
    """8,000 / 55.04; 50,000 / 21.957642 and / 168; 2,000 / 1.006; 3,000 / 0.7582 and / 730."""
    told = last(text, advisor)
    assert (told.usd, told.sign) == (usd, sign) and abs(told.each[0].hours - hours) < 0.5
    assert told.in_unit is None if in_unit is None else abs((told.in_unit or 0) - in_unit) < 0.01


def test_of_a_chip_alone_its_own_hours(advisor: Advisor) -> None:
    """100,000 / 63.296 x 8."""
    told = last("what does 100k get me in H200 hours", advisor)
    assert told.of_chips is not None and round(told.of_chips) == 12_639


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("25k budget. hours on p5en.48xlarge?", 395),  # 25,000 / 63.296
        ("hours of p5en.48xlarge for 25k?", 395),
        ("$12,000 in p4d.24xlarge hours?", 547),  # 12,000 / 21.957642
        ("got $8k - hrs on a g6e.xlarge?", 4299),  # 8,000 / 1.861
        ("10.000 € stunden auf g5.xlarge?", 9940),  # 10,000 / 1.006
    ],
)
def test_hours_of_a_machine_are_asked_of_a_sum(text: str, hours: int, advisor: Advisor) -> None:
    assert round(last(text, advisor).each[0].hours) == hours


def test_hours_that_are_told_are_none_that_are_asked(advisor: Advisor) -> None:
    answer = advisor.ask("we ran 100 hours on p5.48xlarge, budget 25k, how much is left?")
    assert not isinstance(answer.facts.headline, DollarsLast)
