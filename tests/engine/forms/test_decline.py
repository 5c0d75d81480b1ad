"""What is not ours gets a line on what is, and never a purchase."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from engine.base.reason import Reason
from engine.forms.decline import DECLINE, NoDebugging, NoShopping


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("what is the weather like", "not_ours"),
        ("book me a meeting room", "not_ours"),
        ("who won the world cup", "not_ours"),
        ("loss is NaN", "no_debugging"),
        ("my loss became nan after 200 steps", "no_debugging"),
        ("my training crashed with a segfault", "no_debugging"),
        ("RuntimeError: CUDA error: device-side assert triggered", "no_debugging"),
        ("best graphics card for gaming and a bit of ML at home", "no_shopping"),
        ("should I get a 4090 for my home PC?", "no_shopping"),
        ("which laptop should I buy for deep learning?", "no_shopping"),
        ("should I buy NVIDIA stock?", "no_forecast"),
        ("any stock tips?", "no_forecast"),
        ("will H100 prices fall next year?", "no_forecast"),
        ("GPU price forecast for 2027?", "no_forecast"),
    ],
)
def test_what_cannot_be_done_here_is_said_in_the_first_line(text: str, code: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is DECLINE
    assert answer.facts.headline is not None and answer.facts.headline.code == code
    assert answer.verdict is None
    said = answer_json(answer)["verdict"]
    assert said["lean"] is None and said["option"] is None


def test_a_card_of_ones_own_is_answered_with_what_the_smallest_costs_to_rent(advisor: Advisor) -> None:
    """g6.xlarge was seen at 0.8048 USD/h or more; a month of it has 730 hours."""
    (rented,) = advisor.ask("graphics card recommendation for training at home?").facts.sentences
    assert rented.values["usd_per_month"] == pytest.approx(730 * rented.values["usd_per_hour"])
    assert rented.values["usd_per_hour"] < 1.5, "one small chip, not a machine of eight"
    assert rented.cites


@pytest.mark.parametrize(
    "text",
    [
        "I got CUDA out of memory fine-tuning Llama 8B on one A100 40GB",
        "our spot runs crash twice a week: 8B LoRA weekly, should we go on-demand?",
        "is p5 in stock in Ohio?",
        "does a 3-year savings plan make sense for the p5 of my mining rig?",
        "the price of p5.48xlarge",
        "we build a recommender, 20 runs a month, which chip?",
    ],
)
def test_what_can_be_answered_is_not_declined(text: str, advisor: Advisor) -> None:
    assert advisor.ask(text).form is not DECLINE


def test_an_aside_in_a_thread_does_not_end_what_it_is_about(advisor: Advisor) -> None:
    first = advisor.ask("repeated Llama 8B fine-tune, 20 runs, PyTorch, AWS")
    aside = advisor.ask("book me a meeting room", before=first.reading)
    assert aside.form is DECLINE
    then = advisor.ask("make it 70B", before=aside.reading)
    assert then.form.id == "choose"
    assert then.reading.profile.parameters == 70e9 and then.reading.profile.runs == 20


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("What card is best for training if I have a budget of up to $1000 to buy one?", NoShopping),
        ("GPU power is 0 in codecarbon, the GPU is not tracked, what's wrong?", NoDebugging),
    ],
)
def test_a_card_of_ones_own_and_a_broken_tool_are_not_ours(text: str, kind: type[Reason], advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is DECLINE and isinstance(answer.facts.headline, kind) and answer.verdict is None


def test_memory_that_ran_out_is_no_bug_to_decline(advisor: Advisor) -> None:
    answer = advisor.ask("CUDA out of memory error in line 40, help")
    assert answer.form is not DECLINE
    assert answer.facts.headline is not None and answer.facts.headline.code == "faq_told"
