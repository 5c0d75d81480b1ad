"""Which offer of a thing is in force on a day."""

from datetime import date
from decimal import Decimal
from typing import Any

from engine.prices.offers import in_force, offer_key
from knowledge.facts import Facts, Offer

SOURCE = "skypilot-catalog-v9"


def listed(usd: str, day: date, **changed: Any) -> Offer:
    plain = {
        "observed_on": day, "cloud": "aws", "instance": "p5.48xlarge", "region": "us-east-1",
        "purchase": "on_demand", "usd_per_hour": Decimal(usd), "source": SOURCE, "checked_on": day,
    }  # fmt: skip
    return Offer.model_validate(plain | changed)


OLD, NEW = listed("98.32", date(2025, 1, 1)), listed("55.04", date(2025, 6, 6))


def test_the_newest_observation_counts_and_a_later_one_does_not_exist_yet(facts: Facts) -> None:
    thing = offer_key(NEW)
    assert in_force([NEW, OLD], facts.sources, date(2025, 7, 1)) == {thing: NEW}
    assert in_force([NEW, OLD], facts.sources, date(2025, 2, 1)) == {thing: OLD}
    assert in_force([NEW, OLD], facts.sources, date(2024, 1, 1)) == {}


def test_a_claim_never_replaces_what_was_observed(facts: Facts) -> None:
    claim = listed("40.00", date(2025, 9, 1), grade="claim")
    assert in_force([OLD, claim], facts.sources, date(2025, 10, 1)) == {offer_key(OLD): OLD}
    assert in_force([claim], facts.sources, date(2025, 10, 1)) == {offer_key(claim): claim}


def test_another_region_or_way_to_buy_is_another_thing(facts: Facts) -> None:
    others = [
        NEW,
        listed("50", date(2025, 6, 6), region="us-west-2"),
        listed("20", date(2025, 6, 6), purchase="spot"),
    ]
    assert len(in_force(others, facts.sources, date(2025, 7, 1))) == 3
