"""Groups of cards, however a text tells them."""

from __future__ import annotations

import pytest

from engine.forms.fields.card_groups import card_groups


@pytest.mark.parametrize(
    ("text", "cards", "told"),
    [
        ("can I run inference in groups, e.g. 2 x 4?", 8, (2, 4)),
        ("two copies of FLUX.2 dev, two cards each", 4, (2, 2)),
        ("put 4 replicas on 8 T4s, 2 per replica", 8, (4, 2)),
        ("2 copies with tensor parallel 4 each", 8, (2, 4)),
        ("split it over 2+2", 4, (2, 2)),
        ("run as 4 pairs", 8, (4, 2)),
        ("auf zwei Gruppen von je zwei RTX 4090", 2, (2, 2)),
    ],
)
def test_groups_are_read_in_other_words(text: str, cards: int, told: tuple[int, int]) -> None:
    assert card_groups(text, cards) == told


def test_a_picture_is_no_group() -> None:
    assert card_groups("images of 512 x 512 on 8 cards", 8) is None
