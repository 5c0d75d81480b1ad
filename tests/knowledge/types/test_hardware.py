"""Hardware types: what they refuse, and what an absent figure means."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from knowledge.types.hardware import Instance, Measurement, Offer, Region

CITED = {"source": "s", "checked_on": "2026-11-21"}
OFFER = CITED | {
    "observed_on": "2026-11-20", "cloud": "aws", "instance": "p5.48xlarge", "region": "us-east-1",
    "purchase": "on_demand", "usd_per_hour": "55.04",
}  # fmt: skip


@pytest.mark.parametrize("usd", ["0", "-1"])
def test_an_offer_has_a_price_above_zero(usd: str) -> None:
    with pytest.raises(ValidationError, match="greater than 0"):
        Offer.model_validate(OFFER | {"usd_per_hour": usd})


def test_an_offer_is_for_the_whole_instance_by_default() -> None:
    assert Offer.model_validate(OFFER).scope == "instance"


def test_money_is_exact() -> None:
    assert str(Offer.model_validate(OFFER | {"usd_per_hour": "0.1"}).usd_per_hour) == "0.1"


def test_an_instance_has_at_least_one_chip() -> None:
    instance = CITED | {"id": "x1-8g", "cloud": "aws", "accelerator": "x1", "count": 0}
    with pytest.raises(ValidationError, match="greater than 0"):
        Instance.model_validate(instance)


def test_a_measurement_of_nothing_is_refused() -> None:
    row = CITED | {
        "id": "m1", "kind": "training", "benchmark": "b", "model": "llama", "architecture": "dense",
        "parameters": 8e9, "active_parameters": 8e9, "method": "full", "accelerator": "h100",
        "accelerator_count": 8, "tokens_per_second_per_accelerator": 0, "submitter": "s", "measured_on": "2026",
        "group": "g",
    }  # fmt: skip
    with pytest.raises(ValidationError, match="tokens_per_second_per_accelerator"):
        Measurement.model_validate(row)


def test_an_unknown_grid_is_not_a_grid_without_carbon() -> None:
    region = {"id": "us-east-1", "cloud": "aws", "place": "Virginia", "source": "s"}
    assert Region.model_validate(region).grid_g_per_kwh is None
    with pytest.raises(ValidationError, match="greater than 0"):
        Region.model_validate(region | {"grid_g_per_kwh": 0})
