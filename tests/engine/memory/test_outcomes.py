"""What a sum of memory comes to beside whether it fits."""

from __future__ import annotations

from engine.memory.outcomes import Copies


def test_copies_fail_where_one_is_more_than_a_core_has() -> None:
    assert Copies("full", 15.4, 102, 36, "gpu").fails
    assert not Copies("lora", 8, 19, 36, "gpu").fails
