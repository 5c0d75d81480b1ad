"""The fit finds what was put in, and stays small where rows are silent."""

from __future__ import annotations

from math import log

import pytest

from engine.training.fit import FitPoint, evidence, fit, gather, missed, robust_weights
from engine.training.similarity import KINDS, Position, Spreads

SPREADS = Spreads(dict.fromkeys(KINDS, 0.05), group=0.05, row=0.05)
PLACES = [Position("nvidia", chip, "code", False, log(989), log(8e9), log(8e9)) for chip in ("a", "b", "c", "d")]


def rows(base: float, chips: float) -> list[FitPoint]:
    """Four groups of four rows without noise: base + chips x doublings; a third term that is always 0."""
    return [
        FitPoint(place.chip, place, {"base": 1.0, "chips": float(k), "silent": 0.0}, base + chips * k)
        for place in PLACES
        for k in range(4)
    ]


def test_planted_effects_are_found() -> None:
    """The prior pulls by less than a hundredth: 20 differences within groups against a width of 0.3."""
    found = fit(gather(rows(-0.7, -0.1)), SPREADS)
    assert found.effects["base"] == pytest.approx(-0.7, abs=0.01)
    assert found.effects["chips"] == pytest.approx(-0.1, abs=0.01)


def test_a_term_no_row_speaks_about_keeps_its_prior() -> None:
    found = fit(gather(rows(-0.7, -0.1)), SPREADS)
    assert found.effects["silent"] == 0.0
    assert found.errors["silent"] == pytest.approx(0.3)


def test_groups_miss_by_what_lies_above_the_effects() -> None:
    gathered = gather(rows(-0.7, -0.1))
    assert missed(gathered, {"base": -0.8, "chips": -0.1, "silent": 0.0}) == pytest.approx([0.1] * 4)


def test_a_row_far_off_its_group_counts_less() -> None:
    held = rows(-0.7, -0.1)
    held[0] = held[0]._replace(reached=-0.7 - 0.5)
    found = fit(gather(rows(-0.7, -0.1)), SPREADS)
    weights = robust_weights(held, found, SPREADS)
    assert weights[0] == pytest.approx(2.5 * 0.05 / 0.5, rel=0.03)
    assert weights[1:] == [1.0] * 15


def test_spreads_that_fit_have_the_larger_likelihood() -> None:
    """Rows without noise are likelier under a small spread of rows than under a large one."""
    gathered = gather(rows(-0.7, -0.1))
    assert evidence(gathered, SPREADS) < evidence(gathered, SPREADS._replace(row=0.3))
