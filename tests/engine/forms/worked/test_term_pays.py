"""Whether a told discount or price pays for the hours that are used."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.worked.term_pays import TermPays
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    ("text", "pays_from", "used"),
    [
        ("5 x p5.48xlarge running 62% of the hours: 1yr savings plan at 35% off worth it?", 0.65, 0.62),
        ("40% discount if we commit 12 months to 3 p5.48xlarge, we use them 16h a day. take it?", 0.6, 16 / 24),
        ("p4d 3yr at $8.80 vs od 21.96, we're at 45% utilisation: ok?", 8.8 / 21.96, 0.45),
    ],
)
def test_it_pays_where_more_is_used_than_is_paid(advisor: Advisor, text: str, pays_from: float, used: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TermPays)
    assert (first.pays_from, first.used) == pytest.approx((pays_from, used))
    assert first.pays == (used > pays_from)


def test_in_dollars_a_month(advisor: Advisor) -> None:
    """5 x 55.04 x 730 x 0.65 = 130,582 against x 0.62 = 124,555."""
    first = advisor.ask(
        "5 x p5.48xlarge running 62% of the hours: 1yr savings plan at 35% off worth it?"
    ).facts.headline
    assert isinstance(first, TermPays)
    assert (first.term, first.free) == pytest.approx((130_582, 124_555), rel=0.001)
