"""Cards to buy or of one's own against rented ones, by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.machines.own_or_rent import OwnedOrRent, OwnOrRent, price_of, yearly_of


def told(advisor: Advisor, text: str) -> OwnOrRent:
    found = advisor.ask(text).facts.headline
    assert isinstance(found, OwnOrRent), text
    return found


@pytest.mark.parametrize(
    ("text", "amount", "sign"),
    [
        ("Buy 8 H100 for $280k or rent", 280_000, "$"),
        ("a used DGX A100 for $120,000 vs p4d", 120_000, "$"),
        ("4090 box for 6000 EUR", 6_000, "€"),
        ("4 L40S für 40.000 € kaufen", 40_000, "€"),
    ],
)
def test_the_price_is_read(text: str, amount: float, sign: str) -> None:
    assert price_of(text) == (amount, sign)


@pytest.mark.parametrize("text", ["we pay $2000 per month for p4d", "H100 under $3", "LoRA of a 7B"])
def test_a_rate_is_no_price_to_buy(text: str) -> None:
    assert price_of(text) is None


def test_a_yearly_cost_is_read() -> None:
    assert yearly_of("cost $15k a year in power") == (pytest.approx(15_000), "$")


def test_buying_pays_from_so_many_hours_a_day_on(advisor: Advisor) -> None:
    """8 x 700 W x (0.8 + 0.35) = 6.44 kW, x 1.3 x 0.12 = 1.005 USD an hour; two years are 17,520 hours."""
    answer = advisor.ask("Buy 8 H100 for $280k or rent them on AWS for 2 years?")
    first, table = answer.facts.headline, answer.facts.table
    assert isinstance(first, OwnOrRent) and (first.count, first.price, first.months, first.said) == (
        8,
        280e3,
        24,
        True,
    )
    assert first.power_usd == pytest.approx(8 * 0.7 * 1.15 * 1.3 * 0.12)
    assert first.by_use is not None and first.by_use.hours == pytest.approx(
        280e3 / (first.by_use.usd - first.power_usd)
    )
    assert first.a_day == pytest.approx(first.by_use.hours / 17_520 * 24)
    assert table is not None and table.rows[0].cells[0] == "on_demand"
    assert answer.reading.unread == ()


@pytest.mark.parametrize(
    ("text", "chip", "count", "same"),
    [
        ("a used DGX A100 for $120k vs p4d", "NVIDIA A100 40 GB", 8, True),
        ("4090 box for 6000 EUR against g6e.xlarge", "NVIDIA RTX 4090", 1, False),
        ("Wir könnten 4 L40S für 40.000 € kaufen oder mieten, was lohnt sich?", "NVIDIA L40S", 4, True),
    ],
)
def test_what_is_bought_and_what_is_rented(text: str, chip: str, count: int, same: bool, advisor: Advisor) -> None:
    first = told(advisor, text)
    assert (first.chip, first.count, first.same, first.months, first.said) == (chip, count, same, 36, False)


def test_a_price_that_renting_never_reaches(advisor: Advisor) -> None:
    first = told(advisor, "buy one T4 for $9000 or rent g4dn.xlarge for 6 months?")
    assert first.a_day is None


def test_what_is_owned_is_set_against_hours_of_renting(advisor: Advisor) -> None:
    """15,000 USD a year are 1,250 a month: 57 hours of p4d.24xlarge at 21.96."""
    first = advisor.ask("our own 8xA100 cost $15k a year in power; is cloud cheaper?").facts.headline
    assert isinstance(first, OwnedOrRent) and first.month_hours == pytest.approx(1250 / 21.957642, rel=1e-3)


def test_without_a_price_the_written_answer_stays(advisor: Advisor) -> None:
    first = advisor.ask("Is it cheaper to rent H100s in the cloud or buy our own server?").facts.headline
    assert first is not None and first.code == "faq_told"
