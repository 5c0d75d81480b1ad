"""A symptom comes before every price and speed; what judges the asker's own figures, or is nearer, stays first."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.symptoms.symptom_reasons import SymptomMore, SymptomScaled, SymptomTold


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "finetuning whisper large-v3 on an A100 80. util jumps to 100% for a sec or two then ~0, over and over. "
            "What is wrong?",
            "Another or a larger GPU would wait as long",
        ),
        (
            "benchmarked llama 7b on ml.inf2.8xlarge: inf2 gives far less throughput than the GPU. are we "
            "holding it wrong?",
            "Very likely it is the set-up and not the chip",
        ),
        ("Loading checkpoint shards: 38% Killed. chatglm-6b, what does it mean?", 'A process that is just "Killed"'),
        ("NCCL timeout at the end of the first epoch whenever I use more than one GPU", "A NCCL watchdog timeout"),
        ("quota for P instances is 0 in our new account, support denied it. what now?", "A quota that is refused"),
        ("torch.compile makes my first epoch very slow", "A first step or epoch that is much slower"),
        ("can two MIG instances talk over NVLink", "No: MIG slices have no peer-to-peer access"),
    ],
)
def test_the_cause_comes_first_with_what_helps(text: str, first: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts
    assert isinstance(told.headline, SymptomTold) and told.headline.does
    assert any(isinstance(line, SymptomMore) for line in told.sentences)
    assert " ".join(card_text(advisor.ask(text)).split()).startswith(first)


@pytest.mark.parametrize(
    "text",
    [
        "p4d.24xlarge for 10 hours on each of 22 working days plus 12 g5.xlarge that never get turned off: a month?",
        "ZeRO-3 offload, how much CPU RAM for a 7B full fine-tune on one A100 40G? we've got 94G and it is killed",
        "Can't load Llama 3 70B on 2x RTX 3090, the process is killed.",  # too large for them in 16 bits anyway
        "Training loss is fine and there was no NaN in fp16 on our V100. Price of a p3.2xlarge?",
        "How much VRAM do I need so that training never runs out of memory at the first optimizer step?",
        "unable to provision p5.48xlarge",  # nothing is asked: where it is sold
        "two 2 nodes of 8xA100 without infiniband, 13B full fine-tune: how slow?",
    ],
)
def test_what_is_denied_or_asks_for_a_sum_is_no_symptom(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, SymptomTold)


@pytest.mark.parametrize(
    "text",
    [
        "Llama 2 70B full FT with FSDP takes 15 h on 4xA100 and 23 h on 4xH100. How can H100 be slower?",
        "GRPO on Qwen 7B: 2 nodes of 8xH100 take 52 h for 100 steps, one 8xH200 node takes 24h. what should I rent",
        "Your setup doesn't support bf16/gpu, you need Ampere. can my 3060 Ti do it, 8 GB?",
    ],
)
def test_what_judges_the_figures_that_are_told_stays_first(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, SymptomTold)


def test_times_on_more_machines_are_told_with_what_they_wait_for(advisor: Advisor) -> None:
    """2 x 2.46 / 8.68 = 0.567, each card with the same batch."""
    text = "qwen2 1.5B, zero-3: 2 GPUs 2.46 s/it, 4 GPUs on two machines over ethernet 8.68 s/it, is that normal?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SymptomScaled) and (told.few, told.many) == (2, 4)
    assert told.times == pytest.approx(0.567, abs=0.001)


@pytest.mark.parametrize(
    ("said", "turn"),
    [
        ("I have v3-8 access only in europe-west4-a and there is no more capacity in the zone.", "Just wait?"),
        ("p5.48xlarge fails with InsufficientInstanceCapacity in us-east-1. What can I do?", "so just wait?"),
        ("TPU v4-8: no more capacity in the zone us-central2-b.", "Do I just have to keep retrying?"),
    ],
)
def test_whether_to_wait_for_capacity_is_a_yes_with_how(said: str, turn: str, advisor: Advisor) -> None:
    told = advisor.ask(turn, before=advisor.ask(said).goes_on_from)
    assert " ".join(card_text(told).split()).startswith("Yes, wait, but let a queue or a script do it")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (
            "I'm charged $2000 for 'Hosting ml.g4dn.12xlarge' but didn't even use the SageMaker notebook. How come?",
            "delete",
        ),
        ("No running environment, but I still pay for the GPU in Colab? It says 11.77 units per hour.", "Disconnect"),
        ("I try to set up NC series (GPU) virtual machines in Azure but they are grayed out. Why?", "quota of 0"),
        ("H100 are not available in GRA11 at OVH while still listed. When is availability back?", "Nobody outside"),
    ],
)
def test_a_bill_a_gray_size_and_a_date_are_told_with_what_to_do(advisor: Advisor, question: str, words: str) -> None:
    told = advisor.ask(question).facts.headline
    assert isinstance(told, SymptomTold) and words in told.text + told.does


@pytest.mark.parametrize(
    "question",
    [
        "g4ad.xlarge is cheaper than g4dn.xlarge, which for PyTorch inference?",
        "Would a move from g4dn to g4ad save money?",
    ],
)
def test_a_cheaper_machine_that_runs_no_cuda_is_no_use(advisor: Advisor, question: str) -> None:
    told = advisor.ask(question).facts.headline
    assert isinstance(told, SymptomTold) and "no CUDA" in told.text
