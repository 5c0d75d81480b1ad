"""Whether the figures of the answer before are of each card or of all."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.again.each import EachHours, EachMemory, EachNeeded, EachSpeed, of_each
from engine.forms.fits.taken import TakenEach
from engine.forms.parts.estimate_reasons import OnItself

RUN = "How long does LoRA of Llama 3 8B on 50M tokens take on 4 A100?"


def first(advisor: Advisor, *turns: str) -> Reason | None:
    before = None
    for turn in turns:
        card = advisor.ask(turn, before=before)
        before = card.goes_on_from
    return card.facts.headline


@pytest.mark.parametrize("turn", ["is that per GPU?", "is this per card or in total?", "in total?"])
def test_hours_are_of_all_at_once_and_dollars_of_all(advisor: Advisor, turn: str) -> None:
    told = first(advisor, RUN, turn)
    assert isinstance(told, EachHours) and told.chips == 4
    assert told.chip_hours == pytest.approx(4 * told.hours.likely)
    assert told.usd_each == pytest.approx(told.usd.likely / 4)


def test_memory_is_of_each_where_cards_were_named_and_in_all_elsewhere(advisor: Advisor) -> None:
    """13B LoRA: 27.4 GiB, and activations whole on each of two."""
    told = first(advisor, "Does LoRA of a 13B fit on 2 L4?", "is that per GPU?")
    assert isinstance(told, EachMemory) and told.chips == 2 and told.all_gib == pytest.approx(2 * told.each_gib)
    assert first(advisor, "How much memory does serving Llama 3.1 70B take?", "in total or per GPU?") == EachNeeded()


def test_speed_and_memory_that_was_told(advisor: Advisor) -> None:
    told = first(advisor, "How many tokens per second can 4 L4 do with Llama 3 8B?", "is that per card?")
    assert isinstance(told, EachSpeed) and told.of_one == pytest.approx(told.tokens_per_second / 4)
    taken = "The training takes 17GB. Can I run it on a single 24GB GPU?"
    assert first(advisor, taken, "is that in total?") == TakenEach()


def test_nothing_shared_is_told_as_it_was() -> None:
    assert of_each(FactAnswer()) == FactAnswer()


def test_the_thread_goes_on_after_it(advisor: Advisor) -> None:
    assert first(advisor, RUN, "is that per GPU?", "and on 8?") == first(advisor, RUN, "and on 8?")


def test_no_other_machine_takes_the_place_of_the_cards_spoken_of(advisor: Advisor) -> None:
    """An RTX 3090 has no price: the machines that can be rented stand below, and the turn is not about them."""
    turns = ("How long does LoRA of a 7B on 75M tokens take on 4 RTX 3090?", "is that per GPU?")
    told = first(advisor, *turns)
    assert isinstance(told, OnItself) and (told.chip, told.chips) == ("NVIDIA RTX 3090", 4)
