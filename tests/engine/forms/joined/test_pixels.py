"""Two sizes of pictures in one question."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.joined.pixels import told_pictures


def test_a_card_without_a_figure_gets_the_most_that_activations_may_take(advisor: Advisor) -> None:
    """(2,560 x 1,920) / (960 x 720) = 7.1; 16 / 7.1 = 2.25 GB."""
    facts = advisor.ask("Training at 960x720 works. Is a 16 GB card enough for 2560x1920?").facts
    room = next(line for line in facts.sentences if line.code == "pixels_room")
    assert facts.headline is not None and round(facts.headline.values["times"], 2) == 7.11
    assert room.values["most_gb"] == 2.25


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
