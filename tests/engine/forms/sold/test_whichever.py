from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.sold.whichever import PriceOfAny, PriceOfPlace
from tests.engine.forms.test_price import cells


def test_without_a_chip_each_has_one_row_on_each_cloud(advisor: Advisor) -> None:
    answer = advisor.ask("price of a GPU on GCP and Azure")
    assert isinstance(answer.facts.headline, PriceOfAny)
    pairs = list(zip(cells(answer, "chip"), cells(answer, "cloud"), strict=True))
    assert pairs and len(pairs) == len(set(pairs))


def test_of_a_place_each_chip_has_one_row(advisor: Advisor) -> None:
    answer = advisor.ask("price of Frankfurt")
    assert isinstance(answer.facts.headline, PriceOfPlace) and answer.facts.headline.place
    assert len(cells(answer, "chip")) == len(set(cells(answer, "chip")))
