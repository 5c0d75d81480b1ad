"""A text is read once for what it is read several times; several places that it names are all of them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.advice import readings
from bot.advice.advisor import Advisor, Answer
from bot.advice.readings import KEPT, Readings
from engine.forms import FORMS
from engine.forms.money.gap import PriceGap
from engine.forms.price import CheapestChip
from engine.forms.sold.by_region import ChargedThere
from engine.options.option import costed
from engine.prices.areas import regions_within
from engine.reading.asking.turn import whole
from engine.reading.vocabulary import compile_vocabulary
from knowledge.facts import SPECIALISTS, Facts


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
    assert isinstance(told, ChargedThere)
    assert [region for one in told.each for region in one.regions] == ["ap-south-2"]


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


def told(answer: Answer) -> list[Mapping[str, object]]:
    """The rows of the table that are told as prices of the place: none with a note that sets it apart."""
    table = answer.facts.table
    assert table is not None
    return [dict(zip(table.columns, row.cells, strict=True)) for row in table.rows]


@pytest.mark.parametrize(
    ("words", "region"),
    [
        ("in us-east-1 or us-west-2", "us-east-1 or us-west-2"),
        ("in us-east-1 and us-west-2", "us-east-1 or us-west-2"),
        ("us-east-1, us-west-2", "us-east-1 or us-west-2"),
        ("in Ohio or Oregon", "us-east-2 or us-west-2"),
        ("in Europe or Asia", "europe or apac"),
        ("in Germany or France", "germany or france"),
        ("in us-west", "us_west"),
        ("on the US west coast", "us_west"),
        ("in US East", "us_east"),
        ("in eu-west", "west_europe"),
        ("in North America", "north_america"),
    ],
)
def test_the_cheapest_hour_is_of_the_places_that_were_named(
    words: str, region: str, advisor: Advisor, facts: Facts
) -> None:
    for chip in ("H100", "A100 80GB spot"):
        answer = advisor.ask(f"cheapest {chip} {words}")
        assert answer.reading.profile.region == region
        rows = [row for row in told(answer) if row["cloud"] not in SPECIALISTS and row["region"] in facts.regions]
        assert rows
        assert all(row["region"] in regions_within(region, row["cloud"], facts) for row in rows)  # type: ignore[arg-type]


def test_places_that_are_set_against_each_other_are_told_with_their_gap(advisor: Advisor) -> None:
    """Held: us-east-1 55.04 and eu-north-1 58.89 an hour: 3.85 more, 7%."""
    headline = advisor.ask("compare p5.48xlarge on demand price us-east-1 vs eu-north-1").facts.headline
    assert isinstance(headline, PriceGap)
    assert [(side.name, round(side.one.usd, 2)) for side in headline.sides if side.one] == [
        ("us-east-1", 55.04),
        ("eu-north-1", 58.89),
    ]
    assert round(headline.more, 2) == 0.07


def test_a_type_is_told_in_each_of_the_places(advisor: Advisor) -> None:
    """Held: us-east-1 55.04 and eu-north-1 58.89 an hour."""
    for question in (
        "price of p5.48xlarge on demand in us-east-1 and eu-north-1",
        "what does p5.48xlarge cost in N. Virginia and Stockholm?",
    ):
        headline = advisor.ask(question).facts.headline
        assert headline is not None
        assert [(place, round(usd, 2)) for place, usd, _ in headline.each] == [
            ("us-east-1", 55.04),
            ("eu-north-1", 58.89),
        ]  # type: ignore[attr-defined]


def test_a_verdict_keeps_to_both_places(advisor: Advisor) -> None:
    answer = advisor.ask("weekly full fine-tune of Llama 3 8B in us-east-1 or us-west-2")
    options = costed(answer.verdict.base.options)
    assert {option.region for option in options if option.cloud == "aws"} <= {"us-east-1", "us-west-2"}


@pytest.mark.parametrize(
    ("words", "cloud", "place"),
    [
        ("except on Azure", "azure", None),
        ("not on Azure", "azure", None),
        ("outside of Azure", "azure", None),
        ("except Nebius", "nebius", None),
        ("outside the US", None, "us"),
        ("anywhere but the US", None, "us"),
        ("not in the US", None, "us"),
        ("outside Europe", None, "europe"),
    ],
)
@pytest.mark.parametrize("chip", ["H100", "A100 80GB", "H100 on spot"])
def test_what_is_excluded_is_in_no_row(
    chip: str, words: str, cloud: str | None, place: str | None, advisor: Advisor, facts: Facts
) -> None:
    rows = told(advisor.ask(f"cheapest {chip} {words}"))
    assert rows
    assert cloud not in {row["cloud"] for row in rows}
    if place is not None:
        assert not {row["region"] for row in rows} & set(facts.areas[place].regions)


def test_what_only_the_excluded_sell_is_told_as_such(advisor: Advisor) -> None:
    headline = advisor.ask("cheapest trn2 not on AWS").facts.headline
    assert headline is not None
    assert headline.code == "only_excluded"


@pytest.mark.parametrize("words", ["top 3 cheapest H100 on demand", "the 5 cheapest H100 on demand"])
def test_a_number_of_rows_is_no_number_of_chips(words: str, advisor: Advisor) -> None:
    answer = advisor.ask(words)
    assert answer.reading.profile.accelerator_count is None
    assert not answer.reading.unread
