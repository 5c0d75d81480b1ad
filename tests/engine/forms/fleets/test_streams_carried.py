"""Machines for so many streams, where it is told how many one carries."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fleets.streams_carried import RealTime, StreamsCarried
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    ("text", "each", "least", "number"),
    [
        (
            "faster-whisper on one RTX 6000 Ada collapses beyond 8 clients. We need 40 streams, how many cards?",
            8,
            5,
            8,
        ),
        ("an H100 does 400 realtime streams. How many H100 for 3000 concurrent calls, $ a month?", 400, 8, 11),
        ("XTTS has a real time factor of 0.2 on our A10G. How many g5.xlarge for 60?", 5, 12, 18),
        ("120b on one H100: 32 concurrent. For 500 staff, 10% active at once, how many H100s?", 32, 2, 3),
        ("H20 x8 with DeepSeek R1: max concurrency 8. How many boxes for 100 users?", 8, 104, 144),
        ("8 concurrent audio streams on an H100, I need 50. how many GPUs", 8, 7, 9),
    ],
)
def test_streams_over_those_of_one(advisor: Advisor, text: str, each: float, least: int, number: int) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, StreamsCarried)
    assert (told.each, told.least, told.number) == (each, least, number)


def test_one_of_another_card_is_not_enough(advisor: Advisor) -> None:
    """30 / 8 / 0.7 = 5.4 of the RTX 2080; the T4 has 320 of its 448 GB/s."""
    told = advisor.ask("RTX 2080 runs 8 YOLO cameras at 30 fps each. I want 30 cameras, will a T4 do?").facts.headline
    assert isinstance(told, StreamsCarried)
    assert told.one == "no" and told.others[0].high == 8


def test_a_factor_over_one_comes_late(advisor: Advisor) -> None:
    told = advisor.ask("RTF is 2.16 on T4, 1.09 on L4 and 1.02 on L40S. Which one for realtime?").facts.headline
    assert isinstance(told, RealTime)
    assert told.held == 0 and told.need == 1.02 and "NVIDIA H100 SXM" in told.faster
    alone = advisor.ask(
        "the TTS makes 80 ms of audio in 95 ms on an A30. Which GPU gets it real time?"
    ).facts.headline
    assert isinstance(alone, RealTime) and alone.need == pytest.approx(95 / 80)
