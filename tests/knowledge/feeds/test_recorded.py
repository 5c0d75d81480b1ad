"""chipscout's own table: many days in one file."""

from __future__ import annotations

import io
from datetime import date
from decimal import Decimal

import pytest

from knowledge.feeds.recorded import dated, parse_dated
from knowledge.types.observed import FeedError, ParseContext, RejectedRow, SeriesKey
from tests.knowledge.feeds.reading import context, read

HEADER = "effective_date,provider,instance_type,region,purchase,usd_per_hour,source\n"
P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
CUT = (
    "2025-06-23,aws,p5.48xlarge,us-east-1,on_demand,55.04,karpenter\n"
    "2023-07-31,aws,p5.48xlarge,us-east-1,on_demand,98.32,karpenter\n"
    "2025-04-28,aws,p5.48xlarge,us-east-1,on_demand,98.32,karpenter\n"
)


def days(text: str, who: ParseContext | None = None) -> list[tuple[date, SeriesKey, Decimal | None]]:
    told = parse_dated([io.BytesIO(text.encode())], who or context())
    return [
        (entry.day, entry.observed.key, entry.observed.usd_per_hour)
        for entry in told
        if not isinstance(entry, RejectedRow)
    ]


def test_every_price_comes_with_its_day_oldest_first() -> None:
    assert days(HEADER + CUT) == [
        (date(2023, 7, 31), P5, Decimal("98.32")),
        (date(2025, 4, 28), P5, Decimal("98.32")),
        (date(2025, 6, 23), P5, Decimal("55.04")),
    ]


def test_read_like_any_feed_it_gives_the_newest_price_of_each_series() -> None:
    assert read("recorded", HEADER + CUT).usd == {P5: Decimal("55.04")}


def test_the_columns_of_the_shipped_table_are_read_too() -> None:
    header = "observed_on,cloud,instance,region,purchase,scope,usd_per_hour,source,zone,terms,chips\n"
    row = "2026-07-09,gcp,tpu-v5e,us-central1,spot,chip,0.29771,x,us-central1-a,,\n"
    key = SeriesKey("gcp", "tpu-v5e", "us-central1", "spot", "us-central1-a", "", "chip")
    assert days(header + row) == [(date(2026, 7, 9), key, Decimal("0.29771"))]


def test_a_bare_accelerator_is_priced_by_the_chip_and_a_slice_is_not() -> None:
    rows = "".join(
        f"2026-07-09,gcp,{instance},us-central1,on_demand,4.2,x\n"
        for instance in ("tpu-v5p", "tpu-v5p-8", "A100-40GB-gpu-only", "a2-highgpu-1g")
    )
    assert {key.instance: key.scope for _, key, _ in days(HEADER + rows)} == {
        "tpu-v5p": "chip", "tpu-v5p-8": "instance", "A100-40GB-gpu-only": "chip", "a2-highgpu-1g": "instance",
    }  # fmt: skip


def test_a_blank_price_is_listed_without_one() -> None:
    assert days(HEADER + "2026-07-09,aws,p5e.48xlarge,us-east-2,on_demand,,x\n")[0][2] is None


def test_the_lower_of_two_prices_of_one_day_counts_and_both_are_reported() -> None:
    """Two quotes of p5en spot on 2026-10-03: 28.77 and 30.29."""
    rows = [f"2026-10-03,aws,p5en.48xlarge,unstated,spot,{usd},x\n" for usd in ("30.29", "28.77")]
    for order in (rows, rows[::-1]):
        assert [usd for _, _, usd in days(HEADER + "".join(order))] == [Decimal("28.77")]
        assert read("recorded", HEADER + "".join(order)).codes == {"disagree": 1}


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("31.07.2023,aws,p5.48xlarge,us-east-1,on_demand,98.32,x", "no_day"),
        ("2026-11-22,aws,p5.48xlarge,us-east-1,on_demand,98.32,x", "not_yet"),
        ("2023-07-31,oracle,p5.48xlarge,us-east-1,on_demand,98.32,x", "other_cloud"),
        ("2023-07-31,aws,,us-east-1,on_demand,98.32,x", "no_instance"),
        ("2023-07-31,aws,p5.48xlarge,,on_demand,98.32,x", "no_region"),
        ("2023-07-31,aws,p5.48xlarge,us-east-1,rented,98.32,x", "no_purchase"),
        ("2023-07-31,aws,p5.48xlarge,us-east-1,on_demand,nan,x", "unreadable"),
        ("2023-07-31,aws,p5.48xlarge,us-east-1,on_demand,0,x", "zero"),
        ("2023-07-31,aws,p5.48xlarge,us-east-1,on_demand", "misshapen"),
    ],
)
def test_rows_without_a_price_are_reported_with_their_day_where_it_is_known_what_they_are_of(
    row: str, code: str
) -> None:
    text = HEADER + row + "\n" + CUT
    rejected = [
        (day, entry.code)
        for day, entry in dated([io.BytesIO(text.encode())], context())
        if isinstance(entry, RejectedRow)
    ]
    known = code in ("unreadable", "zero")
    assert rejected == [(date(2023, 7, 31) if known else date(2026, 11, 21), code)]
    assert len(days(text)) == 3


def test_rows_of_another_cloud_are_reported() -> None:
    assert read(
        "recorded", HEADER + CUT + "2026-07-09,gcp,a3-highgpu-8g,us-east4,spot,34.2,x\n", cloud="aws"
    ).codes == {"other_cloud": 1}


def test_a_document_that_is_not_such_a_table_is_refused() -> None:
    for text in (HEADER, "a,b\n1,2\n", HEADER.replace("provider", "vendor") + CUT, HEADER + CUT + "2026-07-09,aw"):
        with pytest.raises(FeedError):
            days(text)
