"""A quote over its years, by the hours that are used, in the currency that was told."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.own.quote import HourOfOwn
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    ("text", "sign", "hour"),
    [
        # 8 x 0.7 kW x 1.15 = 6.44 kW x 1.35 x 43,800 h x 0.24 = 91,390; (310,000 + 91,390) / (8 x 43,800 x 0.65)
        (
            "Buy or rent: quote for an 8x H200 server is 310k EUR. Electricity 0.24 EUR/kWh, keep it 5 years, 65% of "
            "GPU hours really used, cooling overhead 35%. What cloud price per GPU-hour would be break-even?",
            "€",
            1.762,
        ),
        # 4 x 0.35 kW x 1.15 = 1.61 kW x 1.4 x 35,040 h x 0.15 = 11,847; 53,847 / (4 x 35,040 x 0.4)
        (
            "Quote of $42,000 for a 4x L40S workstation server, kept 4 years, 40% utilization, power $0.15/kWh, "
            "PUE 1.4. What rental price per GPU hour is break-even?",
            "$",
            0.960,
        ),
    ],
)
def test_an_hour_that_is_used(advisor: Advisor, text: str, sign: str, hour: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, HourOfOwn)
    assert first.sign == sign
    assert first.hour == pytest.approx(hour, abs=0.002)
