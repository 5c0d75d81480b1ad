"""Whether a card has room, by figures of the kind and by the amounts that were said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.domains.room import AmountTakes, Room, Taken


def first(advisor: Advisor, text: str) -> object:
    return advisor.ask(text).facts.headline


def test_hunyuan_video_on_24_gb_wants_small_settings(advisor: Advisor) -> None:
    """60 GB as published, 12 with FP8 and block swapping: 24 GB are between."""
    told = first(advisor, "How much VRAM for HunyuanVideo inference, is one RTX 4090 enough?")
    assert isinstance(told, Room) and (told.level, told.card_gib) == ("tight", 24)
    assert (told.least, told.comfortable) == (12, 60)


def test_what_is_usual_of_a_kind_is_no_promise_for_a_project_of_it(advisor: Advisor) -> None:
    """Segmentation takes 24 GB to be comfortable: an RTX 3090 has just that, an A100 of 80 GB far more."""
    question = "How much memory does training a semantic segmentation network need, is one {} enough?"
    small, large = (first(advisor, question.format(card)) for card in ("RTX 3090", "A100 80GB"))
    assert isinstance(small, Room) and small.level == "tight" and not small.is_project
    assert isinstance(large, Room) and large.level == "enough"


@pytest.mark.parametrize(
    ("text", "gb", "level"),
    [
        ("ColabFold: 3440 a.a. on an RTX 4000 16GB, not enough GPU memory. How much do I need?", 80, "below"),
        ("How much GPU memory do 900 residues in ColabFold need, is a 3090 enough?", 16, "enough"),
        ("Does a Boltz prediction of 1,400 residues fit on an A10G with 22.4 GiB?", 24, "tight"),
    ],
)
def test_amounts_that_are_said_decide(text: str, gb: float, level: str, advisor: Advisor) -> None:
    """3,440 residues are in the step up to 5,000."""
    told = first(advisor, text)
    assert isinstance(told, AmountTakes)
    assert (told.gb, told.level) == (pytest.approx(gb), level)


def test_without_a_card_it_is_told_what_it_takes(advisor: Advisor) -> None:
    told = first(advisor, "How much VRAM is needed for SDXL LoRA training?")
    assert isinstance(told, Taken) and (told.phase, told.least, told.comfortable) == ("training", 12, 16)


def test_where_memory_ran_out_all_weights_are_told_beside_a_lora(advisor: Advisor) -> None:
    """All weights of pi0.5 take 70 GB, a LoRA 22.5: 48 GB are too few for the first alone."""
    question = "Finetuning {}pi05 on an RTX A6000 (48GB) runs out of memory, how much GPU memory does it need?"
    unsaid, lora = (first(advisor, question.format(way)) for way in ("", "a LoRA of "))
    assert isinstance(unsaid, Room) and unsaid.whole == 70
    assert isinstance(lora, Room) and lora.whole == 0


def test_of_two_cards_the_larger_one_is_doubted(advisor: Advisor) -> None:
    text = "is A10G 24GB enough to lora fine-tune stable diffusion 3.5 large, or does it have to be L40S?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, Room) and first.asks_least
    assert (first.chip, first.level) == ("NVIDIA A10G", "tight")  # 24 GB at least, 40 to be comfortable
