"""What memory says of a model whose size was not said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.answers.model import FactAnswer
from engine.forms.fits.largest import Beyond, EachHolds, LargestThere
from engine.forms.fits.unsized import (
    HowToSettle,
    ModelUnnamed,
    NotAsOne,
    SmallBatch,
    WhichWork,
)
from engine.forms.reported.usual_reasons import UsualRoom


def told(advisor: Advisor, text: str) -> FactAnswer:
    card = advisor.ask(text)
    assert card.form.id == "fit"
    return card.facts


def test_of_an_unnamed_model_its_kind_is_left_open_and_asked(advisor: Advisor) -> None:
    facts = told(advisor, "How much GPU memory is needed for training? Can I train it on a 24GB 3090?")
    assert isinstance(facts.headline, UsualRoom)
    assert HowToSettle() in facts.sentences
    assert any(isinstance(line, LargestThere) and line.unnamed for line in facts.sentences)
    assert facts.questions == (WhichWork(),)


@pytest.mark.parametrize(
    "text",
    [
        "How much video memory is used in training?",
        "How much VRAM is required for local execution?",
        "What is the size of GPU memory required for training?",
        "训练需要多少显存？",
    ],
)
def test_where_nothing_is_named_what_lowers_it_begins_with_the_batch(advisor: Advisor, text: str) -> None:
    """And a language model's sizes are no more than a line or two: most programs are none."""
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, UsualRoom) and not answer.facts.headline.named
    assert "What lowers it, in training: a smaller batch" in " ".join(card_text(answer).split())
    assert len(answer.facts.sentences) <= 6


@pytest.mark.parametrize(
    "text",
    [
        "How much video memory is needed to run it? I can't with my RTX 4090, video memory is insufficient",
        "What is the minimum VRAM? My RTX 4090 runs out of memory",
        "需要多少显存？我的 RTX 4090 显存不足",
    ],
)
def test_what_ran_out_is_said_before_what_it_depends_on(advisor: Advisor, text: str) -> None:
    """24 GiB x 0.9 are 21.6 usable."""
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, ModelUnnamed) and answer.facts.headline.ran_out
    assert " ".join(card_text(answer).split()).startswith(
        "As it is run now it takes more memory than one NVIDIA RTX 4090 has (24 GiB, 21.6 usable)."
    )


def test_several_cards_hold_a_large_model_only_where_it_is_sharded(advisor: Advisor) -> None:
    """4 x 21.6 GiB usable at 16 bytes a parameter hold at most 5.8B together, and 1.45B each."""
    facts = told(advisor, "How much memory does finetuning need? I have 4 A10G 24 GB GPUs, are they enough?")
    there = next(line for line in facts.sentences if isinstance(line, LargestThere))
    assert there.trains and there.said == 4
    alone = next(line for line in facts.sentences if isinstance(line, EachHolds))
    together, each = (next(way.parameters for way in one.ways if way.way == "full") for one in (there, alone))
    assert 4.5e9 < together <= 5.8e9 and 1.2e9 < each <= 1.45e9


@pytest.mark.parametrize(
    "text",
    [
        "How much VRAM is needed for training at 512px resolution? Is a 3090 enough?",
        "How much GPU memory does inference of 81 frames take, is one 4090 enough?",
        "How much VRAM does a video LoRA need, is one V100 32GB enough?",
    ],
)
def test_of_images_and_video_no_size_of_a_language_model_is_told(advisor: Advisor, text: str) -> None:
    facts = told(advisor, text)
    assert isinstance(facts.headline, UsualRoom) and facts.headline.named
    assert any(isinstance(line, HowToSettle) for line in facts.sentences)
    assert not any(isinstance(line, LargestThere) for line in facts.sentences)


def test_video_memory_is_no_video(advisor: Advisor) -> None:
    facts = told(advisor, "How much video memory does training need? Is one 3090 enough?")
    assert any(isinstance(line, LargestThere) for line in facts.sentences)


def test_cards_do_not_pool_their_memory_for_video(advisor: Advisor) -> None:
    facts = told(advisor, "Are 4 RTX 4090 enough for inference at 720p resolution, how much VRAM is needed?")
    assert NotAsOne(said=4) in facts.sentences


def test_a_batch_of_one_is_judged_where_it_is_asked_whether_that_is_normal(advisor: Advisor) -> None:
    facts = told(advisor, "全参数微调需要多少显存？我用4张A800(80g),只能设置batchsize=1，这正常吗？")
    assert SmallBatch() in facts.sentences


@pytest.mark.parametrize(
    "text",
    [
        "How much training resources are needed for 76B fine-tuning",
        "What is the recommended GPU setup for fine-tuning a 13B?",
        "hardware requirements for full fine-tuning of a 7B?",
    ],
)
def test_resources_and_setups_that_are_asked_for_are_memory_and_a_count(advisor: Advisor, text: str) -> None:
    """76B x 16 bytes is 1.1 TiB: the answer is that and the number of chips, and no machine to rent."""
    answer = advisor.ask(text)
    assert answer.form.id == "fit" and answer.verdict is None


def test_gigabytes_far_from_those_of_a_chip_are_a_card_of_their_own(advisor: Advisor) -> None:
    told = advisor.ask(
        "minimum VRAM requirements? Will 16GB VRAM be enough to load it? Might try it on MI300X"
    ).facts.headline
    assert isinstance(told, UsualRoom) and told.shares[0].gb == 16


@pytest.mark.parametrize(
    "text",
    [
        "For inference 8x A100 80GB are not enough for this model, how many would we need?",
        "这个模型推理需要多少卡？目前看8张A100（80G）是不够的。",
    ],
)
def test_cards_that_are_too_few_say_how_large_the_model_is(advisor: Advisor, text: str) -> None:
    """8 x 72 GiB usable at 2 bytes a parameter are 309B at most; 8 bits hold twice that, and so do 16 cards."""
    facts = told(advisor, text)
    assert isinstance(facts.headline, ModelUnnamed) and facts.headline.ran_out
    bound = next(line for line in facts.sentences if isinstance(line, Beyond))
    assert bound.said == 8 and bound.more == 16
    assert 2.8e11 < bound.over <= 3.1e11 and 5.6e11 < bound.more_hold <= 6.2e11
    assert not any(isinstance(line, LargestThere) for line in facts.sentences)


def test_a_4060_with_16_gigabytes_is_a_4060_ti(advisor: Advisor) -> None:
    facts = told(advisor, "How much VRAM does inference need, is my 4060 with 16gbof vram enough?")
    assert isinstance(facts.headline, UsualRoom) and facts.headline.shares[0].gb == 16
    assert facts.headline.shares[0].card.startswith("NVIDIA RTX 4060 Ti 16 GB")


def test_two_cards_of_one_name_and_memory_are_told_once(advisor: Advisor) -> None:
    facts = told(advisor, "Inference needs 32GB of VRAM, is a Titan X enough?")
    assert sum("Titan X" in str(line.values.get("chip")) for line in (facts.headline, *facts.sentences) if line) == 1


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        (
            "My 3080 runs out of memory all the time. Would a RTX A6000 help with the out of memory errors?",
            "Yes, for the memory: NVIDIA RTX A6000 has 48 GiB, 4.8 times the 10",  # 48 / 10
        ),
        (
            "I get OOM on a V100 16GB, would an A100 80GB solve this?",
            "Yes, for the memory: NVIDIA A100 80 GB has 80 GiB",
        ),
        ("OOM on an RTX 3090. Would an RTX 4090 solve it?", "Not for the memory: NVIDIA RTX 4090 has 24 GiB"),
    ],
)
def test_whether_another_card_is_the_way_out_is_said_first(text: str, begins: str, advisor: Advisor) -> None:
    assert " ".join(card_text(advisor.ask(text)).split()).startswith(begins)
