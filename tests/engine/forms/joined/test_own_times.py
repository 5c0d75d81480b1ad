"""Times that nothing is told to set against."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_a_step_and_a_pass_give_the_steps(advisor: Advisor) -> None:
    """40 h / 6.5 s = 22,154 steps."""
    text = "I train with a single A6000. It took 6.5 seconds per iteration, 40 hours for an epoch. Is it normal?"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "steps_of_pass" and round(first.values["steps"]) == 22154


def test_a_recording_is_set_against_its_length(advisor: Advisor) -> None:
    first = advisor.ask("My 4090 takes 8 s to generate 16 seconds of audio, is this time normal?").facts.headline
    assert first is not None and first.code == "of_recording" and first.values["times"] == 0.5


def test_more_cards_that_bring_nothing(advisor: Advisor) -> None:
    text = "Training with 2 GPUs, 4 GPUs and 16 GPUs takes about the same time. Is this normal?"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "no_gain" and first.values["judged"]


def test_an_idle_gpu_beside_a_busy_cpu_waits_for_the_host(advisor: Advisor) -> None:
    text = "Training on two 1080 Ti is slow: GPU usage is low and CPU usage is 100%. How to speed it up?"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "host_bound"


def test_of_a_card_alone_its_data_sheet_is_told_and_no_price(advisor: Advisor) -> None:
    answer = advisor.ask("What's the proper estimated generation time on A100?").facts
    assert answer.headline is not None and answer.headline.code == "time_needs" and answer.table is None
