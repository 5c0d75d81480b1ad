"""Samples a second of one chip."""

from __future__ import annotations

import pytest

from engine.base.constants import Constants
from engine.forms.loads.model import served_model
from engine.forms.loads.rates import Rate, rate_of
from engine.workload.profile import Profile
from knowledge.facts import Facts


def rate(facts: Facts, text: str, chip: str, said: Profile | None = None, weights: float | None = None) -> Rate:
    served = served_model(text, said or Profile(), facts)
    assert served is not None
    found = rate_of(served, facts.accelerators[chip], facts, Constants(facts), weights)
    assert found is not None
    return found


def test_what_was_published_of_the_chip_is_its_speed(facts: Facts) -> None:
    """YOLO11m takes 4.7 ms on a T4: 212.8 a second one at a time, of which batches make 1.6 times as many."""
    found = rate(facts, "yolo11m", "t4")
    assert found.basis == "measured" and found.speed.likely == pytest.approx(1.6 * 1000 / 4.7, rel=1e-2)


def test_fewer_steps_are_faster(facts: Facts) -> None:
    """0.082 images a second at 50 steps on an Inferentia2 are 0.137 at 30."""
    found = rate(facts, "SDXL", "inferentia2", Profile(steps=30))
    assert found.speed.likely == pytest.approx(0.082 * 50 / 30, rel=1e-3)


def test_fewer_pixels_are_faster(facts: Facts) -> None:
    whole, half = rate(facts, "yolo11m", "t4"), rate(facts, "yolo11m", "t4", Profile(image_side=320))
    assert half.speed.likely == pytest.approx(4 * whole.speed.likely)


def test_another_chip_of_the_maker_lies_between_both_bounds(facts: Facts) -> None:
    """An L4 has 121/312 of an A100's peak and 300/2,039 of its bandwidth; SAM 2.1 large does 30.2 there."""
    found = rate(facts, "sam 2.1 large", "l4")
    assert found.basis == "other_chip"
    assert found.speed.likely == pytest.approx(30.2 * (121 / 312 * 300 / 2039) ** 0.5, rel=0.02)
    assert found.speed.low <= 30.2 * 300 / 2039 and found.speed.high >= 30.2 * 121 / 312


def test_a_card_of_its_own_generation_tells_more(facts: Facts) -> None:
    """An L40S is of the generation of the RTX 4090, whatever the peaks of others are."""
    assert rate(facts, "siglip so400m 384", "l40s").row.chip.id == "rtx4090"


def test_a_model_that_nobody_measured_there_goes_by_gflop(facts: Facts) -> None:
    """YOLO11m has 68 GFLOP; of convolutional networks the one nearest in GFLOP was measured on Inferentia2."""
    found = rate(facts, "yolo11m", "inferentia2")
    assert found.basis == "other_model" and found.row.model == "ResNet-101"
    assert found.speed.likely == pytest.approx(3127.85 * 15.66 / 68.0, rel=0.01)


def test_of_another_maker_the_range_is_wide(facts: Facts) -> None:
    found = rate(facts, "sam 2.1 large", "mi300x")
    assert found.basis == "other_maker" and found.speed.high > 4 * found.speed.low


def test_a_ranker_reaches_to_all_its_weights(facts: Facts) -> None:
    """80M weights instead of 2.41M, if all are applied to each candidate."""
    few, many = rate(facts, "DLRM", "l4"), rate(facts, "DLRM", "l4", weights=80e6)
    assert many.speed.low == pytest.approx(few.speed.low * 2.41 / 80)
    assert many.speed.high == pytest.approx(few.speed.high)


def test_a_ranker_is_not_carried_to_another_maker(facts: Facts) -> None:
    served = served_model("DLRM", Profile(), facts)
    assert served is not None
    assert rate_of(served, facts.accelerators["inferentia2"], facts, Constants(facts)) is None


def test_transcription_is_what_the_other_answers_rest_on(facts: Facts) -> None:
    """91.8 times real time are 3.06 clips of 30 seconds a second."""
    assert rate(facts, "whisper large-v3", "a100-80").speed.likely == pytest.approx(91.8 / 30, rel=1e-3)


def test_a_smaller_model_of_a_line_is_no_slower_than_a_larger_one(facts: Facts) -> None:
    """429 a second of YOLOv8s were published of a T4: what is carried of YOLOv8n from an A100 would be less."""
    found = rate(facts, "yolov8n", "t4")
    assert found.basis == "other_model" and found.row.model == "YOLOv8s"
    assert found.speed.likely == pytest.approx(1.6 * 429, rel=0.01)
