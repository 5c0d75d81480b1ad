"""A pass that was timed gives the hours of all of them, whatever the model."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card import sentences
from engine.forms.own.told_run import RunTold
from engine.forms.told.passes import AmountTakes, NormalUnknown, PassesTake, ProgressTakes, pass_unknown
from engine.workload.profile import Reading


@pytest.mark.parametrize(
    "text",
    [
        "300 epochs at 25 min per epoch on 4x RTX 3090: how many days is that?",
        "One epoch takes 25 min on my 4 RTX 3090. How long do 300 epochs take?",
        "How long will 300 epochs take? An epoch is 25min on 4 x RTX 3090.",
    ],
)
def test_the_product_is_told_first(text: str, advisor: Advisor) -> None:
    """300 x 25 min = 7,500 min = 125 h; x 4 cards = 500."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, RunTold) and told.hours == pytest.approx(125) and told.chip_hours == pytest.approx(500)
    assert sentences.fact(told).startswith("About 125 h (5.2 days) on 4 x NVIDIA RTX 3090")


@pytest.mark.parametrize(
    "text",
    [
        "I use a RTX3090 graphics card. The time I need for an epoch is 30min. Is my time normal?",
        "我用4张3090一个epoch要6个小时，正常吗？",
        "train one epoch takes one day in 2 rtx3090, why is it so slow",
    ],
)
def test_a_time_alone_is_neither_normal_nor_slow(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, NormalUnknown) and isinstance(facts.sentences[0], PassesTake)
    assert facts.questions


def test_what_was_told_of_several_is_told_of_one(advisor: Advisor) -> None:
    """96 h / 1,000,000 = 0.3456 s."""
    told = advisor.ask("It was going to take me 4 days to do 1000000 steps. How long is that a step?").facts.headline
    assert isinstance(told, AmountTakes) and told.each * 3600 == pytest.approx(0.3456)


def test_progress_gives_what_is_left(advisor: Advisor) -> None:
    """20 min for a quarter is 80 in all, 60 left; $1.20 an hour x 80 min = $1.60."""
    text = "My LoRA fine-tune shows 1250/5000 steps after 20 min on an A10G. When is it finished, at $1.20/hr?"
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, ProgressTakes) and facts.headline.left == pytest.approx(1)
    assert "$1.60" in sentences.fact(facts.sentences[0])


def test_the_other_card_that_is_asked_about_goes_by_the_ratio(advisor: Advisor) -> None:
    text = "25 min per epoch on a 3090, how long on an A100?"
    facts = advisor.ask(text).facts
    there = facts.sentences[0]
    assert there.code == "on_other_chip"
    assert 25 / 60 / there.values["hours"].likely == pytest.approx(there.values["times"].likely)


def test_passes_without_a_time_are_bounded() -> None:
    """200 x 0.5 h = 100 h, 200 x 2 h = 400 h."""
    told = pass_unknown(Reading(text="how long for 200 epochs?"))
    assert told is not None and (told.short, told.long) == (100, 400)
