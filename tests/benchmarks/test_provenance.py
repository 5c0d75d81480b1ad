"""A written file must match the data and the code that made it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from benchmarks.provenance import code_digest, digest, stale, stamped

DATA = [{"id": "r1", "speed": 1234.5}]


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    made = ModuleType("maker")
    made.__file__ = str(tmp_path / "maker.py")
    write(made, "FACTOR = 2\n")
    return made


def write(module: ModuleType, source: str) -> None:
    Path(str(module.__file__)).write_text(source, encoding="utf-8")


def test_a_file_just_written_is_not_stale(module: ModuleType) -> None:
    assert stale(stamped("a = 1\n", DATA, [module], "# {}"), DATA, [module]) == []


def test_a_measurement_that_changed_makes_it_stale(module: ModuleType) -> None:
    text = stamped("a = 1\n", DATA, [module], "# {}")
    assert stale(text, [{"id": "r1", "speed": 1234.6}], [module]) == ["data"]


def test_code_that_changed_makes_it_stale(module: ModuleType) -> None:
    text = stamped("a = 1\n", DATA, [module], "# {}")
    write(module, "FACTOR = 3\n")
    assert stale(text, DATA, [module]) == ["code"]


def test_a_figure_edited_by_hand_makes_it_stale(module: ModuleType) -> None:
    text = stamped("a = 1\n", DATA, [module], "<!-- {} -->")
    assert stale(text.replace("a = 1", "a = 2"), DATA, [module]) == ["text"]


def test_a_file_without_a_stamp_is_stale(module: ModuleType) -> None:
    assert stale("a = 1\n", DATA, [module]) == ["stamp"]


def test_comments_and_docstrings_are_not_code(module: ModuleType) -> None:
    before = code_digest([module])
    write(module, '"""What it is for."""\n\n# why\nFACTOR = 2\n')
    assert code_digest([module]) == before


def test_the_last_digits_of_a_float_do_not_count() -> None:
    """Logarithms differ in their last bit between machines."""
    assert digest(0.1 + 0.2) == digest(0.3)
    assert digest(0.30000001) != digest(0.3)
