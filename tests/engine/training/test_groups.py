"""Groups of measurements: their means, their outliers, and how far they lie from the effects."""

from __future__ import annotations

from math import log

import pytest

from engine.training.groups import Effects, FitPoint, group_means, group_residuals, robust_weights
from engine.training.similarity import KINDS, Position, Spreads

SPREADS = Spreads(dict.fromkeys(KINDS, 0.05), group=0.05, row=0.05)
H100 = Position("nvidia", "h100-sxm", "code", False, log(989), log(8e9), log(8e9))
EFFECTS = Effects({"base": -0.7, "chips": -0.1}, {"base": 0.0, "chips": 0.0})


def point(group: str, doublings: int, log_mfu: float) -> FitPoint:
    return FitPoint(group, H100, {"base": 1.0, "chips": float(doublings)}, log_mfu)


def test_a_group_is_the_mean_of_its_rows() -> None:
    means = group_means([point("a", 0, -0.6), point("b", 1, -0.9), point("a", 2, -0.8)], [1.0, 1.0, 1.0])
    assert means.groups == ("a", "b")
    assert means.rows == [2.0, 1.0]
    assert means.terms == [[1.0, 1.0], [1.0, 1.0]]
    assert means.log_mfu == pytest.approx([-0.7, -0.9])


def test_a_row_of_half_weight_counts_half() -> None:
    """(-0.6 + 0.5 x -0.9) / 1.5 = -0.7."""
    means = group_means([point("a", 0, -0.6), point("a", 0, -0.9)], [1.0, 0.5])
    assert means.rows == [1.5]
    assert means.log_mfu == pytest.approx([-0.7])


def test_a_group_a_tenth_above_the_effects_has_a_residual_of_a_tenth() -> None:
    means = group_means([point("a", 0, -0.6), point("a", 1, -0.7)], [1.0, 1.0])
    assert group_residuals(means, EFFECTS.values) == pytest.approx([0.1])


def test_an_outlier_of_a_group_counts_less() -> None:
    """Half a unit off where 2.5 x 0.05 = 0.125 is normal: a quarter of the weight."""
    rows = [point("a", 0, -0.7), point("a", 1, -0.8), point("a", 2, -0.9 - 0.5)]
    assert robust_weights(rows, EFFECTS, SPREADS) == pytest.approx([1.0, 1.0, 0.25])
