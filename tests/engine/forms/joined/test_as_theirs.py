"""One's own cards against those that others had."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_as_much_memory_a_card_is_enough_and_fewer_cards_accumulate(advisor: Advisor) -> None:
    """48 of 40 GiB; 8 / 4 = 2 steps; 4 x 43.2 = 173 and 8 x 36 = 288 GiB usable."""
    text = "I saw you used 8 A100 40GB GPUs. Is it possible to train with 4 x RTX A6000 GPUs?"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "as_theirs" and first.values["enough"]
    assert first.values["steps"] == 2
    assert (round(first.values["own_all"]), round(first.values["theirs_all"])) == (173, 288)


def test_a_smaller_card_is_not_made_up_for_by_more_of_them(advisor: Advisor) -> None:
    text = "Your paper trained on 8 L20 GPUs or 4 A800 80GB GPUs. Can it be trained on 4 A100 40GB GPUs?"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "as_theirs" and not first.values["enough"]
    assert (first.values["own_gib"], first.values["theirs_gib"]) == (40, 44.7)


def test_a_library_does_not_stand_before_it(advisor: Advisor) -> None:
    text = (
        "Can I run this pipeline on A100-40GB? I notice that you run the experiments with eight A100-80G GPUs. "
        "But can it be run on eight A100-40GB GPUs with some technique like ZERO3?"
    )
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "as_theirs" and not first.values["enough"]
