"""Whether a card is needed or would help: that it is enough is no yes to that."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("PPO on MuJoCo with small MLP policies, is a H100 worth it?", "No: 4 GB are comfortable for reinforcement"),
        (
            "PPO on Atari with a 2M parameter network, do I need an A100?",
            "No: 4 GB are comfortable for reinforcement",
        ),
        ("Do I need an A100 to train a YOLOv8m on 20k images?", "No: 12 GB are comfortable for"),
        # 7e9 x 2 bytes and adapters are 15.3 GiB, which 24 GB hold
        ("do I need an A100 for LoRA of a 7B?", "No, not for memory: it takes 15.3 GiB, so a card of 24 GB"),
        ("does Qwen2.5-7B bf16 serving need a card bigger than an L4?", "No, one is enough: serving in BF16"),
        (
            "do we really need an H100 to fine-tune a 70B with full weights?",
            "No: full fine-tuning of 70B takes 1,050",
        ),
        ("ResNet-50 training, our GPU sits at 30% utilization, would a H100 be faster?", "No, or hardly: a GPU that"),
        (
            "nnU-Net on a V100 32GB, GPU util jumps between 0 and 100%, would an A100 help?",
            "No, or hardly: a GPU that",
        ),
        # 1 of them holds 13e9 x 0.52 bytes and the rest of 9.4 GiB
        (
            "do I need 8 H100 to fine-tune a 13B with QLoRA?",
            "No, not for memory: one NVIDIA H100 SXM holds it, and 8",
        ),
        ("does LoRA of Llama 3 8B require an A100?", "No, not for memory: it takes 19.1 GiB, so a card of 24 GB"),
        ("does training F5-TTS require 8 A100 GPUs?", "No: one card of 24 GB is comfortable for F5-TTS"),
        ("is one A100 80GB enough for LoRA of a 7B?", "Yes: LoRA of 7B"),
        ("PPO on Llama 3 8B with a reward model on 8 A100 80GB, does it fit?", "Yes: RLHF of all weights"),
    ],
)
def test_a_card_that_is_larger_than_needed_is_not_needed(text: str, first: str, advisor: Advisor) -> None:
    said = " ".join(card_text(advisor.ask(text)).partition("\n\n")[0].split())
    assert said.startswith(first), said


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "finetuning whisper large-v3 on an A100 80. nvidia-smi: 41 GB used, util jumps to 100% for a sec or two"
            " then ~0, over and over. Would an H100 be faster or am I wasting money already",
            "No, or hardly: a GPU that is not busy",
        ),
        (
            "RL folks here (not LLM, think atari/procgen style + a custom C++ sim). We have g5.2xlarge machines, CPUs"
            " pegged at 100, GPU at 12. PPO with ~100 envs. Do we need better GPUs or what would make this go faster"
            " for the same money?",
            "No, or hardly: the processors are the limit, and a faster GPU would wait for them as well; it takes more"
            " of them, or less work on them, for each GPU. g5.16xlarge has 64 vCPUs beside the same NVIDIA A10G for",
        ),
        (
            "Training a ViT on an A100, GPU sits at 15% and CPUs pegged at 100. Worth upgrading to an H100?",
            "No, or hardly: the processors",
        ),
        (
            "ResNet training on a T4, gpu usage around 20%, all 4 CPU cores maxed. should I get an A10G instead?",
            "No, or hardly: the processors",
        ),
        (
            "Segmentation on L4s: util bounces between 0 and 90. Does it make sense to move to L40S?",
            "No, or hardly: a GPU that is not busy",
        ),
        ("PPO, 64 envs, cpu 100% gpu 8%. bigger gpu or no?", "No, or hardly: the processors"),
    ],
)
def test_a_gpu_that_waits_is_not_helped_by_a_faster_one(text: str, first: str, advisor: Advisor) -> None:
    said = " ".join(card_text(advisor.ask(text)).partition("\n\n")[0].split())
    assert said.startswith(first), said


@pytest.mark.parametrize(
    "text",
    [
        "Training a ViT-L, GPU is at 98% the whole time, would an H100 be faster than our A100?",
        "our A100 is pegged at 97% utilization training a 7B, worth upgrading to an H100?",
    ],
)
def test_one_that_is_busy_may_be(text: str, advisor: Advisor) -> None:
    assert not card_text(advisor.ask(text)).startswith("No, or hardly")


def test_what_is_usual_of_a_kind_does_not_decide_where_its_own_project_is_reported(advisor: Advisor) -> None:
    """Its authors say that 24 GB are too little at default settings."""
    first = advisor.ask("is an A100 required for OOTDiffusion training or would a 3090 do?").facts.headline
    assert first is not None and first.code != "not_needed"
