"""Words behind a thing that exclude it, and the list it ends."""

from __future__ import annotations

import pytest

from tests.engine.reading.test_read import reading


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("cheapest A10G per hour, Azure or GCP excluded", {"clouds": ("azure", "gcp")}),
        ("cheapest A10G per hour, GCP, AWS excluded", {"clouds": ("aws",)}),
        ("7B fine-tune, spot is not an option", {"purchase": ("spot",)}),
    ],
)
def test_a_list_before_the_words_is_excluded_as_a_whole(text: str, out: dict[str, tuple[str, ...]]) -> None:
    assert reading(text).ruled_out == out
