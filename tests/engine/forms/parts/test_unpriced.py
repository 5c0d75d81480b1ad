"""A chip that nobody here sells: hours told of it, and how long a run takes on it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.joined.time_lines import HoursThere
from engine.forms.parts.estimate_reasons import ToldOnUnpriced, TwiceTheData
from engine.forms.parts.unpriced import on_itself
from tests.engine.problems import problem


def test_hours_on_a_chip_without_a_price_are_costed_on_the_nearest_and_no_other(advisor: Advisor) -> None:
    told = advisor.ask("It took 7 hours on 2 RTX 3090 to fine-tune whisper, what would it cost?").facts
    headline = told.headline
    assert isinstance(headline, ToldOnUnpriced)
    assert headline.chip_hours == 14
    assert headline.usd == pytest.approx(14 * headline.usd_per_chip_hour)
    twice = next(one for one in told.sentences if isinstance(one, TwiceTheData))
    assert twice.hours == 14 and twice.usd == pytest.approx(2 * headline.usd)


def test_a_run_takes_as_long_as_the_chip_that_was_named_is_quick(advisor: Advisor) -> None:
    """8e6 tokens x 6 x 7.24e9 x 2/3 = 2.3e17 FLOP over some 11 TFLOP/s: 6 h, and not the 0.2 h of eight A100."""
    asked = "I have an RTX 3060 12GB. Can it fine-tune Mistral 7B, and how long for 20k samples of 400 tokens?"
    found = on_itself(problem(advisor, asked, brief=True))
    assert found is not None
    assert (found.chips, found.way, found.fits) == (1, "qlora", True)
    assert 4 < found.hours.likely < 12


def test_a_network_that_is_counted_in_samples_takes_as_long_as_its_chip_is_quick(advisor: Advisor) -> None:
    """90 x 1.28e6 x 24.6e9 = 2.83e18 FLOP: at 4 x 21 TFLOP/s 9.4 h; and nothing is said of room, as no batch was."""
    asked = "How long does ResNet-50 training on 1.28M images for 90 epochs take on 4 RTX 3090?"
    found = on_itself(problem(advisor, asked, brief=True))
    assert found is not None and found.is_said
    assert found.hours.likely == pytest.approx(2.83e18 / (4 * found.tflops.likely * 1e12) / 3600 + 0.1, rel=0.02)


@pytest.mark.parametrize("data", ["3.3B words", "5B tokens"])
def test_a_chip_without_a_price_is_told_of_before_what_can_be_rented(advisor: Advisor, data: str) -> None:
    answer = advisor.ask(f"How long does BERT base pretraining on {data} take on 8 TPU v3?")
    assert card_text(answer).startswith("About") and "8 x TPU v3" in card_text(answer).split(". What can")[0]


def test_a_chip_that_is_sold_is_costed_instead(advisor: Advisor) -> None:
    assert on_itself(problem(advisor, "how long for LoRA of 7B on 1B tokens on 8 A100?", brief=True)) is None


def test_hours_of_others_count_by_the_ratio_of_the_chips(advisor: Advisor) -> None:
    """48 h x 8 A100 on one card of 165 of 312 TFLOP/s and 1,008 of 1,555 GB/s: weeks, and not 48 h of eight of it."""
    said = advisor.ask("I only have a 4090 at home, paper used 8xA100 for 2 days. How long for me?").facts.headline
    assert isinstance(said, HoursThere)
    assert (said.there_count, said.here_count, said.hours) == (1, 8, 48)
    assert (said.low, said.high) == pytest.approx((48 * 8 * 1555 / 1008, 48 * 8 * 312 / 165), rel=0.01)
