"""The fit recovers planted effects, and keeps others small."""

from __future__ import annotations

from math import log

import pytest

from benchmarks.training_effects import design, fit, minus_log_evidence
from engine.training.groups import FitPoint
from engine.training.similarity import KINDS, Position, Spreads

SPREADS = Spreads(dict.fromkeys(KINDS, 0.05), group=0.05, row=0.05)
POSITIONS = [Position("nvidia", chip, "code", False, log(989), log(8e9), log(8e9)) for chip in ("a", "b", "c", "d")]


def points(base: float, chips: float) -> list[FitPoint]:
    """Four groups of four rows without noise: base + chips x doublings; a third term that is always 0."""
    return [
        FitPoint(position.chip, position, {"base": 1.0, "chips": float(k), "silent": 0.0}, base + chips * k)
        for position in POSITIONS
        for k in range(4)
    ]


def test_planted_effects_are_found() -> None:
    """The prior pulls by less than a hundredth: 20 differences within groups against a width of 0.3."""
    effects = fit(design(points(-0.7, -0.1)), SPREADS)
    assert effects.values["base"] == pytest.approx(-0.7, abs=0.01)
    assert effects.values["chips"] == pytest.approx(-0.1, abs=0.01)


def test_a_term_without_rows_keeps_its_prior() -> None:
    effects = fit(design(points(-0.7, -0.1)), SPREADS)
    assert effects.values["silent"] == 0.0
    assert effects.errors["silent"] == pytest.approx(0.3)


def test_one_group_of_two_rows_by_hand() -> None:
    """One term, one group that shares nothing, rows at x = 0 and 1 with y = 0 and 0.2; spread of a row 0.1.

    Within the group: scatter 0.5, cross 0.1. Between groups: mean x 0.5, mean y 0.1, variance 0.1**2 / 2 + 0.1**2.
    Normal equation: 0.5 / 0.01 + 0.25 / 0.015 + 1 / 0.3**2 = 77.78; right side: 0.1 / 0.01 + 0.05 / 0.015 = 13.33.
    The effect is 13.33 / 77.78 = 0.1714, its error 1 / sqrt(77.78) = 0.1134.
    """
    alone = Spreads(dict.fromkeys(KINDS, 0.0), group=0.1, row=0.1)
    rows = [FitPoint("a", POSITIONS[0], {"chips": x}, y) for x, y in ((0.0, 0.0), (1.0, 0.2))]
    effects = fit(design(rows), alone)
    assert effects.values["chips"] == pytest.approx(0.1714, abs=1e-4)
    assert effects.errors["chips"] == pytest.approx(0.1134, abs=1e-4)


def test_matching_spreads_have_the_higher_likelihood() -> None:
    """Rows without noise are likelier under a small spread of rows than under a large one."""
    rows = design(points(-0.7, -0.1))
    assert minus_log_evidence(rows, SPREADS) < minus_log_evidence(rows, SPREADS._replace(row=0.3))
