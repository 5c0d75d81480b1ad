"""Which of two machines is faster at images or sound, and which does more for a dollar."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.loads.pair_pace import PairPace, PairUnheld


@pytest.mark.parametrize(
    ("text", "model", "chips"),
    [
        ("A100 80GB vs T4 for whisper large-v3?", "Whisper large v3", {"NVIDIA A100 80 GB", "NVIDIA T4"}),
        ("is an L4 faster than a T4 for yolo11m inference?", "YOLO11m", {"NVIDIA L4", "NVIDIA T4"}),
        ("g6.xlarge or g4dn.xlarge for yolo11m images?", "YOLO11m", {"NVIDIA L4", "NVIDIA T4"}),
        ("how much faster is an H100 than an A100 80GB for SDXL?", "SDXL", {"NVIDIA H100 SXM", "NVIDIA A100 80 GB"}),
    ],
)  # fmt: skip
def test_the_faster_is_first_with_both_speeds(text: str, model: str, chips: set[str], advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PairPace) and told.model == model
    assert {one[1] for one in told.pair} == chips
    fast, slow = told.pair
    assert told.times == pytest.approx(fast[3].likely / slow[3].likely) and told.times >= 1


def test_what_a_dollar_buys_is_speed_over_the_price(advisor: Advisor) -> None:
    """One T4 does 1.6 x 212.8 images a second of YOLO11m."""
    told = advisor.ask("is an L4 faster than a T4 for yolo11m inference?").facts.headline
    assert isinstance(told, PairPace)
    t4 = next(one for one in told.pair if one[1] == "NVIDIA T4")
    assert t4[5] == pytest.approx(1.6 * 1000 / 4.7 * 3600 / t4[4], rel=0.01)


def test_a_speed_that_another_maker_carries_decides_nothing(advisor: Advisor) -> None:
    told = advisor.ask("Is inf1.xlarge slower than g4dn.xlarge for ResNet50?").facts.headline
    assert isinstance(told, PairUnheld) and told.chips == ("AWS Inferentia",)


@pytest.mark.parametrize(
    "text",
    [
        "A100 or H100 for training yolo11m?",
        "A10G vs L4 for Llama 3 8B, which is faster?",
        "100 images a second of yolo11m: T4 or L4?",
    ],
)
def test_other_pairs_are_held_against_each_other_elsewhere(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    assert facts is None or not isinstance(facts.headline, PairPace | PairUnheld)
