"""What a person typed, made into a price that can be kept."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from bot.inputs.own_price import TypedPrice, own_price, own_prices_of
from bot.wording.errors import UserError
from knowledge.facts import Facts, OwnPrice
from tests.day import DAY


def typed(facts: Facts, name: str, amount: str, **more: str) -> OwnPrice:
    return own_price(TypedPrice.model_validate({"name": name, "amount": amount} | more), facts, "T1", None, DAY)


@pytest.mark.parametrize(
    ("amount", "kind", "number"),
    [
        ("31.46", "rate", "31.46"),
        ("$0,031.46/h", "rate", "31.46"),
        ("12%", "discount", "12"),
        ("7.5 % off", "discount", "7.5"),
        ("25000 credits", "credits", "25000"),
        ("3k credits", "credits", "3000"),
    ],
)
def test_an_amount_is_a_rate_a_discount_or_credits(facts: Facts, amount: str, kind: str, number: str) -> None:
    price = typed(facts, "aws" if kind == "credits" else "p5.48xlarge", amount)
    assert (price.kind, price.amount) == (kind, Decimal(number))


@pytest.mark.parametrize(
    ("name", "cloud", "scope", "meant"),
    [
        ("ml.p5.48xlarge", "", "instance", "p5.48xlarge"),
        ("p5", "", "family", "p5"),
        ("h100", "azure", "chip", "h100-sxm"),
        ("a100 80gb", "gcp", "chip", "a100-80"),
        ("Standard_ND", "", "family", "standard_nd"),
        ("Amazon", "", "cloud", "aws"),
    ],
)
def test_a_price_is_for_a_type_a_family_a_chip_or_a_cloud(
    facts: Facts, name: str, cloud: str, scope: str, meant: str
) -> None:
    price = typed(facts, name, "5%", cloud=cloud)
    assert (price.scope, price.name) == (scope, meant)


def test_a_place_is_the_region_of_the_clouds_that_is_there(facts: Facts) -> None:
    assert typed(facts, "p5.48xlarge", "30", region="Frankfurt").region == "eu-central-1"
    assert typed(facts, "gcp", "5%", region="Frankfurt").region == "europe-west3"


@pytest.mark.parametrize(
    ("name", "amount", "more", "code"),
    [
        ("h100", "2", {}, "own_price_which_cloud"),
        ("mi325x", "2", {}, "own_price_not_rented"),
        ("gpu", "2", {}, "several_chips"),
        ("p5", "31.46", {}, "own_price_rate"),
        ("p5.48xlarge", "30", {"cloud": "ovh"}, "own_price_cloud"),
        ("p5.48xlarge", "30", {"region": "Atlantis"}, "own_price_region"),
        ("p5.48xlarge", "0", {}, "own_price_amount"),
        ("p5.48xlarge", "400000", {}, "own_price_bounds"),
        ("p5.48xlarge", "0.5", {}, "own_price_bounds"),
        ("p5.48xlarge", "4.0", {}, "own_price_of_one_chip"),  # $0.50 a chip-hour; the lowest held is above $1
        ("Standard_ND96isr_H100_v5", "3.2", {}, "own_price_of_one_chip"),
        ("p5.48xlarge", "30 off", {}, "own_price_amount"),
        ("aws", "99.9%", {}, "own_price_discount"),
        ("p5.48xlarge", "90.5%", {}, "own_price_discount"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    facts: Facts, name: str, amount: str, more: dict[str, str], code: str
) -> None:
    with pytest.raises(UserError) as refusal:
        typed(facts, name, amount, **more)
    assert refusal.value.code == code


def test_a_misspelled_region_is_answered_with_the_nearest_of_that_cloud(facts: Facts) -> None:
    with pytest.raises(UserError) as refusal:
        typed(facts, "p5.48xlarge", "30", region="us-esat-1")
    assert refusal.value.values["near"] == ["us-east-1"]


def test_a_row_of_a_table_that_will_not_do_is_named_by_its_line(facts: Facts) -> None:
    table = "\ufeffName,Amount,From\np5.48xlarge,31.46,2026-01-01\naws,5%,\n"
    rate, discount = own_prices_of(table, facts, "T1", None, DAY)
    assert (rate.valid_from, discount.valid_from) == (date(2026, 1, 1), DAY)
    with pytest.raises(UserError) as refusal:
        own_prices_of(table + "azure,soon,\n", facts, "T1", None, DAY)
    assert (refusal.value.code, refusal.value.values["line"]) == ("own_price_row", 4)


@pytest.mark.parametrize(
    ("name", "amount", "right"),
    [
        ("p5.4xlarge", "0,88", "0.88"),
        ("p5.48xlarge", "5,50", "5.50"),
        ("p5.48xlarge", "$31,46/h", "$31.46/h"),
        ("p5.48xlarge", "1.234,56", "1234.56"),
        ("aws", "12,5%", "12.5%"),
        ("aws", "25.000 credits", "25000 credits"),
        ("aws", "2,5k credits", "2.5k credits"),
        ("aws", "1.250.000 credits", "1250000 credits"),
    ],
)
def test_a_comma_that_parts_no_thousands_is_refused_with_the_right_spelling(
    facts: Facts, name: str, amount: str, right: str
) -> None:
    with pytest.raises(UserError) as refusal:
        typed(facts, name, amount)
    assert (refusal.value.code, refusal.value.values["right"]) == ("decimal_comma", right)


@pytest.mark.parametrize(("amount", "usd"), [("25,000 credits", 25_000), ("25.50 credits", Decimal("25.5"))])
def test_commas_that_part_thousands_are_read(facts: Facts, amount: str, usd: Decimal) -> None:
    assert typed(facts, "aws", amount).amount == usd


def test_digits_of_other_scripts_are_no_price(facts: Facts) -> None:
    with pytest.raises(UserError) as refusal:
        typed(facts, "p5.48xlarge", "\u0663\u0661")
    assert refusal.value.code == "own_price_amount"


def test_a_rate_that_low_is_recorded_by_the_chip_and_that_of_the_machine_as_typed(facts: Facts) -> None:
    assert typed(facts, "h100", "0.5", cloud="aws").amount == Decimal("0.5")
    assert typed(facts, "p5.48xlarge", "12").amount == 12  # $1.50 a chip-hour
    assert typed(facts, "p5.4xlarge", "0.5").amount == Decimal("0.5")  # one chip has no such slip
