"""The question made computable: the work of a run, and what was named."""

import pytest

from bot.advice.advisor import Advisor
from engine.options.problem import is_named
from knowledge.facts import Facts
from tests.engine.problems import problem


def test_the_work_of_a_run_is_proportional_to_its_tokens(advisor: Advisor) -> None:
    few, many = (problem(advisor, f"full fine-tune Llama 8B, {n}B tokens, PyTorch, AWS") for n in (1, 3))
    assert many.run_tflop.likely == pytest.approx(3 * few.run_tflop.likely)


def test_hours_are_those_of_the_hardware_they_were_said_about(advisor: Advisor) -> None:
    scene = problem(advisor, "fine-tune Llama 8B takes 6 hours on 2 p4d.24xlarge, cheaper elsewhere?")
    instance = scene.reference_instance()
    assert instance is not None and instance.id == "p4d.24xlarge"
    speed = scene.speed(scene.chip(instance))
    assert speed is not None
    assert scene.run_tflop.likely == pytest.approx(speed.speed.likely * 2 * 8 * 6 * 3600)


def test_serving_has_no_training_work(advisor: Advisor) -> None:
    scene = problem(advisor, "serve Llama 8B, 20M tokens a day")
    assert scene.serving and scene.run_tflop.likely == 0


@pytest.mark.parametrize(
    ("word", "chips"),
    [
        ("h100-sxm", {"h100-sxm"}),
        ("trainium", {"trainium1", "trainium2", "trainium3"}),
        ("gpu", {"h100-sxm", "h200", "a100-40gb"}),
    ],
)
def test_a_word_means_a_chip_its_line_or_its_family(facts: Facts, word: str, chips: set[str]) -> None:
    named = {chip.id for chip in facts.accelerators.values() if is_named(chip, {word})}
    assert chips & set(facts.accelerators) <= named
    assert "tpu-v6e" not in named


def test_chips_that_were_counted_are_whole_machines(advisor: Advisor) -> None:
    """20 H100 are three machines of eight."""
    scene = problem(advisor, "fine-tune Llama 8B on 20 H100, PyTorch")
    assert scene.said_instances(scene.facts.instances["p5.48xlarge"]) == 3
