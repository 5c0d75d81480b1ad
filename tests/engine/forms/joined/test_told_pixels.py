"""Sizes of pictures in free text."""

from __future__ import annotations

import pytest

from engine.forms.joined.told_pixels import told_pictures


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("{'height': 960, 'width': 720} and {'height': 2560, 'width': 1920}", [(960, 720), (2560, 1920)]),
        ("512x512, later 1024 x 1024", [(512, 512), (1024, 1024)]),
        ("from 512 to 768 px", [(512, 512), (768, 768)]),
        ("1080p instead of 720p", [(1920, 1080), (1280, 720)]),
        ("8x80GB, 4 x 24 GB, 2x3090", []),
    ],
)
def test_sizes_are_read_in_their_order(text: str, sizes: list[tuple[int, int]]) -> None:
    assert list(told_pictures(text)) == sizes
