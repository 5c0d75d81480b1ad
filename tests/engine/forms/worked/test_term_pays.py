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
        (
            "our project ends in 7 months: is a 1 year reservation at 35% off on 4 p5.48xlarge 24/7 ok?",
            0.65,
            210 / 365,
        ),
        ("p4d 3yr at $8.80 vs od 21.96, we're at 45% utilisation: ok?", 8.8 / 21.96, 0.45),
    ],
)
def test_it_pays_where_more_is_used_than_is_paid(advisor: Advisor, text: str, pays_from: float, used: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TermPays)
    assert (first.pays_from, first.used) == pytest.approx((pays_from, used))
    assert first.pays == (used > pays_from)


def test_in_dollars_a_month(advisor: Advisor) -> None:
    """4 x 55.04 x 730 x 0.65 = 104,466 against x 210 / 365 = 92,467."""
    first = advisor.ask(
        "our project ends in 7 months: is a 1 year reservation at 35% off on 4 p5.48xlarge 24/7 ok?"
    ).facts.headline
    assert isinstance(first, TermPays)
    assert (first.term, first.free) == pytest.approx((104_466, 92_467), rel=0.001)
