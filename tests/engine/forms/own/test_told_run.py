"""Hours and dollars of a run by a pace or a time that was told, by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.wording.reasons import fact
from engine.forms.own.told_run import RunTold


def told(advisor: Advisor, text: str) -> RunTold:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, RunTold), text
    return first


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("wav2vec2 on Librispeech with 8x V100, 1 hour for each 200 updates. how long for 400k updates?", 2000),
        ("20 minutes for one epoch of 73 updates on 8 V100, need 400000 updates. total time?", 1826.5),
        ("each fold 900 sec per epoch on an RTX A6000, 1000 epochs, 5 folds: how long?", 1250),
        ("10 h for 1M steps on a GTX 1080Ti, 5 seeds on the same card. 8 tasks x 5 seeds x 3M steps, how long?", 240),
        ("1 step takes around 300 seconds on a 4090. 2000 steps, how long?", 166.7),
    ],
)  # fmt: skip
def test_the_time_of_one_times_how_many(advisor: Advisor, text: str, hours: float) -> None:
    assert told(advisor, text).hours == pytest.approx(hours, rel=1e-3)


def test_dollars_are_of_all_cards_of_the_machine(advisor: Advisor) -> None:
    """3 passes x 4 days x 24 = 288 h x the price of the whole machine."""
    first = told(
        advisor, "20,000 hours of data, 4 days per epoch. 3 epochs on 8 H100 (p5.48xlarge), what does it cost?"
    )
    assert first.hours == 288 and first.usd == pytest.approx(288 * first.usd_hour) and first.units == 1


def test_dollars_stand_beside_the_hours_where_a_price_is_held(advisor: Advisor) -> None:
    """3,000 x 60 s = 50 h."""
    first = told(advisor, "3000 steps at 60 s/step on an L4: how long?")
    assert "on demand" in fact(first) and first.usd == pytest.approx(50 * first.usd_hour)


def test_the_machine_that_is_asked_about_stands_first(advisor: Advisor) -> None:
    """150 x 12 min = 30 h; an A100 has 4.8 times the math and the bandwidth: 6.2 h."""
    text = "1 epoch of my U-Net takes 12 minutes on a T4, I need 150 epochs. How long would that take on an A100?"
    assert fact(told(advisor, text)).startswith("About 6.2 h on one NVIDIA A100 40 GB, from 30 h")


def test_a_pace_that_is_judged_is_not_only_multiplied(advisor: Advisor) -> None:
    text = "3.2 s/it with 2x A100 on Llama 3 8B, seq 8192, 12000 steps. Is that normal, and how long on H100?"
    assert not isinstance(advisor.ask(text).facts.headline, RunTold)


def test_a_card_without_a_price_is_answered_by_the_nearest_that_has_one(advisor: Advisor) -> None:
    first = told(advisor, "2 days per fold on an RTX 2080 Ti, 5 folds. what would that cost on AWS?")
    assert first.hours == 240 and not first.usd and first.there[0].usd > 0


def test_dollars_of_two_offers_are_no_amounts_of_work(advisor: Advisor) -> None:
    text = "H100 is $4.49 PCIe / $4.69 SXM. What would 8x H100 SXM cost for 72 hours vs p5.48xlarge?"
    assert not isinstance(advisor.ask(text).facts.headline, RunTold)
