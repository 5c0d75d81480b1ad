"""Counts and sizes as slot values."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.reading.quantities import quantities
from engine.reading.sizes import flags, sizes
from tests.engine.reading.test_document import document
from tests.engine.reading.test_read import reading


def slots(text: str) -> dict[str, object]:
    laid_out = document(text)
    return {mention.slot: mention.value for mention in sizes(laid_out, quantities(laid_out))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 70B model", {"parameters": 70e9}),
        ("fine-tune Llama70B", {"parameters": 70e9}),
        ("serve Qwen32B", {"parameters": 32e9}),
        ("an 11B, reward model 1B", {"parameters": 11e9}),
        ("40B total / 6B active", {"parameters": 40e9, "active_parameters": 6e9, "architecture": "moe"}),
        ("train on 2T tokens", {"tokens": 2e12}),
        ("304M tokens a month", {"tokens_per_day": 10e6}),
        ("fine-tune Llama 8B every week", {"parameters": 8e9}),  # how often, not how much
        ("serve llama, 2B a day", {"tokens_per_day": 2e9}),
        ("budget $40k", {"budget_usd": 40_000}),
        ("budget $1,500 a month", {"budget_usd": 1500, "budget_period": "month"}),
        ("the chip is $2.50 per hour", {}),
        ("8 H100s and 3 engineers", {"accelerator_count": 8, "team_engineers": 3}),
        ("we have 40 custom kernels", {"custom_kernels": "heavy"}),
        ("p95 latency under 300 ms", {"latency_ms": 300}),
    ],
)
def test_a_quantity_fills_its_slot(text: str, expected: dict[str, object]) -> None:
    """A month has 30.4 days, so 304M tokens a month are 10M a day."""
    assert slots(text) == {
        slot: value if isinstance(value, str) else pytest.approx(value) for slot, value in expected.items()
    }


def test_an_amount_quoted_to_us_is_not_a_budget() -> None:
    assert slots("got quoted $2M for 20 p5")["instance_count"] == 20
    assert "budget_usd" not in slots("got quoted $2M for 20 p5")


@pytest.mark.parametrize(
    "text",
    [
        "GCP is $0.20 less per chip-hour than AWS for us, we fine-tune Llama 70B weekly",
        "spot is $2 cheaper there; weekly Llama 8B fine-tune",
        "another site shows $25.21 for p4de.24xlarge, is that right?",
        "RunPod lists $3.29 for an H100",
    ],
)
def test_how_far_two_prices_are_apart_is_no_budget(text: str, advisor: Advisor) -> None:
    assert advisor.parse(text).profile.budget_usd is None


@pytest.mark.parametrize(
    ("text", "usd"),
    [("we have less than $5k for 3 runs of LoRA 8B", 5000.0), ("budget $1,500 for a LoRA of 8B", 1500.0)],
)
def test_a_sum_to_stay_under_is_a_budget(text: str, usd: float, advisor: Advisor) -> None:
    assert advisor.parse(text).profile.budget_usd == usd


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("serve a 70B at 16k tokens on one L40S", 16_384),
        ("QLoRA of 70B @ 8k tokens", 8_192),
        ("LoRA of 8B with 32k", 32_768),
    ],
)
def test_tokens_behind_a_length_belong_to_it(text: str, length: int, advisor: Advisor) -> None:
    assert advisor.parse(text).profile.sequence_length == length


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "vllm serve X --tensor-parallel-size 4 --max-model-len 32768",
            {"accelerator_count": 4, "sequence_length": 32768},
        ),
        ("tensor_parallel_size=2, pipeline_parallel_size=3", {"accelerator_count": 6}),
        ("torchrun --nnodes 2 --nproc_per_node=8 train.py", {"accelerator_count": 16}),
        ("deepspeed --num_gpus 4 finetune.py", {"accelerator_count": 4}),
        ("accelerate launch --num_processes 8 train.py", {"accelerator_count": 8}),
        ("CUDA_VISIBLE_DEVICES=0,1,2,3 python train.py", {"accelerator_count": 4}),
        ("./llama-server -m x.gguf -c 16384 -ngl 99", {"sequence_length": 16384}),
        ("ctx-size: 8k", {"sequence_length": 8192}),
        ("LoRA with r=64", {"lora_rank": 64}),
        ("QLoRA, lora_rank: 128, lora_alpha: 32", {"lora_rank": 128}),
        ("an error on rank 3 of the job", {}),  # a process
        ("LoRA fails on rank 0", {}),
        ("--gpu-memory-utilization 0.95 --seed 42", {}),
        ("a grade c 16384 times", {}),
    ],
)
def test_options_of_commands_say_chips_context_and_rank(text: str, expected: dict[str, object]) -> None:
    assert {mention.slot: mention.value for mention in flags(document(text))} == expected


def test_machines_said_in_words_come_before_the_options_of_a_command() -> None:
    profile = reading("--tensor-parallel-size 4 on 8 H100, does a 70B fit?").profile
    assert profile.accelerator_count == 8


def test_a_length_in_thousands_stands_behind_a_size() -> None:
    said = reading("Hardware requirements for 7B 100k models, for inference?").profile
    assert (said.parameters, said.sequence_length) == (7e9, 100 * 1024)


@pytest.mark.parametrize(
    ("text", "steps", "seconds"),
    [
        ("1000 steps take 50 minutes on 8 A100, I need 40k steps", 40_000, 3),
        ("1k steps in 50 min on one A100, 20k steps in total", 20_000, 3),
        ("4 hours per 1000 steps on 8 H800, we train 10k steps", 10_000, 14.4),
        ("100 iterations took 12 minutes, 50,000 iterations to go", 50_000, 7.2),
        ("one step takes 20 s on 4 H100, 100k steps", 100_000, 20),
        ("36,000 steps take 75 hours", 36_000, None),  # of all of the run
    ],
)
def test_timed_steps_are_no_run(text: str, steps: float, seconds: float | None) -> None:
    profile = reading(f"fine-tuning a 7B: {text}. How long?").profile
    assert (profile.steps, profile.seconds_per_step) == (steps, pytest.approx(seconds) if seconds else None)


@pytest.mark.parametrize(
    ("text", "hours", "share"),
    [
        ("40 % in 20 hours on one A100. How long in total?", 20, 0.4),
        ("After 24 hours it only managed 7% on g4dn.12xlarge. How long would p4d take?", 24, 0.07),
        ("We are at 25% after 3 days on 8 V100. What does it cost?", 72, 0.25),
    ],
)
def test_a_part_of_a_run_and_its_hours(text: str, hours: float, share: float) -> None:
    profile = reading(text).profile
    assert (profile.elapsed_hours, profile.share_done) == (hours, pytest.approx(share))
    assert profile.run_hours is None


@pytest.mark.parametrize(
    ("text", "chips", "length"),
    [
        ("2台 H100*8 部署 deepseek-R1, context length 支持到 128k", 16, 131_072),
        ("2 nodes, H100*8, for deepseek r1", 16, None),
        ("serve kimi-k2 on 8 h200, max context length为128k", 8, 131_072),
        ("llama 3 70b: should it be 12 since inf2.48xlarge has 12 accelerators?", 12, None),
    ],
)
def test_machines_of_chips_and_contexts_are_read_however_they_stand(
    text: str, chips: int, length: int | None
) -> None:
    profile = reading(text).profile
    assert (profile.accelerator_count, profile.sequence_length) == (chips, length)
    assert profile.budget_usd is None and profile.instance_count in (None, 2)


@pytest.mark.parametrize(
    "text", ["batch job processes 2B tokens with a 7B", "weekly batch inference of 2B tokens, 7B"]
)
def test_the_tokens_of_a_batch_job_are_those_it_reads(text: str) -> None:
    assert reading(text).profile.tokens == 2e9


def test_the_size_in_a_name_is_no_traffic_whatever_rhythm_follows() -> None:
    profile = reading("20 full fine-tunes of Qwen2.5 14B a month on AWS, 300M tokens each").profile
    assert (profile.tokens_per_day, profile.runs_per_month, profile.tokens) == (None, 20, 300e6)


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("4 Knoten mit je 4x A100 40GB, Llama-3.1-70B", 16),
        ("2 boîtes de 8 L40S, un 70B", 16),
        ("dos servidores con 4 A6000 cada uno", 8),
        ("8 узлов по 4 A100", 32),
        ("4 nós com 8 H100 cada", 32),
        ("jede der 3 Maschinen hat 8 H100", 24),
        ("3 noeuds de 4 H100", 12),
        ("每台 8 卡，共 4 台 H100, 70B", 32),
        ("2ノード、各8枚のH100", 16),
    ],
)
def test_cards_of_each_of_several_machines_are_all_of_them_together(text: str, chips: int) -> None:
    assert reading(text).profile.accelerator_count == chips


@pytest.mark.parametrize(
    "text",
    [
        "Llama-3.1-70B voll finetunen, kein LoRA, 16x A100",
        "entrenar todos los pesos de un 8B sin LoRA en 4 L40S, cabe?",
        "полный файнтюнинг 8B, без LoRA, на 4 A100 хватит?",
        "full-parameter tuning of a 7B rather than LoRA, one H100?",
    ],
)
def test_full_fine_tuning_without_lora_is_full(text: str) -> None:
    assert reading(text).profile.method == "full"


@pytest.mark.parametrize(
    ("said", "length"), [("OOM at 13k tokens", 13_000), ("at 16k tokens", 16_384), ("@ 6k tokens", 6_000)]
)
def test_a_length_need_not_be_a_power_of_two_where_tokens_are_named(said: str, length: int) -> None:
    assert reading(f"QLoRA of a 32B on g5.12xlarge {said}, does it fit?").profile.sequence_length == length


@pytest.mark.parametrize(
    ("said", "chips"),
    [
        ("4 nodes, 32 H200 in total", 32),
        ("2 nodes, 8 H200 in total", 8),
        ("4 nodes, 32 H200", 32),
        ("4 nodes, 8 H200 each", 32),
        ("4 nodes, 8 H200", 32),
    ],
)
def test_chips_in_total_are_not_those_of_each_node(said: str, chips: int) -> None:
    assert reading(f"Training Llama 3 70B on {said}. Does it fit?").profile.accelerator_count == chips


@pytest.mark.parametrize("name", ["n1-standard-16-2xp4", "n1-standard-16-2xt4"])
def test_a_number_in_the_name_of_a_type_counts_no_machines(name: str) -> None:
    said = reading(f"what does {name} cost in us-central1?").profile
    assert (said.instances, said.instance_count, said.accelerator_count) == ((name,), None, None)
