"""Types that feeds sell and the facts do not know can be asked for by name."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from bot.prices.listed import names_in
from bot.prices.market_cache import Markets
from knowledge.facts import Facts, SeriesKey
from knowledge.feeds.formats.collect import LISTED
from knowledge.store.store import Store
from knowledge.types.observed import PlacePrices
from tests.bot.observed import P5, price, take

DAY, ASKED = date(2026, 11, 20), date(2026, 11, 22)
NEW = SeriesKey("azure", "Standard_NC80xyz_B300_v7", "eastus", "on_demand")


@pytest.fixture
def advisor(facts: Facts, tmp_path: Path) -> Iterator[Advisor]:
    with Store(tmp_path / "c.db", time.time) as store:
        rows = (price(NEW, "24.5"), price(NEW, "26.1", region="westus3"), price(NEW, "9.8", purchase="spot"))
        take(store, DAY, *rows, price(P5, "55.04"))
        yield Advisor(facts, ASKED, Markets(store.path, facts))


@pytest.mark.parametrize(
    "question",
    [
        "price of Standard_NC80xyz_B300_v7 in eastus",
        "what does nc80xyz_b300_v7 cost in eastus?",
        "how much is STANDARD_NC80XYZ_B300_V7 an hour in East US",
    ],
)
def test_the_price_of_an_unknown_type_is_that_of_the_feed(advisor: Advisor, question: str) -> None:
    """The B300 and v7 in its name are no chips that were asked about."""
    answer = advisor.ask(question)
    told = " ".join(card_text(answer).split())
    assert told.startswith("Standard_NC80xyz_B300_v7 on Azure in eastus: $24.50/h on demand and $9.80/h on spot")
    assert "Also listed in westus3 ($26.10/h on demand)" in told
    assert "Its chip, memory and speed are" in told
    assert answer.form.id == "price"
    assert "TPU" not in told


def test_the_way_to_buy_that_was_said_comes_first(advisor: Advisor) -> None:
    assert "in eastus: $9.80/h on spot, as" in " ".join(card_text(advisor.ask("NC80xyz_B300_v7 on spot")).split())


def test_a_region_without_a_price_is_told_so(advisor: Advisor) -> None:
    told = " ".join(card_text(advisor.ask("price of Standard_NC80xyz_B300_v7 in northeurope")).split())
    assert told.startswith("No price of Standard_NC80xyz_B300_v7 is listed in northeurope.")
    assert "in eastus: $24.50/h on demand" in told


def test_work_on_it_is_not_judged_and_its_price_is_said_first(advisor: Advisor) -> None:
    answer = advisor.ask("fine-tune Llama 8B on Standard_NC80xyz_B300_v7")
    assert [reason.code for reason in answer.facts.unpriced[:2]] == ["price_listed", "nothing_but_price"]
    assert answer.form.id != "price"


def test_a_known_type_is_answered_as_ever(advisor: Advisor) -> None:
    answer = advisor.ask("price of p5.48xlarge in us-east-1")
    assert not answer.facts.unpriced
    assert answer.facts.prices[0].instance == "p5.48xlarge"


def test_words_that_may_be_names() -> None:
    assert names_in("price of Standard_NC80xyz_B300_v7, in eastus.") == {"nc80xyzb300v7"}
    assert names_in("the price of an hour in a region, 8 of 70") == frozenset()


CHIP = SeriesKey("aws", "trn4.48xlarge", "eu-west-1", "on_demand")


@pytest.fixture
def named(facts: Facts, tmp_path: Path) -> Iterator[Advisor]:
    """A chip that the feed names, at one price in three regions; and a known chip in a new machine."""
    with Store(tmp_path / "c.db", time.time) as store:
        new, old = CHIP, P5._replace(instance="p5x.48xlarge")
        rows = [
            PlacePrices("aws", key.instance, region, {LISTED: (usd, 16)}, chip)
            for key, usd, chip in ((new, "90", "Trainium4"), (old, "60", "H100"))
            for region in ("eu-west-1", "us-west-2", "us-east-1")
        ]
        store.history.take("skypilot", "aws", DAY, rows)
        yield Advisor(facts, ASKED, Markets(store.path, facts))


@pytest.mark.parametrize(
    "question",
    ["where can I get trn4?", "cheapest Trainium4", "what does a Trainium4 cost?", "trn4.48xlarge price"],
)
def test_a_chip_that_feeds_sell_is_asked_by_its_name_or_family(named: Advisor, question: str) -> None:
    """No region said: the cheapest in the US, at one price the first by name."""
    told = " ".join(card_text(named.ask(question)).split())
    assert told.startswith("trn4.48xlarge on AWS in us-east-1: $90.00/h on demand")
    assert "it calls the chip Trainium4" in told and "could not place" not in told and "Not understood" not in told


def test_a_known_chip_is_no_name_of_an_unknown_type(named: Advisor) -> None:
    assert "p5x" not in card_text(named.ask("cheapest H100 on demand on AWS"))
