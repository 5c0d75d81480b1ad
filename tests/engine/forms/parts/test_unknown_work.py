"""How long work takes of which too little was said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.parts.unknown_work import HoursFormula, HoursOfWhat, SizeOfName, StepsUnknown


@pytest.mark.parametrize(
    "text",
    [
        "Based on the settings in config, how long does it take to train 1M steps on 8 A100 GPUs?",
        "How long will it take to train 1M steps on one H100?",
        "how long will training for 1,000,000 steps take on 4 V100?",
        "What is the training time of 1M steps on 8 A100?",
        "1M steps on an RTX 3090, how long does training take?",
    ],
)
def test_steps_are_worked_out_at_a_second_each_and_one_thing_is_asked(advisor: Advisor, text: str) -> None:
    """1,000,000 / 3,600 = 277.8 h."""
    told = advisor.ask(text).facts
    assert isinstance(told.headline, StepsUnknown) and told.headline.hours == pytest.approx(277.8, abs=0.1)
    assert [question.code for question in told.questions] == ["which_step"]


def test_the_formula_is_worked_out_on_what_was_named(advisor: Advisor) -> None:
    """6 x 1e9 x 1e9 = 6 exaFLOP, over the chips and what each achieves; only where a language model is spoken of."""
    told = advisor.ask("How long does pretraining an LLM take on 8 A100?").facts
    (line,) = [line for line in told.sentences if isinstance(line, HoursFormula)]
    assert line.chips == 8
    assert line.hours == pytest.approx(6e18 / (8 * line.tflops * 1e12) / 3600) and line.cites


@pytest.mark.parametrize("name", ["ZORA-LM", "QET3D"])
def test_a_name_that_says_nothing_here_is_said_to_be_unknown(advisor: Advisor, name: str) -> None:
    answer = advisor.ask(f"How many A100 hours will be needed to pretrain {name}?")
    (asked,) = [question for question in answer.facts.questions if isinstance(question, SizeOfName)]
    assert asked.name == name
    assert card_text(answer).startswith(f"I hold no size for {name}")


@pytest.mark.parametrize(
    "text",
    [
        "My fine-tune of Llama 8B takes 30 hours, what would it cost?",
        "How much does a fine-tune of Llama 8B cost that runs for 30 hours?",
        "Fine-tuning an 8B takes me 30 h. What is the cost of a run?",
    ],
)
def test_hours_of_no_machine_are_put_on_none(advisor: Advisor, text: str) -> None:
    """Only an example is worked out, and it says so: 30 h x its price of an hour."""
    told = advisor.ask(text).facts
    assert isinstance(told.headline, HoursOfWhat) and told.headline.cites
    assert told.headline.usd == pytest.approx(30 * told.headline.usd_per_hour)
    assert [question.code for question in told.questions] == ["which_machines"]
    assert "You said 30 h on" not in card_text(advisor.ask(text))


def test_hours_told_of_machines_at_hand_are_not_taken_for_those_asked_about(advisor: Advisor) -> None:
    text = card_text(advisor.ask("Our training took 3 days on 4 V100; how long on H100?"))
    assert "for the 72 h (3.0 days) on 4 x NVIDIA V100" in " ".join(text.split())


@pytest.mark.parametrize(
    "text",
    [
        "How long does it take to fine-tune on 1M samples, and what does it cost?",
        "How long to fine-tune on 100M tokens?",
    ],
)
def test_data_without_a_size_are_costed_on_no_size(advisor: Advisor, text: str) -> None:
    told = advisor.ask(text).facts
    assert told.headline is not None and told.headline.code == "work_unknown"
    assert [question.code for question in told.questions] == ["which_size"]


def test_without_any_work_the_way_to_its_hours_and_the_price_of_one_are_told(advisor: Advisor) -> None:
    """6 x 1e9 x 1e9 / (8 x 170e12) = 4,400 s = 1.2 h; p4d.24xlarge is $21.96 an hour."""
    told = " ".join(card_text(advisor.ask("How long does training take on 8 A100?")).split())
    assert (
        "If it is a language model, the rule is" in told
        and "about 1.2 h for each 1B tokens on 8 x NVIDIA A100" in told
    )
    assert "time 100 steps once warm" in told and "an hour of p4d.24xlarge costs $21.96" in told


def test_short_times_are_told_in_seconds(advisor: Advisor) -> None:
    """6e18 / (768 x 170e12) = 46 s."""
    text = "Based on a cluster of 96 NVIDIA DGX-A100 (8X40G), how long will it take training from scratch?"
    assert "takes about 46 s for each 1B tokens" in " ".join(card_text(advisor.ask(text)).split())
