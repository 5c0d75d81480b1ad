"""A team's own data: how it is cited, and when a price is valid."""

from __future__ import annotations

from datetime import date

import pytest
from pydantic import ValidationError

from knowledge.types.team import OwnMeasurement, OwnPrice

MEASUREMENT = {
    "id": 3, "workspace": "T1", "task": "fine_tuning", "accelerator": "trainium2", "chips": 16,
    "parameters": 8.03e9, "sequence_length": 4096, "tokens_per_second": 51_200, "measured_on": "2026-11-20",
}  # fmt: skip
PRICE = {
    "id": 7, "team": "T1", "kind": "rate", "scope": "instance", "name": "p5.48xlarge", "cloud": "aws",
    "amount": "39.10", "valid_from": "2026-01-01", "valid_until": "2026-12-31",
}  # fmt: skip


def test_a_measurement_is_divided_by_its_chips() -> None:
    """51,200 tokens/s on 16 chips are 3,200 a chip."""
    assert OwnMeasurement.model_validate(MEASUREMENT).tokens_per_second_per_accelerator == 3200


def test_every_task_but_inference_is_training() -> None:
    kinds = {
        task: OwnMeasurement.model_validate(MEASUREMENT | {"task": task}).kind
        for task in ("pretraining", "fine_tuning", "inference")
    }
    assert kinds == {"pretraining": "training", "fine_tuning": "training", "inference": "inference"}


def test_own_data_is_cited_by_its_number() -> None:
    assert OwnMeasurement.model_validate(MEASUREMENT).cite == "own-3"
    assert OwnPrice.model_validate(PRICE).cite == "own-price-7"


@pytest.mark.parametrize("tokens", [0, -1, float("inf"), float("nan")])
def test_an_impossible_throughput_is_refused(tokens: float) -> None:
    with pytest.raises(ValidationError):
        OwnMeasurement.model_validate(MEASUREMENT | {"tokens_per_second": tokens})


@pytest.mark.parametrize(
    ("day", "is_valid"),
    [
        (date(2025, 12, 31), False),
        (date(2026, 1, 1), True),
        (date(2026, 12, 31), True),
        (date(2027, 1, 1), False),
    ],
)
def test_a_price_is_valid_on_its_first_and_last_day(day: date, is_valid: bool) -> None:
    assert OwnPrice.model_validate(PRICE).holds(day) is is_valid


def test_a_price_without_an_end_stays_valid() -> None:
    assert OwnPrice.model_validate(PRICE | {"valid_until": None}).holds(date(2036, 1, 1))
