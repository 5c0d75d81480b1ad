"""Two sizes of pictures in one question."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_a_card_without_a_figure_gets_the_most_that_activations_may_take(advisor: Advisor) -> None:
    """(2,560 x 1,920) / (960 x 720) = 7.1; 16 / 7.1 = 2.25 GB."""
    facts = advisor.ask("Training at 960x720 works. Is a 16 GB card enough for 2560x1920?").facts
    room = next(line for line in facts.sentences if line.code == "pixels_room")
    assert facts.headline is not None and round(facts.headline.values["times"], 2) == 7.11
    assert room.values["most_gb"] == 2.25
