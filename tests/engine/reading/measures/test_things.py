"""Things that are counted, and on which hardware a pace is."""

from __future__ import annotations

import pytest

from tests.engine.reading.measures.texts import amounts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("our H100 gets 10 tok/s", (36_000, "chip-1 h-1 token+1")),
        ("8 A100 get 10 tok/s", (8, "chip+1")),
        ("a batch of 32", (32, "sample+1 step-1")),
        ("50 avatars at 25 fps", (50, "camera+1")),
        ("a team of 6", (6, "person+1")),
    ],
)
def test_each_is_counted(text: str, expected: tuple[float, str]) -> None:
    assert amounts(text)[0] == expected


def test_a_pace_of_several_is_of_all_of_them() -> None:
    assert amounts("8 A100 get 10 tok/s")[1] == (36_000, "h-1 token+1")
    assert amounts("8 A100 get 10 tok/s each")[1][1] == "chip-1 h-1 token+1"
