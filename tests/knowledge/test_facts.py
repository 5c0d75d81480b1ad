"""`knowledge.facts` exports everything the engine needs, and nothing twice."""

from __future__ import annotations

from knowledge import facts as door
from knowledge.facts import Facts
from knowledge.types.facts import Facts as FactsType


def test_every_exported_name_exists() -> None:
    assert [name for name in door.__all__ if not hasattr(door, name)] == []
    assert len(set(door.__all__)) == len(door.__all__)


def test_exports_are_the_types_themselves() -> None:
    assert Facts is FactsType


def test_every_kind_of_entry_is_exported(facts: Facts) -> None:
    """Feeds and their settings are for `bot` and the loader; the engine never sees them."""
    kinds = set()
    for name in set(Facts.model_fields) - {"feeds", "accelerated", "refreshing"}:
        entries = getattr(facts, name)
        kinds |= {type(entry).__name__ for entry in (entries.values() if isinstance(entries, dict) else entries)}
    assert kinds <= set(door.__all__)
