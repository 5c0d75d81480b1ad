"""Rows, width and bytes of embedding tables, as texts tell them."""

from __future__ import annotations

import pytest

from engine.forms.told.table_shape import rows_of, shape_of, width_of
from engine.workload.profile import Profile, Reading


def shape(text: str) -> tuple[float, int, int, float] | None:
    found = shape_of(Reading(text=text, intent="advise", profile=Profile()))
    return (found.rows, found.width, found.tables, round(found.ram / 1e9)) if found else None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("an 800M x 64 embedding table", (8e8, 64, 1, 0)),
        ("~45 million entities, hidden size 250, up to 400; 126GB of RAM", (45e6, 400, 1, 126)),
        ("number of features is 10^9 and embedding size 1000", (1e9, 1000, 1, 0)),
        ("DLRM with 40M rows cap x 26 tables x dim 128", (40e6, 128, 26, 0)),
        ("Recommender mit 300 Millionen Nutzern, Embedding-Dimension 96", (3e8, 96, 1, 0)),
        ("用户 5亿,embedding 维度 64,8张A100", (5e8, 64, 1, 0)),
    ],
)
def test_rows_and_width_in_any_order(text: str, told: tuple[float, int, int, float]) -> None:
    assert shape(text) == told


def test_a_told_size_needs_no_rows_and_texts_to_embed_are_no_table() -> None:
    found = shape_of(Reading(text="1.1 TB of fp32 embeddings", intent="advise", profile=Profile()))
    assert found is not None and found.size == 1.1e12
    assert shape("embed 50M documents x 1024 dims") is None
    assert (rows_of("50M users and 2M items"), width_of("128-dim")) == (52e6, 128)
