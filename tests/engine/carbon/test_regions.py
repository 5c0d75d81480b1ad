"""Regions that sell a type, the cleanest power first."""

from engine.carbon.regions import places
from engine.library import Library
from knowledge.facts import Facts
from tests.day import DAY


def test_the_cleanest_region_stands_first_and_has_its_price(facts: Facts) -> None:
    library = Library(facts)
    found = places(facts.instances["p5.48xlarge"], library, library.prices(DAY))
    grams = [place.grams for place in found.ranked]
    assert grams == sorted(grams)
    best = found.ranked[0]
    assert best.region.id == "eu-north-1"
    assert best.grams == 24.71 * 1.1
    assert best.quote is not None
    assert best.quote.usd_per_hour.likely == 58.8928


def test_a_region_that_sells_it_without_a_known_price_is_there_without_one(facts: Facts) -> None:
    library = Library(facts)
    thing = facts.instances["p5.48xlarge"].model_copy(update={"regions": ("eu-west-3",)})
    found = places(thing, library, library.prices(DAY))
    assert [place.quote for place in found.ranked if place.region.id == "eu-west-3"] == [None]


def test_a_grid_on_another_method_is_named_and_not_ranked(facts: Facts) -> None:
    library = Library(facts)
    thing = facts.instances["p5.48xlarge"].model_copy(update={"regions": ("norwayeast",)})
    found = places(thing, library, library.prices(DAY))
    assert "norwayeast" in [region.id for region in found.unranked]
    assert "norwayeast" not in [place.region.id for place in found.ranked]
