"""From what amount of work a port pays."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.per_unit.ports import NeverPaysPort, PaysFrom, pays_from
from engine.forms.per_unit.rates import unit_case, unit_costs
from tests.engine.forms.per_unit.questions import question


def test_the_break_even_is_the_port_over_what_a_unit_saves(advisor: Advisor) -> None:
    """Tokens in all: port / (dollars there - dollars here) x 1e9; the bill by then is those units x dollars there."""
    asked = question(advisor, "full fine-tune of Llama 70B in PyTorch on AWS, no GB200")
    found = pays_from(unit_costs(unit_case(asked)), "tokens")
    assert isinstance(found, PaysFrom)
    units = found.port_usd.likely / (found.against_usd - found.option_usd)
    assert found.total == pytest.approx(units * 1e9)
    assert found.spend_usd == pytest.approx(units * found.against_usd)


def test_a_port_that_saves_nothing_pays_at_no_amount(advisor: Advisor) -> None:
    costs = unit_costs(unit_case(question(advisor, "serve Llama 3 70B on AWS")))
    assert isinstance(pays_from(costs, "served"), NeverPaysPort)


def test_both_sides_of_a_break_even_are_bought_alike(advisor: Advisor) -> None:
    found = pays_from(
        unit_costs(unit_case(question(advisor, "full fine-tune of Llama 70B on AWS, no GB200"))), "tokens"
    )
    assert isinstance(found, PaysFrom) and found.option_purchase == found.against_purchase


def test_of_several_chips_that_take_a_port_the_one_that_was_named_is_weighed(advisor: Advisor) -> None:
    found = pays_from(
        unit_costs(unit_case(question(advisor, "port our Mistral 7B inference to Inferentia2?"))), "served"
    )
    assert found is not None and found.option.startswith("inf2")


def test_where_capacity_is_tight_blocks_are_weighed_against_blocks(advisor: Advisor) -> None:
    asked = question(advisor, "full fine-tune of Llama 70B in PyTorch on AWS, no GB200, capacity is tight")
    found = pays_from(unit_costs(unit_case(asked)), "tokens")
    assert isinstance(found, PaysFrom)
    assert (found.option_purchase, found.against_purchase) == ("capacity_block", "capacity_block")
