"""What machines come to for a told time, and in two ways at told prices."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.own.kept_on import KeptOn, WaysCost
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    ("text", "usd", "pays_from"),
    [
        # 8 x 60 x 1.006 and 8 x 60 x 1.15 x 0.42
        (
            "8 g5.xlarge durante 60 horas. El spot está a 0,42 $/h y on-demand a 1,006 $/h. Contando un 15% de "
            "trabajo repetido por interrupciones, ¿cuánto nos ahorramos con spot?",
            [482.88, 231.84],
            0.0,
        ),
        # 11 x 5 x 52 x 27.45 and 8,760 x 17.90; 17.90 / 27.45
        (
            "Team uses one p4de.24xlarge about 11 hours a day, Monday to Friday, all year. On demand is $27.45/h. "
            "Sales offers a 1-year commitment, no upfront, at $17.90/h effective, billed 24/7. What's each per year, "
            "at what utilisation does the commitment break even?",
            [78_507, 156_804],
            0.652,
        ),
    ],
)
def test_two_ways(advisor: Advisor, text: str, usd: list[float], pays_from: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, WaysCost)
    assert [one.usd for one in first.ways] == pytest.approx(usd, rel=0.001)
    assert first.pays_from == pytest.approx(pays_from, abs=0.001)


@pytest.mark.parametrize(
    ("text", "number", "hours"),
    [
        ("whats a p5.48xlarge in us-east-1 on demand per month if we never switch it off?", 1, 730),
        ("4 L40S for 2 weeks on demand, what does it come to?", 4, 336),
    ],
)
def test_a_time_at_the_price_of_the_day(advisor: Advisor, text: str, number: int, hours: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, KeptOn)
    assert (first.number, first.hours) == (number, hours)
    assert first.usd == pytest.approx(number * hours * first.usd_hour)


def test_a_place_and_a_sum_are_one_question(advisor: Advisor) -> None:
    """8 x 72 h = 576 chip-hours of the chip that is named in the other half of the message."""
    answer = advisor.ask("Is TPU v6e sold in europe-west4, and what would 8 chips for 3 days on demand come to?")
    assert answer.form.id == "estimate"
    assert answer.facts.headline is not None and answer.facts.headline.values["chip_hours"] == 576
