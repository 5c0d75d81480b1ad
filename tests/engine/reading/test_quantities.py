"""What numbers count, as a table of text and slots."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from tests.engine.reading.test_read import reading

TABLE: list[tuple[str, str, float | None]] = [
    ("70B model", "parameters", 70e9),
    ("2 x v5e-8", "accelerator_count", 16),
    ("4 v5e-8 slices", "accelerator_count", 32),
    ("two TPU v3-8", "accelerator_count", 8),  # four chips each
    ("a single TPU v3-8", "accelerator_count", 4),
    ("DeepSeek-V3 8 x H100", "accelerator_count", 8),
    ("a 1.5 billion parameter GPT", "parameters", 1.5e9),
    ("BERT 110M pretraining", "parameters", 110e6),
    ("Llama-2-13b-chat", "parameters", 13e9),
    ("Mixtral 8x22B", "parameters", 141e9),
    ("100M users", "parameters", None),
    ("7B on 2T tokens", "tokens", 2e12),
    ("45M tokens a run", "tokens", 45e6),
    ("1B tokens per day", "tokens_per_day", 1e9),
    ("serving 3 million tokens/hour", "tokens_per_day", 72e6),
    ("fine-tune Llama 8B every week", "parameters", 8e9),
    ("fine-tune Llama 8B every week", "tokens_per_day", None),
    ("fine-tune 70B every two weeks", "parameters", 70e9),
    ("three fine-tunes of a 34B per month", "parameters", 34e9),
    ("three fine-tunes of a 34B per month", "tokens_per_day", None),
    ("serving Llama on 2B a day", "tokens_per_day", 2e9),
    ("30 Gemma 9B fine-tunes in JAX", "runs", 30),
    ("30 Gemma 9B fine-tunes in JAX", "parameters", 9e9),
    ("Llama 3 8B fine-tunes", "runs", None),
    ("Trainium 2 70B training", "runs", None),
    ("serving with 8k tokens context", "tokens", None),
    ("budget $1.1M", "budget_usd", 1.1e6),
    ("fine-tune a 7B, we can spend $5k", "budget_usd", 5000),
    ("we spend $5k on it", "budget_usd", None),
    ("a 7e9 parameter model", "parameters", 7e9),
    ("7B on 1e9 tokens", "tokens", 1e9),
    ("7B auf 1 Mrd Tokens", "tokens", 1e9),
    ("7B at a learning rate of 2e-4", "tokens", None),
    ("500 bucks for a fine-tune", "budget_usd", 500),
    ("fine-tune, budget of 20k", "budget_usd", 20_000),
    ("the chip is $2.50 per hour", "budget_usd", None),
    ("our training bill is $80k a month", "budget_usd", None),
    ("512 H100s", "accelerator_count", 512),
    ("8xH100 training", "accelerator_count", 8),
    ("training on two dozen A100s", "accelerator_count", 24),
    ("v5e-16 for training", "accelerator_count", 16),
    ("v5p-128 pretraining", "accelerator_count", 64),
    ("v5p-128 pretraining", "runs", None),
    ("Team: 6, training BERT", "team_engineers", 6),
    ("16 p4d.24xlarge", "instance_count", 16),
    ("p5.48xlarge x6", "instance_count", 6),
    ("four p5 for training", "instance_count", 4),
    ("`trn1.32xlarge`, 4 of them", "instance_count", 4),
    ("4 nodes of p5", "instance_count", 4),
    ("nine of us train on AWS", "team_engineers", 9),
    ("a crew of five, training BERT", "team_engineers", 5),
    ("40 customers use our chatbot model", "team_engineers", None),
    ("200 employees, 7 ML engineers train models", "team_engineers", 7),
    ("20 training runs in total", "runs", 20),
    ("20 LoRA runs a month", "runs_per_month", 20),
    ("5 runs/week", "runs_per_month", 21.667),
    ("20×/month LoRA", "runs_per_month", 20),
    ("training twice a week", "runs_per_month", 8.667),
    ("retrain every other week", "runs_per_month", 2.167),
    ("retrain every 3 days", "runs_per_month", 10.13),
    ("fine-tune every fortnight", "runs_per_month", 2.167),
    ("quarterly retrain", "runs_per_month", 0.333),
    ("training runs twice a year", "runs_per_month", 0.167),
    ("once a month we retrain", "runs_per_month", 1),
    ("monthly bill of our GPUs", "runs_per_month", None),
    ("checkpoint every 10 min while training", "runs_per_month", None),
    ("3 weeks on 64 chips", "run_hours", 504),
    ("training takes half a day", "run_hours", 12),
    ("fine-tune takes about a week", "run_hours", 168),
    ("6-8 hours per run", "run_hours", 7),
    ("two and a half hours per run", "run_hours", 2.5),
    ("45 min each run", "run_hours", 0.75),
    ("the model has been stable for 8 months", "run_hours", None),
    ("a 3 week wait for H100s", "run_hours", None),
    ("pretrain due in 4 wks", "deadline_days", 28),
    ("pretrain within 60 days", "deadline_days", 60),
    ("2 weeks to train a 7B", "deadline_days", 14),
    ("pretrain by Friday", "deadline_days", None),
    ("serving at p95 300ms", "latency_ms", 300),
    ("sdxl, ~2s per img", "latency_ms", 2000),
    ("serving under 1.5 seconds per image", "latency_ms", 1500),
    ("inference, target 4 s p95", "latency_ms", 4000),
    ("a MoE of 40B total / 6B active", "parameters", 40e9),
    ("200B MoE (22B active)", "parameters", 200e9),
    ("E5-large (560M) fine-tune", "parameters", 560e6),
    ("H100 in us-east-1b, a 1.3B recsys", "parameters", 1.3e9),
    ("ViT-H/14 retraining each Tuesday", "runs", None),
    ("one 8xH100 box", "accelerator_count", 8),
    ("one 8xH100 box", "instance_count", 1),
    ("4 8xH100 boxes", "instance_count", 4),
    ("4 8xH100 boxes", "accelerator_count", 32),
    ("an 8-way A100 machine", "accelerator_count", 8),
    ("4 nodes with 8 H100s each", "accelerator_count", 32),
    ("two DGX H100", "instance_count", 2),
    ("3 weeks on 512 H100s, one of those a year", "accelerator_count", 512),
    ("2 A100 80s", "accelerator_count", 2),
    ("emissions of our 2025 training on H100", "runs", None),
    ("is that against some 2020 GPU", "accelerator_count", None),
    ("2048 H100 for a month", "accelerator_count", 2048),
    ("~11,000 H100 hours", "accelerator_count", None),
    ("weekly 7B, six p5.48xlarge, two of them go away", "instance_count", 6),
    ("our GPU bill is at $212k a month, bring it down to 150k/mo max", "budget_usd", 150_000),
    ("got quoted $2.1M for 20 p5", "budget_usd", None),
    ("7B pretrain, zero budget pressure", "budget_usd", None),
    ("nightly eval and a weekly fine-tune", "runs_per_month", 4.3333),
    ("1.1M USD committed in the EDP for H100", "budget_usd", None),
    ("fine-tune with a checkpoint every 10 min", "run_hours", None),
    ("the last run took 11 days on 256 A100", "run_hours", 264),
    ("7B pretrain, the security audit for the new cloud takes us 3 months", "run_hours", None),
    ("7B fine-tune, preempted, lost 5 days", "run_hours", None),
    ("7B sprint of two weeks", "run_hours", None),
    ("the 7B has to be finished in 3 weeks", "deadline_days", 21),
    ("the 7B has to be finished in 3 weeks", "run_hours", None),
    ("we want the 7B trained in two weeks", "deadline_days", 14),
    ("the 7B was trained in two weeks", "run_hours", 336),
    ("7B pretrain, 8 wks to get it done", "deadline_days", 56),
    ("7B pretrain before end of June (~7 weeks)", "deadline_days", 49),
    ("13B, 6 weeks until a demo", "deadline_days", 42),
    ("Deadline: 45 days. Tokens/run: 300M. Team size: 5", "tokens", 300e6),
    ("Deadline: 45 days. Tokens/run: 300M. Team size: 5", "team_engineers", 5),
    ("retrain every Monday and Thursday", "runs_per_month", 8.667),
    ("retrain on Mondays, Wednesdays and Fridays", "runs_per_month", 13),
    ("bi-weekly (as in TWICE a week) fine-tune", "runs_per_month", 8.667),
    ("fine-tune twice a week; the CFO asks every month", "runs_per_month", 8.667),
    ("10 LoRAs of an 8B nightly", "runs_per_month", 304),
    ("画像を20枚使って7BのLoRA", "accelerator_count", None),
    ("A100を4枚使って7BのLoRA", "accelerator_count", 4),
    ("7B 학습에 4090 3대", "accelerator_count", 3),
    ("fine-tune with ~85 compute units every time I run it, a 7B", "runs", None),
    ("7B on an A100, 85 compute units a run", "runs", None),
    ("QLoRA of a 30B, trainable params: 408944640", "parameters", 30e9),
    ("we get 1 hour of labelled data each week for the 7B", "run_hours", None),
    ("13B training on 3000 steps, 2 steps per minute", "seconds_per_step", 30),
    ("13B training at 120 it/h on one L4, 500 steps", "seconds_per_step", 30),
    ("the emissions of our nightly training", "runs_per_month", 30.4),
]


@pytest.mark.parametrize(("text", "slot", "value"), TABLE)
def test_a_number_counts_what_the_words_around_it_name(text: str, slot: str, value: float | None) -> None:
    got = reading(text).profile.stated().get(slot)
    if value is None:
        assert got is None
    else:
        assert got == pytest.approx(value, rel=0.01)


@pytest.mark.parametrize(
    ("text", "gigabytes"),
    [
        ("I saw in the readme that the training is around 17GB. Can I run it with a single 24GB GPU?", 17),
        ("The 768p version needs around 40GB, can it work on a dual 3090?", 40),
        ("Training requires 16 GB of VRAM by default, does a 12GB card work?", 16),
        ("Inference peaks at 30 GB on one 4090", 30),
        ("model size is 66.86 GiB, is it too large for 3x 24GB?", 66.86),
        ("About 22 GB are required for inference. Will it run on two T4?", 22),
        ("Is a 30 GB model too big for one 24GB GPU?", 30),
        ("训练需要40GB显存，3090可以吗", 40),
    ],
)
def test_memory_that_work_takes(text: str, gigabytes: float, advisor: Advisor) -> None:
    said = advisor.parse(text).profile
    assert said.taken_gb == gigabytes


@pytest.mark.parametrize(
    "text",
    [
        "Do I need 24GB for LoRA of a 7B?",
        "Does it need 40GB of VRAM?",
        "It needs a 24GB card",
        "Does a 7B fit on the RTX 3060 12GB model?",
        "We use 40 GB of text",
        "The host uses 64 GB RAM",
        "I use 24GB 3090 cards",
        "We have 4x 24GB",
    ],
)
def test_what_is_asked_or_had_is_not_taken(text: str, advisor: Advisor) -> None:
    assert advisor.parse(text).profile.taken_gb is None


def test_the_card_keeps_its_own_memory(advisor: Advisor) -> None:
    said = advisor.parse("The training takes 17GB per card. Can I run it on a single 24GB GPU?").profile
    assert (said.taken_gb, said.chip_memory_gb) == (17, 24)


@pytest.mark.parametrize("number", [1080, 1650, 2026, 2080, 3090, 4090, 5090, 6000])
def test_a_number_before_runs_counts_them_though_a_card_or_a_year_has_it(number: int, advisor: Advisor) -> None:
    """In a thread a reply of which nothing is read is taken to be meant for others, so it would stay unanswered."""
    assert advisor.parse(f"what if only {number} runs?").profile.runs == number
    assert advisor.parse(f"Llama 8B LoRA, 20M tokens a run, {number} runs, AWS").profile.runs == number


def test_a_card_that_runs_something_is_a_card_and_a_year_a_year(advisor: Advisor) -> None:
    assert advisor.parse("my 3090 runs Llama 8B at 40 tokens/s").profile.candidates == ("rtx3090",)
    assert advisor.parse("our 2025 runs of Llama 8B were on p4d").profile.runs is None


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("serve 8B, p95 latency under 300 ms", 300),
        ("serve 8B with a latency of 200 ms", 200),
        ("We get a TTFT of 900 ms serving 8B, and need first tokens within 200 ms", 200),
        ("1 request: first token 176 ms, 2 requests: 265 ms, 4: 375 ms, serving 8B on an H100", None),
        ("I get 45 ms per token serving a 7B on an A10G. Is that normal?", None),
        ("Serving 8B on an A10G, latency spikes to 10 seconds per request", None),
    ],
)
def test_a_time_somebody_measured_is_no_limit(text: str, ms: float | None) -> None:
    assert reading(text).profile.latency_ms == ms


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        ("Option 1: 2x RTX 5090 for $8k. Option 2: an RTX 6000 Pro for $9k. Which for a 70B?", None),
        ("A Mac Studio costs $4,000, a used 3090 is $700: which for a 30B?", None),
        ("Is a 4090 for $1600 good for LoRA of 7B?", None),
        ("We pay $2.49/h for an H100 on Lambda, is $1.99 on RunPod better for LoRA of 8B?", None),
        ("My budget is $8k: 2x 5090 for $6k, or an RTX 6000 Pro for $9k?", 8000),
        ("We have less than $5k for a LoRA of 8B on A100", 5000),
    ],
)
def test_a_price_of_a_card_is_no_budget(text: str, usd: float | None) -> None:
    assert reading(text).profile.budget_usd == usd


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("40 x RTX 3060 for a 7B", 40),
        ("40 RTX 3060 cards for a 7B", 40),
        ("forty 3090s for a 7B", 40),
        ("image 31 RTX 3060, a 7B", None),
        ("100 H100 for a 7B", 100),
    ],
)
def test_many_cards_of_a_desk_are_said_to_be_several(text: str, chips: int | None) -> None:
    assert reading(text).profile.accelerator_count == chips


@pytest.mark.parametrize("text", ["Training for 3D object detection, one 2080 Ti", "it took a 2D U-Net on a T4"])
def test_dimensions_are_no_days(text: str) -> None:
    assert reading(text).profile.run_hours is None
    assert reading("training took 3d on a T4").profile.run_hours == 72


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("cost per million tokens: 7B on v5e", "parameters", 7e9),
        ("LoRA on an 8B base model, 100M tokens", "parameters", 8e9),  # no bases of a genome
        ("LoRA on an 8B base model, 100M tokens", "tokens", 100e6),
        ("our budget is 500 per month for fine-tuning an 8B", "budget_usd", 500),
    ],
)
def test_what_a_number_counts_goes_by_the_words_beside_it(
    advisor: Advisor, text: str, slot: str, value: float
) -> None:
    assert getattr(advisor.parse(text).profile, slot) == value


def test_the_sign_of_a_sum_is_no_unit_of_a_size_before_it() -> None:
    found = reading("Training Vicuna-13B only costs $300. Is that right?").profile
    assert (found.parameters, found.budget_usd) == (13e9, None)
