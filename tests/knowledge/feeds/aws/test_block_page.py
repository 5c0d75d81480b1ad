"""AWS's page of Capacity Block rates, in both ways it was built: written here, in the form that its readers show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from decimal import Decimal

import pytest

from knowledge.facts import Facts
from knowledge.types.observed import FeedError, SeriesKey
from tests.knowledge.feeds.reading import Read, read

COLUMNS = ("Instance Type", "Region", "Effective Hourly Rate", "Accelerator")


def page(*fields: Mapping[str, object]) -> str:
    """The scripts of a page, among others that mean nothing here."""
    scripts = "".join(
        f'<script type="application/json">{json.dumps({"data": {"items": [{"fields": one}]}})}</script>'
        for one in fields
    )
    other = '<script>var a = {"data": 1};</script><script type="application/json">[1, 2]</script>'
    return f"<!doctype html><html><head><title>Pricing</title></head><body>{other}{scripts}</body></html>"


def table(heading: str, *rows: tuple[str, str, str, str], columns: tuple[str, ...] = COLUMNS) -> dict[str, object]:
    groups = [{"id": f"row{n}", "idProperty": "idProperty", "label": row[0]} for n, row in enumerate(rows)]
    data = [
        {"id": n, "idProperty": f"row{n}", "2": f"<p>{row[1]}</p>\r\n", "3": f"<p>{row[2]}<br /></p>", "4": row[3]}
        for n, row in enumerate(rows)
    ]
    names = [{"Heading": heading, "accessor": str(n)} for n, heading in enumerate(columns, start=1)]
    return {
        "itemHeading": heading,
        "itemTableColumns": json.dumps(names),
        "itemTableRowGroups": json.dumps(groups),
        "itemTableData": json.dumps(data),
    }


P5 = ("p5.48xlarge", "US East (N. Virginia)", "$47.76 USD ($5.970 USD)", "8 x H100")
TRN2 = ("trn2.48xlarge", "US East (Ohio)", "$35.7608 USD ($2.235 USD)", "16 x Trainium2")


def of(text: str) -> Read:
    return read("aws_block_page", text)


def block(instance: str, region: str, zone: str = "") -> SeriesKey:
    return SeriesKey("aws", instance, region, "capacity_block", zone)


def test_a_row_is_the_rate_of_one_instance_in_a_region() -> None:
    found = of(page(table("P5 Pricing", P5), table("Trn2 Pricing", TRN2)))
    assert found.usd == {
        block("p5.48xlarge", "us-east-1"): Decimal("47.76"),
        block("trn2.48xlarge", "us-east-2"): Decimal("35.7608"),
    }
    assert (found.chips[block("trn2.48xlarge", "us-east-2")], found.rejected) == (16, [])


def test_an_ultraserver_in_a_local_zone_has_the_rate_of_the_whole() -> None:
    row = ("u-p6e-gb200x72", "US East (Dallas) Local Zone", "$761.904 ($10.582 USD)", "72 x B200")
    found = of(page(table("P6e Pricing", row)))
    assert found.usd == {block("u-p6e-gb200x72", "us-east-1-dfw-2", "us-east-1-dfw-2a"): Decimal("761.904")}


def test_the_page_as_it_was_built_before_is_read_too() -> None:
    cells = {"idProperty": "row1", "2": "<p>South America (São Paulo)</p>", "3": "<p>$31.464 USD ($3.933 USD)</p>"}
    inner = {"rowDefinitions": [{"id": "row1", "label": "p5.48xlarge"}], "items": [cells]}
    older = {"jsonData": json.dumps({"heading": "P5 Pricing", "table": inner})}
    assert of(page(older)).usd == {block("p5.48xlarge", "sa-east-1"): Decimal("31.464")}


def test_tables_of_operating_systems_and_of_other_machines_are_left_out() -> None:
    systems = table("OS costs across Instance Types", ("p5.48xlarge", "RHEL", "$2.7648", ""))
    other = table("M7 Pricing", ("m7.large", "US East (Ohio)", "$1 USD", ""))
    assert list(of(page(systems, other, table("P5 Pricing", P5))).usd) == [block("p5.48xlarge", "us-east-1")]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (("p5.48xlarge", "Atlantis (Deep)", "$47.76 USD ($5.970 USD)", "8 x H100"), "aws_no_place"),
        (("p5.48xlarge", "US East (Ohio)", "call us", "8 x H100"), "aws_no_number"),
        (("p5.48xlarge", "US East (Ohio)", "$0.00 USD ($0.00 USD)", "8 x H100"), "aws_free"),
        (("p5.48xlarge", "US East (Ohio)", "$5.970 USD ($47.76 USD)", "8 x H100"), "aws_block_sum"),
    ],
)
def test_a_row_that_cannot_be_a_price_is_left_out_with_its_reason(row: tuple[str, str, str, str], code: str) -> None:
    found = of(page(table("P5 Pricing", row, P5)))
    assert (list(found.codes), len(found.usd)) == ([code], 1)


@pytest.mark.parametrize("text", ["<html>Sign in</html>", page({"itemHeading": "P5 Pricing"}), page(), "{}", ""])
def test_another_page_is_refused(text: str) -> None:
    with pytest.raises(FeedError) as refusal:
        of(text)
    assert refusal.value.code == "aws_block_page"


def test_the_rates_of_october_2026_read_from_the_page_are_those_that_come_along(facts: Facts) -> None:
    """As two public reports have them, of one accelerator: 8 x 1.696, 2.546, 5.970, 6.866 and 14.208."""
    rows = (
        ("p4d.24xlarge", "US East (N. Virginia)", "$13.568 USD ($1.696 USD)", "8 x A100"),
        ("p4de.24xlarge", "US East (N. Virginia)", "$20.368 USD ($2.546 USD)", "8 x A100"),
        P5,
        ("p5e.48xlarge", "US East (Ohio)", "$54.928 USD ($6.866 USD)", "8 x H200"),
        ("p6-b200.48xlarge", "US East (Ohio)", "$113.664 USD ($14.208 USD)", "8 x B200"),
    )
    found = of(page(table("Pricing", *rows)))
    held = {
        block(one.instance, one.region): one.usd_per_hour
        for one in facts.offers
        if (one.purchase, one.observed_on) == ("capacity_block", date(2026, 10, 7))
    }
    assert len(found.usd) == 5 and found.rejected == []
    assert {key: held[key] for key in found.usd} == found.usd
