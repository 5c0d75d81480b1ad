"""What a person typed, made into a measurement and held against what the chip can do."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from bot.inputs.measurement import TypedMeasurement, machine_of, measurement, number
from bot.wording.errors import UserError
from engine.library import Library
from knowledge.facts import Facts, OwnMeasurement
from tests.day import DAY


def typed(facts: Facts, **more: Any) -> OwnMeasurement:
    plain = {"on": "trn2.48xlarge", "tokens_per_second": "51.2k", "model": "llama-3.1-8b", "measured_on": DAY}
    return measurement(TypedMeasurement.model_validate(plain | more), Library(facts), DAY)


@pytest.mark.parametrize(
    ("text", "value"), [("123456", 123456), ("123,456", 123456), ("120k", 120_000), ("8B", 8e9), ("1.5e3", 1500)]
)
def test_a_number_as_people_write_it(text: str, value: float) -> None:
    assert number(text, "--tokens-per-second") == value


@pytest.mark.parametrize("text", ["fast", "0", "-5", "nan", "1e999", "8 bananas"])
def test_anything_else_is_no_number(text: str) -> None:
    with pytest.raises(UserError, match="measure_number"):
        number(text, "--tokens-per-second")


def test_a_type_brings_its_chips_and_a_chip_needs_their_number(facts: Facts) -> None:
    assert (typed(facts).accelerator, typed(facts).chips) == ("trainium2", 16)
    alone = typed(facts, on="AWS Trainium2", tokens_per_second="6.4k", chips=2)
    assert (alone.accelerator, alone.instance, alone.chips) == ("trainium2", None, 2)
    with pytest.raises(UserError, match="measure_chips"):
        typed(facts, on="trainium2")


def test_the_figure_of_one_chip_counts_once_for_each(facts: Facts) -> None:
    assert typed(facts, tokens_per_second="3.2k", per_chip=True).tokens_per_second == 51_200


def test_a_model_is_known_by_any_spelling_and_an_unpublished_one_by_its_size(facts: Facts) -> None:
    assert typed(facts, model="meta-llama/Llama-3.1-8B-Instruct").model == "llama-3.1-8b"
    assert typed(facts, model="our-own", parameters="8B").parameters == 8e9


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"measured_on": date(2027, 1, 1)}, "measure_future"),
        ({"model": None}, "measure_size"),
        ({"model": "lama-3.1-8b"}, "measure_model"),
        ({"parameters": "70B"}, "measure_two_sizes"),
        ({"per_chip": True}, "measure_beyond_peak"),
    ],
)
def test_what_cannot_be_right_is_refused(facts: Facts, more: dict[str, Any], code: str) -> None:
    """51,200 tokens/s of one chip would be 2,630 TFLOP/s; Trainium2 has 667."""
    with pytest.raises(UserError, match=code):
        typed(facts, **more)


def test_a_machine_is_a_type_or_a_chip(facts: Facts) -> None:
    instance, chip = machine_of("ml.p5.48xlarge", facts)
    assert instance is not None and (instance.id, chip.id) == ("p5.48xlarge", "h100-sxm")
    assert machine_of("a100 80gb", facts) == (None, facts.accelerators["a100-80"])
