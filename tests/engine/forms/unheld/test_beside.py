"""What nobody prices: first where prices decide, else the last line."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.answers.unpriced import NoPriceFor


def test_where_prices_decide_it_is_told_first(advisor: Advisor) -> None:
    told = advisor.ask("price of an RTX 3080 an hour?").facts
    assert told.unpriced and not any(isinstance(each, NoPriceFor) for each in told.sentences)


def test_where_memory_is_asked_it_is_the_last_line(advisor: Advisor) -> None:
    told = advisor.ask("does Llama 8B fit on an RTX 3090?").facts
    assert told.unpriced == () and isinstance(told.sentences[-1], NoPriceFor)


def test_a_card_that_is_not_held_is_told_before_what_is_written_of_others(advisor: Advisor) -> None:
    """Else the answer would read as if it were of that card."""
    for question in (
        "Which GPU is better for stable diffusion, Tesla P10 or P40?",
        "Is an RTX 6090 enough to train a Flux LoRA?",
    ):
        assert [reason.code for reason in advisor.ask(question).facts.unpriced] == ["unknown_cards"], question
