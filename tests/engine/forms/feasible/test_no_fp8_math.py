"""FP8 on cards that do not compute in it."""

from __future__ import annotations

import itertools

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.no_fp8_math import NoFp8Math
from tests.engine.forms.feasible.first import first_of

# GiB by hand: parameters x 1 byte / 2**30 and a little cache; usable is 90 % of the card.
CASES = {
    ("Llama 3.1 405B", "8 A100 80GB"): (378, True),  # 576 usable
    ("Llama 3.1 405B", "8 A100 40GB"): (378, False),  # 288 usable
    ("Llama 3.3 70B", "2 A6000"): (66.0, True),  # 86.4 usable
    ("Qwen3 32B", "1 RTX 3090"): (30.8, False),  # 21.6 usable
}
FRAMES = (
    "Does {model} in FP8 fit on {cards}?",
    "Is there a way to run {model} fp8 on {cards}?",
    "{model} FP8 on {cards}: will it run?",
)


@pytest.mark.parametrize(("case", "frame"), list(itertools.product(CASES, FRAMES)))
def test_the_limit_of_the_hardware_comes_before_the_room(case: tuple[str, str], frame: str, advisor: Advisor) -> None:
    needs, fits = CASES[case]
    told = first_of(advisor, frame.format(model=case[0], cards=case[1]), NoFp8Math)
    assert told.needs == pytest.approx(needs, rel=0.01)
    assert [one.fits for one in told.cards] == [fits]


def test_both_memories_of_a_card_are_told_where_nobody_said_which(advisor: Advisor) -> None:
    told = first_of(advisor, "Is there a way to run Llama 3.1 405B fp8 on 8xA100?", NoFp8Math)
    assert [(one.said, one.fits) for one in told.cards] == [(8, False), (8, True)]


@pytest.mark.parametrize(
    "text",
    [
        "Llama 3.1 405B FP8 on 8 H100: does it fit?",
        "Does Llama 3.1 8B in FP8 fit on an RTX PRO 4500?",
        "Does Llama 3.1 70B in INT8 fit on 2 A100 80GB?",
    ],
)
def test_cards_with_such_math_and_other_formats_keep_their_line(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    assert facts is not None and not isinstance(facts.headline, NoFp8Math)
