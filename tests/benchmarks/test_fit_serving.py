"""The shipped serving fit is made from the shipped measurements, and its figures are where the fit converges."""

from __future__ import annotations

import math

import pytest

from benchmarks import fit_serving
from benchmarks.fit_serving import MODULES, WRITTEN, fit, inputs, read_priors, serving_rows, unknowns
from benchmarks.provenance import stale
from engine.serving.fit import ServingFit
from knowledge.facts import Facts
from knowledge.loading.load import data_dir, load


@pytest.fixture(scope="module")
def facts() -> Facts:
    return load()


def test_the_fit_in_the_data_belongs_to_the_data(facts: Facts) -> None:
    text = (data_dir() / WRITTEN).read_text(encoding="utf-8")
    assert stale(text, inputs(facts), MODULES) == [], "make fit"


def test_one_more_step_of_the_fit_changes_nothing(facts: Facts) -> None:
    """Started at the shipped figures, no unknown moves by more than a twentieth of its standard error."""
    rows = serving_rows(facts)
    unknown = unknowns(rows, read_priors())
    shipped = ServingFit(facts.constants)
    start = {name: math.log(value) for name, value in (shipped.shares | shipped.offsets).items()}
    assert start.keys() == set(unknown.names)
    step = fit(rows, unknown, start, steps=1)
    moved = {name: abs(step.values[name] - start[name]) / step.errors[name] for name in unknown.names}
    assert max(moved.values()) < 0.05


def test_a_spread_covers_its_stated_share() -> None:
    """Of 1 to 20, 17 cover 85 %."""
    assert fit_serving.covering([float(value) for value in range(20, 0, -1)]) == 17
