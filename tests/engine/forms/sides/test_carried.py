"""A speed of training of one's own on another chip."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sides.carried import SpeedThere
from tests.engine.problems import problem


@pytest.mark.parametrize(
    ("text", "own", "there"),
    [
        ("Our 8xA100 box does 3,200 tokens/s per GPU on a 7B. What would H100 do?", 3200, "NVIDIA H100 SXM"),
        ("we train a 13B at 1,500 tokens/s per A100, what would trn2 do?", 1500, "AWS Trainium2"),
        ("our 7B gets 9k tok/s on H100, what would a B200 do?", 9000, "NVIDIA B200"),
    ],
)
def test_it_goes_by_what_both_chips_reach(advisor: Advisor, text: str, own: float, there: str) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SpeedThere) and told.there == there and told.own == pytest.approx(own)
    work, chips = problem(advisor, text, brief=True), advisor.facts.accelerators.values()
    speeds = [work.speed(next(chip for chip in chips if chip.name == name)) for name in (told.here, told.there)]
    assert told.ratio == pytest.approx(speeds[1].speed.likely / speeds[0].speed.likely)  # type: ignore[union-attr]
    assert told.speed.low < told.speed.likely < told.speed.high


def test_dollars_are_of_a_billion_tokens(advisor: Advisor) -> None:
    """1e9 / 3,200 s / 3,600 = 86.8 chip-hours at the price of one."""
    told = advisor.ask("Our 8xA100 box does 3,200 tokens/s per GPU on a 7B. What would H100 do?").facts.headline
    assert isinstance(told, SpeedThere)
    assert told.usd_here == pytest.approx(86.8 * told.rate_here, rel=1e-3)
    assert told.worth == ("pays" if told.usd_there < 0.95 * told.usd_here else told.worth)


@pytest.mark.parametrize(
    "text",
    [
        "We serve a 7B at 3,200 tokens/s on an A100. What would H100 do?",
        "We train a 13B at 1,500 tokens/s per A100. What on H200 and what does 100B tokens cost there?",
        "Our 8xA100 box does 3,200 tokens/s per GPU on a 7B.",
    ],
)
def test_of_serving_of_an_amount_or_of_one_chip_it_is_another_question(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, SpeedThere)
