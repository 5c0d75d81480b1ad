"""Parquet as rows, batch by batch, with only the columns asked for. pyarrow, an extra, is imported only here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from knowledge.bills.rows import Rows, flat, snake
from knowledge.types.bill import BillError

BATCH = 4096


def parquet_rows(document: BinaryIO) -> Rows:
    """
    Raises:
        BillError: pyarrow is not installed, or the file is damaged.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BillError("no_parquet") from None
    try:
        file = pyarrow.parquet.ParquetFile(document)
    except (pyarrow.ArrowException, OSError) as problem:
        raise BillError("damaged", str(problem)) from None
    top = tuple(field.name for field in file.schema_arrow)

    def of(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
        wanted = [name for name in top if _holds(snake(name), names)]
        try:
            for batch in file.iter_batches(batch_size=BATCH, columns=wanted):
                for record in batch.to_pylist(maps_as_pydicts="lossy"):
                    cells = dict(flat(record))
                    yield tuple([cells.get(name, "") for name in names])
        except (pyarrow.ArrowException, OSError) as problem:
            raise BillError("damaged", str(problem)) from None

    return Rows(tuple(dict.fromkeys(path for field in file.schema_arrow for path in _paths(field, ""))), of)


def _holds(column: str, names: Sequence[str]) -> bool:
    return any(name == column or name.startswith(f"{column}_") for name in names)


def _paths(field: Any, before: str) -> Iterator[str]:
    """The column, and those inside it if it is a record."""
    from pyarrow import types

    path = f"{before}_{snake(field.name)}" if before else snake(field.name)
    yield path
    if types.is_struct(field.type):
        for inner in field.type:
            yield from _paths(inner, path)
