"""A table on a card or in the memory of a host."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fields.table_takes import TableTakes


@pytest.mark.parametrize(
    ("text", "verdict", "gb"),
    [  # rows x columns x 1.5 bytes; in data frames x 8 bytes x 3 copies
        ("xgboost 300M rows x 60 features: gpu or big cpu box?", "gpu", 27),
        ("catboost 20M x 300 on a T4 16GB, fits?", "fits", 9),
        ("xgboost training: 2 billion rows, 100 columns. Does it fit on one H100 80GB?", "over", 300),
        ("We have a 3M x 120 table for XGBoost. Rent a GPU?", "small", 0.54),
        ("pandas join of 200M rows x 30 columns float64, do I need a GPU or a 64 GB machine?", "split", 144),
    ],
)
def test_a_table_is_set_against_what_holds_it(advisor: Advisor, text: str, verdict: str, gb: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TableTakes)
    assert first.verdict == verdict and first.gb == pytest.approx(gb)
