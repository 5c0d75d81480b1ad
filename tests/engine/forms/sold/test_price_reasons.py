"""The reasons of a price carry where, when and how it was seen."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.card.as_text import card_text, headline
from engine.forms.sold.price_reasons import CheapestChip, CheapestKept, ChipHour, InDollars, NearestHour
from knowledge.facts import Facts
from tests.day import DAY


def cells(answer: Answer, column: str) -> list[object]:
    assert answer.facts.table is not None
    place = answer.facts.table.columns.index(column)
    return [row.cells[place] for row in answer.facts.table.rows]


def test_the_usual_hour_of_a_chip_is_that_of_its_smallest_machine(advisor: Advisor) -> None:
    """6.88 USD: p5.4xlarge on demand in us-east-1."""
    told = advisor.ask("price of H100 per hour").facts.headline
    assert isinstance(told, ChipHour) and (told.instance, told.count) == ("p5.4xlarge", 1)
    assert told.usd_chip == pytest.approx(6.88) and told.machines == 1


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("cheapest trn1 in Europe", "AWS Trainium: $0.17 a chip-hour, trn1.2xlarge on spot on AWS in us-east-1"),
        ("trn1 price in Europe", "AWS Trainium: $1.34 a chip-hour, trn1.2xlarge on demand on AWS in us-east-1"),
        ("cheapest B200 in Japan", "NVIDIA B200: $3.05 a chip-hour, p6-b200.48xlarge on spot on AWS in us-east-1"),
    ],
)
def test_what_is_known_elsewhere_begins_and_the_place_without_a_price_ends_the_first_line(
    text: str, begins: str, advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, NearestHour)
    first = headline(answer)
    assert first.startswith(begins) and "; I know no price of it anywhere in " in first


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("cheapest GPU in the Middle East", "spot"),
        ("cheapest GPU in Africa or the Middle East", "spot"),
        ("Middle East: cheapest GPU", "spot"),
        ("cheapest GPU in the Middle East, not on spot", "reserved_3yr"),
    ],
)
def test_beside_spot_or_a_term_the_cheapest_without_is_told(text: str, beside: str, advisor: Advisor) -> None:
    """Spot is 0.104 USD, a term of three years 0.51; on demand a T4 of AWS is 0.645, as it was seen in January."""
    answer = advisor.ask(text)
    kept = next(one for one in answer.facts.sentences if isinstance(one, CheapestKept))
    assert (kept.beside, kept.purchase, round(kept.usd, 3)) == (beside, "on_demand", 0.645)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("cheapest H100 NVL in Canada", "I know anywhere in Canada: "),
        ("cheapest H100 on demand in London", "I know in uksouth: "),
        ("cheapest H100 NVL on Azure", "I know on Azure: "),
        ("cheapest p5", "I know on AWS: "),
        ("cheapest RTX PRO 6000 on GCP or AWS", "I know on Google Cloud or AWS: "),
        ("cheapest H100", "I know: "),
    ],
)
def test_the_cheapest_is_told_with_what_bounds_it(text: str, bound: str, advisor: Advisor) -> None:
    assert bound in headline(advisor.ask(text))


@pytest.mark.parametrize("text", ["GB200 price", "cheapest GB200", "GB200 by capacity block price"])
def test_a_zone_that_a_price_notes_is_its_place(text: str, advisor: Advisor) -> None:
    told = (advisor.ask(text).facts.headline, *advisor.ask(text).facts.sentences)
    block = next(one for one in told if isinstance(one, CheapestChip) and one.purchase == "capacity_block")
    assert block.region == "dallaszone"
    assert "on AWS in the Dallas Local Zone of us-east-1" in card_text(advisor.ask(text)).replace("\n", " ")


@pytest.mark.parametrize("text", ["MI325X price", "cheapest MI325X", "Where is MI325X sold and for how much?"])
def test_what_is_sold_through_an_agreement_is_told_so(text: str, advisor: Advisor) -> None:
    assert "through a sales agreement" in headline(advisor.ask(text))
    table = advisor.ask(text).facts.table
    assert table is not None and all("contract" in str(row.cells[-1]) for row in table.rows)


@pytest.mark.parametrize("day", [DAY, date(2026, 10, 10), date(2026, 11, 28)])
@pytest.mark.parametrize(
    "text",
    [
        "price of TPU v5e and TPU v5p and H100",
        "prices of H100, TPU v5e and TPU v5p",
        "how much are TPU v5p, H100 and TPU v5e?",
    ],
)
def test_of_several_chips_the_price_of_each_is_told_and_has_a_row(text: str, day: date, facts: Facts) -> None:
    answer = Advisor(facts, day).ask(text)
    told = [answer.facts.headline, *answer.facts.sentences]
    usual = {one.chip: one.usd_chip for one in told if isinstance(one, ChipHour)}
    assert usual == pytest.approx({"TPU v5e": 1.2, "TPU v5p": 4.2, "NVIDIA H100 SXM": 6.88}, abs=0.01)
    assert {"v5e-1", "v5p-8", "p5.4xlarge"} <= set(cells(answer, "instance"))


@pytest.mark.parametrize(
    "text",
    ["how much is one H200 on Google Cloud?", "how much is an H200 on GCP?", "price of one H200 on Google Cloud"],
)
def test_how_much_one_is_on_a_cloud_asks_its_price(text: str, advisor: Advisor) -> None:
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, CheapestChip) and headline.cloud == "gcp"
    assert headline.usd_chip == pytest.approx(37.208421 / 8)  # three years of a3-ultragpu-8g


@pytest.mark.parametrize(
    "text", ["p4d.24xlarge price in euros in Frankfurt", "H100 price in EUR", "price of an L4 in GBP"]
)
def test_who_asks_for_another_currency_is_told_that_prices_are_in_dollars(text: str, advisor: Advisor) -> None:
    assert any(isinstance(one, InDollars) for one in advisor.ask(text).facts.sentences)
    assert "in US dollars" in card_text(advisor.ask(text), full=True)


@pytest.mark.parametrize(
    "text",
    [
        "g5.xlarge in london in GBP / month?",
        "p4d.24xlarge in frankfurt, in EUR per month",
        "p5.48xlarge eu-west-1 euros per month?",
        "g5.xlarge in london in GBP?",
        "what's the monthly price of g5.xlarge in london in GBP?",
    ],
)
def test_a_currency_alone_asks_a_price(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    first = " ".join(card_text(answer).split())[:700]
    assert answer.form.id in {"price", "estimate"} and "I hold no exchange rate" in first


@pytest.mark.parametrize(
    "text", ["P100 on google cloud price per hour", "how much is a P100 on GCP?", "Google Cloud P100 hourly price"]
)
def test_the_nearest_to_what_nobody_sells_is_of_the_cloud_that_was_said(text: str, advisor: Advisor) -> None:
    first = " ".join(card_text(advisor.ask(text)).split()).partition(" ago")[0]
    assert "on Google Cloud" in first and "AWS" not in first
    assert first.count("$") == 1, "one price of one thing"
