"""Seconds of one item on each machine, as they are told."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fleets.paces import AUDIO, load_of, noun_of, paces
from engine.forms.own.machines import named_in
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    ("text", "seconds", "noun"),
    [
        ("a frame set takes us around 47 min a clip on A100", [2820.0], "clip"),
        ("5 s of video takes 1600 seconds on a single H800", [1600.0], "video"),
        ("stable diffusion takes 1m30s for 4 images on g4dn.2xlarge", [22.5], "image"),
        ("1.15 s per image on an A100 and 0.8 s on H100", [1.15, 0.8], "image"),
        ("300 minutes of audio in 98 seconds on an A100 80GB", [19.6], AUDIO),
        ("whisper runs at 36x real time on our L4", [100.0], AUDIO),
        ("10 s clips, latency under 2 s on an L4", [], "clip"),
        ("the A10G is on 4 h a day", [], "item"),
    ],
)
def test_times_belong_to_the_nearest_machine(
    advisor: Advisor, facts: Facts, text: str, seconds: list[float], noun: str
) -> None:
    told = paces(text, named_in(advisor.parse(text), facts))
    assert [one.seconds for one in told] == pytest.approx(seconds)
    assert noun_of(text, told) == noun


@pytest.mark.parametrize(
    ("text", "number", "period"),
    [
        ("47 min a clip on A100. Product wants 400 clips per day", 400.0, "day"),
        ("5 s of video takes 1600 s on an A100. We need 100 of these a day", 100.0, "day"),
        ("14.8 s an image on our A10G, 100k images a month", 100_000.0, "month"),
        ("2.5 min a clip on an A100, what would 1,000 clips cost", 1000.0, ""),
        ("300 minutes of audio in 98 seconds on an A100. 10,000 hours?", 10_000.0, ""),
    ],
)
def test_what_there_is_to_be_done(advisor: Advisor, facts: Facts, text: str, number: float, period: str) -> None:
    told = paces(text, named_in(advisor.parse(text), facts))
    load = load_of(text, told, noun_of(text, told))
    assert load is not None and (load.number, load.period) == (number, period)


def test_a_unit_of_a_price_is_no_amount(advisor: Advisor, facts: Facts) -> None:
    text = "1.15 s per image on an A100. What is that per 1000 images?"
    told = paces(text, named_in(advisor.parse(text), facts))
    assert load_of(text, told, noun_of(text, told)) is None
