"""Several machines that were named, each by itself."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.each_machine import EachMachine
from tests.engine.forms.feasible.first import first_of


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        # 46.7B x 2 bytes = 87 GiB, against 4 x 13.5, 4 x 20.1 and 4 x 40.2 usable
        ("Which of g4dn.12xlarge, g5.12xlarge, g6e.12xlarge can hold Mixtral 8x7B in fp16?", [False, False, True]),
        # 13.02B x 16 bytes = 194 GiB and activations, against 8 x 14.4, 8 x 36 and 8 x 20.1
        ("p3.16xlarge, p4d.24xlarge, g5.48xlarge, full finetuning of llama 13B: which fit?", [False, True, False]),
        ("Passt Gemma 2 27B in BF16 auf eine A100 40GB oder eine H100?", [False, True]),
    ],
)  # fmt: skip
def test_each_has_its_yes_or_no(text: str, fits: list[bool], advisor: Advisor) -> None:
    assert [one.fits for one in first_of(advisor, text, EachMachine).each] == fits


def test_two_sizes_of_one_chip_differ_by_their_host(advisor: Advisor) -> None:
    told = first_of(advisor, "Can inf2.xlarge hold Llama 3 8B bf16, and inf2.8xlarge?", EachMachine)
    assert [bool(one.host_short) for one in told.each] == [True, False]


def test_whoever_asks_which_to_take_gets_what_runs_as_it_is(advisor: Advisor) -> None:
    """12.6 GiB of weights and 1 of cache: a T4 has 13.5 usable, and only just holds it; inf2 has to be ported to."""
    text = (
        "Llama 2 7B inference: g5.8xlarge, g4dn.8xlarge or inf2.8xlarge. Are all three feasible, which do you take?"
    )
    told = first_of(advisor, text, EachMachine)
    assert [one.barely for one in told.each] == [False, True, False]
    assert (told.take, told.ported) == ("g5.8xlarge", "inf2.8xlarge")


def test_where_a_large_card_is_doubted_the_smaller_one_that_holds_it_is_enough(advisor: Advisor) -> None:
    told = advisor.ask("do we really need an H100 for lora on 8b or is an L4 ok").facts.headline
    assert isinstance(told, EachMachine) and told.enough is not None and told.enough.name == "NVIDIA L4"


FAMILIES = (
    "Can Llama 2 run on g5.8xlarge, g4dn.8xlarge and inf2.8xlarge?",
    "Is inference with Llama 2 feasible on g5.8xlarge, g4dn.8xlarge and inf2.8xlarge?",
    "Could I run Llama 2 on a g5.8xlarge, a g4dn.8xlarge or an inf2.8xlarge?",
)


@pytest.mark.parametrize("text", FAMILIES)
def test_of_a_family_without_a_size_the_largest_on_each_machine_is_told(advisor: Advisor, text: str) -> None:
    """By hand: 7B takes 12.6 GiB in BF16 and 13B 24.2, half of that in INT8; usable are 20.1, 13.5 and 26.2 GiB."""
    first = advisor.ask(text).facts.headline
    assert first is not None
    assert first.code == "each_by_size"
    told = {one.name: [(held.way, held.model) for held in one.largest] for one in first.values["each"]}
    assert told["g5.8xlarge"] == [("bf16", "Llama 2 7B"), ("int8", "Llama 2 13B")]
    assert told["g4dn.8xlarge"] == [("int8", "Llama 2 7B"), ("int4", "Llama 2 13B")]
    assert told["inf2.8xlarge"] == [("bf16", "Llama 2 13B")]
