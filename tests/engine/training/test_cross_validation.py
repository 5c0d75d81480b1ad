"""What a group published has no part in what is foretold for it."""

from __future__ import annotations

import pytest

from engine.base.interval import Interval
from engine.library import Library
from engine.training.cross_validation import cross_validated
from engine.training.model import FitRow, observed, spreads
from knowledge.facts import Measurement
from knowledge.loading.load import load

GROUP = "llm-foundry|mpt-7b|h100|full"


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(load())


def told(rows: list[Measurement], library: Library) -> dict[str, Interval]:
    held: list[FitRow] = observed(rows, library.settings, library.constants)
    made = cross_validated(held, spreads(library.constants), library.settings, library.constants, 1.0)
    return {row.id: speed for row, speed in made}


def test_a_group_twice_as_fast_is_foretold_the_same_and_its_neighbours_faster(library: Library) -> None:
    rows = [row for row in library.facts.measurements if row.benchmark == "llm-foundry"]
    doubled = [
        row.model_copy(update={"tokens_per_second_per_accelerator": 2 * row.tokens_per_second_per_accelerator})
        if row.group == GROUP
        else row
        for row in rows
    ]
    before, after = told(rows, library), told(doubled, library)
    own = [row.id for row in rows if row.group == GROUP]
    assert own and before.keys() == after.keys() == {row.id for row in rows}
    assert [after[name] for name in own] == [before[name] for name in own]
    near = [row.id for row in rows if row.accelerator == "h100-sxm" and row.group != GROUP]
    assert sum(after[name].likely > before[name].likely for name in near) > len(near) / 2
