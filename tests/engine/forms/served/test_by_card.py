"""An hour of one card on demand, and how much faster one card is than another."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.by_card import between_bounds
from engine.forms.served.unmeasured import JobUnmeasured
from knowledge.loading.load import load


def test_another_card_lies_between_the_ratios_of_its_peak_and_its_bandwidth() -> None:
    """989 / 312 TFLOP/s of BF16 is 3.17; 3,350 / 2,039 GB/s is 1.64; their geometric mean is 2.28."""
    chips = load().accelerators
    ratio = between_bounds(chips["a100-80"], chips["h100-sxm"])
    assert ratio is not None
    assert (ratio.low, ratio.likely, ratio.high) == pytest.approx((1.64, 2.28, 3.17), abs=0.01)


def test_nothing_is_carried_from_one_maker_to_another() -> None:
    chips = load().accelerators
    other = next(one for one in chips.values() if one.vendor != chips["a100-80"].vendor)
    assert between_bounds(chips["a100-80"], other) is None


@pytest.mark.parametrize(("cloud", "line"), [("AWS", "g6."), ("GCP", "g2-")])
def test_the_machine_is_of_the_cloud_that_was_said(advisor: Advisor, cloud: str, line: str) -> None:
    told = advisor.ask(f"generate 1M images with PixArt, how long on a L4 on {cloud}?").facts.headline
    assert isinstance(told, JobUnmeasured) and told.instance.startswith(line)
