"""The hardware that a question about memory means."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.hardware import meant
from tests.engine.problems import problem


@pytest.mark.parametrize(
    ("text", "alone", "expected"),
    [
        ("fine-tune 7B on 8 A100 40GB", True, [("NVIDIA A100 40 GB", 8)]),
        ("fine-tune 7B on A100 40GB", True, [("NVIDIA A100 40 GB", 1)]),
        ("fine-tune 7B on A100 40GB", False, [("NVIDIA A100 40 GB", 0)]),
        ("fine-tune 7B on 2 p4d.24xlarge", True, [("NVIDIA A100 40 GB", 16)]),
        ("fine-tune 7B on p4d.24xlarge", True, [("NVIDIA A100 40 GB", 8)]),
        ("I have g6e.12xlarge with 4 GPUs. Can I fine-tune 7B?", True, [("NVIDIA L40S", 4)]),
        ("fine-tune 7B on a GPU", True, []),
        ("LoRA of 7B on v3-8", True, [("TPU v3", 4)]),
        ("LoRA of 7B on dual RTX 3090", True, [("NVIDIA RTX 3090", 2)]),
    ],
)
def test_what_was_named_is_what_is_meant(
    advisor: Advisor, text: str, alone: bool, expected: list[tuple[str, int]]
) -> None:
    found = meant(problem(advisor, text), alone=alone)
    assert [(kind.name, kind.said) for kind in found] == expected


def test_a_card_has_the_usable_share_of_its_memory(advisor: Advisor) -> None:
    """24 GiB x 0.9 = 21.6."""
    card = meant(problem(advisor, "fine-tune 7B on a 24 GB card"), alone=True)[0]
    assert card.usable_gib == pytest.approx(21.6) and card.chip_gib == 24
    assert card.chip is None


def test_of_a_chip_with_several_cores_all_of_them_are_usable(advisor: Advisor) -> None:
    """2 cores of 16 GiB."""
    chip = meant(problem(advisor, "LoRA of 7B on one Trainium1 chip"), alone=True)[0]
    assert chip.core.per_chip == 2
    assert chip.usable_gib == pytest.approx(2 * chip.core.usable / 2**30)


def test_cards_of_two_kinds_in_one_machine_are_counted_together(advisor: Advisor) -> None:
    """24 GiB and 16 GiB: 20 on average for serving, and the 16 of the smaller counts where shares are equal."""
    both = meant(problem(advisor, "run 32B on an RTX 3090 and an RTX 4080 in one box"), alone=True)
    assert [(kind.name, kind.said) for kind in both] == [("NVIDIA RTX 3090 + NVIDIA RTX 4080", 2)]
    assert both[0].core.usable / 2**30 == pytest.approx(0.9 * 20)
    assert both[0].least is not None and both[0].least.usable / 2**30 == pytest.approx(0.9 * 16)


def test_two_kinds_to_choose_from_stay_two(advisor: Advisor) -> None:
    assert len(meant(problem(advisor, "run 32B on an RTX 3090 or an RTX 4080"), alone=True)) == 2


@pytest.mark.parametrize(
    ("text", "name", "gib"),
    [
        ("Can my RTX 3060 laptop GPU with 6GB VRAM do QLoRA of a 7B?", "NVIDIA RTX 3060 laptop", 6),
        ("Does QLoRA of a 13B fit on one 2080 Ti 22GB?", "NVIDIA RTX 2080 Ti 22 GB", 22),
        ("Does QLoRA of a 13B fit on one 3090 24GB?", "NVIDIA RTX 3090", 24),
    ],
)
def test_the_memory_that_is_said_of_a_card_is_the_cards(advisor: Advisor, text: str, name: str, gib: float) -> None:
    (kind,) = meant(problem(advisor, text), alone=True)
    assert (kind.name, kind.chip_gib) == (name, gib)


def test_cards_behind_a_plus_are_one_machine(advisor: Advisor) -> None:
    """24 + 11 GB: 0.9 x 35 = 31.5 usable; 13.02e9 x 2 bytes = 24.2 GiB and a cache of 1.6."""
    text = "I have two GPU cards, RTX3090(24GB) + GTX1080Ti(11GB): is it enough to run vicuna-13b at 16bit?"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "fits_there" and "RTX 3090" in first.values["chip"]


def test_every_type_is_as_many_chips_as_it_has_alone_and_in_twos(advisor: Advisor) -> None:
    """ "TPU v4-8" is four chips, two of them eight; a generation is no machine whose largest size would be meant."""
    wrong = {}
    for one in list(advisor.facts.instances.values())[::3]:
        for text, number in ((f"LoRA of a 34B on {one.id}", 1), (f"LoRA of a 34B on 2 x {one.id}, does it fit?", 2)):
            kinds = meant(problem(advisor, text), alone=True)
            if [kind.said for kind in kinds] != [number * one.count]:
                wrong[text] = [kind.said for kind in kinds]
    assert wrong == {}


def test_the_larger_memory_that_was_said_beats_the_type_that_was_named(advisor: Advisor) -> None:
    """A p3.8xlarge has four V100 of 16 GB; the asker's have 32: 34e9 x 2 bytes are 63.3 GiB of 4 x 28.8."""
    text = "our V100s are 32 GB: does a p3.8xlarge with 4 of them serve a 34B in fp16?"
    said = advisor.ask(text).facts.headline
    assert said is not None
    assert (said.values["chip"], said.values["said"]) == ("NVIDIA V100 32 GB", 4)


def test_a_card_that_no_cloud_sells_has_its_equal_named(advisor: Advisor) -> None:
    text = "A800 80GB x8, full finetune of Qwen2.5 32B? what is the same on aws?"
    said = advisor.ask(text).facts.headline
    assert said is not None and said.code == "fits_there"
    assert said.values["instead"][0].instance == "p4de.24xlarge"
