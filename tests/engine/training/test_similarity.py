"""The residual that similar groups share, worked by hand."""

from __future__ import annotations

from math import log

import pytest

from engine.training.similarity import KINDS, Neighbors, Position, Spreads, similarity

H100 = Position("nvidia", "h100-sxm", "nemo-perf", False, log(989), log(8e9), log(8e9))
TPU = Position("google", "tpu-v6e", "maxtext", False, log(918), log(8e9), log(8e9))
SPREADS = Spreads(dict.fromkeys(KINDS, 0.1), group=0.1, row=0.1)


def test_a_position_is_similar_to_itself_in_every_way() -> None:
    assert set(similarity(H100, H100).values()) == {1.0}


def test_another_vendor_with_other_code_shares_nothing() -> None:
    assert set(similarity(H100, TPU).values()) == {0.0}


def test_unpublished_code_is_not_similar_to_any_code() -> None:
    own = H100._replace(stack="")
    assert {kind for kind, share in similarity(own, own).items() if share} == {"vendor", "peak", "chip"}


def test_a_large_group_passes_on_the_residual_it_shares() -> None:
    """Seven similarities of 0.01 each: 0.07 shared; 0.07 + 0.01 + 0.01 / 100 in all; 0.07 / 0.0801 of a residual.

    The variance that remains is 0.08 - 0.07**2 / 0.0801 = 0.0188.
    """
    correction, remaining = Neighbors([H100], [100], [0.2], SPREADS).correction(H100)
    assert correction == pytest.approx(0.2 * 0.07 / 0.0801)
    assert remaining == pytest.approx(0.08 - 0.07**2 / 0.0801)


def test_without_similarity_no_residual_is_shared_and_the_whole_spread_remains() -> None:
    assert Neighbors([H100], [100], [0.2], SPREADS).correction(TPU) == (0.0, pytest.approx(0.08))


def test_the_group_that_shares_most_comes_first() -> None:
    other = H100._replace(stack="llm-foundry")
    assert Neighbors([TPU, other, H100], [1, 1, 1], [0, 0, 0], SPREADS).order(H100) == [2, 1, 0]
