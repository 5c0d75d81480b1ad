"""What so much money a month serves, where no model was said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.served_for import ServedFor


def test_it_is_the_most_memory_that_so_much_an_hour_keeps_on(advisor: Advisor) -> None:
    """$2,000 / 730 h = $2.74 an hour; 60% of 44.7 GiB for weights is 28.8 GB: 14.4B parameters of 2 bytes."""
    first = advisor.ask("what can we serve for $2k a month?").facts.headline
    assert isinstance(first, ServedFor)
    assert first.usd_per_hour == pytest.approx(2000 / 730)
    assert (first.on.instance, first.share) == ("g6e.xlarge", 0.6)
    in_16_bits, in_8_bits, _ = first.on.parameters
    assert in_16_bits == pytest.approx(44.7 * 2**30 * 0.6 / 2, rel=0.01)
    assert in_8_bits == pytest.approx(2 * in_16_bits)


@pytest.mark.parametrize(
    "text",
    ["what can we train for $2k a month?", "can we serve a 70B for $2k a month?", "what is $2k a month on p4d?"],
)
def test_of_training_a_model_or_a_machine_it_says_nothing(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, ServedFor)
