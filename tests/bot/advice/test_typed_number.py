"""Numbers as people type them."""

from __future__ import annotations

import pytest

from bot.advice.typed_number import scaled, typed_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8B", 8e9),
        ("1.5b", 1.5e9),
        ("120k", 120_000),
        ("123,456", 123_456),
        ("1e9", 1e9),
        ("0", None),
        ("8 apples", None),
    ],
)
def test_a_number_is_read_with_its_unit(text: str, value: float | None) -> None:
    assert typed_number(text) == value


def test_only_a_unit_is_written_out() -> None:
    assert [scaled(text) for text in ("70B", "70", "seventy", "")] == ["70000000000.0", "70", "seventy", ""]
