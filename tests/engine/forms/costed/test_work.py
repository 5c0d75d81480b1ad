"""The sum behind the hours of an estimate: of tokens, of hours that were said, of computing that was said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.estimate import ESTIMATE
from engine.forms.parts.estimate_reasons import (
    ComputeSum,
    HoursSum,
    RunEstimate,
    TokensNeeded,
    WorkSum,
)
from engine.forms.parts.own_speed import OwnSpeed
from engine.forms.quantity.chip_time import ChipTime


@pytest.mark.parametrize(
    ("text", "chips", "flops"),
    [
        ("How long would 1e25 FLOPs take on 1024 H100?", 1024, 1e25),
        ("how many days on 512 A100 is 6 x 10^23 FLOP?", 512, 6e23),
        ("Wie lange dauern 1e23 FLOPs auf 256 H100?", 256, 1e23),
        ("cost of 3640 petaflop/s-days on 1024 A100", 1024, 3640 * 1e15 * 86_400),
    ],
)
def test_computing_that_is_told_is_divided_by_what_the_chips_achieve(
    advisor: Advisor, text: str, chips: int, flops: float
) -> None:
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert answer.form is ESTIMATE and isinstance(told, RunEstimate) and told.chips == chips
    (speed,) = (line for line in answer.facts.sentences if isinstance(line, HoursSum))
    worked = flops / (chips * speed.achieved * 1e12) / 3600
    assert told.hours.likely == pytest.approx(worked + speed.startup, rel=1e-3)


def test_the_size_is_that_of_twenty_tokens_a_parameter_where_none_is_said(advisor: Advisor) -> None:
    """Hoffmann et al. 2022: C = 6 x N x 20 N, so N = sqrt(1e25 / 120) = 2.89e11, told as 290B."""
    lines = advisor.ask("How long would 1e25 FLOPs take on 1024 H100?").facts.sentences
    (work,) = (line for line in lines if isinstance(line, ComputeSum))
    assert work.is_assumed and work.parameters == 290e9 and work.flops == 1e25
    assert work.tokens == pytest.approx(1e25 / 6 / 290e9, rel=0.05)  # attention takes the rest
    assert "hoffmann-2022" in work.cites


def test_the_size_that_is_said_is_kept(advisor: Advisor) -> None:
    lines = advisor.ask("1e22 FLOPs for a 7B model on 64 H100, how long?").facts.sentences
    (work,) = (line for line in lines if isinstance(line, ComputeSum))
    assert not work.is_assumed and work.parameters == 7e9


def test_chip_hours_come_first_where_they_are_asked(advisor: Advisor) -> None:
    told = advisor.ask("How many H100-hours is 6e23 FLOPs?").facts.headline
    assert isinstance(told, ChipTime)
    assert 6e23 / 0.60 / 989e12 / 3600 < told.chip_hours < 6e23 / 0.30 / 989e12 / 3600


def test_computing_in_so_many_days_is_judged(advisor: Advisor) -> None:
    """1e24 FLOP / (30 x 86,400 s x 1,024) = 377 TFLOP/s a chip, 38% of 989."""
    told = advisor.ask("1e24 FLOPs took 30 days on 1024 H100, is that good?").facts.headline
    assert isinstance(told, OwnSpeed)
    assert told.tflops == pytest.approx(377, abs=1) and told.judged == "normal"


def test_tokens_that_are_told_are_the_work(advisor: Advisor) -> None:
    lines = advisor.ask("How long does it take to pretrain 7B on 1T tokens on 64 H100?").facts.sentences
    assert any(isinstance(line, WorkSum) and line.tokens == 1e12 for line in lines)
    assert not any(isinstance(line, ComputeSum) for line in lines)


@pytest.mark.parametrize(
    ("text", "tokens", "source"),
    [
        ("What's the training cost of GPT-3 175B on A100s today?", 300e9, "brown-2020"),
        ("how much would it cost to train Llama 2 70B from scratch", 2e12, "llama-model-cards"),
        ("how long to reproduce TinyLlama on 64 H100", 3e12, "tinyllama-readme"),
        ("从头预训练 Qwen2.5 7B 要多少钱?", 18e12, "qwen2.5-docs"),
    ],
)
def test_a_published_model_is_trained_on_what_its_makers_say(
    advisor: Advisor, text: str, tokens: float, source: str
) -> None:
    answer = advisor.ask(text)
    told = answer.facts.headline
    (work,) = (line for line in answer.facts.sentences if isinstance(line, WorkSum))
    assert isinstance(told, RunEstimate) and told.published_tokens == tokens and told.assumed_tokens is None
    assert work.tokens == tokens and work.of_makers and source in work.cites


def test_to_go_on_with_a_published_model_is_no_whole_pretraining(advisor: Advisor) -> None:
    told = advisor.ask("continue pretraining Llama 3 8B on 8 H100, how long?").facts.headline
    assert isinstance(told, RunEstimate) and told.published_tokens is None and told.assumed_tokens == 1e9


def test_train_may_mean_all_of_it(advisor: Advisor) -> None:
    """15,000 times what 1B tokens take, start-up aside."""
    answer = advisor.ask("How long does it take to train Llama 3 8B on 8 A100?")
    told = answer.facts.headline
    assert isinstance(told, RunEstimate) and told.whole_tokens == 15e12
    assert told.whole_hours == pytest.approx(told.hours.likely * 15_000, rel=0.02)


@pytest.mark.parametrize(
    ("text", "parameters", "makers"),
    [
        ("how many tokens does a 3B need, and what does that cost?", 3e9, None),
        ("Chinchilla-optimal 13B on 64 A100: how long?", 13e9, None),
        ("how many tokens does Llama 3 8B need?", 8.03e9, 15e12),
    ],
)
def test_twenty_tokens_a_parameter_and_what_they_cost(
    advisor: Advisor, text: str, parameters: float, makers: float | None
) -> None:
    answer = advisor.ask(text)
    told, run = answer.facts.headline, answer.facts.sentences[0]
    assert isinstance(told, TokensNeeded) and isinstance(run, RunEstimate)
    assert told.tokens == pytest.approx(20 * parameters) and told.makers == makers
    assert run.assumed_tokens is None


@pytest.mark.parametrize(
    "text", ["how much data do I need to fine-tune a 7B?", "how many tokens per second on a 7B?"]
)
def test_tokens_to_tune_or_to_serve_are_another_question(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, TokensNeeded)


def test_a_network_that_is_named_has_its_size(advisor: Advisor) -> None:
    told = advisor.ask("ResNet-50 on ImageNet training cost").facts.headline
    assert isinstance(told, RunEstimate) and told.assumed_parameters is None


@pytest.mark.parametrize(
    ("text", "samples"),
    [
        ("How long do 3000 steps of SDXL LoRA take on an A10G and what does it cost?", 3000),
        ("SDXL LoRA, 2000 steps at batch 4 on one L4: hours and dollars?", 8000),
        ("finetune SDXL LoRA 3000 steps, cheapest machine and price?", 3000),
    ],
)
def test_steps_of_an_image_model_are_costed(advisor: Advisor, text: str, samples: int) -> None:
    answer = advisor.ask(text)
    (work,) = (line for line in answer.facts.sentences if isinstance(line, WorkSum))
    assert isinstance(answer.facts.headline, RunEstimate)
    assert work.samples == samples and work.epochs == 1 and work.factor < 1  # LoRA


@pytest.mark.parametrize(
    ("text", "gflop"),
    [  # forward and backward are three times the published forward pass
        ("YOLOv8m on 100k images 100 epochs on one A10G: how long?", 3 * 78.9),
        ("train YOLOv8x on COCO 100 epochs on 8 A100, cost", 3 * 257.8),
        ("ResNet101 on 100k images 100 epochs on one A10G: how long?", 3 * 15.6),
    ],
)
def test_a_network_that_is_named_with_its_size_is_that_network(advisor: Advisor, text: str, gflop: float) -> None:
    (work,) = (line for line in advisor.ask(text).facts.sentences if isinstance(line, WorkSum))
    assert work.gflop_each == pytest.approx(gflop, rel=0.02)


def test_hours_of_a_diffusion_run_stand_by_themselves_beside_tokens_that_count_no_image(advisor: Advisor) -> None:
    """Tokens say nothing of an image's work, so neither tokens nor images are multiplied: the hours told are."""
    lines = advisor.ask(
        "7B/2T tokens, 30 four times a year give or take. can this go on trainium or is conv support still meh, 900M"
        " unet diffusion model, trained from scratch, 16 boxes of p4de for 11 days, four times a year give or take."
        " can this go on trainium or is conv support still meh?"
    ).facts.sentences
    assert not [one for one in lines if isinstance(one, WorkSum) and one.tokens is None and one.samples is None]
