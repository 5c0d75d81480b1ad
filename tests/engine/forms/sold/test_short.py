"""Short texts that ask for a price without a word of price."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from engine.forms.price import PRICE
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.forms.sold.test_at_place import cells


@pytest.mark.parametrize(
    "text",
    ["H100 in Frankfurt", "in Frankfurt, an H100", "H100, Frankfurt?", "Frankfurt H100", "8 H100 in Frankfurt"],
)
@pytest.mark.parametrize("day", [date(2026, 10, 10), DAY])
def test_a_chip_and_a_place_alone_ask_what_it_costs_there(text: str, day: date, facts: Facts) -> None:
    answer = Advisor(facts, day).ask(text)
    assert answer.form is PRICE
    assert cells(answer, "region")[0] == "europe-west3"  # what is charged there comes first
    assert "eu-central-1" not in cells(answer, "region")  # where AWS sells none


@pytest.mark.parametrize("text", ["H100 spot on Azure", "p5 spot", "A100 on demand GCP"])
def test_so_do_a_thing_and_a_way_to_buy_it(text: str, advisor: Advisor) -> None:
    assert advisor.ask(text).form is PRICE


@pytest.mark.parametrize(
    "text", ["train on H100 in Frankfurt", "fine-tune 8B on H100 in Frankfurt", "is H100 good in EU?"]
)
def test_with_work_or_a_question_besides_it_is_no_price(text: str, advisor: Advisor) -> None:
    assert advisor.ask(text).form is not PRICE


@pytest.mark.parametrize("text", ["8 x A100 80GB right now?", "8x H100 right now?", "4 A100 today?"])
def test_so_many_chips_now_with_a_question_mark_ask_their_price(text: str, advisor: Advisor) -> None:
    assert advisor.ask(text).form.id == "price"


def test_so_many_chips_now_without_one_are_what_is_at_hand(advisor: Advisor) -> None:
    assert advisor.ask("8 A100 now").form.id != "price"
