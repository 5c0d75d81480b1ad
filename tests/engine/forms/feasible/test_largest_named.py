"""How large a model of a family may be on what was named."""

from __future__ import annotations

import itertools

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.largest_named import LargestNamed
from tests.engine.forms.feasible.first import first_of

# By hand, GiB of weights: 70.55B x 2 bytes = 131, x 0.5 = 33; 671B x 0.5 = 312; 14.8B x 2 = 27.5; 72.7B / 2 = 33.9.
CASES = {
    ("R1", "2x A100 80GB"): ("DeepSeek-R1-Distill-Llama-70B", "DeepSeek-R1-Distill-Llama-70B", "DeepSeek-R1"),
    ("DeepSeek R1", "one RTX 3090"): (
        "DeepSeek-R1-Distill-Llama-8B",
        "DeepSeek-R1-Distill-Qwen-32B",
        "DeepSeek-R1-Distill-Llama-70B",
    ),
    ("Qwen2.5", "one L40S"): ("Qwen2.5 14B", "Qwen2.5 72B", ""),
    ("Gemma 3", "one T4"): ("Gemma 3 4B", "Gemma 3 12B", "Gemma 3 27B"),
}
FRAMES = (
    "How big a {model} can I run on {cards}?",
    "How large a {model} model can be deployed on {cards}?",
    "What is the largest {model} I can serve on {cards}?",
)


@pytest.mark.parametrize(("case", "frame"), list(itertools.product(CASES, FRAMES)))
def test_the_largest_of_what_was_named_is_told_by_its_name(
    case: tuple[str, str], frame: str, advisor: Advisor
) -> None:
    wide, narrow, over = CASES[case]
    told = first_of(advisor, frame.format(model=case[0], cards=case[1]), LargestNamed)
    by_way = {one.way: one.name for one in told.ways}
    assert (by_way.get("bf16"), by_way["int4"]) == (wide, narrow)
    assert (told.over.name if told.over else "") == over


def test_training_is_told_by_its_method(advisor: Advisor) -> None:
    """33B in 4 bits with adapters and activations takes 21.8 of 21.6 GiB."""
    told = first_of(advisor, "What size of Llama can I fine-tune with QLoRA on a 24 GB card?", LargestNamed)
    assert [(one.way, one.name) for one in told.ways] == [("qlora", "Llama 2 13B")]
    assert told.trains


def test_a_size_that_was_said_is_asked_as_before(advisor: Advisor) -> None:
    facts = advisor.ask("Does Llama 3.1 8B fit on one RTX 3090?").facts
    assert facts is not None and not isinstance(facts.headline, LargestNamed)
