"""How many tokens a second a named machine does with a named model."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.fleet import FleetTakes
from engine.forms.how_fast import AnswerTime, ServingSpeed, SpeedBound, TokenLatency, TrainingSpeed
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.forms.parts.own_speed import OwnSpeed


@pytest.mark.parametrize(
    "text",
    [
        "how many tokens per second can an A10G do with Llama 3 8B?",
        "what throughput has Llama 3 8B on one A10G?",
        "Llama 3 8B on a single A10G: how fast is inference?",
    ],
)
def test_the_speed_of_a_model_on_a_machine_is_told_and_no_memory(advisor: Advisor, text: str) -> None:
    """600 GB/s read the 16 GB of BF16 weights 37 times a second: 25 requests at once get fewer than 938 tokens/s."""
    answer = advisor.ask(text)
    said = answer.facts.headline
    assert answer.form.id == "estimate" and isinstance(said, ServingSpeed) and answer.verdict is None
    assert (said.chips, said.precision) == (1, "bf16")
    assert said.tokens_per_second.likely < 600 / 16 * said.requests
    # so many requests with a token each every `tpot_ms`
    assert said.tokens_per_second.likely == pytest.approx(said.requests * 1000 / said.tpot_ms, rel=0.1)


def test_more_chips_do_as_much_each(advisor: Advisor) -> None:
    one = advisor.ask("how many tokens per second can one L4 do with Llama 3 8B?").facts.headline
    four = advisor.ask("how many tokens per second can 4 L4 do with Llama 3 8B?").facts.headline
    assert isinstance(one, ServingSpeed) and isinstance(four, ServingSpeed)
    assert four.tokens_per_second.likely == pytest.approx(4 * one.tokens_per_second.likely, rel=0.35)


def test_of_training_it_is_the_speed_of_a_run(advisor: Advisor) -> None:
    """6 x 8e9 = 48 GFLOP a token, and 8 x 989 TFLOP/s at 30 to 55 % MFU: 49,000 to 91,000 tokens/s."""
    said = advisor.ask("How fast is full fine-tuning of Llama 8B on 8 H100 in tokens/s?").facts.headline
    assert isinstance(said, TrainingSpeed) and said.chips == 8
    assert 49_000 < said.tokens_per_second.likely < 91_000


def test_a_speed_that_was_seen_is_judged(advisor: Advisor) -> None:
    said = advisor.ask("we see 3,000 tokens/s fine-tuning 8B on 8 A100, is that slow?").facts.headline
    assert isinstance(said, OwnSpeed) and said.tokens_per_second == 3_000 and said.judged == "slow"


def test_how_long_is_still_answered_in_hours(advisor: Advisor) -> None:
    said = advisor.ask("how long does fine-tuning 8B on 1B tokens take at what throughput on 8 H100?").facts.headline
    assert isinstance(said, RunEstimate)


def test_a_chip_nobody_sells_is_bound_by_reading_its_weights(advisor: Advisor) -> None:
    """7.24e9 x 2 bytes over 936 GB/s: 65 tokens/s, and no month of another machine."""
    said = advisor.ask("how fast is Mistral 7B on one RTX 3090 in tokens per second?").facts.headline
    assert isinstance(said, SpeedBound)
    assert said.tokens_per_second == pytest.approx(936e9 / (7.24e9 * 2), rel=0.01)


def test_weights_that_fit_in_eight_bits_are_not_read_in_four(advisor: Advisor) -> None:
    """671e9 bytes fit in 8 x 141 GB; 37e9 active over 8 x 4,800 GB/s: 1,038 tokens/s."""
    text = "What is the theoretical speed of DeepSeek R1 on 8x H200 NVL with vLLM? I see 1000 tokens/s."
    said = advisor.ask(text).facts.headline
    assert isinstance(said, SpeedBound) and said.precision == "fp8" and said.own == 1000
    assert said.tokens_per_second == pytest.approx(8 * 4800 / 37, rel=0.01)


def test_in_a_thread_the_machine_and_the_model_are_known(advisor: Advisor) -> None:
    first = advisor.ask("Can I serve Llama 3 8B on one A10G?")
    assert isinstance(advisor.ask("how fast?", before=first.goes_on_from).facts.headline, ServingSpeed)


@pytest.mark.parametrize(
    "turns",
    [
        ("How long does inference of a 102B take on 8 A100 80GB?",),
        ("How many A100 80GB does a 102B take?", "how long does inference take?", "and on 8 of them?"),
    ],
)
def test_how_long_serving_takes_is_the_time_of_an_answer(turns: tuple[str, ...], advisor: Advisor) -> None:
    """204 GB at 8 x 2,039 GB/s are 12.5 ms a token: 3.2 s for 256; no bill for traffic nobody told of."""
    before = None
    for turn in turns:
        answer = advisor.ask(turn, before=before)
        before = answer.goes_on_from
    lines = (answer.facts.headline, *answer.facts.sentences)  # a turn that says again what holds is told that first
    said = next(line for line in lines if isinstance(line, AnswerTime))
    assert said.chips == 8 and answer.verdict is None
    assert said.least == pytest.approx(3.2, rel=0.02) and said.alone is not None
    assert said.alone.low > said.least and said.seconds > said.alone.likely


LONG = 32_000 * (2 * 70.6e9 + 2 * 80 * 8192 * 32_000) / (8 * 312e12)  # seconds at the peak of 8 A100: 2.3


@pytest.mark.parametrize(
    "text",
    [
        "What's the TTFT for a 32k prompt on Llama 3.1 70B with 8 A100?",
        "with 32,000 context, how fast is the first token of Llama 3.1 70B on 8 A100?",
        "time to first token of Llama 3.1 70B on 8 A100, prompts of 32,000 tokens",
    ],
)
def test_a_long_prompt_takes_what_its_multiplications_take(advisor: Advisor, text: str) -> None:
    """2*N*s of the weights and 2*L*h*s*s of attention, at no more than the peak and no less than a fifth of it."""
    said = advisor.ask(text).facts.headline
    assert isinstance(said, TokenLatency) and said.of_first and said.first_ms is not None
    assert said.prompt_tokens == 32_000
    assert LONG < said.first_ms / 1000 < 5 * LONG
    assert said.first_ms <= said.ttft_ms  # beside others a copy has fewer chips


def test_a_card_of_which_no_number_was_said_is_one_where_one_prompt_fits(advisor: Advisor) -> None:
    said = advisor.ask("TTFT of a 50k prompt for Mistral 7B on an A10G").facts.headline
    assert isinstance(said, TokenLatency) and (said.chips, said.of_fewer) == (1, False)
    assert said.alone is not None and said.alone.low > 1000 * 14.5 / 600  # 14.5 GB of weights at 600 GB/s


def test_latency_in_a_thread_is_of_the_machine_that_was_recommended(advisor: Advisor) -> None:
    first = advisor.ask("serve Llama 3.1 8B to 200 users at once")
    told = advisor.ask("latency?", before=first.goes_on_from).facts.headline
    assert isinstance(told, TokenLatency) and isinstance(first.facts.headline, FleetTakes)
    assert told.instance == first.facts.headline.instance


def test_who_meant_training_is_told_its_speed(advisor: Advisor) -> None:
    first = advisor.ask("how fast is an A100 for Llama 2 13B?")
    assert isinstance(advisor.ask("no, I meant training", before=first.goes_on_from).facts.headline, TrainingSpeed)
