"""A model that was named and is not held is never called unnamed."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    "text",
    [
        "How many GPUs are needed for training FilmChat-R1-thinking?",
        "Can I train visTRX on 3 Titan X with 12GB?",
        "How long does training TabDDPM take on one A100?",
        "What GPU do I need for inference of DocRes?",
        "I want to serve AstroSage, which GPU?",
        "Is a 24 GB card enough to train the VidTok model?",
    ],
)
def test_the_name_is_said_and_its_size_asked_for(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    (name,) = answer.reading.unknown_models
    assert f"I hold no size for {name}" in card_text(answer).split("\n\n")[0]
    assert "not name" not in card_text(answer)
    assert [question.values["name"] for question in answer.facts.questions if question.code == "size_of_name"] == [
        name
    ]


def test_a_size_beside_the_name_is_used(advisor: Advisor) -> None:
    """16 bytes x 14e9 = 209 GiB and the activations."""
    text = card_text(advisor.ask("VRAM to fully fine-tune MedReasoner-14B-v2?"))
    assert "hold no size" not in text and "of 14B takes about 210 GiB" in text
