"""The cards that are compared, and the ratios of their data sheets."""

from __future__ import annotations

import pytest

from engine.forms.cards.sides import CardSide, compute_over, halves, plain_over
from knowledge.facts import Facts


def side(facts: Facts, name: str) -> CardSide:
    return CardSide(name, (facts.accelerators[name],))


def test_math_of_a_card_at_half_rate_is_a_range(facts: Facts) -> None:
    """RTX 6000 Ada 364 TFLOP/s; RTX 4090 165.2 with FP32 accumulation and twice that with FP16."""
    ada, geforce = side(facts, "rtx6000ada"), side(facts, "rtx4090")
    assert compute_over(ada, geforce) == pytest.approx((364 / 330.4, 364 / 165.2))
    assert halves(ada, geforce)
    assert not halves(geforce, side(facts, "rtx3090"))


def test_plain_fp32_is_where_a_large_card_is_behind(facts: Facts) -> None:
    """A100 19.5 TFLOP/s without tensor cores, RTX 4090 82.6."""
    assert plain_over(side(facts, "a100-40"), side(facts, "rtx4090")) == pytest.approx(19.5 / 82.6)


def test_a_name_of_several_cards_has_all_their_figures(facts: Facts) -> None:
    v100 = CardSide("v100", (facts.accelerators["v100-16gb"], facts.accelerators["v100-32gb"]))
    assert (v100.name, v100.gib, v100.gbps) == ("v100", (16, 32), (900, 900))
