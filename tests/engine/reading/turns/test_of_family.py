"""A size of a machine alone is one of the family that the thread named."""

from __future__ import annotations

import pytest

from engine.reading.asking.turn import whole
from engine.reading.turns.of_family import of_family
from tests.engine.reading.test_read import vocabulary


@pytest.mark.parametrize(
    ("turn", "meant"),
    [
        ("and the 12xlarge", "and the g6e.12xlarge"),
        ("12xl?", "g6e.12xlarge?"),
        ("what about the xlarge", "what about the g6e.xlarge"),
        ("and a g5.12xlarge", "and a g5.12xlarge"),
        ("stable diffusion xl turbo", "stable diffusion xl turbo"),
    ],
)
def test_it_gets_the_family_of_the_thread(turn: str, meant: str) -> None:
    assert of_family(turn, whole("how much is g6e.48xlarge in Ohio?", vocabulary())) == meant


def test_without_a_type_it_stays_what_it_is() -> None:
    assert of_family("and the 12xlarge", None) == "and the 12xlarge"
    assert of_family("and the 12xlarge", whole("price of an H100", vocabulary())) == "and the 12xlarge"


@pytest.mark.parametrize("turn", ["and the 80?", "and the 80gb one?", "what about the 80 GB version"])
def test_another_memory_of_the_same_card(turn: str) -> None:
    meant = of_family(turn, whole("price of a100 40gb", vocabulary()))
    assert meant.lower().endswith("a100 80gb?")
    assert of_family(turn, whole("price of an H100", vocabulary())) == turn
