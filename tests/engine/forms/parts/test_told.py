"""Hours that were said, at the price of the chips they were said of."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.estimate_reasons import RunEstimate, ToldHours


def told(advisor: Advisor, text: str) -> ToldHours:
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, ToldHours)
    return headline


def test_days_on_chips_on_sale_are_their_chip_hours(advisor: Advisor) -> None:
    """6 days x 24 h x 8 chips = 1,152 chip-hours."""
    said = told(advisor, "What would be the training cost at 6 days on 8xV100?")
    assert said.chip_hours == pytest.approx(1152)
    assert said.usd == pytest.approx(1152 * said.usd_per_chip_hour)
    assert said.whole is None


def test_fewer_chips_than_a_machine_has_are_told_with_the_whole_machine(advisor: Advisor) -> None:
    said = told(advisor, "Training took 10 hours on 2 A100 40GB. What would this be in dollars on AWS?")
    assert (said.chips, said.count) == (2, 8)
    assert said.whole == pytest.approx(4 * said.usd)


def test_a_cloud_without_a_price_of_the_chip_is_said_so(advisor: Advisor) -> None:
    said = told(advisor, "They trained it for 75 hours on a single MI300X; what would that cost on GCP?")
    assert said.unheld == "gcp"
    assert said.chip == "AMD Instinct MI300X"


def test_one_chip_of_a_cloud_is_told_at_the_price_of_its_machine_of_one(advisor: Advisor) -> None:
    """a2-ultragpu-1g in us-central1: $5.068798 x 75 h."""
    said = told(advisor, "They trained it for 75 hours on a single A100 80GB; what would that cost on GCP?")
    assert (said.unheld, said.instance, said.whole) == (None, "a2-ultragpu-1g", None)
    assert said.usd == pytest.approx(380.16, abs=0.01)


def test_a_chip_that_a_region_does_not_sell_is_named_before_another_is_costed(advisor: Advisor) -> None:
    text = "How long would it take to fine-tune Llama 8B in Frankfurt on 50M tokens on 16 Trainium2?"
    said = advisor.ask(text).facts.headline
    assert isinstance(said, RunEstimate)
    assert said.not_there == "AWS Trainium2"


@pytest.mark.parametrize("steps", ["for 36000 steps", "81k steps"])
def test_how_many_steps_the_hours_hold_changes_no_dollars(advisor: Advisor, steps: str) -> None:
    """75 hours of one chip."""
    said = told(advisor, f"75 hours on a single A100 80GB, {steps}. What would that cost?")
    assert said.chip_hours == pytest.approx(75)
    assert advisor.ask(f"75 hours on a single A100 80GB, {steps}. What would that cost?").unheeded == ()
