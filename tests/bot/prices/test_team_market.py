"""The prices of a day as one team pays them."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.prices.market import recorded
from bot.prices.team_market import TeamMarkets, own_price_sources
from engine.forms.parts.estimate_reasons import RunEstimate
from knowledge.facts import Facts, OwnPrice
from tests.day import DAY

RATE = OwnPrice.model_validate(
    {
        "id": 7, "team": "T1", "kind": "rate", "scope": "instance", "name": "p5.48xlarge", "cloud": "aws",
        "region": "us-east-1", "amount": 30, "valid_from": date(2026, 1, 1),
    }
)  # fmt: skip


@pytest.fixture
def markets(facts: Facts) -> TeamMarkets:
    return TeamMarkets(facts)


def test_an_own_rate_takes_the_place_of_the_list_price_and_can_be_cited(facts: Facts, markets: TeamMarkets) -> None:
    paid = markets.of(recorded(facts), (RATE,), DAY)
    ours = [offer for offer in paid.offers if offer.own == "rate"]
    assert [(offer.instance, offer.region) for offer in ours] == [("p5.48xlarge", "us-east-1")]
    assert ours[0].usd_per_hour == 30
    assert ours[0].source in paid.sources and paid.sources[ours[0].source].grade == "own"


def test_the_same_prices_on_the_same_day_are_worked_out_once(facts: Facts, markets: TeamMarkets) -> None:
    listed = recorded(facts)
    assert markets.of(listed, (RATE,), DAY) is markets.of(listed, (RATE,), DAY)
    assert markets.of(listed, (), DAY) is not markets.of(listed, (RATE,), DAY)


def test_a_teams_market_is_told_from_the_list_by_its_digest(facts: Facts, markets: TeamMarkets) -> None:
    """Also where the digest of the list was worked out before."""
    listed = recorded(facts)
    assert listed.digest != markets.of(listed, (RATE,), DAY).digest


def test_a_source_speaks_of_the_day_the_price_began() -> None:
    (source,) = own_price_sources((RATE,)).values()
    assert (source.id, source.as_of, source.grade) == (RATE.cite, date(2026, 1, 1), "own")


def test_the_price_of_the_sum_is_the_one_that_is_told(facts: Facts) -> None:
    answer = Advisor(facts, DAY).ask(
        "LoRA of Llama 3.1 8B on 200M tokens on one H100 at 2.50/h, how long and how much?"
    )
    first = answer.facts.headline
    assert isinstance(first, RunEstimate)
    assert abs(first.usd.likely / first.chip_hours - 2.50) < 0.01
    assert any(source.id == "told-price-h100-sxm" for source in answer.sources.values())


def test_without_one_the_market_is_as_it_was(facts: Facts) -> None:
    answer = Advisor(facts, DAY).ask("LoRA of Llama 3.1 8B on 200M tokens on one H100, how long and how much?")
    assert answer.market is None
