"""How many machines train a model in a time."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.in_time import InTimeSum, TrainsInTime


def test_tokens_of_a_machine_and_twenty_a_parameter_give_the_number(advisor: Advisor) -> None:
    """8 x 392 TFLOP/s x 14 days / 436 GFLOP = 8.7B tokens; 1.4T / 8.7B = 161 and some."""
    told = advisor.ask("how many nodes do I need to train a 70B in two weeks?").facts
    first, working = told.headline, told.sentences[0]
    assert isinstance(first, TrainsInTime) and isinstance(working, InTimeSum)
    assert first.tokens.likely == pytest.approx(8 * working.tflops * 1e12 * 14 * 86_400 / (working.gflop * 1e9))
    assert first.scratch == 20 * 70e9 and first.machines - 1 < first.scratch / first.tokens.likely <= first.machines
    assert first.hold == 2 and first.machines_low < first.machines < first.machines_high


def test_a_named_machine_is_kept_to(advisor: Advisor) -> None:
    first = advisor.ask("how many trn1.32xlarge for pretraining a 13B in a month?").facts.headline
    assert isinstance(first, TrainsInTime) and first.instance == "trn1.32xlarge" and not first.chips


def test_tokens_that_are_told_are_a_sum_of_their_own(advisor: Advisor) -> None:
    text = "how many GPUs to finish training a 13B on 300B tokens within 3 weeks?"
    assert not isinstance(advisor.ask(text).facts.headline, TrainsInTime)
