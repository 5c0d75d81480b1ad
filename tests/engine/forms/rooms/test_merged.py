"""What it takes to merge an adapter into its model."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.rooms.merged import MergeTakes
from tests.engine.forms.feasible.first import first_of


@pytest.mark.parametrize(
    ("text", "weights", "fits"),
    [  # 41.3B, 72.71B, 13B and 46.7B x 2 bytes; 85 % of the RAM is free
        ("How much RAM to merge a LoRA into Falcon 40B?", 82.6, (False, False, False)),
        ("128GB of RAM and one 80GB A100: can I merge a LoRA adapter into Qwen2-72B?", 145, (False, False, True)),
        ("Can I merge LoRA weights of a 13B on a machine with 32 GB RAM?", 26.0, (True, False, False)),
        ("merge_and_unload of Mixtral 8x7B gets killed with 64GB RAM, how much is needed?", 93.4, (False,) * 3),
        ("Is merging the adapter of a 70B possible on 2 A100 80GB?", 140, (False, True, False)),
    ],
)
def test_the_weights_in_sixteen_bits_are_held_once(
    text: str, weights: float, fits: tuple[bool, bool, bool], advisor: Advisor
) -> None:
    told = first_of(advisor, text, MergeTakes)
    assert told.weights == pytest.approx(weights, rel=0.01)
    assert (told.in_ram, told.on_cards, told.together) == fits


def test_cards_that_hold_it_are_counted(advisor: Advisor) -> None:
    """140 GB over 24 GiB x 0.9 = 23.2 GB each."""
    told = first_of(advisor, "How many 24GB cards to merge the LoRA of a 70B?", MergeTakes)
    assert told.takes == 7


@pytest.mark.parametrize(
    "text",
    ["Can I train a LoRA of a 13B on one A100 80GB and merge it after?", "Does Llama 3 8B fit on a T4?"],
)
def test_training_and_serving_keep_their_own_sum(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    assert facts is not None and not isinstance(facts.headline, MergeTakes)
