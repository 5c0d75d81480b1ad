"""gpuhunt's table of TPU prices, which people keep by hand: USD for one chip and hour."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from knowledge.types.base import Purchase
from knowledge.types.observed import FeedError, SeriesKey
from tests.knowledge.feeds.reading import read, recorded


def chip(instance: str, region: str, purchase: Purchase = "on_demand", terms: str = "") -> SeriesKey:
    return SeriesKey("gcp", instance, region, purchase, "", terms, "chip")


def test_the_table_of_tpus_is_by_the_chip() -> None:
    result = read("gpuhunt_tpu", recorded("gpuhunt_tpu.json"))
    assert result.usd[chip("tpu-v6e", "us-east1")] == Decimal("2.7")
    assert result.usd[chip("tpu-v6e", "us-east1", "reserved_1yr")] == Decimal("1.89")
    assert result.usd[chip("tpu-v5p", "us-east5", "reserved_3yr")] == Decimal("1.89")
    assert result.usd[chip("tpu-v5e", "us-central1", "spot")] == Decimal("0.6")
    assert result.usd[chip("tpu-v4", "us-central2", "spot")] == Decimal("0.966")
    assert result.usd[chip("tpu-v3", "europe-west4", terms="pod")] == Decimal(2)
    assert result.usd[chip("tpu-v3", "europe-west4", terms="device")] == Decimal("2.2")
    assert set(result.chips.values()) == {1}
    assert result.rejected == []


def table(kind: str, region: str, **prices: object) -> str:
    names = {"plain": "On Demand (USD)", "year": "1-year Commitment (USD)", "spot": "Spot (USD)"}
    return json.dumps({kind: {region: {"Location": "x", **{names[name]: usd for name, usd in prices.items()}}}})


def test_older_spot_figures_are_of_a_host_of_four_chips() -> None:
    """3.686 / 4 = 0.9215, which is what SkyPilot's tpu-v4-8 row says a chip (3.686 for four)."""
    result = read("gpuhunt_tpu", table("TPU v4 pod", "us-central2", plain=3.22, year=2.0286, spot=3.686))
    assert result.usd[chip("tpu-v4", "us-central2", "spot")] == Decimal("0.9215")


@pytest.mark.parametrize(
    "prices", [{"plain": 2.7, "year": 1.89, "spot": 1.89}, {"plain": 2.7, "year": 1.7, "spot": 1.89}]
)
def test_spot_at_a_present_or_former_commitment_rate_is_not_a_price(prices: dict[str, float]) -> None:
    result = read("gpuhunt_tpu", table("TPU v6e", "us-east1", **prices))
    assert chip("tpu-v6e", "us-east1", "spot") not in result.usd
    assert result.codes == {"is_commitment": 1}


def test_unknown_tpus_and_figures_that_are_not_prices_are_reported() -> None:
    two = json.loads(table("TPU v9", "us-east1", plain=9)) | json.loads(
        table("TPU v5p", "us-east1", plain="x", spot=0)
    )
    result = read("gpuhunt_tpu", json.dumps(two).replace('"x"}', '"?"}'))
    assert result.codes == {"unknown_accelerator": 1, "unreadable": 1, "zero": 1}


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "not_json"), ("[]", "wrong_document"), ('{"a": 1}', "wrong_document"), ('{"TPU v5p": {}}', "no_prices"),
     ('{"TPU v5p": {"us-east1": {"On Dem', "not_json"), (b"\xff\xfe", "not_text")],
)  # fmt: skip
def test_a_document_that_is_not_such_a_table_is_refused(text: str | bytes, code: str) -> None:
    with pytest.raises(FeedError) as refused:
        read("gpuhunt_tpu", text)
    assert refused.value.code == code
