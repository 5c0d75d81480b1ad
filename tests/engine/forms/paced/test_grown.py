"""What more cards or machines bring, where nothing was measured yet."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.paced.grown import Grown

ASKED = (
    ("How well does training scale from 8 to 32 H100?", 8, 32, True),
    ("How much faster is training a 13B on 4 nodes of 8 H100 than on 1 node?", 1, 4, True),
    ("What speedup do I get going from 1 to 4 nodes?", 1, 4, True),
    ("What happens to throughput if I go from 1 to 4 nodes of p5 for a 13B?", 1, 4, True),
    ("If I double the GPUs from 4 to 8 A100, does training take half the time?", 4, 8, False),
    ("Is training on 8 GPUs twice as fast, I mean faster, compared to 4 GPUs?", 4, 8, False),
)


@pytest.mark.parametrize(("text", "few", "many", "across"), ASKED)
def test_the_usual_share_of_linear_is_told(advisor: Advisor, text: str, few: int, many: int, across: bool) -> None:
    """80% to 100% of linear: 4 times the cards do 3.2 to 4.0 times as much, and 10 h become 10 / 4 to 10 / 3.2."""
    first = advisor.ask(text).facts.headline
    assert isinstance(first, Grown)
    assert (first.few, first.many, first.across, first.serves) == (few, many, across, False)
    assert (first.times.low, first.times.high) == pytest.approx((0.8 * many / few, many / few))
    assert (first.hours.low, first.hours.high) == pytest.approx((10 * few / many, 10 * few / many / 0.8))


def test_copies_of_a_served_model_bring_all_of_it(advisor: Advisor) -> None:
    text = "If we serve Llama 3 8B on 4 GPUs instead of 1 GPU, is the throughput 4 times as high?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, Grown) and first.serves and first.times.likely == 4
    assert "load balancer" in card_text(advisor.ask(text))


@pytest.mark.parametrize(
    "text",
    [
        "From 8 to 32 H100, what does it cost?",
        "One node 8xA100: 1.0 s/it, 2 nodes 1.1 s/it. Is going from 1 to 2 nodes faster?",
    ],
)
def test_dollars_and_times_that_were_measured_are_other_questions(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, Grown)
