"""So many images a second: cards that keep up, by the forward pass."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fits.at_a_rate import RateNeeds, RateUnsettled


def test_cards_are_the_rate_over_what_one_does(advisor: Advisor) -> None:
    """YOLO11m: 68.5 GFLOP forward; chips = rate / (TFLOP/s / 0.0685), rounded up."""
    first = advisor.ask("40 cameras, 10 fps each, YOLO11m on every frame. How many L4 do we need?").facts.headline
    assert isinstance(first, RateNeeds)
    assert first.rate == 400
    assert first.chips.likely == pytest.approx(400 / first.each.likely, abs=1)
    assert first.chips.low <= first.chips.likely <= first.chips.high


def test_diffusion_passes_twice_a_step(advisor: Advisor) -> None:
    text = "Serve SDXL at 1024px, {} steps, 600,000 images per week in total: how many L4 do we need?"
    few, many = (advisor.ask(text.format(steps)).facts.headline for steps in (20, 40))
    assert isinstance(few, RateNeeds) and isinstance(many, RateNeeds)
    assert few.each.likely == pytest.approx(2 * many.each.likely)


def test_work_whose_speed_nobody_published_is_admitted(advisor: Advisor) -> None:
    text = "SAM 2.1 large on live video: 40 RTSP cameras, 5 fps each. How many L4s should I ask for?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, RateUnsettled) and first.rate == 200
