"""Parquet as AWS and BigQuery write it: maps, records, doubles and moments."""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from knowledge.bills.files import rows
from knowledge.bills.registry import bill
from knowledge.types.bill import BillError
from tests.knowledge.bills.exports import CONTEXT, CUR, CUR_COLUMNS, CUR_TOTAL, opened, read

NUMBERS = ("cost", "amount", "quantity", "fee", "commitment", "date")


def parquet(table: pa.Table) -> bytes:
    body = io.BytesIO()
    pq.write_table(table, body, row_group_size=4)
    return body.getvalue()


def cur_table() -> pa.Table:
    """The same lines with the types of AWS's dictionary: doubles, timestamps, maps."""
    columns: dict[str, pa.Array] = {}
    for name in CUR_COLUMNS:
        values = [row.get(name) or None for row in CUR]
        if name == "resource_tags":
            pairs = [[("user_run_id", "llama-17")] if value and "llama" in str(value) else None for value in values]
            columns[name] = pa.array(pairs, pa.map_(pa.string(), pa.string()))
        elif name in ("line_item_usage_start_date", "line_item_usage_end_date"):
            moments = [datetime.fromisoformat(str(value)).astimezone(UTC) if value else None for value in values]
            columns[name] = pa.array([m.replace(tzinfo=None) if m else None for m in moments], pa.timestamp("ms"))
        elif any(word in name for word in NUMBERS):
            columns[name] = pa.array([float(str(value)) if value else None for value in values], pa.float64())
        else:
            columns[name] = pa.array([str(value) if value else None for value in values], pa.string())
    return pa.table(columns)


def test_the_same_lines_come_out_of_parquet_as_of_csv() -> None:
    lines = read(parquet(cur_table()))
    assert f"{sum(line.amount for line in lines):.2f}" == CUR_TOTAL
    first = lines[0]
    assert (first.run, first.start, first.end) == ("llama-17", "2026-10-01T00:00:00", "2026-10-02T00:00:00")


def test_records_are_columns_by_path() -> None:
    table = pa.table(
        {"sku": pa.array([{"description": "A"}]), "cost": pa.array([0.1]), "n": pa.array([None], pa.int64())}
    )
    read_back = rows(opened(parquet(table)))
    assert read_back.columns == ("sku", "sku_description", "cost", "n")
    assert list(read_back.of(("sku_description", "cost", "n", "absent"))) == [("A", "0.1", "", "")]


def test_without_the_library_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BillError) as refusal:
        bill(opened(parquet(cur_table())), CONTEXT)
    assert refusal.value.code == "no_parquet"


def test_a_damaged_file_is_refused() -> None:
    with pytest.raises(BillError) as refusal:
        bill(opened(parquet(cur_table())[:2000]), CONTEXT)
    assert refusal.value.code == "damaged"
