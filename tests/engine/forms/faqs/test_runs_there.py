"""What is known to run on a chip that is named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.faqs.runs_there import CapabilityOf


@pytest.mark.parametrize(
    ("chip", "capability", "no"),
    [
        ("P100", "6.0 to 6.2", "Unsloth"),
        ("V100", "7.0 to 7.2", "FlashAttention"),
        ("Tesla K80", "3.5 to 3.7", "vLLM"),
    ],
)
def test_an_older_card_is_told_by_its_capability(chip: str, capability: str, no: str, advisor: Advisor) -> None:
    told = advisor.ask(f"Which compute capability is required, does it support the {chip}?").facts
    line = next(one for one in (told.headline, *told.sentences) if isinstance(one, CapabilityOf))
    assert line.capability == capability and no in line.no and no not in line.yes


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Does Ollama work on AWS Inferentia2?", "No. Ollama on AWS Inferentia2: no backend for it"),
        (
            "Is LLaMA-Factory supported on an Ascend 910B?",
            "Yes. LLaMA-Factory on Huawei Ascend: training, inference and export on NPU",
        ),
        ("Does XGBoost run on a TPU v5e?", "No. XGBoost on TPU v5e: trees are no matrix work"),
    ],
)
def test_a_program_that_is_known_gets_a_yes_or_a_no(text: str, first: str, advisor: Advisor) -> None:
    assert " ".join(card_text(advisor.ask(text)).split()).startswith(first)
