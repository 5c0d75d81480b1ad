"""How many images or hours of sound one machine does, or how long one takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.loads.pace_asked import PaceExpected


@pytest.mark.parametrize(
    ("text", "unit", "speed"),
    [
        # One T4 does 1.6 x 212.8 images a second of YOLO11m; 91.8 hours of sound an hour on an A100 80 GB.
        ("what fps can I expect from yolo11m on a T4?", "image", 1.6 * 1000 / 4.7),
        ("how many images per second does yolo11m do on a T4?", "image", 1.6 * 1000 / 4.7),
        ("how many frames a second with yolo11m on g4dn.xlarge?", "image", 1.6 * 1000 / 4.7),
        ("whisper large v3 real time factor on an A100 80GB?", "hour", 91.8),
    ],
)
def test_the_pace_is_that_which_was_published(text: str, unit: str, speed: float, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PaceExpected) and told.unit == unit
    assert told.speed.likely == pytest.approx(speed, rel=0.02) and told.each is None


def test_of_fewer_than_one_a_second_the_seconds_of_one_are_told(advisor: Advisor) -> None:
    """0.082 images a second at 50 steps on an Inferentia2 are 0.137 at 30: 7.3 s each."""
    told = advisor.ask("how long does SDXL take per image on inf2.xlarge, 30 steps?").facts.headline
    assert isinstance(told, PaceExpected) and told.each is not None
    assert told.each.likely == pytest.approx(1 / (0.082 * 50 / 30), rel=0.02)


@pytest.mark.parametrize(
    "text",
    [
        "how many images a second does training yolo11m reach on a T4?",
        "how many T4 for 500 images per second of yolo11m?",
        "yolo11m at 20 fps on a T4, is that slow?",
        "how fast is Llama 3 8B on an L4?",
    ],
)
def test_other_paces_are_told_elsewhere(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    assert facts is None or not isinstance(facts.headline, PaceExpected)
