"""The worked examples of the cost page, recomputed by hand and compared with what the page printed."""

from __future__ import annotations

from decimal import Decimal

import pytest

from knowledge.facts import WorkedLine
from knowledge.loading.load import load

EXAMPLES = load().examples

# example, label, exact dollars (hand-computed), dollars the page printed, does the page's figure differ
LINES: tuple[tuple[str, str, str, str | None], ...] = (
    ("ex1-lora-7b", "g5.xlarge, on demand", "6.036", "6.04"),
    ("ex1-lora-7b", "g5.xlarge, Spot", "2.10", "2.10"),
    ("ex1-lora-7b", "trn1.2xlarge, on demand", "8.04", "8.04"),
    ("ex1-lora-7b", "trn1.2xlarge, Spot", "2.82", "2.82"),
    ("ex2-pretrain-13b", "p4d.24xlarge, on demand", "100669.44", "102400"),
    ("ex2-pretrain-13b", "p4d.24xlarge, three years reserved", "38338.56", "38400"),
    ("ex2-pretrain-13b", "trn1.32xlarge, on demand", "66048.00", "66048"),
    ("ex2-pretrain-13b", "trn1.32xlarge, three years reserved", "23316.48", "23330"),
    ("ex2-pretrain-13b", "trn1.32xlarge, Spot", "19814.40", "19776"),
    ("ex3-70b-month", "trn1.32xlarge, on demand", "123840.00", "123840"),
    ("ex3-70b-month", "trn1.32xlarge, three years reserved", "43718.40", "43718"),
    ("ex3-70b-month", "saving against p4d.24xlarge, as the page multiplies it", "135763.20", "135792"),
    ("ex3-70b-month", "saving against p4d.24xlarge, at the page's rates", "64915.20", None),
    ("ex3-70b-month", "saving against p4d.24xlarge, at the rate since June 2025", "2636.01792", None),
)


def line(example: str, label: str) -> WorkedLine:
    return next(entry for entry in EXAMPLES[example].lines if entry.label == label)


def total(entry: WorkedLine) -> Decimal:
    return entry.usd_per_hour * entry.instances * entry.hours


@pytest.mark.parametrize(("example", "label", "exact", "printed"), LINES)
def test_a_line_recomputes_to_the_cent(example: str, label: str, exact: str, printed: str | None) -> None:
    entry = line(example, label)
    assert total(entry) == Decimal(exact)
    assert entry.printed_usd == (Decimal(printed) if printed else None)


def test_every_line_is_in_the_table() -> None:
    assert {(name, entry.label) for name, example in EXAMPLES.items() for entry in example.lines} == {
        (example, label) for example, label, _, _ in LINES
    }


def test_a_figure_the_page_got_wrong_by_more_than_a_dollar_says_why() -> None:
    wrong = [
        entry.label
        for example in EXAMPLES.values()
        for entry in example.lines
        if entry.printed_usd and abs(total(entry) - entry.printed_usd) >= 1
    ]
    assert wrong == [
        "p4d.24xlarge, on demand",
        "p4d.24xlarge, three years reserved",
        "trn1.32xlarge, three years reserved",
        "trn1.32xlarge, Spot",
        "saving against p4d.24xlarge, as the page multiplies it",
    ]
    assert all(
        entry.why_different
        for example in EXAMPLES.values()
        for entry in example.lines
        if entry.label in wrong or entry.printed_usd is None
    )


def test_the_spot_range_of_the_13b_example_ends_at_33024() -> None:
    """The page printed 32,976."""
    entry = line("ex2-pretrain-13b", "trn1.32xlarge, Spot")
    assert entry.usd_per_hour_high is not None
    assert entry.usd_per_hour_high * entry.instances * entry.hours == Decimal("33024.00")


def test_the_lora_example_never_breaks_even() -> None:
    """Trainium costs 2.00 more a run on demand and 0.72 more on Spot: 20 runs a month lose 40.08 or 14.40."""
    on_demand = total(line("ex1-lora-7b", "g5.xlarge, on demand")) - total(
        line("ex1-lora-7b", "trn1.2xlarge, on demand")
    )
    spot = total(line("ex1-lora-7b", "g5.xlarge, Spot")) - total(line("ex1-lora-7b", "trn1.2xlarge, Spot"))
    assert on_demand * 20 == Decimal("-40.08")
    assert spot * 20 == Decimal("-14.40")


def test_the_cheapest_row_of_the_lora_example_is_the_gpu_on_spot() -> None:
    cheapest = min(EXAMPLES["ex1-lora-7b"].lines, key=total)
    assert cheapest.label == "g5.xlarge, Spot"


def test_three_year_rates_cannot_be_bought_for_eight_days() -> None:
    """Sixteen reservations run 26,280 hours: 3.19 million dollars for trn1, 5.25 million for p4d."""
    term = 16 * 26280
    assert line("ex2-pretrain-13b", "trn1.32xlarge, three years reserved").usd_per_hour * term == Decimal(
        "3191443.20"
    )
    assert line("ex2-pretrain-13b", "p4d.24xlarge, three years reserved").usd_per_hour * term == Decimal("5247590.40")


def test_the_printed_saving_of_the_70b_example_exceeds_the_bill_it_is_saved_on() -> None:
    example = EXAMPLES["ex3-70b-month"]
    bill = total(line("ex3-70b-month", "trn1.32xlarge, on demand"))
    assert example.printed_saving_usd is not None
    assert example.printed_saving_usd > bill
    assert (
        Decimal("32.77") - Decimal("21.50")
        == line("ex3-70b-month", "saving against p4d.24xlarge, at the page's rates").usd_per_hour
    )
