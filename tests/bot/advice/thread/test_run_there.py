"""A run that one turn tells, on the machines of another turn."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.answer import Answer
from engine.forms.joined.time_lines import HoursThere
from engine.forms.worked.run_elsewhere import CarriedOver

TOLD = (
    "The repo says 8x V100 16GB, about 31 hours.",
    "They say 8x V100 16GB with data parallel took about 31 hours. But the config uses two, so 2 V100 suffice?",
    "I train my own model, 8 V100 16GB, 31 hours.",
)


def thread(advisor: Advisor, *turns: str) -> Answer:
    answer = advisor.ask(turns[0])
    for turn in turns[1:]:
        answer = advisor.ask(turn, before=answer.goes_on_from)
    return answer


@pytest.mark.parametrize("told", TOLD)
@pytest.mark.parametrize("turn", ["And on my single 3090 then?", "How long on one RTX 3090?", "and with a 3090?"])
def test_a_run_of_an_earlier_turn_is_taken_to_the_machine_of_this_one(advisor: Advisor, told: str, turn: str) -> None:
    made = thread(advisor, told, turn).facts.headline
    assert isinstance(made, HoursThere) and made.there == "NVIDIA RTX 3090", made
    # 31 h x 8 cards; a 3090 has 936 of 900 GB/s and 71 of 125 TFLOP/s
    assert (made.low, made.high) == pytest.approx((248 * 900 / 936, 248 * 125 / 71), rel=0.01)


def test_of_them_is_of_the_cards_that_were_named(advisor: Advisor) -> None:
    made = thread(advisor, TOLD[2], "What if I use only two of them?").facts.headline
    assert isinstance(made, HoursThere) and (made.there_count, made.low) == (2, 124)


def test_a_turn_without_a_machine_goes_on_with_the_one_that_was_asked_about(advisor: Advisor) -> None:
    asked = "The model was trained in 3 days on 8 A100 40GB. Can I do it on a 3090?"
    made = thread(advisor, asked, "How long would it take?").facts.headline
    assert isinstance(made, HoursThere) and (made.there, made.hours) == ("NVIDIA RTX 3090", 72)


def test_dollars_asked_next_are_of_the_whole_run_there(advisor: Advisor) -> None:
    made = thread(advisor, "Paper: 2 days on 8 V100.", "And renting 8 A100?", "what does that cost?").facts.headline
    assert isinstance(made, CarriedOver) and 300 < made.others[0].usd_low < made.others[0].usd_high < 800


def test_a_turn_that_tells_its_own_time_is_of_that(advisor: Advisor) -> None:
    made = thread(advisor, TOLD[0], "Ours took 10 hours on 4 A100. How long on 8 H100?").facts.headline
    assert isinstance(made, CarriedOver) and made.took == 10
