"""The dearest, the second and the first few, whatever the language."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.money.ranks import CheapestSo, RankedAs


def ranked_as(text: str, advisor: Advisor) -> RankedAs:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, RankedAs), text
    assert card_text(answer)
    return answer.facts.headline


@pytest.mark.parametrize(
    "text",
    [
        "most expensive H100 on demand",
        "teuerste H100 on demand",
        "最贵的H100按需",
        "le H100 le plus cher à la demande",
    ],
)
def test_the_dearest_is_no_cheapest(text: str, advisor: Advisor) -> None:
    """prices_catalogs.csv: Standard_ND96isr_H100_v5 in southafricawest 186.608 / 8 = 23.326."""
    told = ranked_as(text, advisor)
    assert told.dearest and told.one.region == "southafricawest" and round(told.one.usd_chip, 3) == 23.326


def test_the_second_stands_behind_the_first(advisor: Advisor) -> None:
    """prices.csv, us-east-1: g5.xlarge 1.006 and g5.2xlarge 1.212 an hour on demand."""
    told = ranked_as("second cheapest A10G instance on demand", advisor)
    assert (told.one.instance, told.one.usd) == ("g5.2xlarge", 1.212)
    assert told.first is not None and (told.first.instance, told.first.usd) == ("g5.xlarge", 1.006)


def test_the_first_few_are_told_in_order(advisor: Advisor) -> None:
    told = ranked_as("top 3 cheapest H100 on demand", advisor)
    assert len(told.few) == 3
    usd = [one.usd_chip for one in told.few]
    assert usd == sorted(usd) and {one.purchase for one in told.few} == {"on_demand"}


def test_of_several_ways_each_is_told(advisor: Advisor) -> None:
    answer = advisor.ask("cheapest H100 on demand or reserved")
    assert isinstance(answer.facts.headline, RankedAs)
    ways = {one.one.purchase for one in answer.facts.sentences if isinstance(one, CheapestSo)}
    assert ways == {"reserved_1yr", "reserved_3yr"} and answer.facts.headline.unheld == ("savings_plan",)


def test_below_a_memory_no_larger_card_is_told(advisor: Advisor) -> None:
    told = ranked_as("GPU la moins chère de moins de 24 Go", advisor)
    assert told.below == 24 and told.one.chip == "NVIDIA T4"  # 15 GiB, at 0.149174 on spot in eastus


@pytest.mark.parametrize(
    ("text", "usd", "regions"),
    [
        # On demand, 2026-08-26: 55.04 in three regions, then eu-north-1 58.89; the dearest 92.47, then 75.96.
        ("second cheapest region for p5.48xlarge on demand", 58.89, {"eu-north-1"}),
        ("second most expensive region for p5.48xlarge", 75.96, {"ap-northeast-2", "ap-southeast-3"}),
        # 2026-07-20: 10.49 in three regions, then eu-south-2 11.06, eu-north-1 11.13.
        ("third cheapest region for g6e.12xlarge on demand", 11.13, {"eu-north-1"}),
        ("zweitgünstigste Region für p5.48xlarge on demand", 58.89, {"eu-north-1"}),
    ],
)
def test_regions_are_ranked_by_what_they_charge(text: str, usd: float, regions: set[str], advisor: Advisor) -> None:
    told = ranked_as(text, advisor)
    assert round(told.one.usd, 2) == usd and {told.one.region, *told.tied} == regions
    assert told.first is not None and told.apart_usd == pytest.approx(abs(told.one.usd - told.first.usd))


def test_the_second_way_is_told_where_the_first_is_cheapest(advisor: Advisor) -> None:
    text = "inf2.xlarge outside the US, which region is cheapest on demand and what would 1yr RI be there"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, RankedAs) and told.then is not None
    assert (told.one.purchase, told.then.purchase) == ("on_demand", "reserved_1yr")
    assert told.one.region == told.then.region == "eu-north-1"
