"""Rows and columns of a table."""

from __future__ import annotations

import pytest

from engine.forms.fields.table_size import table_of, vectors_of


@pytest.mark.parametrize(
    ("text", "rows", "columns"),
    [
        ("300M rows x 60 features", 3e8, 60),
        ("20M x 300 on a T4", 2e7, 300),
        ("900 Millionen Zeilen und 80 Spalten", 9e8, 80),
        ("1.5 billion rows by 45 columns", 1.5e9, 45),
    ],
)
def test_a_table_has_rows_and_columns(text: str, rows: float, columns: float) -> None:
    told = table_of(text)
    assert told is not None and (told.rows, told.columns) == (rows, columns)


@pytest.mark.parametrize(
    ("text", "rows", "width"),
    [
        ("each vector 512 float32 and we have 1 billion vectors", 1e9, 512),
        ("50 million 384-d embeddings in faiss", 5e7, 384),
        ("20M vectors, dim 1536, qdrant", 2e7, 1536),
    ],
)
def test_vectors_have_a_width(text: str, rows: float, width: int) -> None:
    told = vectors_of(text)
    assert told is not None and (told.rows, told.columns) == (rows, width)


def test_the_memory_of_a_host_is_told_beside_it() -> None:
    told = table_of("200M rows x 30 columns float64 in a 64 GB machine")
    assert told is not None and (told.width, told.ram_gb) == (8, 64)
