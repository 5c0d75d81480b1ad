"""What one price is more than another."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.money.gap import NearestSold, NetworkOf, PriceGap, WayUnheld


def price_gap(text: str, advisor: Advisor) -> PriceGap:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, PriceGap), text
    assert card_text(answer)
    return answer.facts.headline


def test_of_two_places(advisor: Advisor) -> None:
    """prices_catalogs.csv: g6.xlarge 1.1672 in ap-northeast-1, 0.8048 in us-west-2: 0.3624 more, 45%."""
    told = price_gap("g6.xlarge: how much more does Tokyo cost than Oregon, in percent", advisor)
    assert told.axis == "place" and round(told.usd, 4) == 0.3624 and round(told.more, 2) == 0.45
    assert [side.name for side in told.sides] == ["us-west-2", "ap-northeast-1"]


def test_where_a_way_has_no_price_another_is_compared_and_said_so(advisor: Advisor) -> None:
    """g5.xlarge on demand: 1.71 in sa-east-1, 1.006 in us-east-2; no spot of it is held there."""
    text = "g5.xlarge spot in sao paulo vs ohio: what's the price gap and how often do they get reclaimed?"
    told = price_gap(text, advisor)
    assert told.asked_way == "spot" and told.instead == "on_demand" and round(told.usd, 3) == 0.704
    assert any(isinstance(one, NearestSold) for one in advisor.ask(text).facts.sentences)


@pytest.mark.parametrize(
    "text", ["p5 vs p5en price per GPU-hour", "p5 gegen p5en pro GPU-Stunde", "p5 和 p5en 每卡每小时价格对比"]
)
def test_of_two_things_by_the_chip(text: str, advisor: Advisor) -> None:
    """63.296 / 8 - 55.04 / 8 = 7.912 - 6.88 = 1.032, 15% more."""
    told = price_gap(text, advisor)
    assert told.by_chip and round(told.usd, 3) == 1.032 and round(told.more, 2) == 0.15


@pytest.mark.parametrize(
    "text",
    [
        "what do I save with 1-yr on inf2 in Frankfurt",
        "was spare ich mit 1 Jahr Bindung bei inf2 in Frankfurt",
        "inf2 法兰克福 一年预留能省多少",
        "combien j'économise avec 1 an sur inf2 à Francfort",
    ],
)
def test_what_a_term_saves(text: str, advisor: Advisor) -> None:
    """inf2.xlarge in eu-central-1: 1.1373 on demand, 0.7165 for a year: 0.4208 an hour x 8,760 = 3,686 a year."""
    told = price_gap(text, advisor)
    assert round(told.usd, 4) == 0.4208 and round(told.less, 2) == 0.37
    assert told.year_usd is not None and round(told.year_usd) == 3686
    assert told.pays_from is not None and round(told.pays_from, 2) == 0.63


def test_the_network_is_told_where_it_is_asked(advisor: Advisor) -> None:
    text = "Azure ND H200 v5 against AWS p5en: price per GPU-hour in the EU and inter-node bandwidth"
    lines = advisor.ask(text).facts.sentences
    told = next(one for one in lines if isinstance(one, NetworkOf))
    assert {gbps for _, gbps in told.each} == {3200}


def test_two_places_set_against_each_other_with_a_way_to_buy_are_asked_the_gap(advisor: Advisor) -> None:
    """g6.xlarge on demand: 0.8048 in us-west-2, 1.1672 in ap-northeast-1; in us-east-1 as in us-west-2."""
    told = price_gap("g6.xlarge us-west-2 vs ap-northeast-1 on demand", advisor)
    assert told.axis == "place" and round(told.usd, 4) == 0.3624 and not told.by_chip
    assert price_gap("g6.xlarge on demand, us-east-1 against us-west-2", advisor).usd == 0


def test_machines_that_are_named_are_compared_as_machines(advisor: Advisor) -> None:
    """63.296 - 55.04 = 8.256 an hour, x 730 hours = 6,026.88."""
    told = price_gap("p5.48xlarge vs p5en.48xlarge in us-east-1 on demand: price difference per month", advisor)
    assert not told.by_chip and round(told.usd, 3) == 8.256
    assert told.hours_usd is not None and round(told.hours_usd) == 6027


def test_what_a_way_saves_without_a_price_of_it_is_said(advisor: Advisor) -> None:
    """No spot price of g5.xlarge is held in us-east-1."""
    told = advisor.ask("what discount does spot give on g5.xlarge in us-east-1").facts.headline
    assert isinstance(told, WayUnheld) and (told.ways, told.one.usd) == (("spot",), 1.006)


def test_a_month_is_of_the_fleet(advisor: Advisor) -> None:
    """a3-highgpu-8g: 2 x 730 x (88.49 - 38.864)."""
    told = price_gap("a3-highgpu-8g 3yr CUD vs on-demand, monthly savings for 2 machines", advisor)
    assert told.hours_usd is not None and round(told.hours_usd, -2) == 72_500


def test_so_many_chips_are_so_many_machines(advisor: Advisor) -> None:
    """32 x 720 h x (55.04 - 47.76)."""
    told = advisor.ask("256 H100 for 30 days on p5 in us-east-1: on demand vs capacity block").facts.headline
    assert isinstance(told, PriceGap) and told.machines == 32
    assert told.hours_usd == pytest.approx(32 * 720 * (55.04 - 47.76), rel=1e-4)


def test_each_place_by_what_its_cloud_sells_and_each_term(advisor: Advisor) -> None:
    facts = advisor.ask("8x A100 40GB: google us-central1 vs aws us-east-1, 1 year and 3 years?").facts
    told = [one for one in (facts.headline, *facts.sentences) if isinstance(one, PriceGap)]
    assert [one.sides[0].name for one in told] == ["us-east-1", "us-central1"]


ONE_SIDED = (
    "Is p5.48xlarge cheaper in us-east-1 than in ap-southeast-1?",
    "is an H100 cheaper in the US than in Singapore?",
)


@pytest.mark.parametrize("text", ONE_SIDED)
def test_a_place_without_a_price_is_not_the_dearer_one(advisor: Advisor, text: str) -> None:
    """AWS lists P5 in us-east-1 and not in Singapore."""
    told = advisor.ask(text).facts.headline
    assert told is not None
    assert (told.code, told.values["missing"]) == ("one_place", ("ap-southeast-1",))
