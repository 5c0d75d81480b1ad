"""A share of a machine's price that is told of another seller is worked out from the prices held."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.billed.fraction_told import FractionTold


@pytest.mark.parametrize(
    ("text", "usd", "share"),
    [
        (  # 8 x 1.99 of 21.957642
            "On AWS 8 A100 (p4d.24xlarge) cost $32.77 per hour, Lambda has A100s for $1.29 each. So about a third?",
            15.92,
            0.725,
        ),
        # 8 x 2.89 of 55.04
        ("p5.48xlarge is $98/h and RunPod sells H100 at $2.5, so a quarter of the price, right?", 23.12, 0.42),
    ],
)
def test_the_share_is_of_prices_that_are_held(text: str, usd: float, share: float, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline if answer.facts else None
    assert isinstance(first, FractionTold) and card_text(answer)
    assert first.usd == pytest.approx(usd) and first.share == pytest.approx(share, abs=0.002) and not first.right
