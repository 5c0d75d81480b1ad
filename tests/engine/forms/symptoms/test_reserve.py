"""How a machine that is not to be had is held, with what each way costs for the days that are told."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.symptoms.symptom_reasons import SymptomReserve


def test_a_block_and_a_reservation_for_a_week(advisor: Advisor) -> None:
    """2 machines x 168 h at each rate; a week is seven whole days."""
    text = (
        "ParallelCluster keeps marking our p4d nodes down with InsufficientInstanceCapacity (us-east-1d). Need 2 "
        "nodes for one week, any week this month. Reserve how? $?"
    )
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SymptomReserve)
    assert (told.instance, told.machines, told.days) == ("p4d.24xlarge", 2, 7)
    assert told.block_usd == pytest.approx(2 * 168 * told.block)
    assert told.free_usd == pytest.approx(2 * 168 * told.free)


def test_without_days_it_tells_the_rates(advisor: Advisor) -> None:
    told = advisor.ask("p5en.48xlarge: InsufficientInstanceCapacity in us-east-1, how do I get 2?").facts.headline
    assert isinstance(told, SymptomReserve) and told.hours == 0 and told.free_usd == 0 and told.free > 0


def test_on_google_there_is_no_block(advisor: Advisor) -> None:
    text = "v5p-8 in us-central1-a: 'Insufficient reserved capacity' but we never had a reservation. what is that?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SymptomReserve) and told.cloud == "gcp" and told.block == 0
    assert (
        told.elsewhere and "us-central1" not in told.elsewhere
    )  # where else it is sold, beside the place that failed


def test_a_studio_space_without_capacity_is_no_quota(advisor: Advisor) -> None:
    text = (
        "EC2InsufficientCapacityError: ml.g5.48xlarge is temporarily unavailable in supported zones when "
        "I start my SageMaker Studio space, and with ml.g5.xlarge selected I get the same error. What now?"
    )
    told = advisor.ask(text).facts.headline
    assert (
        told is not None and "no quota" in str(told.values["text"]) and "change was not taken" in told.values["does"]
    )


def test_a_type_that_is_sold_in_blocks_alone_is_told_with_its_block(advisor: Advisor) -> None:
    text = (
        "sky launch for p5e.48xlarge says the catalog has no such instance, H200:8 offers only p5en.48xlarge. "
        "Is p5e not sold?"
    )
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SymptomReserve)
    assert (told.instance, told.machines, told.free) == ("p5e.48xlarge", 1, 0) and told.block > 0
