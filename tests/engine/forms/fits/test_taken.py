"""Work that is said to take so much memory, against the cards that were named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.wording.reasons import fact
from engine.base.reason import Reason
from engine.forms.fits.taken import TakenEach, TakenFits, TakenNeeds, TakenSplit, TakenTooMuch
from engine.forms.fits.unsized import Lowers


def first(advisor: Advisor, *turns: str) -> Reason:
    before = None
    for turn in turns:
        card = advisor.ask(turn, before=before)
        before = card.goes_on_from
    assert card.form.id == "fit" and card.facts.headline is not None
    return card.facts.headline


def test_one_card_holds_it(advisor: Advisor) -> None:
    """90 % of 24 GiB are 21.6."""
    told = first(advisor, "The training takes 17GB per card. Can I run it on a single 24GB GPU?")
    assert isinstance(told, TakenFits) and not told.tight
    assert (told.taken_gb, told.card_gib, told.said) == (17, 24, 1) and told.usable_gib == pytest.approx(21.6)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Training takes 23GB of VRAM. Can I run it on one 24GB GPU?", TakenFits),
        ("The model needs around 40GB. Does it work on a dual 3090?", TakenSplit),
        ("The model needs around 60GB. Does it work on a dual 3090?", TakenTooMuch),
        ("Inference uses 15 GB of VRAM. What GPU is the minimum?", TakenNeeds),
    ],
)
def test_more_than_one_card_holds(advisor: Advisor, text: str, kind: type[Reason]) -> None:
    assert isinstance(first(advisor, text), kind)


def test_said_over_turns_it_is_the_same(advisor: Advisor) -> None:
    whole = first(advisor, "The training takes 17GB. Can I run it on a single 24GB GPU?")
    assert first(advisor, "The training takes 17GB.", "Can I run it on a single 24GB GPU?") == whole
    assert first(advisor, "The training takes 17GB.", "is one 24GB card enough?") == whole
    assert first(advisor, "The training takes 17GB.", "and will that fit on a 24GB card?") == whole


def test_a_figure_is_of_each_card_and_what_lowers_it(advisor: Advisor) -> None:
    card = advisor.ask("I know you used 4 A6000s. Training is around 17GB: in total, or on each card?")
    assert TakenEach() in card.facts.sentences
    low = advisor.ask("Training takes 17GB. Does it run on a 12 GB GPU?")
    assert Lowers(trains=True, serves=False) in low.facts.sentences


def test_the_size_of_quantized_weights_is_told_better_than_it_is_worked_out(advisor: Advisor) -> None:
    """66.9 of 3 x 21.6 = 64.8 GiB: too much; of 4 x 21.6 = 86.4 it fits split."""
    turns = (
        "Command R+ 104B in q5_k_s: model size is 66.86 GiB, is it too large for 3x 24GB cards?",
        "and 4 x 24GB?",
    )
    assert isinstance(first(advisor, turns[0]), TakenTooMuch)
    assert isinstance(first(advisor, *turns), TakenSplit)


def test_of_a_model_with_a_size_the_sum_is_told(advisor: Advisor) -> None:
    card = advisor.ask("LoRA of Llama 3 8B takes 20GB for a friend. Does it fit on one 24 GB GPU?")
    assert not isinstance(card.facts.headline, TakenFits)


def test_a_figure_of_another_size_is_not_that_of_the_one_asked_about(advisor: Advisor) -> None:
    text = "Llama 30B = 68GB vram, 12B model = 40GB vram. Should i be able to run Llama 30B with 3 x RTX 3090?"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "fits_partly"


def test_that_it_ran_out_is_no_yes(advisor: Advisor) -> None:
    text = "单卡V100-32G推理时第一阶段占用28G左右，后阶段直接OOM报错退出"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code != "taken_fits"


@pytest.mark.parametrize(
    ("text", "alone", "each"),
    [
        ("AlphaFold 3 needs about 60GB here, we have 2x RTX A6000 48GB. Can it use both?", True, 0),
        ("Stable Video Diffusion takes 40GB at this size. I have two 4090s, can they pool?", True, 0),
        (
            "README says >70GB for full training and I have 2x RTX 6000 Ada. Is FSDP over both enough or rent?",
            False,
            35,
        ),
        (
            "Unser Training belegt 90 GB, wir haben 4x L40S und nutzen FSDP. Reicht das oder müssen wir mieten?",
            False,
            22.5,
        ),
    ],
)
def test_cards_pool_only_where_the_program_shards(text: str, alone: bool, each: float, advisor: Advisor) -> None:
    told = first(advisor, text)
    assert isinstance(told, TakenSplit)
    assert (told.alone, told.each) == (alone, each)


def test_a_figure_of_one_card_is_not_pooled_over_several(advisor: Advisor) -> None:
    told = first(advisor, "One gradient step asks for 765 GB. Is 8x A100 80GB simply too small, or would H200 help?")
    assert isinstance(told, TakenTooMuch) and not told.pools
    assert told.largest and told.largest_gib < 765e9 / 2**30  # 712 GiB: no card is sold with so much
    assert "do not pool" in fact(told)


def test_a_sharded_figure_is_pooled(advisor: Advisor) -> None:
    told = first(advisor, "Training takes 900 GB and we have 8x A100 80GB with FSDP. Is that enough?")
    assert isinstance(told, TakenTooMuch) and told.pools and not told.largest


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (
            "It needs 30GB. I found ml.g4dn.12xlarge, 4 GPUs with 16GB each so 64GB, will sharding do?",
            7.5,
        ),
        ("The model takes 40 GB; are two 24 GB cards enough if I shard it?", 20.0),
        ("My model needs 60 GB. Could I use g5.12xlarge, 4 GPUs with 24GB each so 96GB, and shard it?", 15.0),
    ],
)
def test_sharding_that_is_asked_about_is_a_yes_with_the_share_of_each(
    text: str, part: float, advisor: Advisor
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TakenSplit) and first.part == part
