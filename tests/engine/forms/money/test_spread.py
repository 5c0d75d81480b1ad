"""How far prices of a chip lie apart."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.money.spread import PricesSpread


@pytest.mark.parametrize(
    "text",
    [
        "spread of L4 prices across clouds",
        "L4 各家云价格差多少",
        "écart de prix du L4 entre les clouds",
        "how much do L4 prices differ between clouds",
    ],
)
def test_each_seller_has_its_least_and_its_most(text: str, advisor: Advisor) -> None:
    """Least: g2-standard-4 in us-east4, 0.704518. No machine with an L4 is held on Azure."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PricesSpread)
    assert round(told.low.usd_chip, 4) == 0.7045 and told.none == ("azure",)
    for one in told.each:
        assert told.low.usd_chip <= one.low.usd_chip <= one.high.usd_chip <= told.high.usd_chip
    assert told.times == pytest.approx(told.high.usd_chip / told.low.usd_chip)
