"""How many of each kind of chip, where several were named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import ChipsNeeded


def test_each_kind_has_its_number(advisor: Advisor) -> None:
    """812 GB in BF16: 64 x 14.4 and 32 x 28.8 usable GiB hold them, the next smaller slices do not."""
    facts = advisor.ask("how many chips of v5e or v6e does serving Llama 3.1 405B in bf16 take?").facts
    told = [one for one in (facts.headline, *facts.sentences) if isinstance(one, ChipsNeeded)]
    assert [(one.asked.chips if one.asked else 0) for one in told] == [64, 32]


@pytest.mark.parametrize(
    ("text", "chip", "number"),
    [
        # 13.5 GiB of weights, as much of gradients, 80.9 of Adam states: 108 GiB over 20.1 usable is 6
        ("Can I fully fine-tune Mistral 7B on multiple A10G nodes?", "NVIDIA A10G", 6),
        # 197 GiB over 28.8 usable: 7 hold the states, 8 what each has besides
        ("Would full finetuning of Llama 2 13B work on a cluster of V100 32GB?", "NVIDIA V100 32 GB", 8),
        ("Can Mixtral 8x7B be served across several A10G in int8?", "NVIDIA A10G", 4),  # 46.7 GiB, by powers of two
    ],
)
def test_several_of_a_card_without_a_number_are_counted_and_not_one(
    advisor: Advisor, text: str, chip: str, number: int
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, ChipsNeeded) and first.some
    assert (first.chip, first.every[0].chips) == (chip, number)


def test_several_machines_in_a_turn_are_sharded_over(advisor: Advisor) -> None:
    """107 GiB over 28.8 usable: four, by the larger of the two cards called V100."""
    asked = advisor.ask("Full fine-tuning of baichuan-7b: how much VRAM does it take on one A100 80GB?")
    turn = advisor.ask(
        "Could I do full tuning over several nodes of V100s?", before=asked.goes_on_from
    ).facts.headline
    assert isinstance(turn, ChipsNeeded) and turn.some == "nodes" and turn.in_fp16
    assert turn.every[0].chips == 4


@pytest.mark.parametrize(
    "text", ["LoRA of a 13B on one V100?", "LoRA of a 13B on 4 V100?", "Several tasks, V100: 13B?"]
)
def test_one_or_a_number_of_a_card_is_no_open_number(advisor: Advisor, text: str) -> None:
    first = advisor.ask(text).facts.headline
    assert not (isinstance(first, ChipsNeeded) and first.some)
