"""A text is read once for what it is read several times."""

from __future__ import annotations

import pytest

from bot.advice import readings
from bot.advice.advisor import Advisor
from bot.advice.readings import KEPT, Readings
from engine.forms import FORMS
from engine.forms.price import CheapestChip
from engine.forms.sold.where import SoldThere
from engine.reading.asking.turn import whole
from engine.reading.vocabulary import compile_vocabulary
from knowledge.facts import Facts


def test_a_text_is_read_once_and_again_when_others_came(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(readings, "whole", lambda text, vocabulary: seen.append(text) or whole(text, vocabulary))
    made = Readings(compile_vocabulary(facts, FORMS), facts)
    before = made.of("Llama 8B fine-tune")
    assert made.of("Llama 8B fine-tune") is before and seen == ["Llama 8B fine-tune"]
    followed = made.of("make it 70B", before)
    assert followed.profile.parameters == 70e9 and made.of("make it 70B", before) is followed
    assert made.of("make it 70B") != followed
    for number in range(KEPT):
        made.of(f"{number} runs")
    assert made.of("Llama 8B fine-tune") == before and seen.count("Llama 8B fine-tune") == 2


@pytest.mark.parametrize(
    ("text", "region", "usd"),
    [
        ("cheapest spot H100 in India", "asia-south2", 3.89),
        ("cheapest H100 on demand in South Korea", "koreasouth", 8.725),
        ("RTX PRO 6000 price in Germany", "europe-west10", 5.40),
    ],
)
def test_where_a_price_is_asked_for_a_country_is_all_of_its_regions(
    advisor: Advisor, text: str, region: str, usd: float
) -> None:
    """By prices.csv: spot a3-highgpu-1g 3.89, Standard_NC40ads_H100_v5 8.725, g4-standard-48 5.399."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, CheapestChip)
    assert told.region == region and abs(told.usd_chip - usd) < 0.005


def test_a_chip_sold_in_one_region_of_a_country_is_sold_there(advisor: Advisor) -> None:
    told = advisor.ask("is Trainium 2 sold in India?").facts.headline
    assert isinstance(told, SoldThere) and told.regions == ("ap-south-2",)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("H100 price in Mumbai", "ap-south-1"),
        ("H100 price in asia-south2", "asia-south2"),
        ("fine-tune llama 8b in Germany, which chip?", "eu-central-1"),
    ],
)
def test_a_city_a_region_and_the_place_of_work_stay_one_region(advisor: Advisor, text: str, place: str) -> None:
    assert advisor.ask(text).reading.profile.region == place


def test_a_turn_that_names_a_country_is_of_all_of_it(advisor: Advisor) -> None:
    first = advisor.ask("cheapest spot H100 in Mumbai")
    told = advisor.ask("and in all of India?", before=first.goes_on_from)
    assert told.reading.profile.region == "india"
    assert isinstance(told.facts.headline, CheapestChip) and told.facts.headline.region == "asia-south2"
