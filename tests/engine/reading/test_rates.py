"""Rates as times a month: a year has 52 weeks and 365 days, so a month 4.333 weeks and 30.4 days."""

from __future__ import annotations

import pytest

from engine.reading.rates import rate_after, rate_at
from tests.engine.reading.test_document import document
from tests.engine.reading.test_read import reading


@pytest.mark.parametrize(
    ("text", "per_month"),
    [("a week", 4.333), ("per month", 1), ("/day", 30.4), ("nightly", 30.4), ("each quarter", 1 / 3)],
)
def test_a_rate_is_times_a_month(text: str, per_month: float) -> None:
    rate = rate_at(document(text), 0)
    assert rate is not None
    assert rate[0] == pytest.approx(per_month, rel=0.01)


def test_a_span_of_time_is_not_a_rate() -> None:
    assert rate_at(document("in 6 months"), 0) is None


def test_the_rate_of_a_count_is_in_its_clause() -> None:
    assert rate_after(document("20 LoRA runs a month"), 1) is not None
    assert rate_after(document("20 LoRA runs, the bill comes every month"), 1) is None


MODELS = (
    ("we train one 3B model per month", 1.0),
    ("We fine-tune 10 models a month, 8B each", 10.0),
    ("train a new 7B model every week", 4.3333),
    ("we serve 10 models a month", None),
)


@pytest.mark.parametrize(("text", "runs"), MODELS)
def test_models_that_are_trained_a_month_are_runs(text: str, runs: float | None) -> None:
    assert reading(text).profile.runs_per_month == runs


@pytest.mark.parametrize(
    "text", ["We do one 3B run a month for 12 months", "we train one 3B model per month for 12 months"]
)
def test_months_longer_than_a_rhythm_are_no_run(text: str) -> None:
    said = reading(text).profile
    assert (said.runs_per_month, said.horizon_months, said.run_hours) == (1, 12, None)
