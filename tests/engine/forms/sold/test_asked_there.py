"""Whether a text asks if something is sold at a place."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import headline
from engine.forms.smallest.sellers import Sellers
from engine.forms.sold.by_region import ChargedThere
from engine.forms.sold.where import NotSoldThere, UnpricedThere, WhereSold
from knowledge.facts import Facts

DAYS = (date(2026, 10, 10), date(2026, 11, 21), date(2026, 11, 28))


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize(
    "text",
    [
        "is p5.48xlarge available in eu-west-1?",
        "p5.48xlarge in eu-west-1",
        "can I get p5.48xlarge in Ireland?",
        "trn2 in Tokyo",
        "is trn2 sold in Tokyo?",
        "trn2 in Europe?",
        "p6-b200.48xlarge in eu-west-1",
        "does Google have H200 in London?",
    ],
)
def test_what_no_region_there_sells_is_a_no(text: str, day: date, facts: Facts) -> None:
    answer = Advisor(facts, day).ask(text)
    told = answer.facts.headline
    assert isinstance(told, NotSoldThere) and told.unsold and headline(answer).startswith("No")
    assert any(isinstance(line, WhereSold) and line.regions for line in answer.facts.sentences)


@pytest.mark.parametrize(
    ("text", "region"),
    [
        ("is a4-highgpu-8g sold in Tokyo", "asia-northeast1"),
        ("a4-highgpu-8g in Tokyo?", "asia-northeast1"),
        ("can I rent a4-highgpu-8g in Tokyo?", "asia-northeast1"),
        ("p5.48xlarge in Sydney", "ap-southeast-2"),
        ("H100 in Frankfurt", "europe-west3"),
    ],
)
def test_what_is_sold_there_is_a_yes_with_its_regions(text: str, region: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, ChargedThere | UnpricedThere) and headline(answer).startswith("Yes")
    assert region in headline(answer)


@pytest.mark.parametrize("text", ["does AWS sell MI300X?", "is MI300X available on AWS?", "does AWS have MI300X"])
def test_a_chip_that_a_cloud_does_not_sell_is_a_no(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, NotSoldThere) and told.clouds == ("aws",) and headline(answer).startswith("No")


def test_the_cheapest_where_none_is_sold_says_so_before_other_clouds(advisor: Advisor) -> None:
    for text in ("cheapest MI300X in us-east-1", "cheapest trn2 on Azure"):
        told = advisor.ask(text).facts.headline
        assert isinstance(told, NotSoldThere) and told.unsold


@pytest.mark.parametrize("text", ["MI300X where", "where can I rent an MI300X", "MI300X where?"])
def test_where_is_answered_with_regions_and_no_yes(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    told = facts.sentences[0]
    assert isinstance(facts.headline, Sellers) and isinstance(told, ChargedThere) and not told.asked


def test_a_sentence_about_ones_own_machine_is_none(advisor: Advisor) -> None:
    assert advisor.ask("our H100 in Frankfurt broke").form.id != "price"


@pytest.mark.parametrize(
    "text",
    [
        "how did the price of p4d.24xlarge on demand in us-east-1 change in November 2026?",
        "how has the price of g5.12xlarge on demand in us-west-2 moved?",
        "did the price of p5.48xlarge move in us-east-1?",
    ],
)
def test_how_the_price_of_a_machine_has_moved_is_told_from_its_prices(text: str, advisor: Advisor) -> None:
    assert advisor.ask(text).form.id == "price"


def test_so_many_chips_for_a_time_on_two_clouds_are_summed_on_each(advisor: Advisor) -> None:
    """8 x 168 h = 1,344 chip-hours: x 6.88 on AWS, x 11.06 on Azure."""
    told = advisor.ask("8 H100 for a week, aws or azure").facts.headline
    assert told.code == "cloud_hours" and told.hours == 1344
    assert [round(usd) for usd in told.usd] == [9247, 14866]
