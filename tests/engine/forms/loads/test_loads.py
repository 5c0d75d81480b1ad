"""How many machines a load takes, from the text to the first line."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.loads.loads_reasons import LoadLatency, LoadTakes, LoadUnheld, LoadUnknown, LoadUsual


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        # 200 / (7.2 x 0.7) = 40, by SAM 2.1's 30.2 on an A100 and the bounds of an L4
        ("SAM 2.1 large, 200 frames a second, resized to 1024: how many L4?", 20, 70),
        ("Wie viele L4 brauchen wir für 500 Bilder pro Sekunde mit ResNet-50 (224 px)?", 1, 1),
        ("Combien de g5.xlarge pour 60 images par seconde avec SAM 2.1 base plus ?", 6, 12),
        ("FLUX.1 dev 28 steps, 50,000 images a day, how many L40S", 6, 20),
        ("How many H100s for 900 SDXL pictures a minute, 30 steps, 1024x1024?", 25, 40),
        ("Whisper large-v3-turbo, 8,000 hours of meetings every day, how many L4?", 6, 18),
    ],
)
def test_the_first_line_is_the_count_of_the_load(advisor: Advisor, text: str, least: int, most: int) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, LoadTakes)
    assert least <= first.rows[0][3] <= first.rows[0][2] <= first.rows[0][4] <= most


@pytest.mark.parametrize(
    ("text", "enough"),
    [
        ("is one L4 enough for 60 frames per second of SAM 2.1 large?", "no"),
        ("YOLO12n, 15 frames/s, is one T4 enough?", "yes"),
        ("Can a single T4 carry 40 images a second of SigLIP2 so400m at 384 px?", "maybe"),
    ],
)
def test_whether_it_is_enough_is_answered_by_the_load(advisor: Advisor, text: str, enough: str) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, LoadTakes) and first.enough == enough


def test_of_a_model_that_nobody_measured_the_formula_is_given_and_never_one(advisor: Advisor) -> None:
    """40 a second at 0.7: one card up to 17.5 ms each, 58 at a second."""
    first = advisor.ask("Mask2Former Swin-L, 40 images/s, how many L4s").facts.headline
    assert isinstance(first, LoadUnknown)
    assert first.alone_ms == pytest.approx(17.5) and first.at_one == 58


def test_a_network_without_a_name_has_the_formula_too(advisor: Advisor) -> None:
    first = advisor.ask("our own segmentation net, 30 images per second; how many A10G do I need?").facts.headline
    assert isinstance(first, LoadUnknown) and first.model == ""


def test_a_latency_that_was_said_is_not_passed_over(advisor: Advisor) -> None:
    facts = advisor.ask("ViT-B/16, 5,000 images/s, p99 50 ms, inf2.xlarge or g6.xlarge?").facts
    assert any(isinstance(line, LoadLatency) and line.limit == 50 for line in facts.sentences)


def test_a_size_that_was_left_open_is_named(advisor: Advisor) -> None:
    facts = advisor.ask("YOLOv8, 900 images/s, how many L4?").facts
    assert any(isinstance(line, LoadUsual) and line.model == "YOLOv8m" for line in facts.sentences)


def test_a_chip_of_which_nothing_is_held_is_named(advisor: Advisor) -> None:
    text = "DLRM ranker, 50,000 requests a second with 200 candidates each: how many L4 or inf2.xlarge?"
    facts = advisor.ask(text).facts
    assert any(isinstance(line, LoadUnheld) and line.names == ("inf2.xlarge",) for line in facts.sentences)


@pytest.mark.parametrize(
    "text",
    [
        "fine-tune SAM 2.1 large on 20,000 images, how many A100?",
        "We train ResNet-50 at 3,000 images/s on 8 V100, is that normal?",
        "How much memory does SDXL take at 1024 px?",
        "canary release of Llama 3.1 8B with 20 requests/s, 1000 token prompts, 300 token answers: how many L40S?",
        "Qwen2.5-VL-7B, about 2 million pictures every day, offline batch, how many L40S to finish in 20 hours?",
    ],
)
def test_training_memory_and_text_models_are_other_questions(advisor: Advisor, text: str) -> None:
    first = advisor.ask(text).facts.headline
    assert first is None or not first.code.startswith(("load_", "job_on"))


def test_a_range_too_wide_for_a_count_says_so(advisor: Advisor) -> None:
    """From 2.41M weights for each candidate to all 80M: 33 times as many, and the spread of the speed."""
    text = "two-tower ranker with 80M parameters, 90k QPS, 300 candidates per request, p99 20 ms: how many T4?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, LoadTakes) and first.is_open
    assert first.rows[0][4] > 33 * first.rows[0][3]
