"""Turns that ask what something is, beside what their thread is about."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.thread.beside import is_beside
from bot.advice.thread.first_line import first_words
from tests.bot.advice.thread.test_turned import first_line, thread

OPENINGS = (
    "Can 4x A100 40GB fully fine-tune an 8B?",
    "llama 3.1 70B inference on 2x H100 80GB, does it fit?",
    "how many L40S to serve a 32B?",
    "which GPU to fine-tune a 7B with LoRA on AWS?",
    "how long does a full fine-tune of a 7B on 200M tokens take on 8 H100?",
    "fine-tune gemma 2 9b, full, which machine on GCP?",
)
BESIDE = ("what is QLoRA, by the way?", "btw, what is a TPU slice", "what is ZeRO-3, just curious")
TURNS = ("spot?", "and on 16?", "with 70B?", "MI300X?", "and per month?")


@pytest.mark.parametrize("opening", OPENINGS)
def test_the_thread_goes_on_as_if_it_had_not_been_asked(advisor: Advisor, opening: str) -> None:
    for asked, turn in zip((*BESIDE, *BESIDE), TURNS, strict=False):
        told = thread(advisor, opening, asked)
        assert is_beside(told), asked
        went_on = advisor.ask(turn, before=told.goes_on_from)
        assert first_words(went_on) == first_words(thread(advisor, opening, turn)), (asked, turn)


def test_a_turn_that_says_more_of_the_work_is_none(advisor: Advisor) -> None:
    assert not is_beside(thread(advisor, OPENINGS[0], "and with QLoRA?"))


@pytest.mark.parametrize("asked", BESIDE)
def test_its_own_answer_is_no_line_of_the_work(advisor: Advisor, asked: str) -> None:
    line = first_line(thread(advisor, OPENINGS[0], asked))
    assert line.startswith(("QLoRA is LoRA", "A TPU slice is", "ZeRO, of DeepSpeed,")), line
