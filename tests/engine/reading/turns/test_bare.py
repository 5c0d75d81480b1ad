"""A turn that only says other things asks again what was asked before it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.sentences import answer_line, lead
from engine.reading.document import lay_out
from engine.reading.turns.bare import is_bare
from engine.workload.profile import Profile

LORA = "LoRA of Llama 3.1 70B, 50k samples of 900 tokens, 2 epochs, how long on "


def first(advisor: Advisor, *turns: str) -> str:
    before, answer = None, advisor.ask(turns[0])
    for turn in turns[1:]:
        before = answer.goes_on_from
        answer = advisor.ask(turn, before=before)
    return lead(answer, answer.verdict) if answer.verdict else answer_line(answer)


@pytest.mark.parametrize(
    "turn",
    [
        "and on trn2?", "in Frankfurt?", "on spot", "with LoRA then?", "what if we do it every week for a year",
        "same in us-east-1", "und mit LoRA", "y en Frankfurt?", "а на H200?", "那 H20 呢", "と L40S では", "7B",
        "and 16k?", "in 4 bits?", "why not inf2?", "and what about TPU v5e",
    ],
)  # fmt: skip
def test_it_says_a_slot_and_asks_nothing(advisor: Advisor, turn: str) -> None:
    document = lay_out(turn, advisor._vocabulary, Profile(), in_thread=True)
    assert is_bare(document.tokens, document.matches, document.plain_words)


@pytest.mark.parametrize(
    "turn",
    ["thanks", "why?", "how sure are you?", "does it fit on 4 L40S?", "what is a block?", "is spot ok?", "yes"],
)
def test_a_turn_with_a_question_of_its_own_is_none(advisor: Advisor, turn: str) -> None:
    document = lay_out(turn, advisor._vocabulary, Profile(), in_thread=True)
    assert not is_bare(document.tokens, document.matches, document.plain_words)


@pytest.mark.parametrize(
    ("turns", "whole"),
    [
        ((f"{LORA}one p5?", "and on trn2?"), f"{LORA}one trn2?"),
        ((f"{LORA}one p5?", "et sur p4d ?"), f"{LORA}one p4d?"),
        (("price of g6.xlarge in us-east-1", "in Tokyo?"), "price of g6.xlarge in Tokyo"),
        (("cheapest H100 in Europe", "on spot?"), "cheapest H100 on spot in Europe"),
        (
            ("Can I full fine-tune Qwen2.5 7B on 4x A100 40GB with 8k context?", "and 16k?"),
            "Can I full fine-tune Qwen2.5 7B on 4x A100 40GB with 16k context?",
        ),
        (
            ("carbon of 16 H100 for 9 days in Frankfurt", "with 8 of them"),
            "carbon of 8 H100 for 9 days in Frankfurt",
        ),
    ],
)
def test_the_answer_is_that_to_the_whole_question(advisor: Advisor, turns: tuple[str, ...], whole: str) -> None:
    assert first(advisor, *turns) == first(advisor, whole)


def test_why_not_another_chip_is_the_same_sum_on_it(advisor: Advisor) -> None:
    thread = ("how many L4 to serve Qwen2.5 7B at 30 requests/s", "what does that cost a month?", "why not inf2?")
    assert "AWS Inferentia2" in first(advisor, *thread)


def test_how_long_runs_count_is_no_time_of_a_machine(advisor: Advisor) -> None:
    """Both sides are costed over 36 months: nothing takes three years."""
    told = first(advisor, "compare p5 and trn2 for weekly LoRA of Llama 8B on 200M tokens for 3 years")
    assert "156 runs" in told and "years on" not in told  # 52 a year x 3
