"""A number of cards, and whether it divides the attention heads of the model that was named."""

from __future__ import annotations

import itertools

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.heads_shared import HeadsShared
from tests.engine.forms.feasible.first import first_of

# Heads by the published config.json: attention heads, key-value heads, the numbers that divide both ways.
MODELS = {
    "Llama 3.1 70B": (64, 8, (1, 2, 4, 8, 16, 32, 64)),
    "Qwen2.5 32B": (40, 8, (1, 2, 4, 8, 40)),
    "Qwen2.5 7B": (28, 4, (1, 2, 4, 28)),
    "GPT-2 XL": (25, 25, (1, 5, 25)),
    "LLaMA 1 33B": (52, 52, (1, 2, 4, 13, 26, 52)),
}
COUNTS = (3, 6, 7)
FRAMES = (
    "Can I serve {model} with tensor parallel {count}?",
    "vLLM with --tensor-parallel-size {count} for {model}, is that possible?",
    "{model} over {count} L40S with tensor parallelism?",
    "We have {count} A100. Can the attention heads of {model} be divided over them?",
)


@pytest.mark.parametrize(("model", "count", "frame"), list(itertools.product(MODELS, COUNTS, FRAMES)))
def test_a_number_that_does_not_divide_the_heads_is_refused_in_every_order(
    model: str, count: int, frame: str, advisor: Advisor
) -> None:
    heads, kv_heads, allowed = MODELS[model]
    told = first_of(advisor, frame.format(model=model, count=count), HeadsShared)
    assert (told.heads, told.kv_heads, told.count, told.shared) == (heads, kv_heads, count, False)
    assert told.allowed == allowed
    assert told.smaller == max(one for one in allowed if one <= count)


def test_a_bare_size_goes_by_the_published_models_of_that_size(advisor: Advisor) -> None:
    """64 of 70B and 72B models, none of which 5 divides."""
    told = first_of(advisor, "70B on 5 L40S with tensor parallelism?", HeadsShared)
    assert (told.heads, told.count, told.shared, told.alike) == (64, 5, False, True)
    assert told.smaller == 4 and "bf16" in told.in_turn


def test_heads_that_are_told_count(advisor: Advisor) -> None:
    text = "Total number of attention heads (40) must be divisible by tensor parallel size (6)"
    told = first_of(advisor, text, HeadsShared)
    assert (told.heads, told.count, told.told, told.smaller) == (40, 6, True, 5)


def test_heads_that_nobody_knows_are_said_to_be_unknown(advisor: Advisor) -> None:
    text = "vLLM with tensor parallel 3 says the number of heads isn't divisible by 3. Any way to use the three A100?"
    told = first_of(advisor, text, HeadsShared)
    assert (told.heads, told.count) == (0, 3)
    assert 0 < told.divide < told.held


def test_what_failed_on_the_smaller_number_is_not_said_to_fit_there(advisor: Advisor) -> None:
    text = "Is it possible to run Llama 3.1 70B with tensor parallel on 3 GPUs? It does not fit on 2 A100 80GB"
    told = first_of(advisor, text, HeadsShared)
    assert told.on_smaller == ("int8", "int4")


@pytest.mark.parametrize(
    "text",
    [
        "Does Llama 3.1 70B fit on 8 A100 with tensor parallelism?",
        "Full fine-tuning of Llama 3.1 8B with FSDP on 3 A100, does it fit?",
    ],
)
def test_a_number_that_divides_and_training_keep_their_own_first_line(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    assert facts is not None and not isinstance(facts.headline, HeadsShared)


def test_a_number_that_divides_is_a_yes_where_that_is_asked(advisor: Advisor) -> None:
    told = first_of(advisor, "Can I serve Qwen2.5 32B with tensor parallel 8?", HeadsShared)
    assert told.shared
