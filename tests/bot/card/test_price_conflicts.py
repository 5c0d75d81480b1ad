"""Where sources of a price on the card differ: which is used, and what the others say."""

from datetime import date
from decimal import Decimal

from bot.advice.advisor import Advisor, Answer
from bot.card.as_json import answer_json
from bot.card.card import card
from bot.card.price_conflicts import (
    conflict_cites,
    conflict_text,
    conflicts_in,
    conflicts_json,
    doubt_text,
    doubts_in,
    doubts_json,
)
from bot.prices.market import Market, PriceConflict, PriceDoubt
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


# ---- figures that are not believed

DAY = date(2026, 11, 20)
DOUBT = PriceDoubt(
    cloud="aws", instance="p5.48xlarge", region="us-east-1", purchase="on_demand", feed="skypilot",
    source="feed-skypilot-aws", used=Decimal("55.04"), usd_per_hour=5.5, since=DAY, code="outside", looks=1, needed=3,
)  # fmt: skip


def asked_in_doubt(advisor: Advisor, doubt: PriceDoubt) -> Answer:
    """The price of a p5 on a day on which a feed shows another figure for something."""
    used = Offer(
        observed_on=DAY, cloud="aws", instance="p5.48xlarge", region="us-east-1", purchase="on_demand",
        usd_per_hour=Decimal("55.04"), source="skypilot-catalog-v9", checked_on=DAY,
    )  # fmt: skip
    market = Market(offers=(used,), sources=dict(advisor.facts.sources), doubts=(doubt,))
    return advisor.ask("price of p5.48xlarge in us-east-1", market=market)


def test_a_doubt_about_a_price_that_was_asked_for_is_on_the_card(advisor: Advisor) -> None:
    answer = asked_in_doubt(advisor, DOUBT)
    assert doubts_in(answer) == (DOUBT,)
    assert any("$5.50" in line.text and "$55.04 stays in use" in line.text for line in card(answer).facts)
    assert answer_json(answer)["conflicts"][0]["doubted"] == 5.5


def test_a_doubt_about_something_else_is_not(advisor: Advisor) -> None:
    assert doubts_in(asked_in_doubt(advisor, DOUBT.model_copy(update={"instance": "p4d.24xlarge"}))) == ()


def test_the_figure_its_reason_and_what_it_waits_for_are_said() -> None:
    assert doubt_text(DOUBT) == (
        "p5.48xlarge on demand in us-east-1: skypilot has shown $5.50 since 2026-11-20: far outside anything this "
        "chip has cost; believed once 3 readings some days apart agree, so far 1. $55.04 stays in use."
    )
    unused = DOUBT.model_copy(update={"is_used": False})
    assert doubt_text(unused).endswith("Of that feed $55.04 is believed; in use is what another source says.")
    never = DOUBT.model_copy(update={"needed": 0, "code": "placeholder", "used": None})
    assert doubt_text(never).endswith("when they have no price; not believed however often it is seen.")


def test_scripts_get_the_figure(advisor: Advisor) -> None:
    (flat,) = doubts_json(asked_in_doubt(advisor, DOUBT))
    assert flat["id"] == "doubt-p5.48xlarge-us-east-1-on_demand"
    assert (flat["used"], flat["doubted"], flat["because"], flat["looks"], flat["looks_needed"]) == (
        "55.04", 5.5, "outside", 1, 3,
    )  # fmt: skip
