"""The names of columns and words that parsers need are all in the data."""

from __future__ import annotations

import pytest

from knowledge.bills.rules import rules
from knowledge.loading.load import load

FORMATS = [form.id for form in rules().formats]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_cited_and_needs_only_columns_it_reads(name: str) -> None:
    form = rules().named(name)
    assert form.source in load().sources
    read = {column for names in form.columns.values() for column in names}
    assert set(form.needs) <= read | {"billed_cost", "meter_category"}  # what tells an export, besides what is read
