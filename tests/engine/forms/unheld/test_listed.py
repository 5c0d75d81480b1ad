"""What is told of a type of which a price alone is known."""

from __future__ import annotations

from datetime import date

from engine.answers.model import FactAnswer
from engine.forms.chat import CHAT
from engine.forms.choose import CHOOSE
from engine.forms.price import PRICE
from engine.forms.unheld.listed import ListedElsewhere, ListedPrice, PriceListed, told_of_listed, with_listed
from engine.workload.profile import Profile
from knowledge.facts import Purchase

DAY = date(2026, 11, 22)


def price(region: str, usd: float, purchase: Purchase = "on_demand") -> ListedPrice:
    return ListedPrice(
        cloud="aws", instance="p9.48xlarge", region=region, purchase=purchase, usd_per_hour=usd,
        seen_on=date(2026, 11, 20), chips=8.0, feed="Catalog", source="feed-skypilot-aws",
    )  # fmt: skip


def test_the_lowest_price_on_demand_leads_where_no_region_was_said() -> None:
    first, elsewhere, _ = told_of_listed([price("a", 9), price("b", 7), price("b", 2, "spot")], Profile(), DAY)
    assert isinstance(first, PriceListed) and isinstance(elsewhere, ListedElsewhere)
    assert (first.region, first.ways, first.age) == ("b", (("on_demand", 7), ("spot", 2)), 2)
    assert elsewhere.places == (("a", 9, "on_demand"),)


def test_regions_beyond_six_are_counted() -> None:
    told = told_of_listed([price(f"r{n}", 7 + n) for n in range(9)], Profile(region="r0"), DAY)
    elsewhere = next(reason for reason in told if isinstance(reason, ListedElsewhere))
    assert (len(elsewhere.places), elsewhere.more) == (6, 2)


def test_it_is_the_answer_where_there_is_no_other() -> None:
    told = told_of_listed([price("a", 9)], Profile(), DAY)
    form, answer = with_listed(CHAT, FactAnswer(headline=told[0]), told)
    assert (form, answer.headline, answer.unpriced) == (PRICE, told[0], ())
    form, answer = with_listed(CHOOSE, FactAnswer(verdict_below=True), told)
    assert (form, answer.unpriced, answer.verdict_below) == (CHOOSE, told, True)
