"""A number of things at the time of one, against the hours that are told beside it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.wording.reasons import fact


def test_hours_of_others_are_set_beside_the_product(advisor: Advisor) -> None:
    """8,000 x 12 s = 26.7 h, 5.3 times 5 h."""
    answer = advisor.ask(
        "It shows 12 s/it, total 8000 its. The README claims 5 hours on the same card. Is my 3090 broken?"
    )
    first = answer.facts.headline
    assert first is not None and first.values["slower"] and round(first.values["times"], 1) == 5.3


def test_a_price_an_hour_gives_dollars(advisor: Advisor) -> None:
    """40,000 x 0.35 s = 3.9 h, at $0.526 $2.05."""
    answer = advisor.ask("0.35 s per step, 40k steps on g4dn.xlarge at $0.526 an hour. How much is that?")
    first = answer.facts.headline
    assert first is not None and first.code == "steps_at" and "$2.0" in fact(first)


def test_steps_of_a_pass_follow_from_its_hours(advisor: Advisor) -> None:
    """3.5 h / 3.2 s = 3,938 steps, x 8 x 32 = 1.0M samples."""
    answer = advisor.ask(
        "Trained on 8x Tesla V100-16GB, batch_size_per_gpu equals to 32, 3.2s per step, it took 3.5h for 1 epoch. "
        "Is it expected?"
    )
    first = answer.facts.headline
    assert first is not None and first.code == "steps_within" and round(first.values["samples"], -4) == 1_010_000


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("100,000 documents take 1 day on 1 A100: how long do 400,000 documents take?", 96),
        ("10w documents take 1 day on 1 A100: how long do 40w documents take?", 96),
        ("1,000 images take 50 minutes on 1 A100: how long do 20,000 images take?", 20 * 50 / 60),
        ("Embedding 10k documents took 3 hours, how long for 1 million?", 300),
        ("I processed 200 videos in 6 hours on a T4. I have 5,000 videos, how long will that take?", 150),
        ("We transcribed 300 files in 45 min. How many hours do 12,000 files take on the same GPU?", 30),
    ],
)
def test_another_number_takes_in_proportion_whatever_it_is_of(text: str, hours: float, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert (
        first is not None
        and first.code in ("amount_is", "whole_job")
        and first.values["hours"] == pytest.approx(hours)
    )


def test_on_another_machine_nothing_is_in_proportion(advisor: Advisor) -> None:
    first = advisor.ask(
        "1,000 images take 50 minutes on 1 T4: how long do 20,000 images take on 1 A100?"
    ).facts.headline
    assert first is not None and first.code != "amount_is"
