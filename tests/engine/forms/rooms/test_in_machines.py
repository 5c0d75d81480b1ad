"""Whether one machine holds a model, where no chip was named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.rooms.in_machines import InMachines


def first(advisor: Advisor, text: str) -> InMachines:
    said = advisor.ask(text).facts.headline
    assert isinstance(said, InMachines)
    return said


@pytest.mark.parametrize("text", ["can I run DeepSeek R1 on one node?", "does DeepSeek-R1 fit on a single server?"])
def test_the_first_line_says_yes_and_on_which_machine(advisor: Advisor, text: str) -> None:
    """671B at a byte each is 625 GiB: not 8 x 80 GB (596 GiB), but the eight of a larger card; at half a byte four of
    95.6 GiB are enough."""
    said = first(advisor, text)
    by_way = {one.way: one for one in said.held}
    assert by_way["fp8"].machines == 1 and by_way["fp8"].chips == 8
    assert "80 GB" not in by_way["fp8"].chip and (by_way["int4"].machines, by_way["int4"].chips) == (1, 4)


def test_no_where_the_number_is_too_small(advisor: Advisor) -> None:
    """1T parameters trained in full take 16 bytes each: 14,900 GiB, and no machine has more than 2,300."""
    said = first(advisor, "full fine-tuning of Kimi K2 on one node, does it fit?")
    assert not said.held and said.fewest is not None and said.fewest.machines > 1


def test_a_way_that_was_said_is_the_only_one(advisor: Advisor) -> None:
    assert [one.way for one in first(advisor, "will a 13B fit on one machine for LoRA?").held] == ["lora"]


@pytest.mark.parametrize(
    ("text", "instance"),
    [
        # 756 GiB: 8 x 126.9 usable, not 8 x 80
        ("which single machine on aws can run llama 3.1 405b in bf16?", "p5e.48xlarge"),
        # 70e9 x 16 bytes are 1,043 GiB: 8 x 161 usable, not 8 x 126.9
        ("Is there a single AWS instance that can full fine-tune a 70B?", "p6-b200.48xlarge"),
        ("which one machine on GCP holds deepseek-v3 in fp8?", "g4-standard-384"),
        ("Gibt es eine einzelne AWS Instanz für Llama 405B in FP8?", "g7e.48xlarge"),
        # An A100 holds it and computes no FP8
        ("one box that can serve llama 405b in fp8, which on azure?", "Standard_ND96isr_MI300X_v5"),
    ],
)
def test_one_machine_is_one_and_computes_in_the_format(advisor: Advisor, text: str, instance: str) -> None:
    said = first(advisor, text)
    assert said.machines == 1
    assert (said.held[0].instance, said.held[0].machines) == (instance, 1)


@pytest.mark.parametrize(
    "text",
    [
        "What GPU do I need to run Qwen3-32B?",
        "Which graphics card do I need for Qwen3-32B?",
        "what hardware would I need for Qwen3-32B",
        "Hi! Which card do we need to load Qwen3-32B?",
    ],
)
def test_what_a_model_needs_is_told_by_its_memory_and_no_shop(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    assert answer.form.id == "fit"
    assert "62 GiB" in card_text(answer)  # 33B parameters of two bytes, and their cache


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Which graphics card should I buy for Qwen3-32B with $2000?", "decline"),
        ("What GPU do I need for a weekly fine-tune of Llama 8B?", "choose"),
        (
            "which GPU do I need for a LoRA of a 7B on 20k samples of 800 tokens, and how long will it take?",
            "estimate",
        ),
    ],
)
def test_a_card_to_own_a_rhythm_and_a_time_are_other_questions(advisor: Advisor, text: str, form: str) -> None:
    assert advisor.ask(text).form.id == form
