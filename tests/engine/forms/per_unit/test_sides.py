"""Which two chips a question sets against each other."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.per_unit.rates import unit_case, unit_costs
from engine.forms.per_unit.sides import (
    base_and_other,
    is_priced,
    like_for_like,
    of_task,
    ratio_range,
    two_sides,
    two_words,
)
from tests.engine.forms.per_unit.questions import question


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("moving our training from A100 to Trainium2, worth it?", ("a100", "trainium2")),
        ("is Trainium2 cheaper than H100?", ("trainium2", "h100")),
        ("L4 or A10G for an 8B?", ("l4", "a10g")),
    ],
)
def test_two_chips_in_the_order_they_are_said(text: str, words: tuple[str, str], advisor: Advisor) -> None:
    assert two_words(question(advisor, text)) == words


@pytest.mark.parametrize("text", ["is Trainium worth it?", "GPU or TPU v5e for JAX?", "A100, H100 or H200 for 70B?"])
def test_one_chip_three_or_a_whole_family_are_no_two(text: str, advisor: Advisor) -> None:
    asked = question(advisor, text)
    words = two_words(asked)
    assert words is None or len(set(words)) != 2 or "GPU" in text


def test_the_base_is_what_takes_no_port_and_of_gpus_the_older(advisor: Advisor) -> None:
    for text, base in (("Trainium2 or H100 for training?", "h100"), ("H100 or A100 for training?", "a100")):
        asked = question(advisor, text)
        found = two_sides(asked, unit_costs(unit_case(asked)))
        assert found is not None and base_and_other(*found, asked)[0].word == base


def test_both_are_bought_alike_where_both_are_sold_so(advisor: Advisor) -> None:
    asked = question(advisor, "A100 or Trainium2 for training an 8B?")
    found = two_sides(asked, unit_costs(unit_case(asked)))
    both = like_for_like(*found) if found else None
    assert both is not None
    assert {cost.option.purchase for cost in both} == {"capacity_block"}  # trn2 is sold by block alone


def test_the_range_of_a_ratio_is_over_all_cards() -> None:
    """2 and 4 over 1 and 2: from 2/2 to 4/1."""
    assert ratio_range([2, 4], [1, 2]) == (1, 4)


def test_work_nobody_called_training_is_served_where_a_chip_does_nothing_else(advisor: Advisor) -> None:
    for text, task in (("g5.xlarge or inf2.xlarge for Mistral 7B?", "inference"), ("A100 or H100?", "fine_tuning")):
        assert of_task(question(advisor, text)).filled.profile.task == task


def test_a_chip_with_a_price_is_told_from_one_without(advisor: Advisor) -> None:
    asked = question(advisor, "GB300 or H200 for serving DeepSeek-R1?")
    found = two_sides(asked, ())
    assert found is not None
    assert {one.word: is_priced(one, asked) for one in found} == {"gb300": False, "h200": True}
