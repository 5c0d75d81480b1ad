"""Cells as values."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.bills.cells import day, hours, machine_in, mapping, objects, reserved, run
from knowledge.bills.rules import rules
from knowledge.types.bill import BillError
from tests.knowledge.bills.exports import (
    AZURE_COLUMNS,
    CONTEXT,
    CORE,
    CUR_COLUMNS,
    FOCUS,
    FOCUS_COLUMNS,
    P5,
    azure_row,
    csv_of,
    cur_row,
    google,
    json_lines,
    read,
)
from tests.share import examples


@pytest.mark.parametrize(
    ("quantity", "unit", "expected"),
    [
        ("2", "Hrs", "2"),
        ("24", "100 Hours", "24"),
        ("5400", "seconds", "1.5"),
        ("2", "1/Day", None),
        ("30", "Minute", "0.5"),
    ],
)
def test_quantities_are_hours_whatever_their_unit(quantity: str, unit: str, expected: str | None) -> None:
    assert hours(Decimal(quantity), unit) == (None if expected is None else Decimal(expected))


def test_days_are_iso_however_they_are_written() -> None:
    assert day("10/03/2026") == "2026-10-03"
    assert day("2026-10-01 02:00:00 UTC") == day("2026-10-01T02:00:00Z") == "2026-10-01T02:00:00"


def test_tags_come_as_objects_their_insides_or_lists() -> None:
    assert (
        mapping('"env": "x","run_id": "7"') == mapping('{"env": "x", "run_id": "7"}') == {"env": "x", "run_id": "7"}
    )
    assert mapping('[{"key": "run_id", "value": "7"}]') == {"run_id": "7"}
    assert mapping("not json") == {}


def test_the_first_tag_that_names_a_run_counts() -> None:
    assert run({"user:job": "b", "user_run_id": "a"}, CONTEXT) == "a"
    assert run({"Job": "b"}, CONTEXT) == "b"
    assert run({"team": "x"}, CONTEXT) == ""
    assert [run({name: "a"}, CONTEXT) for name in ("runId", "Run-ID", "user:RUN_ID")] == ["a"] * 3
    of_user = CONTEXT._replace(run_tags=("user_id",))
    assert [run({name: "a"}, of_user) for name in ("user_id", "user:user_id", "userid")] == ["a", "", ""]


@pytest.mark.parametrize("null", ["NULL", "null", " (null)", "\\N"])
def test_an_empty_cell_in_words_is_empty(null: str) -> None:
    said = {"Tags": null, "ResourceLocation": null, "CostInBillingCurrency": null}
    (line,) = read(csv_of(AZURE_COLUMNS, [azure_row("1", "24") | said]))
    assert (line.amount, line.region, line.run) == (0, "", "")
    with pytest.raises(BillError):
        read(csv_of(AZURE_COLUMNS, [azure_row("nan")]))


def test_a_machine_is_found_in_words_and_a_word_is_no_machine() -> None:
    assert machine_in("$9 per On Demand Linux p5.48xlarge Instance Hour.", "aws", CONTEXT) == "p5.48xlarge"
    assert machine_in("information infrastructure transfer", "aws", CONTEXT) == ""
    assert (
        machine_in("Reserved VM Instance, Standard_ND96isr_H100_v5, US", "azure", CONTEXT)
        == "Standard_ND96isr_H100_v5"
    )


def test_a_term_is_told_by_its_cell_or_in_words() -> None:
    azure = rules().named("azure_cost")
    assert reserved("36", "", azure) == "reserved_3yr"
    assert reserved("", "Reserved VM Instance, Standard_NC12, 1 Year", azure) == "reserved_1yr"
    assert reserved("", "Reserved VM Instance, Standard_NC12", azure) == "reserved"


def test_a_figure_that_is_none_refuses_the_bill_with_its_row() -> None:
    with pytest.raises(BillError) as refusal:
        read(csv_of(AZURE_COLUMNS, [azure_row("1"), azure_row("1,50")]))
    assert (refusal.value.code, refusal.value.found, refusal.value.row) == ("no_number", "1,50", 3)
    with pytest.raises(BillError):
        objects("{1")


TIMELESS = {
    "cur": csv_of(CUR_COLUMNS, [cur_row(type="Usage", cost="55.04", amount=amount, **P5) for amount in ("1", " ")]),
    "azure": csv_of(AZURE_COLUMNS, [azure_row("6.98", "1"), azure_row("6.98", "")]),
    "focus": csv_of(FOCUS_COLUMNS, [FOCUS[0], {**FOCUS[0], "ConsumedQuantity": ""}]),
    "google": json_lines([google(CORE, 12.0, 416), google(CORE, 12.0, usage={"unit": "seconds"})]),
}


@pytest.mark.parametrize("name", TIMELESS)
def test_a_machine_of_which_no_time_is_said_refuses_the_bill_with_its_row(name: str) -> None:
    """Its dollars beside no hours would raise the rate of the others."""
    with pytest.raises(BillError) as refusal:
        read(TIMELESS[name])
    assert (refusal.value.code, refusal.value.row) == ("no_hours", 3)


HOSTILE = [
    "1_320",
    "\u0665\u0665",
    "1e30",
    "1e400",
    "1e16",
    "NaN",
    "Infinity",
    "0x37",
    "=1+1",
    "1,320.96",
    "$5",
    "--1",
]
NO_DATES = ["13/10/2026", "02/30/2026", "2026-02-29", "2026-13-01", "0001-01-01", "9999-12-31", "soon", "1.7592E9"]
NO_NAMES = ["us|east", "us\u001beast", "us\neast", "<us>", "x" * 101]


def _focus(**said: str) -> bytes:
    cells = {
        "EffectiveCost": "1320.96", "BilledCost": "1320.96", "ChargeCategory": "Usage", "BillingCurrency": "USD",
        "ProviderName": "AWS", "ConsumedQuantity": "24", "ConsumedUnit": "Hours", "RegionId": "us-east-1",
        "x_UsageType": "BoxUsage:p5.48xlarge", "ChargePeriodStart": "2026-10-01T00:00:00Z",
        "ChargePeriodEnd": "2026-10-02T00:00:00Z",
    } | said  # fmt: skip
    return csv_of(tuple(cells), [cells])


@pytest.mark.parametrize(
    ("column", "text", "code"),
    [
        *(("EffectiveCost", text, None) for text in HOSTILE),
        *(("ConsumedQuantity", text, None) for text in HOSTILE),
        *(("ChargePeriodStart", text, "no_date") for text in NO_DATES),
        *(("ChargePeriodEnd", text, "no_date") for text in NO_DATES),
        *(("RegionId", text, "no_name") for text in NO_NAMES),
        *(("x_UsageType", f"BoxUsage:p5.{text}", "no_name") for text in NO_NAMES[:1]),
    ],
)
def test_a_cell_that_cannot_be_what_it_stands_for_refuses_the_bill_with_its_row(
    column: str, text: str, code: str | None
) -> None:
    with pytest.raises(BillError) as refusal:
        read(_focus(**{column: text}))
    assert (refusal.value.row, refusal.value.code) == (2, code or refusal.value.code)
    assert code or refusal.value.code in ("no_number", "too_large")


@settings(max_examples=examples(40))
@given(st.dates(date(2000, 1, 1), date(2100, 12, 31)), st.times())
def test_a_moment_is_the_same_however_it_is_written(when: date, clock: time) -> None:
    seconds = clock.replace(microsecond=0)
    iso = f"{when}T{seconds}"
    assert (
        day(f"{when} {seconds} UTC") == day(f"{iso}Z") == day(f"{when} {seconds}+00:00") == day(f"{iso}.125Z") == iso
    )
    assert day(f"{when.month}/{when.day}/{when.year}") == day(f"{when:%Y%m%d}") == day(f"{when}") == str(when)
