"""Rates of several ways side by side, and the use from which a term pays."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.money.pays import RatesOfWays


def rates(text: str, advisor: Advisor) -> RatesOfWays:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, RatesOfWays), text
    assert card_text(answer)
    return answer.facts.headline


def test_each_term_pays_from_its_share_of_the_rate_on_demand(advisor: Advisor) -> None:
    """us-central1: 29.38708 on demand, 18.513656 and 10.285664: 63% and 35%."""
    told = rates(
        "on-demand, 1 year and 3 year rates of a2-highgpu-8g in us-central1 and the break-even utilization", advisor
    )
    assert [round(one.pays_from, 2) for one in told.each if one.pays_from] == [0.63, 0.35]


def test_a_term_without_a_rate_is_said_and_what_it_would_take(advisor: Advisor) -> None:
    told = rates(
        "Please provide the on-demand, 1-year and 3-year (no upfront) effective hourly rates for p5en.48xlarge in "
        "us-east-1, as well as the utilisation at which the 1-year commitment breaks even against on-demand.",
        advisor,
    )
    assert not told.terms_held and told.plan_alone
    assert told.free is not None and told.usual is not None
    assert told.usual_usd == pytest.approx(told.free.usd * (1 - told.usual))
    assert [one.purchase for one in told.each if one.one is None] == ["reserved_1yr", "reserved_3yr"]
