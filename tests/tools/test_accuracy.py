"""The accuracy document belongs to the data it was made from, and the accuracy it states is the one we promise."""

from __future__ import annotations

import pytest

from benchmarks.provenance import stale
from knowledge.loading.load import load
from tools.accuracy import DOCS, DOCUMENT, MODULES, PICTURE, SERVING_PICTURE, inputs

TRAINING, SERVING = 0, 1  # the order of the two tables that have a row of the same name


def percentages(name: str, table: int = TRAINING) -> dict[str, float]:
    """The percentages of a row of the document, by the heading of their column."""
    lines = (DOCS / DOCUMENT).read_text(encoding="utf-8").splitlines()
    heading = next(line for line in lines if line.startswith("| | rows |"))
    row = [line for line in lines if line.startswith(f"| {name} |")][table]
    cells = {key.strip(): cell.strip() for key, cell in zip(heading.split("|"), row.split("|"), strict=True)}
    return {key: float(cell.removesuffix("%")) for key, cell in cells.items() if cell.endswith("%")}


@pytest.fixture(scope="module")
def data() -> list[object]:
    return inputs(load())


@pytest.mark.parametrize("name", [DOCUMENT, PICTURE, SERVING_PICTURE])
def test_the_document_and_its_pictures_belong_to_the_data(name: str, data: list[object]) -> None:
    assert stale((DOCS / name).read_text(encoding="utf-8"), data, MODULES) == [], "make accuracy"


@pytest.mark.parametrize(
    ("rows", "error", "within_20"), [("all but BERT on Trainium1", 12, 75), ("all rows", 13, 73)]
)
def test_training_of_groups_the_fit_never_saw_is_as_accurate_as_promised(
    rows: str, error: float, within_20: float
) -> None:
    """BERT on Trainium1 is a sixth of all rows in one group, and the only evidence on encoders."""
    row = percentages(rows)
    assert row["median error"] <= error
    assert row["within 20%"] >= within_20
    assert 75 <= row["inside the 80% interval"] <= 90


def test_serving_of_groups_the_fit_never_saw_is_as_accurate_as_promised() -> None:
    row = percentages("all rows", SERVING)
    assert row["median error"] <= 25
    assert row["median error of a group"] <= 25
    assert 75 <= row["inside the 80% interval"] <= 90
