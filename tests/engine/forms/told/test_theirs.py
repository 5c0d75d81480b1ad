"""What others used is not known here; what follows of it is worked out."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.reported.usual_reasons import UsualHours
from engine.forms.told.theirs import NotTheirs, PerBillion


@pytest.mark.parametrize(
    "text",
    [
        "Could you please share how many GPUs were used during training and how long the training process took?",
        "How many GPUs are used for training ? And how many hours ?",
        "What gpus and how many gpus do you use for training? How long does it take?",
        "I'm curious about what GPU was used in the experiment and how long the training took.",
        "How long does it take for training? I want to know about training hours.",
        "Какие GPU были использованы для обучения этой модели?",
        "What was the training cost? How many GPU hours have you used?",
        "How long does pre-training take, on what GPU, and how many GPUs?",
    ],
)
def test_what_others_used_is_not_known(text: str, advisor: Advisor) -> None:
    """Where the time is asked for, what others took stands in its place, and says that theirs is not held."""
    facts = advisor.ask(text).facts
    theirs = isinstance(facts.headline, UsualHours) and facts.headline.theirs
    assert (theirs or isinstance(facts.headline, NotTheirs)) and facts.questions


@pytest.mark.parametrize(
    "text",
    [
        "How long does training a 7B on 10B tokens take on 8 A100?",
        "How many A100 do I need to train a 13B?",
        "How long does the training take on my RTX 3090?",
        "13B全参数微调需要几张A100 80G？",
        "Which GPU should I use for training?",
    ],
)
def test_a_run_of_ones_own_is_none_of_theirs(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, NotTheirs)


def test_data_alone_give_the_hours_of_a_billion(advisor: Advisor) -> None:
    """6 x 1e9 x 1.1e12 = 6.6e21."""
    facts = advisor.ask("请教一下你们预训练用了1.1T tokens，花了多少GPU和时间").facts
    told = next(line for line in facts.sentences if isinstance(line, PerBillion))
    assert told.flop == pytest.approx(6.6e21)
    assert told.hours == pytest.approx(6.6e21 / told.tflops / 1e12 / 3600)


def test_hours_that_were_told_are_priced(advisor: Advisor) -> None:
    text = "Do you mind share how much it costs to train this model? e.g. 100 hours on the V100?"
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, NotTheirs) and facts.sentences[0].code == "told_hours"
