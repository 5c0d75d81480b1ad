"""The fitted figures of serving, by name."""

from __future__ import annotations

from datetime import date
from math import hypot

import pytest

from engine.serving.fit import ServingFit, platform_of, published_batch, serving_software
from knowledge.facts import Constant, Facts, Range


def constant(name: str, likely: float) -> Constant:
    return Constant(
        id=name,
        value=Range(low=likely, likely=likely, high=likely),
        unit="ratio",
        because="made up",
        source="fit-serving",
        checked_on=date(2026, 11, 21),
    )


FIGURES = {
    "fit.bandwidth.gpu": 0.8,
    "fit.offset.chip.h100-sxm": 1.1,
    "fit.offset.software.vllm": 0.9,
    "fit.spread.gpu": 0.3,
    "fit.spread.software.vllm": 0.2,
    "fit.spread.unseen_chip": 0.4,
    "another_constant": 7.0,
}
FIT = ServingFit({name: constant(name, value) for name, value in FIGURES.items()})


def test_shares_offsets_and_spreads_are_distinguished_by_prefix() -> None:
    assert FIT.shares == {"bandwidth.gpu": 0.8}
    assert FIT.offsets == {"chip.h100-sxm": 1.1, "software.vllm": 0.9}
    assert FIT.spreads == {"gpu": 0.3, "software.vllm": 0.2, "unseen_chip": 0.4}


def test_offsets_multiply_and_an_unmeasured_mark_changes_nothing() -> None:
    assert FIT.factor(["chip.h100-sxm", "software.vllm", "model.nobody"]) == pytest.approx(0.99)


def test_the_spread_of_known_software_is_used_before_that_of_its_platform() -> None:
    assert FIT.spread("gpu", ["software.vllm"], measured=True) == 0.2
    assert FIT.spread("gpu", ["software.other"], measured=True) == 0.3


def test_an_unmeasured_chip_is_less_certain() -> None:
    assert FIT.spread("gpu", ["software.other"], measured=False) == pytest.approx(hypot(0.3, 0.4))


def test_all_amazon_chips_are_one_platform(facts: Facts) -> None:
    assert {platform_of(facts.accelerators[chip]) for chip in ("trainium2", "inferentia2")} == {"neuron"}
    assert platform_of(facts.accelerators["h100-sxm"]) == "gpu"


def test_every_platform_that_was_measured_has_software_and_a_largest_batch(facts: Facts) -> None:
    assert set(serving_software(facts)) == {"gpu", "tpu", "neuron"}
    assert all(batch >= 1 for batch in published_batch(facts).values())
