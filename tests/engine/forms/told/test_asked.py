"""Sums over told figures come before what the engine assumes, and leave work of a known size to it."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_hours_and_dollars_of_one_text_are_told_together(advisor: Advisor) -> None:
    """125 h at $0.30 an hour are $37.50, of four $150."""
    answer = advisor.ask("300 epochs at 25 min per epoch on 4x RTX 3090: how much at $0.3 per gpu hour?")
    assert answer.facts.of_told and answer.form.id == "estimate"
    assert [line.code for line in (answer.facts.headline, *answer.facts.sentences) if line][:2] == [
        "passes_take",
        "hours_paid",
    ]


def test_the_work_of_a_known_model_is_costed(advisor: Advisor) -> None:
    answer = advisor.ask("How long does a full fine-tune of Llama 3 8B on 100M tokens take on 8 A100 80GB?")
    assert not answer.facts.of_told


def test_what_others_used_stands_below(advisor: Advisor) -> None:
    answer = advisor.ask("One epoch takes 37 hours here, 10 epochs. How long did the training take on your GPUs?")
    codes = [line.code for line in (answer.facts.headline, *answer.facts.sentences) if line]
    assert codes[0] == "passes_take" and "not_theirs" in codes
