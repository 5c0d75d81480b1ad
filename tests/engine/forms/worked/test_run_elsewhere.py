"""Hours of a run on one machine, carried to another."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.worked.run_elsewhere import CarriedMeans, CarriedOver
from knowledge.facts import Facts
from tests.day import DAY


def test_by_what_both_reach(facts: Facts) -> None:
    """19 h x 8 x TFLOP/s here / (16 x TFLOP/s there), dollars at 16 chips' price."""
    told = Advisor(facts, DAY).ask("a run took 19h on 8 a100 (p4d): same on TPU v5e-16: how long and cheaper?").facts
    first, means = told.headline, told.sentences[0]
    assert isinstance(first, CarriedOver) and isinstance(means, CarriedMeans)
    assert (first.own_cards, first.other_cards) == (8, 16)
    assert first.hours.likely == pytest.approx(19 * 8 * means.own / (16 * means.other))
    assert first.hours.low < first.hours.likely < first.hours.high
    assert first.cheaper == first.other and first.usd.likely < first.usd_own
    assert means.ported


@pytest.mark.parametrize(
    "text",
    [
        "LiDAR点群の学習、今は4×A100 40GBで30時間。H200を8枚(p5en)にしたら何時間でいくら？",
        "Unser Training dauert auf 4 A100 40GB 30 Stunden. Wie lange auf 8 H200 und was kostet das?",
    ],
)
def test_in_other_languages_and_without_a_size(advisor: Advisor, text: str) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, CarriedOver) and (first.own_cards, first.took, first.other_cards) == (4, 30, 8)
