"""The one place that decides of which kind a question's work is."""

from __future__ import annotations

import re

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.kinds.kind import Work, is_below_models, within, work_of
from engine.library import library_of
from knowledge.facts import Facts


@pytest.mark.parametrize(
    ("text", "kind", "phase"),
    [
        ("How much VRAM does SDXL LoRA training take?", "SDXL", "training"),
        ("CUDA out of memory, ColabFold with 2,000 residues", "protein structure prediction", "running"),
        ("I use YOLOv8 for inference, not finetuning. Which GPU?", "object detection", "inference"),
        ("Which GPU for GROMACS?", "molecular dynamics", "running"),
        ("How much GPU RAM does 0.25 degree GenCast take?", "GenCast", "inference"),
        ("GenCast 1 degree on a T4?", "GenCast at 1 degree", "inference"),
        ("A100 or H100 for nanopore long reads?", "nanopore basecalling", "running"),
        ("Is a 2080 Ti enough for cardiac MRI segmentation?", "segmentation of medical volumes", "training"),
        ("Compute to train an ASR from scratch?", "speech recognition trained from scratch", "training"),
        ("How many fps on a Jetson Nano with YOLO?", "inference on a Jetson", "inference"),
        ("SeedVR2 on 8 GB?", "SeedVR2", "inference"),
        ("Train wan 2.1 (the 14B) lora with a 16gb card?", "Wan 14B", "training"),
        ("Train a wan 2.1 lora, 1.3B or 14B, with a 16gb card?", "Wan 2.1 and 2.2", "training"),
        ("6800 XT or A5000 for scientific computation?", "numerical simulation in double precision", "running"),
    ],
)
def test_a_question_is_of_a_kind_and_a_phase(
    text: str, kind: str, phase: str, advisor: Advisor, facts: Facts
) -> None:
    work = work_of(advisor.parse(text), library_of(facts))
    assert work is not None and (work.name, work.phase) == (kind, phase)


@pytest.mark.parametrize(
    "text",
    [
        "How much VRAM does a Llama 8B LoRA take?",
        "We fine-tune a 7B on images of documents, is a 3090 enough?",  # a size decides
        "Which GPU to run Stable Video Diffusion, Tortoise TTS, XGBoost and Whisper?",  # a list of everything
    ],
)
def test_text_models_sizes_and_lists_are_no_kind(text: str, advisor: Advisor, facts: Facts) -> None:
    assert work_of(advisor.parse(text), library_of(facts)) is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("PPO on Atari, 2M params, one A100?", "reinforcement learning in a simulator"),
        ("PPO in MuJoCo, a policy of 500k parameters: do we need a T4?", "reinforcement learning in a simulator"),
        ("ppo 13b memory", None),
        ("PPO of a 1B on one L4?", None),
    ],
)
def test_ppo_of_a_network_below_any_published_model_is_of_an_agent(
    text: str, kind: str | None, advisor: Advisor, facts: Facts
) -> None:
    work = work_of(advisor.parse(text), library_of(facts))
    assert (work.name if work else None) == kind


def test_a_small_network_is_below_the_smallest_model_that_is_known(facts: Facts) -> None:
    assert is_below_models(2e6, facts)
    assert not is_below_models(22.7e6, facts)  # all-MiniLM-L6 has 22.7 million
    assert not is_below_models(None, facts)


def test_what_a_project_does_not_say_its_kind_says(advisor: Advisor, facts: Facts) -> None:
    work = work_of(advisor.parse("HunyuanVideo VRAM on a 4090?"), library_of(facts))
    video, own = facts.domains["video"], facts.domains["hunyuan-video"]
    assert work is not None and work.kinds == (own, video)
    cell = work.cell("several")
    assert cell is not None and cell.text == video.several and own.several == ""


@pytest.mark.parametrize(
    ("text", "is_any"),
    [
        ("CUDA out of memory in training even with batch size 1 on 8 GB, what is the minimum GPU?", True),
        ("Recommended VRAM size? I build a new machine and look for a cheap graphic card to run your code.", True),
        ("CUDA out of memory in LoRA training with a sequence length of 4096 on 24 GB", False),
        ("How much does a p4d.24xlarge cost?", False),
    ],
)
def test_of_a_network_nobody_named_what_holds_for_any_is_told(
    text: str, is_any: bool, advisor: Advisor, facts: Facts
) -> None:
    work = work_of(advisor.parse(text), library_of(facts))
    assert (work is not None and work.kinds[0].id == "any") == is_any


OF_TRAINING = re.compile(r"accumulation|gradient checkpointing|Adam\b|optimizer|Adagrad|frozen|LoRA")


def test_what_lowers_memory_in_inference_is_never_what_only_training_has(facts: Facts) -> None:
    """A line that holds for both says which part is of training."""
    for kind in facts.domains.values():
        levers = Work(within(kind, facts), "inference").levers
        text = levers.text if levers else ""
        assert "training" in text or not OF_TRAINING.search(text), (kind.id, text)


@pytest.mark.parametrize(
    "text",
    [
        "Inference runs out of memory on my 8 GB card, what can I do?",
        "The demo OOMs on my RTX 3060 12GB when I run generate.py. What is the minimum VRAM?",
        "I only run inference with the released weights and still get CUDA out of memory on a 2080 Ti, any idea?",
    ],
)
def test_of_inference_that_ran_out_no_training_is_spoken_of_nor_asked_about(advisor: Advisor, text: str) -> None:
    told = " ".join(card_text(advisor.ask(text)).split())
    assert not re.search(r"accumulation|checkpointing|LoRA|optimizer|KV cache|Is it trained", told)
    assert "offload" in told


@pytest.mark.parametrize("turn", ["And with LoRA?", "and a LoRA?", "What about LoRA instead?", "and LoRA?"])
def test_adapters_of_a_project_that_was_asked_about_with_all_weights_are_told_of(turn: str, advisor: Advisor) -> None:
    first = advisor.ask("How much VRAM does fine-tuning SDXL 1.0 take?")
    assert "SDXL with all weights" in card_text(first)
    line = " ".join(card_text(advisor.ask(turn, before=first.goes_on_from)).split())
    assert "12 GB at least and 16 GB to be comfortable" in line[:400]  # kohya_ss: of a LoRA at 1,024 pixels
