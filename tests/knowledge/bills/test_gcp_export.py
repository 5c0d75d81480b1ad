"""Lines of Google's detailed export, one trap each; the sums are in tests/engine/bills."""

from __future__ import annotations

import pytest

from knowledge.types.bill import BillError
from tests.knowledge.bills.exports import CHIPS, CORE, GOOGLE, RAM, google, json_lines, read


def test_promotions_are_credits_and_do_not_lower_the_price() -> None:
    lines = read(json_lines([google(CHIPS, 140.0, 16, {"PROMOTION": -7.0, "SUSTAINED_USAGE_DISCOUNT": -14.0})]))
    assert [(line.kind, line.amount, line.rows) for line in lines] == [("credit", -7, 0), ("machine", 126, 1)]


def test_core_hours_are_hours_of_as_many_machines_and_memory_has_none() -> None:
    core, memory = read(json_lines([google(CORE, 12.0, 416), google(RAM, 5.0, 3744)]))
    assert (core.hours, memory.hours, memory.way) == (2, 0, "on_demand")
    assert (core.run, core.region, core.start) == ("tune-1", "us-central1", "2026-10-01T00:00:00")


def test_seconds_are_read_where_no_pricing_unit_stands() -> None:
    usage = {"amount": 416 * 3600, "unit": "seconds"}
    assert read(json_lines([google(CORE, 12.0, usage=usage)]))[0].hours == 2


def test_the_bill_s_own_rate_of_exchange_comes_with_each_line() -> None:
    (line,) = read(json_lines([google(CORE, 9.0, 416, currency="EUR", currency_conversion_rate=0.9)]))
    assert (line.currency, str(line.per_usd)) == ("EUR", "0.9")


def test_a_commitment_s_fee_says_its_term() -> None:
    (line,) = read(json_lines([google("Commitment v1: A3 Cpu in Americas for 3 Years", 15.0, system_labels=[])]))
    assert (line.kind, line.way) == ("fee", "reserved_3yr")


def test_a_table_of_the_same_paths_is_read_too() -> None:
    head = "service.description,sku.description,usage_start_time,cost,credits\n"
    body = f'{head}Compute Engine,Network,2026-10-01,1.25,"[{{""type"": ""FREE_TIER"", ""amount"": -0.25}}]"\n'
    assert [(line.kind, str(line.amount)) for line in read(body.encode())] == [("credit", "-0.25"), ("other", "1.25")]
    with pytest.raises(BillError):
        read(body.replace("[{", "{").encode())


def test_every_line_of_the_sample_is_read() -> None:
    assert len(read(json_lines(GOOGLE))) == len(GOOGLE) + 1  # one line has a credit that is no discount


@pytest.mark.parametrize(
    "sku",
    [
        "A3 Instance Core DWS Flex Start running in Americas",
        "DWS Calendar Mode Nvidia H100 80GB GPU in Americas",
        "A3 Instance Ram DWS Defined Duration running in Americas",
    ],
)
def test_capacity_by_the_calendar_or_with_a_flexible_start_is_not_on_demand(sku: str) -> None:
    (line,) = read(json_lines([google(sku, 6.0, 416)]))
    assert (line.kind, line.way) == ("machine", "scheduled")


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("Default", "on_demand"),
        ("", "on_demand"),
        ("Compute Engine Flexible CUD - 1 Year", "reserved_1yr"),
        ("Compute Engine Flexible CUD - 3 Year", "reserved_3yr"),
        ("Compute Engine Flexible CUD", "reserved"),
    ],
)
def test_use_at_the_price_of_a_commitment_is_told_by_its_consumption_model(said: str, way: str) -> None:
    """Since 2025 Google bills what a commitment by dollars covers at its lower price, without a credit."""
    model = {"id": "7754-699E-0EBF", "description": said}
    core, memory = read(json_lines([google(sku, 6.0, 416, consumption_model=model) for sku in (CORE, RAM)]))
    assert (core.way, memory.way, core.amount, core.covered) == (way, way, 6, 0)
