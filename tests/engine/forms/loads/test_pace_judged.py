"""Whether a pace that somebody sees is ordinary, of models of images, sound or text that is read."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.loads.pace_judged import PaceJudged


@pytest.mark.parametrize(
    ("text", "level", "told", "expected"),
    [
        # One T4 does 1.6 x 212.8 images a second of YOLO11m.
        ("yolo11m runs at 20 fps on a T4, is that too slow?", "slow", 20, 1.6 * 1000 / 4.7),
        ("we reach 330 images/s with yolo11m on a T4, is it ok?", "ordinary", 330, 1.6 * 1000 / 4.7),
        ("an image takes 50 ms with yolo11m on a T4, normal?", "slow", 20, 1.6 * 1000 / 4.7),
        # 91.8 hours of sound an hour were measured on an A100 80 GB.
        ("real time factor 0.2 with whisper large-v3 on an A100 80GB, expected?", "slow", 5, 91.8),
        ("whisper large-v3 at 90x real time on an A100 80GB, is that good?", "ordinary", 90, 91.8),
    ],
)
def test_a_pace_is_held_against_what_is_published(
    text: str, level: str, told: float, expected: float, advisor: Advisor
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, PaceJudged) and first.level == level
    assert first.told == pytest.approx(told) and first.expected.likely == pytest.approx(expected, rel=0.02)


def test_texts_are_counted_with_the_tokens_that_are_told(advisor: Advisor) -> None:
    short = advisor.ask("BERT-base does 54 sentences/s on a T4, is that good?").facts.headline
    long = advisor.ask("BERT-base does 54 sentences/s on a T4 at 256 tokens, is that good?").facts.headline
    assert isinstance(short, PaceJudged) and isinstance(long, PaceJudged)
    assert (short.tokens, short.assumed, long.tokens, long.assumed) == (128, True, 256, False)
    assert short.level == long.level == "slow" and long.expected.likely < short.expected.likely / 2


def test_seconds_of_one_are_told_where_they_are_long(advisor: Advisor) -> None:
    first = advisor.ask("SDXL at 30 steps takes 9 s an image on an A10G, normal?").facts.headline
    assert isinstance(first, PaceJudged) and first.told_each == pytest.approx(9)


def test_steps_a_second_are_pictures_of_so_many_steps(advisor: Advisor) -> None:
    """30 steps at 2.3 a second are 13 s."""
    first = advisor.ask("is 2.3 it/s ok for SDXL on a 3090?").facts.headline
    assert isinstance(first, PaceJudged) and first.told_each == pytest.approx(30 / 2.3)


@pytest.mark.parametrize(
    "text",
    [
        "training yolov8m runs at 20 images/s on a T4, is that slow?",
        "how many images a second does a T4 do with yolo11m?",
        "Llama 3 8B writes 25 tokens/s on an L4, is that ok?",
        "is the T4 good for yolo11m?",
    ],
)
def test_other_work_is_judged_elsewhere(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    assert facts is None or not isinstance(facts.headline, PaceJudged)
