"""A kind of work: figures have a source, and an amount is counted in units."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from knowledge.types.domains import Domain, DomainAmount, DomainMemory

SHOWN = {"source": "somebody", "checked_on": "2026-11-23"}


def test_memory_without_a_source_is_refused() -> None:
    entry = {"phase": "training", "of": "at batch 1", "least": 4, "comfortable": 8}
    assert DomainMemory.model_validate(entry | SHOWN).comfortable == 8
    with pytest.raises(ValidationError, match="source"):
        DomainMemory.model_validate(entry | {"checked_on": "2026-11-23"})


def test_an_amount_is_counted_in_at_least_one_unit() -> None:
    with pytest.raises(ValidationError, match="units"):
        DomainAmount.model_validate({"units": [], "gb_each": 1.0} | SHOWN)


def test_a_cell_nobody_reads_is_refused() -> None:
    with pytest.raises(ValidationError, match="colour"):
        Domain.model_validate({"id": "a", "name": "a", "checked_on": "2026-11-23", "colour": "red"})
