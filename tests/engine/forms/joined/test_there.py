"""A time on one machine, and on another."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.base.reason import Reason


def first_of(text: str, advisor: Advisor) -> Reason:
    first = advisor.ask(text).facts.headline
    assert first is not None
    return first


def test_two_times_that_no_card_explains(advisor: Advisor) -> None:
    """48 h x 12.1 / 71 TFLOP/s = 8.2 h to 48 x 548 / 936 GB/s = 28 h, where it is a year."""
    text = "it took you 2 days to train for 8 epochs on a Titan XP. Then why will it take me 1 Year on a RTX 3090?"
    first = first_of(text, advisor)
    assert first.code == "two_times" and first.values["verdict"] == "reversed"
    assert round(first.values["times"]) == 182 and round(first.values["expected_most"]) == 28


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [  # 8 of each: 20 h x 125 / 312 TFLOP/s; x 900 / 1,555 GB/s
        ("It took us 20 h on 8 V100, how long on 8 A100?", 8.0, 11.6),
        # 10 h on 4 are 40 card-hours, 5 h on 8 of the same; 125 / 312, and 900 / 1,555
        ("Training took 10 hours on 4 V100. How long would it take on 8 A100?", 2.0, 2.9),
        # 154.8 / 53.8 TFLOP/s, and 768 / 616 GB/s
        ("the training on the 8xA6000 took 10 hours; I only have 8x 2080 Ti, how long will it take?", 12.5, 28.8),
        # 70 / 989 of 12 card-days, and 600 / 3,350
        ("3 days on 4 A10G: what on one H100?", 20.4, 51.6),
        # twice the cards: 1.6 to 2 times as fast
        ("my training takes 10 hours on one RTX 4090. How long on two RTX 4090?", 5.0, 6.25),
    ],
)
def test_hours_are_those_of_the_machine_they_stand_with(text: str, low: float, high: float, advisor: Advisor) -> None:
    first = first_of(text, advisor)
    assert first.code == "hours_there"
    assert first.values["low"] == pytest.approx(low, rel=0.02)
    assert first.values["high"] == pytest.approx(high, rel=0.02)


@pytest.mark.parametrize(
    ("text", "code", "verdict"),
    [
        ("one epoch takes 3 hours on my 2080 Ti but the authors say 40 minutes on a 3090. Is it normal?",
         "two_times", "beyond"),
        ("Why is it slow: 10 h on an A100 and 5 h on an H100?", "two_times", "expected"),
        ("I get 100 images/s on an A100 and 105 images/s on an H100 in training, is this normal?",
         "two_times", "short"),
    ],
)  # fmt: skip
def test_two_times_are_judged(text: str, code: str, verdict: str, advisor: Advisor) -> None:
    first = first_of(text, advisor)
    assert (first.code, first.values["verdict"], first.values["judged"]) == (code, verdict, True)


def test_what_others_tell_of_no_machine(advisor: Advisor) -> None:
    """2,000 steps in an hour are 1.8 s each; 20 s are 11 times that."""
    text = "On my RTX4090 each iteration takes 20 seconds, why? The paper states 2000 iterations in just 1 hour."
    first = first_of(text, advisor)
    assert first.code == "own_against_theirs" and round(first.values["times"]) == 11


def test_without_any_time_the_ratio_is_told(advisor: Advisor) -> None:
    """128 chips x 123 / 11.3 TFLOP/s, and x 900 / 484 GB/s."""
    text = "The paper used 256 cores of Cloud TPU V3. How long would training take on one 1080 Ti?"
    first = first_of(text, advisor)
    assert first.code == "times_there"
    assert round(first.values["low"]) == 238 and round(first.values["high"]) == 1393


def test_a_choice_by_price_is_no_sum_of_times(advisor: Advisor) -> None:
    text = "A 7B takes 20 hours on 8 A100 at $2 per GPU hour, what would it cost on H100?"
    assert first_of(text, advisor).code not in ("hours_there", "two_times")


def test_a_run_by_its_steps_is_set_against_that_of_others(advisor: Advisor) -> None:
    """300,000 x 2.5 s = 208 h; 72 h on 8 are 116 h at most on 4 cards with 1.24 times the FP32."""
    text = "I train with 4 A100, 2.5 s/it, 300000 iterations, is it normal? The authors trained on 8 V100 for 3 days."
    first = first_of(text, advisor)
    assert first.code == "two_times" and round(first.values["slow_hours"]) == 208


def test_recordings_of_two_lengths_are_taken_to_one(advisor: Advisor) -> None:
    """880 s for 60 s against 2 x 150 s; an H800 has 1.6 times the bandwidth and 3.2 times the math."""
    text = (
        "On an H800 generating 30s audio takes 150 seconds, but on my A800 it is 880s with a 60s audio, why so slow?"
    )
    first = first_of(text, advisor)
    assert first.code == "two_times" and first.values["verdict"] == "expected"
    assert first.values["fast_hours"] * 3600 == pytest.approx(300)


def test_hours_there_are_told_in_dollars(advisor: Advisor) -> None:
    """8 A100 for 7.2 to 10.4 h at the list price of one."""
    answer = advisor.ask("a run takes 18 h on 8 V100, how long on 8 A100?")
    (paid,) = (line for line in answer.facts.sentences if line.code == "dollars_there")
    hours = answer.facts.headline.values  # type: ignore[union-attr]
    assert paid.values["low"] == pytest.approx(8 * hours["low"] * paid.values["rate"])
    assert paid.values["high"] == pytest.approx(8 * hours["high"] * paid.values["rate"])


@pytest.mark.parametrize(
    "text", ["we get 1.1 s/it on A100, what on L40S?", "2.4 it/s on a 4090, what would an A10G do?"]
)
def test_a_step_is_carried_whatever_is_asked_of_the_other_machine(text: str, advisor: Advisor) -> None:
    assert first_of(text, advisor).code == "hours_there"
