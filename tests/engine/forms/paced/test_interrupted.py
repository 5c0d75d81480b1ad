"""Spot whose interruptions are told."""

from __future__ import annotations

import math

import pytest

from bot.advice.advisor import Advisor
from engine.forms.paced.interrupted import Interrupted


def first(advisor: Advisor, text: str) -> Interrupted:
    made = advisor.ask(text).facts.headline
    assert isinstance(made, Interrupted), made
    return made


def test_without_checkpoints_a_long_run_never_ends_and_with_them_it_is_little_longer(advisor: Advisor) -> None:
    told = first(
        advisor,
        "SageMaker job, ~48 h on ml.g6e.4xlarge, no checkpoints yet. We see an interruption every 6-7 hours on spot "
        "in us-west-2. Worth switching to managed spot?",
    )
    assert told.no_saves and told.never and not told.pays_bare
    assert (told.hours, told.apart) == (48, 6.5) and told.alone == pytest.approx(math.exp(-48 / 6.5))
    # 6.5 h x e^(0.25 / 6.5) x (e^(0.5083 / 6.5) - 1) x 48 / 0.5
    assert told.kept == pytest.approx(6.5 * math.exp(0.25 / 6.5) * math.expm1(30.5 / 60 / 6.5) * 96, rel=1e-6)
    assert told.usd_listed == pytest.approx(48 * told.listed)


def test_a_rate_an_hour_is_read_and_the_interval_that_was_said(advisor: Advisor) -> None:
    told = first(
        advisor,
        "34B job that takes 48.5h on demand, interruptions 0.15 per hour. Expected hours on spot with no checkpoint "
        "vs a checkpoint each 30 min?",
    )
    assert told.apart == pytest.approx(1 / 0.15) and told.every == 30 and told.said
    assert 52 < told.kept < 54 and told.bare > 9000


def test_the_sums_of_both_ways_are_told_where_prices_are_held(advisor: Advisor) -> None:
    told = first(
        advisor,
        "spot p4d keeps dying about every 5 hours. Job needs 30 hours straight, no checkpointing. Spot or on-demand?",
    )
    assert told.apart == 5 and told.usd_kept == pytest.approx(told.spot * told.kept)
    assert told.usd_listed == pytest.approx(30 * told.listed) and told.pays
