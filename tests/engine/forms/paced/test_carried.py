"""Hours of a told run on other machines: the same facts, in whatever words and order, make the same sum."""

from __future__ import annotations

from itertools import product

import pytest

from bot.advice.advisor import Advisor
from engine.forms.form import Asked
from engine.forms.joined.time_lines import HoursThere
from engine.forms.paced.carried import carried
from tests.day import DAY

TOLD = (
    "The authors trained for {hours} on {here}.", "The paper says {here} were used for {hours}.",
    "Training takes about {hours} with {here} according to the README.", "It took them {hours} on {here}.",
    "According to the repo, {hours} of training on {here}.", "They used {here}, {hours}.",
    "The README says: we train on {here} for {hours}.", "Our run takes {hours} on {here}.",
)  # fmt: skip
ASKED = (
    "How long would it take on {there}?", "I only have {there}, how long should I expect?", "How long for {there}?",
    "What would it be on {there}?", "I have {there}. How many days will I need?", "And on {there}?",
    "How much time would {there} need?", "Can I do it on {there} and how long would it take?",
)  # fmt: skip
IN_ONE = (
    "How long does training take on {there} if the authors report {hours} with {here}?",
    "If {here} need {hours}, how long does {there} need?", "How long on {there}, given {hours} on {here}?",
    "Training took {hours} on {here}; expected time on {there}?",
    "authors needed {here} for {hours}, I've got {there} - how long?",
    "How long to train on {there}? The paper reports {hours} on {here}.",
)  # fmt: skip
SAID = (*(f"{told} {asked}" for told, asked in product(TOLD, ASKED)), *IN_ONE)
# The hours, so many of one chip, so many of another; both bounds of the hours there: by 16-bit math, by bandwidth.
FACTS = (
    ("31 hours", "8 V100", "2 V100", 31 * 8 / 2, 31 * 8 / 2),
    ("8 hours", "64 A100 GPUs", "1 A100", 512, 512),
    ("2 days", "8x A100 80GB", "a single RTX 4090", 48 * 8 * 312 / 165, 48 * 8 * 2039 / 1008),
)


@pytest.mark.parametrize("at", range(len(SAID)))
def test_the_same_facts_make_the_same_hours(advisor: Advisor, at: int) -> None:
    hours, here, there, low, high = FACTS[at % len(FACTS)]
    made = advisor.ask(SAID[at].format(hours=hours, here=here, there=there)).facts.headline
    assert isinstance(made, HoursThere), made
    assert (made.low, made.high) == pytest.approx((min(low, high), max(low, high)), rel=0.01)


def test_numbers_that_stand_apart_from_the_chip_are_of_it(advisor: Advisor) -> None:
    text = "How long does training take on 1 GPU if the authors report 8 hours with 64 GPUs (A100)?"
    made = advisor.ask(text).facts.headline
    assert isinstance(made, HoursThere) and made.low == made.high == 512


def test_a_number_alone_is_of_the_chip_that_was_named(advisor: Advisor) -> None:
    text = "They say 8x V100 took about 31 hours for 47 epochs. But the config uses devices 0,1 - how long on 2?"
    made = advisor.ask(text).facts.headline
    assert isinstance(made, HoursThere) and (made.there_count, made.low) == (2, 124)


@pytest.mark.parametrize(
    "text",
    [
        "We train in 36 hours on 2 T4. What does it cost on 8 A100?",
        "We train in 36 hours on 2 T4. Is that normal, and would 8 A100 be?",
    ],
)
def test_another_question_makes_another_answer(advisor: Advisor, text: str) -> None:
    assert carried(Asked(advisor.parse(text), advisor.library(), DAY)) is None
