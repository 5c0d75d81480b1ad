"""A type that is said to have a chip which it has not."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import headline
from engine.forms.charged.wrong_chip import WrongChip


@pytest.mark.parametrize(
    ("text", "chip", "usd", "other"),
    [
        (
            "why is the g5.48xlarge so much cheaper than p5 when both have 8 H100s?",
            "NVIDIA A10G",
            16.288,
            "p5.48xlarge",
        ),
        ("g6.48xlarge has 8 L40S, right? what does it cost in us-east-1", "NVIDIA L4", 13.3504, "g6e.48xlarge"),
    ],
)
def test_the_chip_it_has_comes_first(text: str, chip: str, usd: float, other: str, advisor: Advisor) -> None:
    """prices.csv, us-east-1 on demand; g5 has A10G and g6 L4."""
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, WrongChip) and told.chip == chip and headline(answer).startswith("No")
    assert told.one is not None and round(told.one.usd, 4) == usd
    assert told.other is not None and told.other.instance == other


def test_a_type_with_its_own_chip_or_beside_another_is_not_corrected(advisor: Advisor) -> None:
    for text in ("g6.48xlarge has 8 L4, right?", "g5.48xlarge vs p5.48xlarge with 8 H100 in us-east-1"):
        assert not isinstance(advisor.ask(text).facts.headline, WrongChip)
