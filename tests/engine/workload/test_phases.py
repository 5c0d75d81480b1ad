"""Whether the model of a text is trained or answers."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.workload.phases import phases_said

TRAINS, RUNS = frozenset({"training"}), frozenset({"inference"})


@pytest.mark.parametrize(
    ("text", "phases"),
    [
        ("Inference of this network dies on my 8 GB card, what can I do?", RUNS),
        ("I deploy it on a T4 and run out of memory", RUNS),
        ("Fine-tuning runs out of memory on a 3090", TRAINS),
        ("QLoRA does not fit my 12 GB card", TRAINS),
        ("When the model is loaded for training it takes 12 GB, is a 16 GB card enough?", TRAINS),
        ("It runs out of memory when the weights are loaded on my 3090", RUNS),
        ("How much GPU memory for training and inference?", TRAINS | RUNS),
        ("How much VRAM does it need?", frozenset()),
        ("Inference runs on a 4090. How much VRAM is needed for fine-tuning?", TRAINS),  # what is asked
        ("We trained it on 8 A100. How much does inference take?", RUNS),
    ],
)
def test_a_text_speaks_of_training_of_inference_of_both_or_of_neither(
    advisor: Advisor, text: str, phases: frozenset[str]
) -> None:
    assert phases_said(advisor.parse(text)) == phases
