"""All weights or adapters alone."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.domains.room import Room
from engine.forms.fields.either import EitherWay


def test_both_ways_are_told(advisor: Advisor) -> None:
    """2.6e9 x 16 / 2^30 = 38.7 GiB with Adam, x 6 = 14.5 with 8-bit states."""
    first = advisor.ask("SDXL fine-tune on g5 with 24 GB: whole UNet or only LoRA?").facts.headline
    assert isinstance(first, EitherWay)
    assert (first.adam_fits, first.lean_fits, round(first.adam_gib, 1)) == (False, True, 38.7)


def test_several_cards_share_all_weights(advisor: Advisor) -> None:
    first = advisor.ask("Wan 14B: LoRA or full finetune with 8x A100 80GB?").facts.headline
    assert isinstance(first, EitherWay) and first.shared


def test_whether_all_weights_are_possible_is_no_question_of_software(advisor: Advisor) -> None:
    text = "Whole-model finetuning of Whisper large v3 on a single 24GB L4 possible?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, Room) and first.level == "tight"
