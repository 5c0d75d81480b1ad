"""A turn that only names hardware, in a thread that asked whether work fits."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.reading.asking.turn import turned, whole
from engine.reading.turns.placed import is_placed
from engine.workload.profile import Reading
from tests.engine.reading.test_read import vocabulary


def before(text: str = "How much VRAM do I need to run Llama 3.3 70B?") -> Reading:
    return whole(text, vocabulary())


@pytest.mark.parametrize(
    ("turn", "chips", "count"),
    [
        ("I only have a 3090", ("rtx3090",), 1),
        ("we have two 4090s", ("rtx4090",), 2),
        ("we have 3090s", ("rtx3090",), None),
    ],
)
def test_what_is_had_is_asked_whether_it_is_enough(turn: str, chips: tuple[str, ...], count: int | None) -> None:
    reading = turned(before(), turn, vocabulary())
    assert reading.form == "fit" and "how_many" not in reading.cues
    assert (reading.profile.candidates, reading.profile.accelerator_count) == (chips, count)
    assert reading.profile.parameters == 70e9


def test_a_machine_takes_the_place_of_those_before(turn: str = "I found g4dn.12xlarge, 4 GPUs of 16 GB") -> None:
    reading = turned(before("Does a 7B fit on a g5.2xlarge?"), turn, vocabulary())
    assert (reading.profile.instances, reading.profile.accelerator_count) == (("g4dn.12xlarge",), None)


@pytest.mark.parametrize("turn", ["what about a 3090?", "is a 3090 cheaper?", "a 3090, LoRA", "thanks"])
def test_what_asks_or_says_more_is_none(turn: str) -> None:
    assert not is_placed(before(), whole(turn, vocabulary()))


@pytest.mark.parametrize("turn", ["use L40S instead", "same on L40S", "H200 instead"])
def test_what_takes_the_place_of_several_is_as_many(turn: str) -> None:
    two = before("Can I full fine-tune Llama 3 8B on 2 A100 80GB?")
    assert not is_placed(two, whole(turn, vocabulary()))
    assert is_placed(two, whole("I have an L40S", vocabulary()))


def test_after_a_price_a_card_is_priced() -> None:
    assert not is_placed(before("What does an L4 cost an hour?"), whole("I have a 3090", vocabulary()))


def test_a_chip_after_a_whole_machine_is_a_whole_machine_of_it(advisor: Advisor) -> None:
    """trn1.32xlarge has 16 chips; one of them holds no 13B in training."""
    before = advisor.ask("Can inf2.24xlarge serve llama-2-13b?").goes_on_from
    before = advisor.ask("what about training it there", before=before).goes_on_from
    first = advisor.ask("on trn1", before=before).facts.headline
    assert first is not None and (first.code, first.values["said"]) == ("fits_there", 16)
