"""What is looked for, and the prices of a day that answer it."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.prices.lookup import PriceQuery, lines, query_of, wanted
from knowledge.facts import Facts
from tests.day import DAY


def test_options_are_resolved_to_ids(facts: Facts) -> None:
    query = query_of(facts, "ml.p5.48xlarge", region="Frankfurt", purchase="spot")
    assert (query.instances, query.purchase) == (("p5.48xlarge",), "spot")
    assert query.regions == ("eu-central-1", "europe-west3", "germanywestcentral")
    assert query_of(facts, cloud="gcp", region="Frankfurt").regions == ("europe-west3",)


def test_a_name_that_only_a_feed_may_know_is_looked_for_as_it_stands(facts: Facts) -> None:
    query = query_of(facts, "G9X.2xlarge", region="us-west-2-lax-1")
    assert (query.instances, query.words, query.regions) == ((), ("g9x.2xlarge",), ("us-west-2-lax-1",))


def test_an_option_wins_over_the_words_of_the_question(facts: Facts) -> None:
    reading = Advisor(facts).parse("p5.48xlarge on demand in us-east-1")
    query = wanted(reading, facts, query_of(facts, region="us-west-2"))
    assert (query.instances, query.regions, query.purchase) == (("p5.48xlarge",), ("us-west-2",), "on_demand")


def test_the_name_of_a_line_means_its_sizes_on_any_cloud(facts: Facts) -> None:
    query = wanted(Advisor(facts).parse("prices of a3 VMs"), facts, PriceQuery())
    assert {facts.instances[name].line for name in query.instances} == {"a3"}


@pytest.mark.parametrize(("region", "taken"), [("us-east-1", True), ("unstated", True), ("us-east-2", False)])
def test_a_price_that_states_no_region_holds_in_any(region: str, taken: bool) -> None:
    assert PriceQuery(regions=("us-east-1",)).takes("aws", "p5.48xlarge", region, "on_demand") is taken


def test_the_price_of_a_day_is_the_newest_one_known_by_then(facts: Facts) -> None:
    """p5.48xlarge on demand in us-east-1 was 98.32 from July 2023 and 55.04 from June 2025."""
    query = query_of(facts, "p5.48xlarge", region="us-east-1", purchase="on_demand")
    then, now = (lines(facts, None, day, query)[0].usd_per_hour for day in (date(2025, 1, 1), DAY))
    assert (then, now) == (98.32, 55.04)


def test_no_cloud_is_asked_for_a_region_of_another(facts: Facts) -> None:
    assert lines(facts, None, DAY, query_of(facts, "v5e-8", region="us-east-1")) == ()
