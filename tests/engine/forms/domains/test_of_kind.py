"""The answer by the kind of work: no language model's ceilings, no weights alone, no month of a machine."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.domains.of_kind import Machine
from knowledge.facts import Facts

NEVER = ("QLoRA of up to", "parameters.", "By its weights alone", "a month", "Not used, since")


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("CUDA out of memory training StyleGAN2 at batch size 1 on 8 GB", "batch-gpu"),
        (
            "How long to train a voice from 26 hours of audio with VITS?",
            "from scratch VITS or Tacotron take 2 to 4 days",
        ),
        ("How long will training take with 50 hours of voice on 1 gpu (1152 cores)?", "checkpoint"),
        ("Which GPU for speech recognition training? We have 26 hours of data", "12 to 24 GB"),
        ("Can leelazero use a TPU?", "No: Leela Zero is C++ with OpenCL"),
        ("ML-Agents: GPU utilization is 5%, CPU is busy, why?", "waits for the simulation"),
        ("AlphaFold on 2 GPUs, is it faster?", "One prediction runs on one GPU"),
        ("How much VRAM does Gaussian splatting need? I have 16 GB", "--data_device cpu"),
    ],
)
def test_it_is_told_what_decides_in_that_kind(text: str, has: str, advisor: Advisor) -> None:
    told = " ".join(card_text(advisor.ask(text)).split())
    assert has in told
    assert not [words for words in NEVER if words in told]


@pytest.mark.parametrize(
    "text",
    [
        "price of g4dn.xlarge for YOLO inference",
        "How long does ResNet-50 on ImageNet take for 90 epochs on 8 A100?",  # published speeds of that model
        "Does FlashAttention run on a T4?",
    ],
)
def test_what_is_worked_out_stays(text: str, advisor: Advisor) -> None:
    assert not advisor.ask(text).facts.of_kind


def test_hours_of_audio_are_no_hours_of_a_run(advisor: Advisor) -> None:
    answer = advisor.ask("Which GPU for speech recognition training? We have 26 hours of data")
    assert answer.facts.of_kind and answer.reading.profile.run_hours is None


def test_the_machine_to_rent_has_the_memory_and_no_monthly_bill(advisor: Advisor) -> None:
    told = advisor.ask("Which GPU should I rent for AlphaFold 3?").facts
    machine = next(line for line in (told.headline, *told.sentences) if isinstance(line, Machine))
    assert machine.gib >= 24 * 0.9


def test_a_part_of_a_message_is_of_the_kind_of_the_whole(advisor: Advisor) -> None:
    answer = advisor.ask(
        "I am outputting yolov8 to several camera streams at once. Would it be CUDA cores or VRAM size that counts? "
        "For example, how much better would an Nvidia A100 perform compared to a Nvidia RTX 4090?"
    )
    assert len(answer.parts) == 2 and all(part.facts.of_kind for part in answer.parts)


def test_cards_against_each_other_are_told_with_their_room(advisor: Advisor) -> None:
    """SD 1.5 wants 4 to 8 GB as a kind; 8 GB are no promise, so both cards are told."""
    told = " ".join(card_text(advisor.ask("RTX 3060 12GB or RTX 3070 8GB for stable diffusion?")).split())
    assert told.startswith("Memory first") and "RTX 3070" in told and "/h" not in told


@pytest.mark.parametrize(
    "text",
    [
        "Our ads ranking model is a DLRM, retrained nightly on Google Cloud. TPU v5e or keep the A100s?",
        "Every two weeks we train a small CNN for defect detection with Keras on two A10Gs, it takes half a day.",
    ],
)
def test_a_choice_among_rented_machines_is_a_sum(text: str, advisor: Advisor) -> None:
    """How often it runs or where it is rented was said: the kind of work does not stand in for the verdict."""
    assert advisor.ask(text).verdict is not None


def test_every_example_is_of_its_kind(facts: Facts, advisor: Advisor) -> None:
    found = {
        (domain.id, text): advisor.parse(text).domains[:1]
        for domain in facts.domains.values()
        for text in domain.examples
    }
    assert {key: one for key, one in found.items() if one != (key[0],)} == {}


@pytest.mark.parametrize(
    "text",
    [
        "Train an ASR from scratch on 4 T4, is that too little?",
        "How many GPUs do we need to train a conformer from scratch? We have 4 T4",
        "Compute needed to train STT from scratch in GCP? I finetune on 4 T4 GPUs",
    ],
)
def test_work_of_many_cards_is_never_sent_to_one(text: str, advisor: Advisor) -> None:
    told = " ".join(card_text(advisor.ask(text)).split())
    assert "g6.xlarge" not in told and "g4dn" not in told and "To rent" not in told


def test_a_remedy_did_not_run_out(advisor: Advisor) -> None:
    answer = advisor.ask("Pangu-Weather runs out of memory on a 2080 Ti, do I need an A100?")
    told = " ".join(card_text(answer).split())
    assert "one NVIDIA RTX 2080 Ti (11 GB) is tight for it" in told and "A100 is tight" not in told


def test_amounts_hold_over_the_turns_and_the_parts(advisor: Advisor) -> None:
    """3,440 residues are above 2,500 and take 80 GB, whichever sentence or turn says them."""
    first = advisor.ask("AlphaFold2 ran out of GPU memory on 16 GB with 3440 residues. Is there a way?")
    told = " ".join(card_text(advisor.ask("Which GPU do I need for it?", before=first.goes_on_from)).split())
    assert "3440 residues take about 80 GB" in told and "NVIDIA L4" not in told


def test_no_machine_is_rented_where_nobody_asks_for_one(advisor: Advisor) -> None:
    told = card_text(advisor.ask("AlphaFold2 with 1200 residues ran out of memory on a GTX 1060, what lowers it?"))
    assert "To rent" not in told


@pytest.mark.parametrize(
    "text",
    ["RIFE 4K interpolation on an RTX 2060, possible?", "cryoSPARC on a 3090, ok?", "RAFT-Stereo inference, a 3060?"],
)
def test_a_known_kind_is_never_said_to_be_unnamed(text: str, advisor: Advisor) -> None:
    assert "which you did not name" not in card_text(advisor.ask(text))


@pytest.mark.parametrize(
    "text",
    [
        "what do i need to train yolov8 on 10k images",
        "What do I need to train a ResNet-50 on ImageNet?",
        "What do I need to fine-tune SDXL?",
    ],
)
def test_what_such_work_needs_is_no_sum_of_a_language_model(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    assert facts.of_kind and facts.headline is not None and facts.headline.code == "domain_taken"


@pytest.mark.parametrize(
    "text",
    [
        "PPO on MuJoCo, 2M params, 100 seeds. My boss offers an A100. Do I need it?",
        "do I need an H100 for DQN on Atari with 1.7M params",
        "Atari agents by PPO, 3M parameters: is one L40S worth it?",
    ],
)
def test_memory_decides_nothing_for_a_policy_of_a_few_million_parameters(text: str, advisor: Advisor) -> None:
    shown = card_text(advisor.ask(text))
    assert shown.startswith("No: ") and "the environment runs on the CPU" in " ".join(shown.split())
