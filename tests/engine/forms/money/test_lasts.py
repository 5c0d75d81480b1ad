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
