"""Where sources of a price on the card differ: which is used, and what the others say."""

from datetime import date
from decimal import Decimal

from bot.advice.advisor import Advisor, Answer
from bot.card.price_conflicts import conflict_cites, conflict_text, conflicts_in, conflicts_json
from bot.prices.market import Market, PriceConflict
from knowledge.facts import Offer

USED, OTHER = "skypilot-catalog-v9", "aws-sagemaker-pricing"


def listed(usd: str, source: str, instance: str = "p5.48xlarge") -> Offer:
    day = date(2026, 11, 20)
    return Offer(
        observed_on=day, cloud="aws", instance=instance, region="us-east-1", purchase="on_demand",
        usd_per_hour=Decimal(usd), source=source, checked_on=day,
    )  # fmt: skip


def asked(advisor: Advisor, conflict: PriceConflict) -> Answer:
    """The price of a p5 on a day on which one source disagrees about some price."""
    market = Market(offers=(conflict.used,), sources=dict(advisor.facts.sources), conflicts=(conflict,))
    return advisor.ask("price of p5.48xlarge in us-east-1", market=market)


P5 = PriceConflict(used=listed("55.04", USED), others=(listed("60", OTHER),))
P4 = PriceConflict(used=listed("20", USED, "p4d.24xlarge"), others=(listed("30", OTHER, "p4d.24xlarge"),))


def test_a_conflict_about_a_price_that_was_asked_for_is_shown(advisor: Advisor) -> None:
    assert conflicts_in(asked(advisor, P5)) == (P5,)


def test_a_conflict_about_something_else_is_not(advisor: Advisor) -> None:
    assert conflicts_in(asked(advisor, P4)) == ()


def test_both_prices_are_said_and_the_one_in_use_is_cited_first() -> None:
    text = conflict_text(P5)
    assert "55.04" in text and "60" in text
    assert conflict_cites(P5) == (USED, OTHER)


def test_scripts_get_the_price_in_use_as_text_and_an_id(advisor: Advisor) -> None:
    (entry,) = conflicts_json(asked(advisor, P5))
    assert entry["id"] == "price-p5.48xlarge-us-east-1-on_demand"
    assert entry["used"] == "55.04"
