"""What stands below the first line about memory."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import FitOnOther, FitRanOut, FitRequests, FitSixteen, OnNamed

GIB = 2**30


def test_who_ran_out_of_memory_is_told_what_takes_more(advisor: Advisor) -> None:
    """16 bytes a parameter on every chip without sharding: 7e9 x 16 = 104 GiB and activations."""
    sentences = advisor.ask("OOM full fine-tuning 7B on 4 A100 40GB, should it fit?").facts.sentences
    told = next(reason for reason in sentences if isinstance(reason, FitRanOut))
    assert told.copied == pytest.approx(7e9 * 16 / GIB, rel=0.05)
    assert 7e9 * 4 / GIB < told.optimizer_only < told.copied


def test_a_further_sequence_takes_as_much_whatever_the_batch(advisor: Advisor) -> None:
    def each(text: str) -> float:
        sentences = advisor.ask(text).facts.sentences
        return next(reason.each for reason in sentences if isinstance(reason, FitRanOut))

    one = each("OOM with QLoRA on Qwen2.5-7B, RTX 4090, batch size 1")
    assert one > 0
    assert each("OOM with QLoRA on Qwen2.5-7B, RTX 4090, batch size 4") == pytest.approx(one)


def test_the_other_chip_of_that_name_is_told_where_it_holds_more(advisor: Advisor) -> None:
    first = advisor.ask("does Llama 13B fit on a V100?").facts.headline
    told = first.other if isinstance(first, OnNamed) else None
    assert isinstance(told, FitOnOther)
    assert told.chip == "NVIDIA V100 32 GB"
    assert "bf16" in [held.way for held in told.fitting]


def test_room_for_requests_is_told_where_nobody_said_how_many(advisor: Advisor) -> None:
    def room(text: str) -> list[int]:
        found = [one for one in advisor.ask(text).facts.sentences if isinstance(one, FitRequests)]
        return [way.requests for one in found for way in one.ways]

    assert all(number >= 1 for number in room("does Llama 70B fit on 8 A100?"))
    assert room("does Llama 70B fit on 8 A100 for 20 concurrent users?") == []


def test_a_chip_without_bf16_is_said_to_have_fp16(advisor: Advisor) -> None:
    def says(text: str) -> bool:
        return any(isinstance(reason, FitSixteen) for reason in advisor.ask(text).facts.sentences)

    assert says("can I fine-tune 7B on a T4?")
    assert not says("can I fine-tune 7B on an A100 40GB?")
