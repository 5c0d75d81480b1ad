"""A told run on other machines."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.paced.elsewhere import Elsewhere
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.forms.parts.own_speed import OwnSpeed
from engine.forms.worked.run_elsewhere import CarriedOver


def first(advisor: Advisor, text: str) -> Elsewhere:
    made = advisor.ask(text).facts.headline
    assert isinstance(made, Elsewhere), made
    return made


def test_fewer_hours_are_held_against_the_other_chip_and_more_of_the_same(advisor: Advisor) -> None:
    told = first(advisor, "hi, 8x A100 takes 8 h for our fine-tune. Need it in 3 h. More nodes or H100?")
    assert (told.took, told.cards, told.wanted) == (8, 8, 3) and told.factor == pytest.approx(8 / 3)
    assert [(one.name, one.cards, one.more) for one in told.others] == [
        ("NVIDIA H100 SXM", 8, False),
        ("NVIDIA A100 40 GB", 24, True),
    ]
    # 312/989 of the math and 1,555/3,350 of the bandwidth
    assert (told.others[0].low, told.others[0].high) == pytest.approx((8 * 312 / 989, 8 * 1555 / 3350), rel=0.01)
    assert told.others[0].in_time == "may"


def test_so_many_passes_make_the_run(advisor: Advisor) -> None:
    text = (
        "one epoch of YOLOv6-L on 190000 images 720x1280 takes 3.5 hours on a single T4. normal? "
        "what could I rent to get it under an hour and what does it cost for 100 epochs"
    )
    told = first(advisor, text)
    assert (told.took, told.parts, told.found) == (350, 100, True)


def test_a_tpu_slice_of_cores_is_so_many_chips_and_gpus_stand_beside_it(advisor: Advisor) -> None:
    text = (
        "resnet50/imagenet on an old TPU v2-8 w/ torch_xla = 16 minutes per epoch. if I go to v5e-8 how fast & "
        "how much for the 90 epochs, or just use GPUs"
    )
    told = first(advisor, text)
    assert (told.took, told.cards) == (24, 4)
    assert (told.others[0].name, told.others[0].cards) == ("TPU v5e", 8) and told.others[0].usd_high > 0
    assert told.others[1].name.startswith("NVIDIA")


def test_more_sound_than_was_timed_takes_so_many_times_as_long(advisor: Advisor) -> None:
    text = (
        "whisper fine-tune: 5.5 hours of audio took 7 h on an A6000. I now have 100 hours of audio. "
        "time and $ on g5 or g6e?"
    )
    told = first(advisor, text)
    assert told.times == pytest.approx(100 / 5.5) and told.took == pytest.approx(7 * 100 / 5.5)


@pytest.mark.parametrize(
    "text",
    [
        "whisper large v3, 10000 h audio, g4dn or inf2?",
        "3B, 1T tokens, deadline 60 days: trn2 vs p5?",
        "We have 64 v5e chips for 30 days. ViT-L on 10M images. Is it worth porting from our 4 A100s?",
    ],
)
def test_hours_of_sound_limits_and_grants_are_no_run(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, Elsewhere)


def test_a_run_that_is_carried_over_already_stays(advisor: Advisor) -> None:
    text = "a 3-day job on 4 p4d: cost on p5?"
    assert isinstance(advisor.ask(text).facts.headline, CarriedOver)


@pytest.mark.parametrize(
    ("text", "took", "parts"),
    [
        ("MIMO-UNet: 50 epochs take 4 h on a V100 16G. How long for 3000 epochs and is an A100 cheaper?", 240, 3000),
        ("Single T4 on g4dn.xlarge: 6276 steps at 2.12 it/s. Would g5.xlarge pay off?", 6276 / 2.12 / 3600, 6276),
        ("our resnet training on p3.2xlarge takes 42 min/epoch. g5.xlarge or g6.xlarge, worth it?", 0.7, 1),
        (
            "Our g4dn.xlarge embedding job does 9000 tokens per second. 5 billion tokens. How long, how much, and "
            "would g6 be cheaper?",
            5e9 / 9000 / 3600,
            5e9,
        ),
    ],
)
def test_a_pace_and_how_much_there_is_make_the_hours(advisor: Advisor, text: str, took: float, parts: float) -> None:
    told = first(advisor, text)
    assert told.took == pytest.approx(took) and told.parts == parts


def test_how_many_of_the_same_stand_first_where_their_number_is_asked(advisor: Advisor) -> None:
    text = "one step takes 9 hours on 1x A100. 125 steps. How many GPUs so it takes under a week?"
    told = first(advisor, text)
    # 125 x 9 / 168 = 6.7
    assert (told.others[0].more, told.others[0].cards) == (True, 7)


def test_a_time_that_is_judged_is_judged_first(advisor: Advisor) -> None:
    text = (
        "Fine-tuning LLaMA 7B with LoRA on a single RTX 3090, 10 epochs of the alpaca set, cutoff 512, shows 88 "
        "hours. Is that normal? What would an A100 take and cost?"
    )
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, OwnSpeed) and facts.headline.hours == 88
    assert isinstance(facts.sentences[0], RunEstimate | Elsewhere)  # the A100, by sums or by the told pace


def test_a_share_done_after_a_told_time_is_the_pace_of_the_whole_run(advisor: Advisor) -> None:
    """24 h / 0.07 = 343 h; the machine that cannot be had is not offered. 12 h / 0.3 = 40 h."""
    text = (
        "I'm fine-tuning Llama-2 13B in a SageMaker training job and after 24 hours it is only at 7% on "
        "ml.g4dn.12xlarge. How can I speed it up? I cannot use ml.g5.4xlarge, it isn't available in my region."
    )
    told = first(advisor, text)
    assert told.took == pytest.approx(24 / 0.07) and "g5.4xlarge" not in {one.instance for one in told.others}
    told = first(advisor, "Training is still at 30% after 12 hours on 2 x T4. How long would it take on an A100?")
    assert told.took == pytest.approx(40) and told.others[0].name == "NVIDIA A100 40 GB"
