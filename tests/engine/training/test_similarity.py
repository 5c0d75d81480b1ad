"""What near groups pass on, by hand."""

from __future__ import annotations

from math import log

import pytest

from engine.training.similarity import KINDS, Neighbors, Position, Spreads, alike

H100 = Position("nvidia", "h100-sxm", "nemo-perf", False, log(989), log(8e9), log(8e9))
SPREADS = Spreads(dict.fromkeys(KINDS, 0.1), group=0.1, row=0.1)


def test_a_place_is_like_itself_in_every_way() -> None:
    assert set(alike(H100, H100).values()) == {1.0}


def test_another_vendor_with_other_code_shares_nothing() -> None:
    tpu = Position("google", "tpu-v6e", "maxtext", False, log(918), log(8e9), log(8e9))
    assert set(alike(H100, tpu).values()) == {0.0}


def test_nobody_s_code_is_like_no_code_not_even_its_own() -> None:
    mine = H100._replace(stack="")
    assert {kind for kind, share in alike(mine, mine).items() if share} == {"vendor", "peak", "chip"}


def test_one_group_of_a_hundred_rows_passes_on_what_it_shares() -> None:
    """Seven likenesses of 0.01 each: 0.07 shared; 0.07 + 0.01 + 0.01 / 100 held. 0.07 / 0.0801 of a miss of 0.2.

    The variance left is 0.08 - 0.07**2 / 0.0801 = 0.0188.
    """
    near = Neighbors([H100], [100], [0.2], SPREADS)
    correction, left = near.correction(H100)
    assert correction == pytest.approx(0.2 * 0.07 / 0.0801)
    assert left == pytest.approx(0.08 - 0.07**2 / 0.0801)


def test_where_nothing_is_alike_nothing_is_passed_on_and_all_doubt_stays() -> None:
    tpu = Position("google", "tpu-v6e", "maxtext", False, log(918), log(8e9), log(8e9))
    assert Neighbors([H100], [100], [0.2], SPREADS).correction(tpu) == (0.0, pytest.approx(0.08))


def test_the_group_that_shares_most_comes_first() -> None:
    other = H100._replace(stack="llm-foundry")
    tpu = Position("google", "tpu-v6e", "maxtext", False, log(918), log(8e9), log(8e9))
    assert Neighbors([tpu, other, H100], [1, 1, 1], [0, 0, 0], SPREADS).order(H100) == [2, 1, 0]
