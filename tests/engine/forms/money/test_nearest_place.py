"""What is sold in a place, else where nearest."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.money.nearest_place import SoldInPlaces


def places(text: str, advisor: Advisor) -> SoldInPlaces:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, SoldInPlaces), text
    assert card_text(answer)
    return answer.facts.headline


def test_what_a_region_lacks_is_told_with_the_nearest_of_its_area(advisor: Advisor) -> None:
    told = places(
        "Guten Morgen, welche H100- bzw. H200-Instanzen gibt es aktuell in eu-central-1? Falls keine: welche "
        "EU-Region ist die nächste Option?",
        advisor,
    )
    assert [(one.place, bool(one.offers)) for one in told.each] == [("eu-central-1", False)]
    assert told.area == "eu" and {one.region for one in told.near} == {"eu-north-1"}


def test_several_places_in_which_nothing_is_known_are_one_line(advisor: Advisor) -> None:
    told = places(
        "AWS China (Ningxia / Beijing) have p5 or trn? if no, what H200 or Trainium can rent in "
        "ap-southeast-1 and price",
        advisor,
    )
    assert len(told.each) == 1 and told.area == "apac"


def test_what_is_sold_there_is_told_with_its_price(advisor: Advisor) -> None:
    told = places("is there any MI300X in Europe? if not, where's the nearest region", advisor)
    assert told.each[0].offers and not told.near
