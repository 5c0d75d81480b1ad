"""The same work timed on two chips."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.paced.two_measured import TwoMeasured


def test_the_cheaper_step_is_told_by_the_times_that_were_measured(advisor: Advisor) -> None:
    text = (
        "Qwen3-8B, seq 128k, 256 GPUs: 393 s per step on A100, 105 s on H100. Which one is cheaper per step on AWS?"
    )
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TwoMeasured) and first.taken
    assert [one.cards for one in first.sides] == [256, 256] and first.cheaper == "NVIDIA H100 SXM"
    assert [one.usd for one in first.sides] == pytest.approx(
        [one.usd_hour * one.hours for one in first.sides]
    ) and first.times == pytest.approx(393 / 105)


def test_a_rate_of_each_card_is_of_all_cards_in_dollars(advisor: Advisor) -> None:
    text = (
        "v4-8 does 53k tokens/s on a 1B llama. 8xH100 does 42k tokens/s per GPU. Which is cheaper per billion tokens?"
    )
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TwoMeasured) and first.bulk == 1e9
    rates = {one.name: one.rate for one in first.sides}
    assert rates == pytest.approx({"NVIDIA H100 SXM": 336_000, "TPU v4": 53_000})
    for one in first.sides:
        assert one.usd == pytest.approx(one.usd_hour * 1e9 / one.rate / 3600)


def test_why_one_is_slower_is_another_question(advisor: Advisor) -> None:
    text = "8 A800 run 2.20s/it, 8 H100 4.5s/it with the same batch size 22. why is H100 slower"
    assert not isinstance(advisor.ask(text).facts.headline, TwoMeasured)


def test_of_a_range_the_end_counts(advisor: Advisor) -> None:
    text = "our model does 1-2 s/it on a T4 and 0.4 s/it on a V100. which is the cheapest on aws?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TwoMeasured)
    hours = {one.name: one.hours for one in first.sides}
    assert hours["NVIDIA T4"] / hours["NVIDIA V100 16 GB"] == pytest.approx(5)
