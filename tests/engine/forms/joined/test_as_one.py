"""Several small cards and one large one with as much memory."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_two_of_half_the_memory_are_not_one(advisor: Advisor) -> None:
    """2 x 16 = 32 GB: 0.9 x 16 = 14.4 usable each."""
    text = "Will two 4070 Ti Super 2x16Gb with GPU parallelism work the same way as a 5090 with 32Gb for training?"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "as_one"
    assert (first.values["count"], round(first.values["each_usable"], 1)) == (2, 14.4)


def test_cards_that_differ_in_memory_are_another_question(advisor: Advisor) -> None:
    first = advisor.ask("Will two 3060 12GB work as well as one A100 80GB for training?").facts.headline
    assert first is None or first.code != "as_one"
