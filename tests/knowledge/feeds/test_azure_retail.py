"""Azure Retail Prices: one document a page, and what a meter can be besides a list price of Linux."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from knowledge.types.base import Purchase
from knowledge.types.observed import FeedError, SeriesKey
from tests.knowledge.feeds.reading import Read, read, recorded

H100 = "Standard_ND96isr_H100_v5"


def azure(purchase: Purchase = "on_demand", terms: str = "", region: str = "eastus") -> SeriesKey:
    return SeriesKey("azure", H100, region, purchase, "", terms)


def item(**other: object) -> dict[str, object]:
    return {
        "currencyCode": "USD", "tierMinimumUnits": 0.0, "retailPrice": 98.32, "unitPrice": 98.32,
        "armRegionName": "eastus", "effectiveStartDate": "2024-01-01T00:00:00Z", "meterName": "ND96isrH100v5",
        "productName": "Virtual Machines NDsr H100 v5 Series", "skuName": "ND96isrH100v5",
        "serviceName": "Virtual Machines", "unitOfMeasure": "1 Hour", "type": "Consumption",
        "isPrimaryMeterRegion": True, "armSkuName": H100,
    } | other  # fmt: skip


def page(*items: dict[str, object]) -> str:
    return json.dumps({"BillingCurrency": "USD", "Items": items, "NextPageLink": None, "Count": len(items)})


def beside(**other: object) -> Read:
    """What comes of one plain meter and another that differs from it."""
    return read("azure_retail", page(item(), item(**other)))


def test_linux_on_demand_spot_and_reservations_by_the_hour() -> None:
    """551221.0 a year is 62.924772 an hour: the unit says 1 Hour, the price is the term's."""
    result = read("azure_retail", recorded("azure_retail.json"))
    assert result.usd == {
        azure(): Decimal("98.32"),
        azure("spot"): Decimal("18.169536"),
        azure("reserved_1yr"): Decimal("62.924772"),
    }
    assert result.codes == {"windows": 1}


def test_three_years_are_divided_by_their_hours() -> None:
    """1181000 / 26280 = 44.939117."""
    result = beside(type="Reservation", reservationTerm="3 Years", retailPrice=1181000.0)
    assert result.usd[azure("reserved_3yr")] == Decimal("44.939117")


def test_savings_plans_are_hourly_series_of_the_same_meter() -> None:
    plans = [{"term": "1 Year", "retailPrice": 67.0, "unitPrice": 67.0}, {"term": "3 Years", "unitPrice": 44.5}]
    result = read("azure_retail", page(item(savingsPlan=plans)))
    assert result.usd[azure("savings_plan", "1yr")] == Decimal(67)
    assert result.usd[azure("savings_plan", "3yr")] == Decimal("44.5")


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"productName": "Virtual Machines NDsr H100 v5 Series Windows"}, "windows"),
        ({"productName": "Virtual Machines NCCadsv5 Srs Win"}, "windows"),
        ({"productName": "NDv5 Series Cloud Services"}, "other_product"),
        ({"meterName": "ND96isrH100v5 Low Priority"}, "low_priority"),
        ({"skuName": "ND96isrH100v5 Low Priority"}, "low_priority"),
        ({"type": "DevTestConsumption"}, "dev_test"),
        ({"type": "Reservation", "reservationTerm": "5 Years"}, "term"),
        ({"unitOfMeasure": "1 Month"}, "not_hourly"),
        ({"currencyCode": "EUR"}, "currency"),
        ({"tierMinimumUnits": 100.0}, "tier"),
        ({"effectiveStartDate": "2027-01-01T00:00:00Z"}, "not_yet"),
        ({"effectiveEndDate": "2026-06-01T00:00:00Z"}, "ended"),
        ({"armRegionName": ""}, "no_region"),
    ],
)
def test_meters_of_other_products_are_reported_and_rejected(other: dict[str, object], code: str) -> None:
    result = beside(retailPrice=7.77, **other)
    assert result.usd == {azure(): Decimal("98.32")}
    assert result.codes == {code: 1}
    kept = {"currency", "not_hourly"}  # a figure that cannot be read is of something that is still listed
    assert [entry.key for entry in result.rejected] == [azure() if code in kept else None]


def test_of_several_meters_the_primary_then_the_latest_then_the_lower_counts() -> None:
    first, later = "2024-01-01T00:00:00Z", "2025-06-01T00:00:00Z"
    meters = [
        item(retailPrice=50.0, isPrimaryMeterRegion=False, effectiveStartDate=later),
        item(retailPrice=98.32, effectiveStartDate=first),
        item(retailPrice=91.0, effectiveStartDate=later),
        item(retailPrice=90.5, effectiveStartDate=later),
    ]
    for pages in ([page(*meters)], [page(*reversed(meters))], [page(entry) for entry in meters]):
        result = read("azure_retail", *pages)
        assert result.usd == {azure(): Decimal("90.5")}
        assert result.codes == {"superseded": 3}


def test_spot_at_the_on_demand_price_is_not_an_offer() -> None:
    result = beside(meterName="ND96isrH100v5 Spot", retailPrice=98.32)
    assert result.usd[azure("spot")] is None
    assert result.codes == {"spot_at_cap": 1}


@pytest.mark.parametrize(("usd", "code"), [(0.0, "zero"), (-1.0, "negative"), (1e9, "too_high"), ("x", "unreadable")])
def test_impossible_prices_are_reported(usd: object, code: str) -> None:
    result = read("azure_retail", page(item(retailPrice=usd), item(armRegionName="westus")))
    assert result.codes == {code: 1}
    assert result.usd.get(azure()) is None
    assert result.usd[azure(region="westus")] == Decimal("98.32")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("<html>", "not_json"),
        ('{"error": {"code": "429"}}', "wrong_document"),
        ('{"Items": []}', "wrong_document"),
        (page(item())[:-40], "cut_off"),
        (page(item(currencyCode="EUR")), "currency"),
        (page(item(armSkuName="Standard_D2s_v3")), "no_prices"),
        ('{"skus": [{"description": "x"}]}', "wrong_document"),
        ("[1, 2]", "wrong_document"),
        ("7", "wrong_document"),
    ],
)
def test_a_document_that_is_not_such_a_page_is_refused(text: str, code: str) -> None:
    with pytest.raises(FeedError) as refused:
        read("azure_retail", text)
    assert refused.value.code == code


def test_a_page_that_counts_more_than_it_holds_is_refused() -> None:
    cut = page(item(), item(armRegionName="westus3")).replace('"Count": 2', '"Count": 3')
    with pytest.raises(FeedError, match="counted_more: 2/3"):
        read("azure_retail", cut)
