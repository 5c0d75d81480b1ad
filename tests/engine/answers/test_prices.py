"""Prices asked for, and things side by side. Expected figures are those of `knowledge/data/prices/prices.csv`."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from engine.answers import FactAnswer, PriceRow
from engine.answers.prices import CheapestRegion, LeftOutType, SoldSo
from knowledge.facts import Facts
from tests.day import DAY


def found(advisor: Advisor, question: str) -> FactAnswer:
    answer = advisor.ask(question)
    return answer.facts


def row(advisor: Advisor, question: str, purchase: str) -> PriceRow:
    return next(row for row in found(advisor, question).prices if row.purchase == purchase)


def test_a_price_has_its_day_its_region_and_its_trend(advisor: Advisor) -> None:
    p5 = row(advisor, "price of p5.48xlarge in us-east-1", "on_demand")
    assert p5.quote is not None and p5.trend is not None
    assert (p5.quote.usd_per_hour.likely, p5.quote.region, str(p5.quote.observed_on)) == (
        55.04,
        "us-east-1",
        "2026-11-09",
    )
    assert (p5.trend.before, str(p5.trend.since)) == (98.32, "2023-07-31")
    assert p5.trend.share == pytest.approx(-0.4402, abs=0.0001)


def test_a_total_is_count_times_hours_times_price(advisor: Advisor) -> None:
    asked = "Ten trn1n.32xlarge running 5 days: what's the total on demand, and with a 3-year reservation?"
    once, term = row(advisor, asked, "on_demand"), row(advisor, asked, "reserved_3yr")
    assert once.total is not None and term.total is not None
    assert once.total.likely == pytest.approx(29_736.00)  # 10 x 120 h x 24.78
    assert term.total.likely == pytest.approx(10_308.00)  # 10 x 120 h x 8.59
    whole = [entry for entry in found(advisor, asked).sentences if entry.code == "whole_term"]
    assert whole[-1].values["usd"] == pytest.approx(2_257_452.0)  # 8.59 x 8760 h x 3 x 10


def test_a_block_is_paid_in_whole_days(advisor: Advisor) -> None:
    block = row(advisor, "what do 2 trn2.48xlarge cost for 30 hours", "capacity_block")
    assert block.billed == 48
    assert block.total is not None and block.total.likely == pytest.approx(3_433.04, abs=0.01)  # 2 x 48 x 35.7608


def test_a_region_without_a_price_is_answered_with_the_nearest_other(advisor: Advisor) -> None:
    """Google sells no v5e in Frankfurt: 1.56 on demand in the Netherlands."""
    said = answer_json(advisor.ask("price of tpu v5e in frankfurt"))
    assert said["verdict"]["headline"].startswith("TPU v5e: $1.56 a chip-hour, v5e-1 on demand")
    assert said["verdict"]["headline"].endswith("I know no price of it in europe-west3.")


def test_what_is_not_sold_so_is_said_and_what_is_unknown_is_not_free(advisor: Advisor) -> None:
    trn2 = row(advisor, "price of trn2.48xlarge on demand", "on_demand")
    assert not trn2.sold
    texts = [entry["text"] for entry in answer_json(advisor.ask("price of p5.48xlarge"))["facts"]["answer"]]
    assert any("no known price with a Savings Plan" in text for text in texts)


def test_a_line_of_types_names_its_cloud(advisor: Advisor) -> None:
    table = found(advisor, "how much is a p5 per hour").table
    assert table is not None
    place = table.columns.index("instance")
    assert {str(entry.cells[place]).split(".")[0] for entry in table.rows} == {"p5"}


def test_things_stand_side_by_side_without_a_verdict_nobody_asked_for(advisor: Advisor) -> None:
    answer = advisor.ask("compare trn2.48xlarge with p5en.48xlarge")
    assert answer.verdict is None
    assert answer.facts.sides == ("trn2.48xlarge", "p5en.48xlarge")
    held = {line.code: line.values for line in answer.facts.properties}
    assert held["hbm_gib"] == (1536, 1128)
    assert held["usd_on_demand"] == ("not_sold", 63.296)
    assert held["usd_per_peak_pflop_hour"] == pytest.approx((3.351, 8.000), abs=0.001)
    assert held["evidence_training"][0] == "none"
    assert "price-perf-trn2" in {entry.id for entry in answer.facts.passages}


def test_a_comparison_for_a_workload_keeps_its_verdict(advisor: Advisor) -> None:
    answer = advisor.ask("p4d.24xlarge vs trn1.32xlarge for Llama 13B pretraining that runs 24/7?")
    assert answer.verdict is not None
    assert answer.facts.sides


def test_where_all_that_is_known_is_excluded_that_is_said_with_its_price(advisor: Advisor) -> None:
    headline = advisor.ask("cheapest trn2, no upfront").facts.headline
    assert headline is not None and headline.code == "only_excluded"
    assert headline.values["usd_chip"] == pytest.approx(2.235, abs=0.001)


def test_what_is_not_sold_on_demand_is_answered_with_how_it_is_sold(advisor: Advisor) -> None:
    """35.7608 / 16 chips = 2.235."""
    said = answer_json(advisor.ask("how much is trn2 per hour"))
    assert "$2.24 a chip-hour, trn2.48xlarge by Capacity Block" in said["verdict"]["headline"]
    assert "AWS Trainium2 is not sold on demand." in [entry["text"] for entry in said["facts"]["answer"]]


@pytest.mark.parametrize("text", ["dl1.24xlarge price", "Standard_NC6s_v3 price in Frankfurt"])
def test_a_type_that_is_left_out_on_purpose_is_told_with_the_reason(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, LeftOutType) and told.because and told.cites


def test_what_is_left_out_is_told_with_its_price_under_its_own_name(advisor: Advisor) -> None:
    """karpenter-azure-prices of 2026-06-18: 0.908 in eastus."""
    told = advisor.ask("standard_nv12ads_a10_v5 price").facts.headline
    assert isinstance(told, LeftOutType)
    assert (told.name, told.usd, told.region) == ("Standard_NV12ads_A10_v5", 0.908, "eastus")


def test_a_type_that_is_left_out_is_not_said_to_be_none(advisor: Advisor) -> None:
    flat = " ".join(card_text(advisor.ask("g4-standard-6 price")).split())
    assert flat.startswith("g4-standard-6 is left out here on purpose") and "There is no g4-standard-6" not in flat


CITIES = {  # a type, a city, on demand there in prices.csv and prices_catalogs.csv
    ("a3-highgpu-8g", "Tokyo"): (126.64, "asia-northeast1"),
    ("a3-megagpu-8g", "Frankfurt"): (109.60, "europe-west3"),
    ("g2-standard-4", "Tokyo"): (0.91, "asia-northeast1"),
    ("a3-highgpu-8g", "Singapore"): (114.28, "asia-southeast1"),
    ("Standard_NC40ads_H100_v5", "Tokyo"): (10.12, "japaneast"),
    ("Standard_NC40ads_H100_v5", "Frankfurt"): (9.07, "germanywestcentral"),
}


@pytest.mark.parametrize(("machine", "city"), CITIES)
@pytest.mark.parametrize(
    "text", ["{} price in {}", "in {1}, what does {0} cost an hour?", "{1} price of {0} on demand"]
)
def test_a_city_is_that_of_the_cloud_that_sells_the_type(
    text: str, machine: str, city: str, advisor: Advisor
) -> None:
    usd, region = CITIES[machine, city]
    told = row(advisor, text.format(machine, city), "on_demand")
    assert told.quote is not None and not told.elsewhere
    assert (round(told.quote.usd_per_hour.likely, 2), told.quote.region) == (usd, region)


@pytest.mark.parametrize(
    ("text", "region", "near"),
    [
        ("a2-ultragpu-8g price in Tokyo", "asia-southeast1", True),
        ("price of a3-highgpu-8g in London", "europe-west1", True),
        ("what does g4-standard-48 cost in Paris", "europe-west4", True),
        ("p5.48xlarge price in Paris", "eu-north-1", True),
        ("p5en.48xlarge price in Sao Paulo", "us-east-1", False),
    ],
)
def test_where_a_city_has_no_price_that_is_said_before_the_nearest(
    text: str, region: str, near: bool, advisor: Advisor
) -> None:
    told = row(advisor, text, "on_demand")
    assert told.quote is not None and told.elsewhere
    assert (told.quote.region, told.nearby) == (region, near)
    said = answer_json(advisor.ask(text))["facts"]["answer"][0]["text"]
    assert "there is no price for the region you asked about" in said
    assert ("near it" if near else "elsewhere") in said


@pytest.mark.parametrize(
    ("text", "purchase", "usd", "region"),
    [
        ("price of p5en.48xlarge in us-east-1", "capacity_block", 54.92, "us-east-1"),
        ("in Virginia, p5en.48xlarge price", "spot", 27.20, "us-east-1"),
        ("p5en.48xlarge spot price", "spot", 26.57, "us-east-2"),
    ],
)
def test_a_newer_price_without_a_region_is_told_beside_that_of_the_region(
    text: str, purchase: str, usd: float, region: str, advisor: Advisor
) -> None:
    told = row(advisor, text, purchase)
    assert told.quote is not None
    assert (round(told.quote.seen.likely, 2), told.quote.seen_in) == (usd, region)
    texts = [entry["text"] for entry in answer_json(advisor.ask(text))["facts"]["answer"]]
    assert any("names no region" in entry for entry in texts)


def test_a_price_without_a_region_is_printed_as_that(advisor: Advisor) -> None:
    said = [
        entry["text"] for entry in answer_json(advisor.ask("a4-highgpu-8g price on 2026-08-15"))["facts"]["answer"]
    ]
    term = next(text for text in said if "1-year" in text)
    assert "anywhere in the US" in term and "us-central1" not in term  # "US regions", says the source


def test_less_than_a_cent_makes_no_region_cheaper(advisor: Advisor) -> None:
    """p4d.24xlarge is 21.957642 USD in us-east-1, and 21.95764 as another list rounds it in us-east-2."""
    told = found(advisor, "price of p4d.24xlarge on demand")
    assert not any(isinstance(one, CheapestRegion) for one in told.sentences)
    told = found(advisor, "price of p4d.24xlarge in Frankfurt")
    best = next(one for one in told.sentences if isinstance(one, CheapestRegion))
    assert (best.region, best.day) == ("us-east-1", "2026-11-09"), "of one price the newest sighting"


@pytest.mark.parametrize("day", [DAY, date(2026, 10, 10), date(2026, 11, 28)])
@pytest.mark.parametrize(
    "text",
    [
        "p4d.24xlarge 3-year reserved price",
        "4 p4d.24xlarge for 100 hours",
        "cheapest p4d.24xlarge reserved for 3 years",
        "p4d.24xlarge reserved for 3 years per year",
        "p4d.24xlarge price",
        "A100 3-year reservation on AWS",
    ],
)
def test_what_a_document_says_of_its_price_is_told_wherever_it_is(text: str, day: date, facts: Facts) -> None:
    """12.48 is of a page of June 2026 whose other rates are those of before the cut by a third."""
    shown = " ".join(card_text(Advisor(facts, day).ask(text), full=True).split())
    assert "12.48" in shown
    assert "from before the June 2025 cut" in shown


@pytest.mark.parametrize("day", [DAY, date(2026, 10, 10), date(2026, 11, 28)])
@pytest.mark.parametrize(
    "text",
    [
        "p5en.48xlarge capacity block price",
        "price of p5en by capacity block",
        "how much is a p5en.48xlarge capacity block?",
    ],
)
def test_where_no_region_is_said_the_newest_list_price_leads(text: str, day: date, facts: Facts) -> None:
    """63.158 without a region on 2026-10-08, 54.92 in us-east-1 on 2026-08-01: the other is told beside it."""
    lead, _, rest = " ".join(card_text(Advisor(facts, day).ask(text), full=True).split()).partition(" ago")
    assert "$63.16/h" in lead and "region not stated" in lead
    assert "54.92" in rest


def test_a_region_that_is_said_keeps_its_own_price(advisor: Advisor) -> None:
    block = row(advisor, "p5en.48xlarge capacity block price in us-east-1", "capacity_block")
    assert block.quote is not None and (block.quote.seen.likely, block.quote.region) == (54.92, "us-east-1")


@pytest.mark.parametrize(
    "text",
    [
        "how much is trn2.48xlarge with a savings plan?",
        "trn2.48xlarge savings plan price",
        "trn2.48xlarge reserved for 1 year, price?",
    ],
)
def test_what_is_not_sold_as_asked_is_told_as_it_is_sold(text: str, advisor: Advisor) -> None:
    answer = found(advisor, text)
    (told,) = [one for one in answer.sentences if isinstance(one, SoldSo)]
    assert (told.purchase, round(told.usd, 2)) == ("capacity_block", 35.76)
    assert [one.purchase for one in answer.prices if one.sold] == ["capacity_block"]


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        ("what does Standard_NC6s_v3 cost?", 3.06),
        ("what does g4ad.xlarge cost?", 0.37853),
        ("price of vt1.3xlarge", 0.65),
        ("what does dl1.24xlarge cost in us-east-1?", 13.109),
    ],
)
def test_the_price_of_what_is_left_out_stands_before_what_is_said_of_it(
    text: str, usd: float, advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, LeftOutType) and told.usd == pytest.approx(usd, abs=0.05)
